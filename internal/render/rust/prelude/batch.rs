impl Database<'_> {
    /// Runs a statement for each record, all or none, and returns the number of changed rows.
    pub fn batch<T: Record>(&self, statement: &Statement, records: impl Source<T>) -> Result<u64> {
        let failed = |e| Error::new(statement.name, e);
        let unit = self.begin().map_err(failed)?;
        let changed = self.run_each(statement, |i| i + 1, records)?;
        unit.end().map_err(failed)?;
        Ok(changed)
    }

    /// Runs a statement for each record. An error names its number.
    fn run_each<T: Record>(
        &self,
        statement: &Statement,
        number: impl Fn(usize) -> usize,
        records: impl Source<T>,
    ) -> Result<u64> {
        let mut changed = 0;
        self.with_each(statement, number, records, |prepared| {
            changed += prepared.raw_execute().map_err(|e| Error::new("", e))? as u64;
            Ok(())
        })?;
        Ok(changed)
    }
}

impl Observed<'_> {
    pub fn batch<T: Record>(&self, statement: &Statement, records: impl Source<T>) -> Result<u64> {
        self.heard(statement.name, |n| *n, |db| db.batch(statement, records))
    }
}
