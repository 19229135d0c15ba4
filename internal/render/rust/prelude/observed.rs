impl<'c> Observed<'c> {
    fn heard<T>(
        &self,
        name: &str,
        count: fn(&T) -> u64,
        call: impl FnOnce(&Database<'c>) -> Result<T>,
    ) -> Result<T> {
        let end = self.begin(name);
        ended(end, call(&self.db), count)
    }

    pub fn all<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<Vec<T>> {
        let count = |rows: &Vec<T>| rows.len() as u64;
        self.heard(statement.name, count, |db| db.all(statement, args, by))
    }

    pub fn one<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<Option<T>> {
        let count = |row: &Option<T>| u64::from(row.is_some());
        self.heard(statement.name, count, |db| db.one(statement, args, by))
    }

    pub fn only<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<T> {
        self.heard(statement.name, |_| 1, |db| db.only(statement, args, by))
    }

    pub fn stream<T>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<T>,
    ) -> Result<Heard<'c, Rows<'c, T>>> {
        let end = self.begin(statement.name);
        match self.db.stream(statement, args, by) {
            Ok(rows) => Ok(Heard {
                rows,
                count: 0,
                end,
            }),
            Err(error) => ended(end, Err(error), |_| 0),
        }
    }

    pub fn execute(&self, statement: &Statement, args: Args) -> Result<u64> {
        self.heard(statement.name, |n| *n, |db| db.execute(statement, args))
    }

    pub fn run(&self, statement: &Statement, args: Args) -> Result<()> {
        self.heard(statement.name, |()| 0, |db| db.run(statement, args))
    }
}

impl<T> Iterator for Heard<'_, Rows<'_, T>> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.rows.next();
        self.seen(next.as_ref());
        next
    }
}
