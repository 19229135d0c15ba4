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

        sqg::coded!($name);
    };
}

pub(crate) use labels;
