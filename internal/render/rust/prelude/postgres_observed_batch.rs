impl Observed<'_> {
    pub fn batch<T: Record>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let batch = self.db.batch(statement, records);
        self.heard(statement.name, |n| *n, batch)
    }
}
