impl Observed<'_> {
    pub fn each<R: Record, T>(
        &self,
        statement: &Statement,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        let count = |all: &Vec<Vec<T>>| all.iter().map(|rows| rows.len() as u64).sum();
        self.heard(statement.name, count, |db| db.each(statement, records, by))
    }

    pub fn each_or_none<R: Record, T>(
        &self,
        statement: &Statement,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        let count = |all: &Vec<Vec<T>>| all.iter().map(|rows| rows.len() as u64).sum();
        self.heard(statement.name, count, |db| {
            db.each_or_none(statement, records, by)
        })
    }
}
