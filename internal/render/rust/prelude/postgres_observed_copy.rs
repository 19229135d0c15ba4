impl Observed<'_> {
    pub fn bulk_insert<T: Record>(
        &self,
        table: &'static Table<T>,
        rows: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let insert = self.db.bulk_insert(table, rows);
        self.heard(table.name, |n| *n, insert)
    }
}
