use std::collections::BTreeMap;
use std::sync::Mutex;

/// A part of a text: the conditions that must hold and those that must not, its SQL, and which value the placeholder
/// behind it is for, counted from 1, or 0.
pub type TextPart = (u32, u32, &'static str, usize);

/// The text of a statement with optional parts. Each combination is joined once, and kept.
pub struct OptionalText {
    numbered: bool,
    parts: &'static [TextPart],
    texts: Mutex<BTreeMap<u32, &'static ChosenText>>,
}

/// A text, and which values its placeholders are for.
pub struct ChosenText {
    pub sql: String,
    binds: Vec<usize>,
}

impl ChosenText {
    /// The values to bind.
    pub fn bound<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.binds.iter().map(|bind| values[bind - 1]).collect()
    }
}

/// A record for which a text is chosen.
pub trait Chosen {
    /// The text.
    fn text(&self) -> Result<&'static ChosenText>;

    /// Gives its values, of which the text binds some.
    fn with<T>(&self, then: impl FnOnce(Args) -> T) -> T;
}

impl OptionalText {
    /// A text whose placeholders have numbers.
    pub const fn numbered(parts: &'static [TextPart]) -> Self {
        Self {
            numbered: true,
            parts,
            texts: Mutex::new(BTreeMap::new()),
        }
    }

    /// A text whose placeholders are question marks.
    pub const fn marked(parts: &'static [TextPart]) -> Self {
        Self {
            numbered: false,
            parts,
            texts: Mutex::new(BTreeMap::new()),
        }
    }

    /// The text for the conditions that hold.
    pub fn with(&self, conditions: &[bool]) -> &'static ChosenText {
        let given = held(conditions);
        let mut texts = self.texts.lock().unwrap_or_else(|e| e.into_inner());
        texts
            .entry(given)
            .or_insert_with(|| Box::leak(Box::new(self.made(given))))
    }

    fn made(&self, given: u32) -> ChosenText {
        let mut text = ChosenText {
            sql: String::new(),
            binds: Vec::new(),
        };
        for (need, without, sql, bind) in self.parts {
            if given & need != *need || given & without != 0 {
                continue;
            }
            text.sql += sql;
            if *bind == 0 {
                continue;
            }
            let known = text.binds.iter().position(|known| known == bind);
            let at = known.unwrap_or_else(|| {
                text.binds.push(*bind);
                text.binds.len() - 1
            });
            match self.numbered {
                true => text.sql += &format!("${}", at + 1),
                false => text.sql.push('?'),
            }
        }
        text
    }
}

/// Refuses a call that has conditions which none has together: all of the first and none of the second, and what else to
/// give.
pub fn refuse(query: &str, given: &[bool], refusals: &[(u32, u32, &str)]) -> Result<()> {
    let given = held(given);
    for (need, without, cure) in refusals {
        if given & need == *need && given & without == 0 {
            let wrong = format!("{query} is not prepared for this: {cure}");
            return Err(Error::new(query, wrong));
        }
    }
    Ok(())
}

/// The conditions that hold, the first as the lowest bit.
fn held(conditions: &[bool]) -> u32 {
    let bits = conditions.iter().rev();
    bits.fold(0, |bits, holds| bits << 1 | u32::from(*holds))
}
