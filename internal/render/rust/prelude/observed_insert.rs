impl Observed<'_> {
    pub fn bulk_insert<T: Record>(&self, table: &Table, rows: impl Source<T>) -> Result<u64> {
        self.heard(table.name, |n| *n, |db| db.bulk_insert(table, rows))
    }
}
