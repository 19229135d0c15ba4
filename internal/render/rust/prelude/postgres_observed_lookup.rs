impl Observed<'_> {
    pub fn look_up<R: Record, T: Send>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> impl Future<Output = Result<Vec<Vec<T>>>> + Send {
        let found = self.db.look_up(lookup, records, by);
        self.heard(lookup.one.name, |all| total(all), found)
    }
}
