/// A length of time. A month and a day are not of one length, so that each stands for itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interval {
    pub months: i32,
    pub days: i32,
    pub micros: i64,
}

impl Decode for Interval {
    fn accepts(ty: &Type) -> bool {
        is!(ty, INTERVAL)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let mut input = Input(raw);
        let micros = input.i64()?;
        let days = input.i32()?;
        let months = input.i32()?;
        Ok(Self {
            months,
            days,
            micros,
        })
    }
}

impl Encode for Interval {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_i64(self.micros);
        out.put_i32(self.days);
        out.put_i32(self.months);
        Ok(IsNull::No)
    }
}
