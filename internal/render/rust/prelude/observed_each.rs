impl Observed<'_> {
    pub fn each<R: Record, T>(
        &self,
        statement: &Statement,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        self.heard(
            statement.name,
            |all| total(all),
            |db| db.each(statement, records, by),
        )
    }

    pub fn each_or_none<R: Record, T>(
        &self,
        statement: &Statement,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        self.heard(
            statement.name,
            |all| total(all),
            |db| db.each_or_none(statement, records, by),
        )
    }
}

/// How many rows several lists of them have.
fn total<T>(lists: &[Vec<T>]) -> u64 {
    lists.iter().map(|rows| rows.len() as u64).sum()
}
