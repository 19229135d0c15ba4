/// A struct of the schema, with the names of its fields.
macro_rules! composite {
    ($name:ident, $($field:ident = $key:literal $(by $decode:expr, $encode:expr)?),+ $(,)?) => {
        impl sqg::Decode for $name {
            fn decode(array: &dyn sqg::Array, row: usize) -> Result<Self, sqg::Cause> {
                let mut columns = sqg::fields(array, row)?.iter();
                Ok(Self {
                    $($field: sqg::field(&mut columns, row, $key)
                        $(.and_then(|v| $decode(v).map_err(Into::into)))??,)+
                })
            }
        }

        impl sqg::Encode for $name {
            fn encode(&self) -> Result<sqg::ToSqlOutput<'_>, sqg::Cause> {
                sqg::as_json(self)
            }

            fn json(&self, to: &mut String) -> Result<(), sqg::Cause> {
                sqg::object(&[$(($key, sqg::given!(&self.$field $(, $encode)?))),+], to)
            }

            fn holds_others() -> bool {
                true
            }
        }
    };
}

pub(crate) use composite;

/// The fields of structs.
pub fn fields(array: &dyn Array, row: usize) -> Result<&[ArrayRef], Cause> {
    typed::<StructArray>(array, row).map(StructArray::columns)
}

/// The next field of a struct.
pub fn field<T: Decode>(
    columns: &mut std::slice::Iter<'_, ArrayRef>,
    row: usize,
    name: &str,
) -> Result<T, Cause> {
    let column = columns.next().ok_or("a field is missing")?;
    T::decode(column, row).map_err(|e| format!("{name}: {e}").into())
}

/// Appends a struct to a JSON document.
pub fn object(fields: &[(&str, &dyn Encode)], to: &mut String) -> Result<(), Cause> {
    to.push('{');
    for (i, (name, value)) in fields.iter().enumerate() {
        if i > 0 {
            to.push(',');
        }
        quote(name, to);
        to.push(':');
        value.json(to)?;
    }
    to.push('}');
    Ok(())
}
