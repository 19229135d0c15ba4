/// A union of the schema, with what its tag is called, and the numbers and names of its members.
macro_rules! union {
    ($name:ident = $tag:literal, $($number:literal => $member:ident = $key:literal
        $(by $decode:expr, $encode:expr)?),+ $(,)?) => {
        impl sqg::Decode for $name {
            fn decode(array: &dyn sqg::Array, row: usize) -> Result<Self, sqg::Cause> {
                let (tag, values) = sqg::member(array, row)?;
                match tag {
                    $($key => sqg::member_value(tag, values, row)
                        $(.and_then(|v| $decode(v).map_err(Into::into)))?.map(Self::$member),)+
                    _ => Err(format!("{tag:?} is no member that this program knows").into()),
                }
            }
        }

        impl sqg::Encode for $name {
            fn encode(&self) -> Result<sqg::ToSqlOutput<'_>, sqg::Cause> {
                sqg::as_json(self)
            }

            /// All members must be there.
            #[allow(unreachable_patterns)] // of a union of one member
            fn json(&self, to: &mut String) -> Result<(), sqg::Cause> {
                let number: u8 = match self {
                    $(Self::$member(_) => $number,)+
                };
                sqg::object(&[($tag, &number), $(($key, sqg::given_member!(match self {
                    Self::$member(value) => Some(value),
                    _ => None,
                } $(, $encode)?))),+], to)
            }

            fn holds_others() -> bool {
                true
            }
        }
    };
}

pub(crate) use union;

/// What is bound for a member, if the union has that, which a function of the program may make.
macro_rules! given_member {
    ($value:expr) => {
        &$value
    };
    ($value:expr, $encode:expr) => {
        &sqg::encoded_null($value, $encode)
    };
}

pub(crate) use given_member;

/// The name of the member that a union has, and where its value is. A union is read as a struct of its tag and all its
/// members: Arrow's does not tell one that is NULL from one whose first member is.
pub fn member(array: &dyn Array, row: usize) -> Result<(&str, &ArrayRef), Cause> {
    let members = typed::<StructArray>(array, row)?;
    let tag = text(members.column(0), row)?;
    let values = members.column_by_name(tag).ok_or("its member is missing")?;
    Ok((tag, values))
}

/// The value of a member.
pub fn member_value<T: Decode>(name: &str, values: &ArrayRef, row: usize) -> Result<T, Cause> {
    T::decode(values, row).map_err(|e| format!("{name}: {e}").into())
}
