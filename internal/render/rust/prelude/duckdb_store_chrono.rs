impl Store for NaiveDate {
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        let days = self.signed_duration_since(DateTime::UNIX_EPOCH.date_naive());
        i32::try_from(days.num_days())?.store(to)
    }
}

impl Store for DateTime<Utc> {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        if self.timestamp_subsec_nanos() >= 1_000_000_000 {
            return Err(LEAP.into());
        }
        self.timestamp_micros().store(to)
    }
}

impl Store for NaiveDateTime {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        self.and_utc().store(to)
    }
}
