impl Observed<'_> {
    pub fn batch<T: Record>(&self, statement: &Statement, records: impl Source<T>) -> Result<u64> {
        self.heard(statement.name, |n| *n, |db| db.batch(statement, records))
    }
}
