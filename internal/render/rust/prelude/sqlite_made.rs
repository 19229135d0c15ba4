use std::borrow::Cow;

/// JSON that a statement makes, read from its start.
pub struct Made<'a> {
    rest: &'a [u8],
}

impl<'a> Made<'a> {
    /// What comes next, behind blanks.
    fn peek(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_ascii_start();
        self.rest.first().copied()
    }

    /// Goes on behind a byte, if that comes next.
    fn eat(&mut self, byte: u8) -> bool {
        let comes = self.peek() == Some(byte);
        if comes {
            self.rest = &self.rest[1..];
        }
        comes
    }

    /// Whether one more value comes of those that a bracket closes.
    fn more(&mut self, first: bool, end: u8) -> Result<bool, Misfit> {
        match self.eat(end) {
            true => Ok(false),
            false if first || self.eat(b',') => Ok(true),
            false => Err(unread("a comma")),
        }
    }

    /// The next field of an object, which has this name.
    pub fn field<T: Decode>(&mut self, name: &str) -> Result<T, Misfit> {
        self.eat(b',');
        if self.peek() != Some(b'"') || *self.text()? != *name.as_bytes() || !self.eat(b':') {
            return Err(unread(&format!("the field {name:?}")));
        }
        T::part(self)
    }

    /// An object whose fields are read.
    pub fn end<T>(&mut self, object: T) -> Result<T, Misfit> {
        match self.eat(b'}') {
            true => Ok(object),
            false => Err(unread("the end of the object")),
        }
    }

    /// A text, whose escapes are rare.
    fn text(&mut self) -> Result<Cow<'a, [u8]>, Misfit> {
        let start = &self.rest[1..];
        let mut text = Cow::Borrowed(&start[..0]);
        let mut rest = start;
        loop {
            let plain = rest.iter().position(|b| matches!(b, b'"' | b'\\'));
            let plain = plain.ok_or_else(|| unread("the end of a text"))?;
            match &mut text {
                Cow::Borrowed(all) => *all = &start[..plain],
                Cow::Owned(all) => all.extend_from_slice(&rest[..plain]),
            }
            let escapes = rest[plain] == b'\\';
            rest = &rest[plain + 1..];
            if !escapes {
                self.rest = rest;
                return Ok(text);
            }
            let c = escaped(&mut rest).ok_or_else(|| unread("an escape"))?;
            let mut bytes = [0; 4];
            let c = c.encode_utf8(&mut bytes).as_bytes();
            text.to_mut().extend_from_slice(c);
        }
    }

    /// The next value, as SQLite has it outside of JSON.
    fn value<T>(&mut self, decode: fn(ValueRef) -> Result<T, Misfit>) -> Result<T, Misfit> {
        if self.peek() == Some(b'"') {
            return decode(ValueRef::Text(&self.text()?));
        }
        let length = self.rest.iter().position(|b| b",]}".contains(b));
        let (word, rest) = self.rest.split_at(length.unwrap_or(self.rest.len()));
        self.rest = rest;
        let word = std::str::from_utf8(word.trim_ascii()).unwrap_or_default();
        decode(match word {
            "null" => ValueRef::Null,
            "true" => ValueRef::Integer(1),
            "false" => ValueRef::Integer(0),
            _ => match (word.parse(), word.parse()) {
                (Ok(number), _) => ValueRef::Integer(number),
                (_, Ok(number)) => ValueRef::Real(number), // what is too large is an infinity
                _ => return Err(unread("a value")),
            },
        })
    }
}

/// The character of an escape, behind its backslash.
fn escaped(rest: &mut &[u8]) -> Option<char> {
    let (kind, behind) = rest.split_first()?;
    *rest = behind;
    Some(match kind {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let mut units = vec![unit(rest)?];
            if matches!(units[0], 0xd800..0xdc00) {
                *rest = rest.strip_prefix(b"\\u")?;
                units.push(unit(rest)?);
            }
            char::decode_utf16(units).next()?.ok()?
        }
        other => char::from(*other),
    })
}

/// Four hexadecimal digits.
fn unit(rest: &mut &[u8]) -> Option<u16> {
    let (digits, behind) = rest.split_at_checked(4)?;
    *rest = behind;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cold]
fn unread(expected: &str) -> Misfit {
    Misfit(format!("its JSON does not go on with {expected}"))
}

/// Why a function of the program does not take a value.
#[cold]
pub fn unfit(cause: impl Into<Cause>) -> Misfit {
    Misfit(cause.into().to_string())
}

/// A value that is JSON by itself.
pub fn whole<T: Decode>(value: ValueRef, expected: &str) -> Result<T, Misfit> {
    let rest = text(value, expected)?.as_bytes();
    let mut made = Made { rest };
    let read = T::part(&mut made)?;
    match made.peek() {
        None => Ok(read),
        Some(_) => Err(unread("its end")),
    }
}

/// A list or an object in JSON, which is a text there where SQLite has kept it in between.
pub fn opened<T: Decode>(
    made: &mut Made,
    bracket: u8,
    read: impl FnOnce(&mut Made) -> Result<T, Misfit>,
) -> Result<T, Misfit> {
    match made.peek() {
        Some(b'"') => T::decode(ValueRef::Text(&made.text()?)),
        _ if made.eat(bracket) => read(made),
        _ => Err(unread(&format!("{:?}", char::from(bracket)))),
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        whole(value, "a list of JSON")
    }

    fn part(made: &mut Made) -> Result<Self, Misfit> {
        opened(made, b'[', |made| {
            let mut list = Self::new();
            while made.more(list.is_empty(), b']')? {
                list.push(T::part(made)?);
            }
            Ok(list)
        })
    }
}

/// An object of JSON that a statement makes, with the names of its fields.
macro_rules! composite {
    ($name:ident, $($field:ident = $key:literal $(by $decode:expr)?),+ $(,)?) => {
        impl sqg::Decode for $name {
            fn decode(value: rusqlite::types::ValueRef) -> Result<Self, sqg::Misfit> {
                sqg::whole(value, "an object of JSON")
            }

            fn part(made: &mut sqg::Made) -> Result<Self, sqg::Misfit> {
                sqg::opened(made, b'{', |made| {
                    let object = Self {
                        $($field: made.field($key)$(.and_then(|v| $decode(v).map_err(sqg::unfit)))??,)+
                    };
                    made.end(object)
                })
            }
        }
    };
}

pub(crate) use composite;
