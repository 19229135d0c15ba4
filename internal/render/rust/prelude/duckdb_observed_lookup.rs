impl Observed<'_> {
    pub fn look_up<R: Record, T>(
        &self,
        how: &Joined<R>,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        self.heard(
            how.one.name,
            |all| total(all),
            |db| db.look_up(how, records, by),
        )
    }
}
