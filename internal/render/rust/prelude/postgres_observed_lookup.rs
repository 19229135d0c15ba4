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

    pub fn look_up_or_none<R: Record, T: Send>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> impl Future<Output = Result<Vec<Vec<T>>>> + Send {
        let count = |all: &Vec<Vec<T>>| all.iter().map(|rows| rows.len() as u64).sum();
        let found = self.db.look_up_or_none(lookup, records, by);
        self.heard(lookup.one.name, count, found)
    }
}
