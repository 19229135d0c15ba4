impl Database<'_> {
    /// What a query returns for each of records, in their order. Behind the columns of a row that the query for several
    /// returns is the number of the record that the row is for.
    pub fn look_up<R: Record, T>(
        &self,
        how: &Joined<R>,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        let mut from = records.into_iter();
        let mut all = Vec::new();
        loop {
            let some: Vec<_> = from.by_ref().take(how.rows).collect();
            let before = all.len();
            if some.len() < how.few {
                all.extend(self.each_behind(how.one, before, some, by)?);
                return Ok(all);
            }
            all.resize_with(before + some.len(), Vec::new);
            let rows = how.ticket(&some, before)?;
            let mut find = || {
                let function = self.function(false).map_err(|e| Error::new("", e))?;
                let prepared = self.prepare(&how.all.call(&function, &rows));
                let mut prepared = prepared.map_err(|e| Error::new("", e))?;
                each_row(&mut prepared, |row| {
                    let number = get::<i64>(row, row.batch.num_columns() - 1)?;
                    let of = usize::try_from(number).unwrap_or(usize::MAX);
                    let read = read_nth(before + of + 1, row, by);
                    all[before..][of].push(read?);
                    Ok(())
                })
            };
            find().map_err(|e: Error| e.within(how.one.name))?;
        }
    }
}

impl Observed<'_> {
    pub fn look_up<R: Record, T>(
        &self,
        how: &Joined<R>,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> Result<Vec<Vec<T>>> {
        self.heard(
            how.one.name,
            |all| total(all),
            |db| db.look_up(how, records, by),
        )
    }
}
