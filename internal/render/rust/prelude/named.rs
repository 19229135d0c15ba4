use std::error::Error as StdError;

/// The labels of an enum's values.
macro_rules! named {
    ($name:ident, $($value:ident => $label:literal),+ $(,)?) => {
        impl $name {
            /// The value's label.
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
    };
}

pub(crate) use named;

/// A text that is no label of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLabel(pub String);

impl fmt::Display for UnknownLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no label that this program knows", self.0)
    }
}

impl StdError for UnknownLabel {}

