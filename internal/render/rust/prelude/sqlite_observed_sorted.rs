impl Observed<'_> {
    pub fn batch_sorted<T: Record>(
        &self,
        sorted: &Sorted<T>,
        records: impl Source<T>,
    ) -> Result<u64> {
        let name = sorted.one.name;
        self.heard(name, |n| *n, |db| db.batch_sorted(sorted, records))
    }
}
