impl Observed<'_> {
    pub fn many<T: Record>(
        &self,
        many: &'static Many,
        records: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let run = self.db.many(many, records);
        self.heard(many.one.name, |n| *n, run)
    }
}
