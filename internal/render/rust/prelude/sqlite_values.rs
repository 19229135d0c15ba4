/// A type whose values are read.
pub trait Decode: Sized {
    fn decode(value: ValueRef) -> Result<Self, Misfit>;

    /// A value in JSON that a statement makes.
    fn part(made: &mut Made) -> Result<Self, Misfit> {
        made.value(Self::decode)
    }
}

/// Why a value cannot be read: it is not what the column's type promises.
pub struct Misfit(String);

impl Misfit {
    #[cold]
    fn of(expected: &str, value: ValueRef) -> Self {
        let found = match value {
            ValueRef::Null => "NULL",
            ValueRef::Integer(_) => "INTEGER",
            ValueRef::Real(_) if expected == "INTEGER" => {
                "REAL, as where arithmetic overflows: CAST it AS REAL to read that"
            }
            ValueRef::Real(_) => "REAL",
            ValueRef::Text(_) => "TEXT",
            ValueRef::Blob(_) => "BLOB",
        };
        let text = match value {
            // Bytes and UUIDs may be secrets.
            ValueRef::Text(text) if !expected.contains("BLOB") => beginning(text),
            _ => String::new(),
        };
        Self(format!("expected {expected}, got {found}{text}"))
    }
}

/// A text in quotes, cut after 40 characters.
fn beginning(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let short: String = text.chars().take(40).collect();
    match short.len() < text.len() {
        true => format!(" {:?}", short + "..."),
        false => format!(" {short:?}"),
    }
}

impl From<Misfit> for Cause {
    fn from(misfit: Misfit) -> Self {
        misfit.0.into()
    }
}

/// A type whose values are bound.
pub trait Encode {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause>;
}

impl<T: Decode> Decode for Option<T> {
    #[inline]
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        match value {
            ValueRef::Null => Ok(None),
            value => T::decode(value).map(Some),
        }
    }

    fn part(made: &mut Made) -> Result<Self, Misfit> {
        match made.peek() {
            Some(b'n') => made.value(Self::decode),
            _ => T::part(made).map(Some),
        }
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        match self {
            Some(value) => value.encode(),
            None => Ok(ToSqlOutput::Borrowed(ValueRef::Null)),
        }
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        (**self).encode()
    }
}

impl Decode for bool {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        match value {
            ValueRef::Integer(0) => Ok(false),
            ValueRef::Integer(1) => Ok(true),
            other => Err(Misfit::of("INTEGER 0 or 1", other)),
        }
    }
}

impl Encode for bool {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(i64::from(*self).into())
    }
}

impl Decode for i64 {
    #[inline]
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        match value {
            ValueRef::Integer(number) => Ok(number),
            other => Err(Misfit::of("INTEGER", other)),
        }
    }
}

impl Encode for i64 {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok((*self).into())
    }
}

impl Decode for f64 {
    /// SQLite stores a number without a fraction as an INTEGER where that is shorter.
    #[inline]
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        match value {
            ValueRef::Real(number) => Ok(number),
            ValueRef::Integer(number) => Ok(number as Self),
            other => Err(Misfit::of("REAL", other)),
        }
    }
}

impl Encode for f64 {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        match self.is_nan() {
            true => Err("NaN is no value of SQLite".into()), // which would store NULL
            false => Ok((*self).into()),
        }
    }
}

/// A TEXT.
#[inline]
fn text<'a>(value: ValueRef<'a>, expected: &str) -> Result<&'a str, Misfit> {
    let ValueRef::Text(bytes) = value else {
        return Err(Misfit::of(expected, value));
    };
    std::str::from_utf8(bytes).map_err(|e| Misfit(format!("the text is not UTF-8: {e}")))
}

impl Decode for String {
    #[inline]
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        text(value, "TEXT").map(str::to_owned)
    }
}

impl Encode for str {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(self.into())
    }
}

impl Encode for String {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        str::encode(self)
    }
}

impl Decode for Vec<u8> {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        match value {
            ValueRef::Blob(bytes) => Ok(bytes.to_vec()),
            other => Err(Misfit::of("BLOB", other)),
        }
    }
}

impl Encode for [u8] {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(self.into())
    }
}

impl Encode for Vec<u8> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        <[u8] as Encode>::encode(self)
    }
}

impl Decode for rusqlite::types::Value {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        match value {
            ValueRef::Null => Err(Misfit::of("a value", value)),
            ValueRef::Text(_) => Ok(Self::Text(String::decode(value)?)),
            ValueRef::Blob(bytes) => Ok(Self::Blob(bytes.to_vec())),
            ValueRef::Integer(number) => Ok(Self::Integer(number)),
            ValueRef::Real(number) => Ok(Self::Real(number)),
        }
    }
}

impl Encode for rusqlite::types::Value {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        match self {
            Self::Real(number) => f64::encode(number),
            other => Ok(ToSqlOutput::Borrowed(other.into())),
        }
    }
}
