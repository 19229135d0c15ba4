impl Database<'_> {
    /// What a query returns for each of records, in their order.
    pub fn each<R: Record, T>(
        &self,
        statement: &Statement,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        self.each_behind(statement, 0, records, by)
    }

    /// The same for records that come behind others.
    fn each_behind<R: Record, T>(
        &self,
        statement: &Statement,
        before: usize,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        let mut all = Vec::new();
        let find = |prepared: &mut Prepared| {
            all.push(found(prepared, |row, _| by(row))?);
            Ok(())
        };
        self.with_each(statement, |i| before + i + 1, records, find)?;
        Ok(all)
    }

    /// The same where that changes rows: for all of records or for none.
    pub fn each_or_none<R: Record, T>(
        &self,
        statement: &Statement,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        let failed = |e| Error::new(statement.name, e);
        let unit = self.begin().map_err(failed)?;
        let all = self.each(statement, records, by)?;
        unit.end().map_err(failed)?;
        Ok(all)
    }
}

/// The first row of each list.
pub fn firsts<T>(lists: Vec<Vec<T>>) -> Vec<Option<T>> {
    let first = |rows: Vec<T>| rows.into_iter().next();
    lists.into_iter().map(first).collect()
}

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
