use std::ops::Bound as Limit;

/// The values between two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range<T> {
    Empty,
    Between(Limit<T>, Limit<T>),
}

impl<T: Decode> Decode for Range<T> {
    fn accepts(ty: &Type) -> bool {
        matches!(base(ty).kind(), Kind::Range(of) | Kind::Multirange(of) if T::accepts(of))
    }

    fn decode(ty: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let (Kind::Range(of) | Kind::Multirange(of)) = base(ty).kind() else {
            return Err("not a range".into());
        };
        let mut input = Input(raw);
        let [flags] = input.array()?;
        if flags & 1 != 0 {
            return Ok(Self::Empty);
        }
        let mut end = |included: u8, open: u8| {
            if flags & open != 0 {
                return Ok::<_, Cause>(Limit::Unbounded);
            }
            let at = value(of, input.value()?)?;
            Ok(match flags & included {
                0 => Limit::Excluded(at),
                _ => Limit::Included(at),
            })
        };
        Ok(Self::Between(end(2, 8)?, end(4, 16)?))
    }
}

impl<T: Encode> Encode for Range<T> {
    fn fits(ty: &Type) -> bool {
        matches!(base(ty).kind(), Kind::Range(of) | Kind::Multirange(of) if T::fits(of))
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        let (Kind::Range(of) | Kind::Multirange(of)) = base(ty).kind() else {
            return Err("not a range".into());
        };
        let Self::Between(low, high) = self else {
            out.put_u8(1);
            return Ok(IsNull::No);
        };
        let flag = |end: &Limit<T>, included, open| match end {
            Limit::Included(_) => included,
            Limit::Excluded(_) => 0,
            Limit::Unbounded => open,
        };
        out.put_u8(flag(low, 2, 8) | flag(high, 4, 16));
        for end in [low, high] {
            if let Limit::Included(at) | Limit::Excluded(at) = end {
                at.put(of, out)?;
            }
        }
        Ok(IsNull::No)
    }
}
