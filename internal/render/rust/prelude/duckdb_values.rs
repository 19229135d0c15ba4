use duckdb::types::{Value as Owned, ValueRef};

/// A type whose values are read from Arrow's arrays.
pub trait Decode: Sized {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause>;
}

/// A type whose values are bound.
pub trait Encode {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause>;

    /// Appends the value to a JSON document: its text, unless JSON has something for it.
    fn json(&self, to: &mut String) -> Result<(), Cause> {
        match self.encode()? {
            ToSqlOutput::Owned(Owned::Text(text)) => quote(&text, to),
            ToSqlOutput::Borrowed(ValueRef::Text(text)) => quote(std::str::from_utf8(text)?, to),
            _ => return Err("JSON has nothing for it".into()),
        }
        Ok(())
    }

    /// Whether a value holds others, so that it is no key of JSON.
    fn holds_others() -> bool
    where
        Self: Sized,
    {
        false
    }
}

/// Binds what holds other values, as JSON.
pub fn as_json(value: &dyn Encode) -> Result<ToSqlOutput<'_>, Cause> {
    let mut text = String::new();
    value.json(&mut text)?;
    Ok(ToSqlOutput::Owned(Owned::Text(text)))
}

/// An array of a type of Arrow, of which a row is not NULL.
fn typed<A: Array + 'static>(array: &dyn Array, row: usize) -> Result<&A, Cause> {
    if array.is_null(row) {
        return Err("it is NULL".into());
    }
    let typed = array.as_any().downcast_ref();
    typed.ok_or_else(|| format!("the type is {} now", array.data_type()).into())
}

fn is_null(array: &dyn Array, row: usize) -> bool {
    array.is_null(row) || *array.data_type() == arrow::DataType::Null
}

impl<T: Decode> Decode for Option<T> {
    #[inline]
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        match is_null(array, row) {
            true => Ok(None),
            false => T::decode(array, row).map(Some),
        }
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        match self {
            Some(value) => value.encode(),
            None => Ok(ToSqlOutput::Owned(Owned::Null)),
        }
    }

    fn json(&self, to: &mut String) -> Result<(), Cause> {
        match self {
            Some(value) => value.json(to),
            None => {
                to.push_str("null");
                Ok(())
            }
        }
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        (**self).encode()
    }

    fn json(&self, to: &mut String) -> Result<(), Cause> {
        (**self).json(to)
    }
}

impl Decode for bool {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        typed(array, row).map(|a: &duckdb::arrow::array::BooleanArray| a.value(row))
    }
}

impl Encode for bool {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(ToSqlOutput::Owned(Owned::Boolean(*self)))
    }

    fn json(&self, to: &mut String) -> Result<(), Cause> {
        to.push_str(if *self { "true" } else { "false" });
        Ok(())
    }
}

/// Numbers that Arrow has; JSON has some of them, and the text of others.
macro_rules! number {
    ($rust:ty, $arrow:ident, $value:ident, $open:literal) => {
        impl Decode for $rust {
            #[inline]
            fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
                typed(array, row).map(|a: &duckdb::arrow::array::$arrow| a.value(row) as Self)
            }
        }

        impl Encode for $rust {
            fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
                Ok(ToSqlOutput::Owned(Owned::$value(*self)))
            }

            fn json(&self, to: &mut String) -> Result<(), Cause> {
                to.push_str(&format!("{}{self}{}", $open, $open));
                Ok(())
            }
        }
    };
}

number!(i8, Int8Array, TinyInt, "");
number!(i16, Int16Array, SmallInt, "");
number!(i32, Int32Array, Int, "");
number!(i64, Int64Array, BigInt, "");
number!(u8, UInt8Array, UTinyInt, "");
number!(u16, UInt16Array, USmallInt, "");
number!(u32, UInt32Array, UInt, "");
number!(u64, UInt64Array, UBigInt, "");
number!(i128, Decimal128Array, HugeInt, "\"");
number!(u128, Decimal128Array, UHugeInt, "\"");
number!(f32, Float32Array, Float, "\"");
number!(f64, Float64Array, Double, "\"");

/// A text, also that of an enum's value.
fn text(array: &dyn Array, row: usize) -> Result<&str, Cause> {
    let key = match array.data_type() {
        arrow::DataType::Dictionary(key, _) => key,
        _ => return typed(array, row).map(|a: &duckdb::arrow::array::StringArray| a.value(row)),
    };
    if array.is_null(row) {
        return Err("it is NULL".into());
    }
    let (labels, at): (&ArrayRef, _) = match **key {
        arrow::DataType::UInt8 => {
            let array = array.as_dictionary::<arrow::UInt8Type>();
            (array.values(), array.key(row))
        }
        arrow::DataType::UInt16 => {
            let array = array.as_dictionary::<arrow::UInt16Type>();
            (array.values(), array.key(row))
        }
        _ => {
            let array = array.as_dictionary::<arrow::UInt32Type>();
            (array.values(), array.key(row))
        }
    };
    text(labels, at.ok_or("it is NULL")?)
}

impl Decode for String {
    #[inline]
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        text(array, row).map(str::to_owned)
    }
}

impl Encode for str {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(self.as_bytes())))
    }
}

impl Encode for String {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        str::encode(self)
    }
}

/// Bytes, which a list of small numbers is not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Blob(pub Vec<u8>);

impl Decode for Blob {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        typed(array, row).map(|a: &duckdb::arrow::array::BinaryArray| Self(a.value(row).to_vec()))
    }
}

impl Encode for Blob {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Blob(&self.0)))
    }

    fn json(&self, to: &mut String) -> Result<(), Cause> {
        to.push('"');
        self.0
            .iter()
            .for_each(|b| to.push_str(&format!("\\\\x{b:02X}")));
        to.push('"');
        Ok(())
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        let values = match array.data_type() {
            arrow::DataType::FixedSizeList(..) => {
                typed::<duckdb::arrow::array::FixedSizeListArray>(array, row)?.value(row)
            }
            _ => typed::<duckdb::arrow::array::ListArray>(array, row)?.value(row),
        };
        (0..values.len()).map(|i| T::decode(&values, i)).collect()
    }
}

impl<T: Encode> Encode for [T] {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        let mut text = String::new();
        self.json(&mut text)?;
        Ok(ToSqlOutput::Owned(Owned::Text(text)))
    }

    fn json(&self, to: &mut String) -> Result<(), Cause> {
        to.push('[');
        for (i, value) in self.iter().enumerate() {
            if i > 0 {
                to.push(',');
            }
            value.json(to)?;
        }
        to.push(']');
        Ok(())
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        <[T] as Encode>::encode(self)
    }

    fn json(&self, to: &mut String) -> Result<(), Cause> {
        <[T] as Encode>::json(self, to)
    }

    fn holds_others() -> bool {
        true
    }
}
