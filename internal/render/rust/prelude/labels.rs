use std::error::Error as StdError;

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
            type Err = sqg::UnknownLabel;

            fn from_str(label: &str) -> Result<Self, Self::Err> {
                match label {
                    $($label => Ok(Self::$value),)+
                    _ => Err(sqg::UnknownLabel(label.to_owned())),
                }
            }
        }

        sqg::coded!($name);
    };
}

pub(crate) use labels;

/// A text that is no label of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLabel(pub String);

impl fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no label that this program knows", self.0)
    }
}

impl StdError for UnknownLabel {}

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
