/// A composite type of the schema, or a row that a statement makes, with its fields in their order.
macro_rules! composite {
    ($name:ident, $($field:ident $(by $decode:expr, $encode:expr)?),+ $(,)?) => {
        impl sqg::Decode for $name {
            fn accepts(ty: &sqg::Type) -> bool {
                sqg::is_row(ty)
            }

            fn decode(ty: &sqg::Type, raw: &[u8]) -> Result<Self, sqg::Cause> {
                let mut fields = sqg::Fields::of(ty, raw)?;
                Ok(Self {
                    $($field: fields.read()$(.and_then(|v| $decode(v).map_err(Into::into)))??,)+
                })
            }
        }

        impl sqg::Encode for $name {
            fn fits(ty: &sqg::Type) -> bool {
                matches!(sqg::base(ty).kind(), sqg::Kind::Composite(_))
            }

            fn encode(&self, ty: &sqg::Type, out: &mut sqg::BytesMut) -> Result<sqg::IsNull, sqg::Cause> {
                sqg::put_fields(ty, &[$(sqg::given!(&self.$field $(, $encode)?)),+], out)
            }
        }
    };
}

pub(crate) use composite;

/// Reports whether values of a type have fields.
pub fn is_row(ty: &Type) -> bool {
    *ty == Type::RECORD || matches!(base(ty).kind(), Kind::Composite(_))
}

/// The fields of such a value.
pub struct Fields<'a> {
    types: std::slice::Iter<'a, tokio_postgres::types::Field>, // none of a row that a statement makes
    input: Input<'a>,
}

impl<'a> Fields<'a> {
    pub fn of(ty: &'a Type, raw: &'a [u8]) -> Result<Self, Cause> {
        let fields = match base(ty).kind() {
            Kind::Composite(fields) => fields.as_slice(),
            _ => &[],
        };
        let mut input = Input(raw);
        let count = usize::try_from(input.i32()?)?;
        if count != fields.len() && *ty != Type::RECORD {
            return Err("another number of fields".into());
        }
        Ok(Self {
            types: fields.iter(),
            input,
        })
    }

    pub fn read<T: Decode>(&mut self) -> Result<T, Cause> {
        let number = u32::from_be_bytes(self.input.array()?);
        let Some(field) = self.types.next() else {
            let ty = Type::from_oid(number).ok_or("a field of a type that the schema makes")?;
            if !T::accepts(&ty) {
                return Err(format!("a field is of the type {ty} now").into());
            }
            return value(&ty, self.input.value()?);
        };
        if !T::accepts(field.type_()) {
            return Err(format!("{} is of the type {} now", field.name(), field.type_()).into());
        }
        value(field.type_(), self.input.value()?)
    }
}

/// Puts the fields of a value of a composite type.
pub fn put_fields(
    ty: &Type,
    values: &[&dyn Argument],
    out: &mut BytesMut,
) -> Result<IsNull, Cause> {
    let fields = match base(ty).kind() {
        Kind::Composite(fields) if fields.len() == values.len() => fields,
        _ => return Err("another number of fields".into()),
    };
    out.put_i32(i32::try_from(fields.len())?);
    for (field, value) in fields.iter().zip(values) {
        if !value.fits(field.type_()) {
            return Err(format!("{} is of the type {} now", field.name(), field.type_()).into());
        }
        out.put_u32(field.type_().oid());
        value.put(field.type_(), out)?;
    }
    Ok(IsNull::No)
}
