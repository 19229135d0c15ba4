/// A composite type of the schema, with its fields in their order.
macro_rules! composite {
    ($name:ident, $($field:ident $(by $decode:expr, $encode:expr)?),+ $(,)?) => {
        impl sqg::Decode for $name {
            fn accepts(ty: &sqg::Type) -> bool {
                matches!(sqg::base(ty).kind(), sqg::Kind::Composite(_))
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

/// The fields of a value of a composite type.
pub struct Fields<'a> {
    types: std::slice::Iter<'a, tokio_postgres::types::Field>,
    input: Input<'a>,
}

impl<'a> Fields<'a> {
    pub fn of(ty: &'a Type, raw: &'a [u8]) -> Result<Self, Cause> {
        let Kind::Composite(fields) = base(ty).kind() else {
            return Err("not a composite type".into());
        };
        let mut input = Input(raw);
        if usize::try_from(input.i32()?)? != fields.len() {
            return Err("another number of fields".into());
        }
        Ok(Self {
            types: fields.iter(),
            input,
        })
    }

    pub fn read<T: Decode>(&mut self) -> Result<T, Cause> {
        let field = self.types.next().ok_or("a field is missing")?;
        self.input.bytes(4)?; // the type's number
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
