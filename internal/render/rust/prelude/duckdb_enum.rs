/// How an enum is read and bound.
macro_rules! coded {
    ($name:ident) => {
        impl sqg::Decode for $name {
            fn decode(array: &dyn sqg::Array, row: usize) -> Result<Self, sqg::Cause> {
                Ok(<String as sqg::Decode>::decode(array, row)?.parse()?)
            }
        }

        impl sqg::Encode for $name {
            fn encode(&self) -> Result<sqg::ToSqlOutput<'_>, sqg::Cause> {
                <str as sqg::Encode>::encode(self.as_str())
            }
        }
    };
}

pub(crate) use coded;
