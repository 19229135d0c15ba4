/// How an enum is read and sent.
macro_rules! coded {
    ($name:ident) => {
        impl sqg::Decode for $name {
            fn accepts(ty: &sqg::Type) -> bool {
                <String as sqg::Decode>::accepts(ty)
            }

            fn decode(_: &sqg::Type, raw: &[u8]) -> Result<Self, sqg::Cause> {
                Ok(std::str::from_utf8(raw)?.parse()?)
            }
        }

        impl sqg::Encode for $name {
            fn fits(ty: &sqg::Type) -> bool {
                <String as sqg::Decode>::accepts(ty)
            }

            fn encode(
                &self,
                ty: &sqg::Type,
                out: &mut sqg::BytesMut,
            ) -> Result<sqg::IsNull, sqg::Cause> {
                <str as sqg::Encode>::encode(self.as_str(), ty, out)
            }
        }
    };
}

pub(crate) use coded;
