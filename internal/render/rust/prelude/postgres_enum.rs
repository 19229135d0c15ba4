/// An enum of the schema, with the labels of its values.
macro_rules! labels {
    ($name:ident, $($value:ident => $label:literal),+ $(,)?) => {
        impl $name {
            /// The value's label in the database.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $label,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = sqg::Cause;

            fn from_str(label: &str) -> Result<Self, Self::Err> {
                match label {
                    $($label => Ok(Self::$value),)+
                    _ => Err(format!("{label:?} is not a label that the program knows").into()),
                }
            }
        }

        impl sqg::Decode for $name {
            fn accepts(ty: &sqg::Type) -> bool {
                <String as sqg::Decode>::accepts(ty)
            }

            fn decode(_: &sqg::Type, raw: &[u8]) -> Result<Self, sqg::Cause> {
                std::str::from_utf8(raw)?.parse()
            }
        }

        impl sqg::Encode for $name {
            fn fits(ty: &sqg::Type) -> bool {
                <String as sqg::Decode>::accepts(ty)
            }

            fn encode(&self, ty: &sqg::Type, out: &mut sqg::BytesMut) -> Result<sqg::IsNull, sqg::Cause> {
                sqg::Encode::encode(self.as_str(), ty, out)
            }
        }
    };
}

pub(crate) use labels;
