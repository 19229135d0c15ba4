impl<I: Iterator<Item = Result<R>>, R: Nested> Iterator for Gathered<I, R> {
    type Item = Result<R>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(rows) = &mut self.rows {
            let next = rows.next();
            if let Some(complete) = self.completed(next) {
                return Some(complete);
            }
        }
        None
    }
}

impl<'c> Database<'c> {
    /// All rows of a query, put together.
    pub fn all_nested<R: Nested>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<R>,
    ) -> Result<Vec<R>> {
        self.all(statement, args, by).map(nested)
    }

    /// The first of them.
    pub fn one_nested<R: Nested>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<R>,
    ) -> Result<Option<R>> {
        let rows = self.all_nested(statement, args, by)?;
        Ok(rows.into_iter().next())
    }

    /// The same where there has to be one.
    pub fn only_nested<R: Nested>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<R>,
    ) -> Result<R> {
        required(statement.name, self.one_nested(statement, args, by)?)
    }

    /// Rows put together, while they come.
    pub fn stream_nested<R: Nested>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<R>,
    ) -> Result<Gathered<Rows<'c, R>, R>> {
        self.stream(statement, args, by).map(Gathered::new)
    }
}

impl<'c> Observed<'c> {
    pub fn all_nested<R: Nested>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<R>,
    ) -> Result<Vec<R>> {
        let count = |rows: &Vec<R>| rows.len() as u64;
        self.heard(statement.name, count, |db| {
            db.all_nested(statement, args, by)
        })
    }

    pub fn one_nested<R: Nested>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<R>,
    ) -> Result<Option<R>> {
        let count = |row: &Option<R>| u64::from(row.is_some());
        self.heard(statement.name, count, |db| {
            db.one_nested(statement, args, by)
        })
    }

    pub fn only_nested<R: Nested>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<R>,
    ) -> Result<R> {
        self.heard(
            statement.name,
            |_| 1,
            |db| db.only_nested(statement, args, by),
        )
    }

    pub fn stream_nested<R: Nested>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<R>,
    ) -> Result<Heard<'c, Gathered<Rows<'c, R>, R>>> {
        let end = self.begin(statement.name);
        match self.db.stream_nested(statement, args, by) {
            Ok(rows) => Ok(Heard {
                rows,
                count: 0,
                end,
            }),
            Err(error) => ended(end, Err(error), |_| 0),
        }
    }
}

impl<R: Nested> Iterator for Heard<'_, Gathered<Rows<'_, R>, R>> {
    type Item = Result<R>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.rows.next();
        self.seen(next.as_ref());
        next
    }
}
