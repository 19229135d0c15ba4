/// An enum of the schema, with the labels of its values.
macro_rules! labels {
    ($name:ident, $($value:ident => $label:literal),+ $(,)?) => {
        sqg::named!($name, $($value => $label),+);
        sqg::coded!($name);
    };
}

pub(crate) use labels;

/// An enum of the schema, with the labels of its values and a variant for others.
macro_rules! open_labels {
    ($name:ident, $other:ident, $($value:ident => $label:literal),+ $(,)?) => {
        impl $name {
            /// The value's label in the database.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$value => $label,)+
                    Self::$other(label) => label,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl From<&str> for $name {
            fn from(label: &str) -> Self {
                match label {
                    $($label => Self::$value,)+
                    _ => Self::$other(label.to_owned()),
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::convert::Infallible;

            fn from_str(label: &str) -> Result<Self, Self::Err> {
                Ok(label.into())
            }
        }

        sqg::coded!($name);
    };
}

pub(crate) use open_labels;
