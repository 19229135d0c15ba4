impl Observed<'_> {
    pub fn look_up<R: Record, F: Found>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let found = self.db.look_up(lookup, records, by);
        self.heard(lookup.one.name, |all| found_in(all), found)
    }

    pub fn look_up_or_none<R: Record, F: Found>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let found = self.db.look_up_or_none(lookup, records, by);
        self.heard(lookup.one.name, |all| found_in(all), found)
    }
}
