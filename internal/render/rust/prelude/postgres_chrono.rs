use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};

/// The moment from which PostgreSQL counts.
const EPOCH: NaiveDateTime = match NaiveDate::from_ymd_opt(2000, 1, 1) {
    Some(day) => day.and_time(NaiveTime::MIN),
    None => NaiveDateTime::MIN,
};

const BEYOND: &str = "it is beyond what the type holds";

impl Decode for NaiveDate {
    fn accepts(ty: &Type) -> bool {
        is!(ty, DATE)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let days = i32::from_be_bytes(raw.try_into()?);
        let day = EPOCH.date().checked_add_signed(Duration::days(days.into()));
        day.ok_or_else(|| BEYOND.into())
    }
}

impl Encode for NaiveDate {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        let days = self.signed_duration_since(EPOCH.date()).num_days();
        out.put_i32(i32::try_from(days)?);
        Ok(IsNull::No)
    }
}

impl Decode for NaiveTime {
    fn accepts(ty: &Type) -> bool {
        is!(ty, TIME)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        time_of_day(i64::from_be_bytes(raw.try_into()?))
    }
}

fn time_of_day(micros: i64) -> Result<NaiveTime, Cause> {
    let seconds = u32::try_from(micros / 1_000_000)?;
    let nanos = u32::try_from(micros % 1_000_000 * 1000)?;
    NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanos).ok_or_else(|| BEYOND.into())
}

fn micros_of_day(time: NaiveTime) -> i64 {
    i64::from(time.num_seconds_from_midnight()) * 1_000_000 + i64::from(time.nanosecond() / 1000)
}

impl Encode for NaiveTime {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_i64(micros_of_day(*self));
        Ok(IsNull::No)
    }
}

impl Decode for NaiveDateTime {
    fn accepts(ty: &Type) -> bool {
        is!(ty, TIMESTAMP)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let micros = i64::from_be_bytes(raw.try_into()?);
        let moment = EPOCH.checked_add_signed(Duration::microseconds(micros));
        moment.ok_or_else(|| BEYOND.into())
    }
}

fn micros_since_epoch(moment: NaiveDateTime) -> i64 {
    const EPOCH_MICROS: i64 = EPOCH.and_utc().timestamp_micros();
    moment.and_utc().timestamp_micros() - EPOCH_MICROS
}

impl Encode for NaiveDateTime {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_i64(micros_since_epoch(*self)); // nanoseconds are cut towards the past
        Ok(IsNull::No)
    }

    #[inline]
    fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        <i64 as Encode>::put(&micros_since_epoch(*self), ty, out)
    }
}

impl Decode for DateTime<Utc> {
    fn accepts(ty: &Type) -> bool {
        is!(ty, TIMESTAMPTZ)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        NaiveDateTime::decode(&Type::TIMESTAMP, raw).map(|moment| moment.and_utc())
    }
}

impl Encode for DateTime<Utc> {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        <NaiveDateTime as Encode>::encode(&self.naive_utc(), ty, out)
    }

    #[inline]
    fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        <NaiveDateTime as Encode>::put(&self.naive_utc(), ty, out)
    }
}

/// A time of day with its offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeTz {
    pub time: NaiveTime,
    /// Seconds east of UTC.
    pub offset: i32,
}

impl Decode for TimeTz {
    fn accepts(ty: &Type) -> bool {
        is!(ty, TIMETZ)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let mut input = Input(raw);
        Ok(Self {
            time: time_of_day(input.i64()?)?,
            offset: -input.i32()?,
        })
    }
}

impl Encode for TimeTz {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_i64(micros_of_day(self.time));
        out.put_i32(self.offset.checked_neg().ok_or(BEYOND)?);
        Ok(IsNull::No)
    }
}
