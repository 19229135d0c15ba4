impl Database<'_> {
    /// Runs a statement for each record, all or none, and returns the number of changed rows.
    pub fn batch<T: Record>(&self, statement: &Statement, records: impl Source<T>) -> Result<u64> {
        let failed = |e| Error::new(statement.name, e);
        let unit = self.begin().map_err(failed)?;
        let changed = self.run_each(statement, |i| i + 1, records)?;
        unit.end().map_err(failed)?;
        Ok(changed)
    }

    /// Runs for each record the text that is chosen for it, all or none.
    pub fn batch_chosen<T: Chosen>(&self, name: &str, records: impl Source<T>) -> Result<u64> {
        let failed = |e| Error::new(name, e);
        let unit = self.begin().map_err(failed)?;
        let mut changed = 0;
        for (record, row) in records.into_iter().zip(1..) {
            let ran = self.run_chosen(record.borrow());
            changed += ran.map_err(|e| e.within(&format!("{name}: row {row}")))?;
        }
        unit.end().map_err(failed)?;
        Ok(changed)
    }

    fn run_chosen(&self, record: &impl Chosen) -> Result<u64> {
        let text = record.text()?;
        let statement = Statement::once("", &text.sql);
        record.with(|values| self.execute(&statement, &text.bound(values)))
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

    pub fn batch_chosen<T: Chosen>(&self, name: &str, records: impl Source<T>) -> Result<u64> {
        self.heard(name, |n| *n, |db| db.batch_chosen(name, records))
    }
}
