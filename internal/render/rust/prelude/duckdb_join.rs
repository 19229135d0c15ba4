use std::borrow::Borrow;
use std::cell::Cell;

/// A statement for many rows, by the name that DuckDB has for where they come from.
struct Join<'d, 'c, T: 'static> {
    db: &'d Database<'c>,
    how: &'d Joined<T>,
    function: String,
    /// An error is that of the first row that fails.
    first_failed: Cell<bool>,
}

impl Database<'_> {
    /// Runs a statement for each record, all or none, and returns the number of changed rows. One statement joins
    /// several records; where it fails, halves of them are tried: so an error is that of a row. It is that of several
    /// within a transaction of the caller's, which an error ends.
    pub fn joined<T: Record>(&self, how: &Joined<T>, records: impl Source<T>) -> Result<u64> {
        let mut from = records.into_iter();
        let mut next = || from.by_ref().take(how.rows).collect::<Vec<_>>();
        let first = next();
        if first.len() == 1 {
            return self.run_each::<T>(how.one, |i| i + 1, first);
        }
        if first.len() < how.few {
            return self.batch::<T>(how.one, first);
        }
        let failed = |e| Error::new(how.one.name, e);
        let function = self.function(false).map_err(failed)?;
        let join = Join {
            db: self,
            how,
            function,
            first_failed: Cell::new(false),
        };
        let unit = self.begin().map_err(failed)?;
        let again = unit.open && first.len() < how.rows;
        let joined = || {
            let mut changed = join.run(&first, 0)?;
            let mut before = first.len();
            while before % how.rows == 0 {
                let some = next();
                if some.is_empty() {
                    break;
                }
                changed += join.run(&some, before)?;
                before += some.len();
            }
            unit.end().map_err(failed)?;
            Ok(changed)
        };
        match joined() {
            Err(_) if again && !join.first_failed.get() => join.find(&first),
            joined => joined,
        }
    }
}

impl<T: Record> Join<'_, '_, T> {
    /// Runs one statement for rows that come behind others, or the statement for each.
    fn run<R: Borrow<T>>(&self, rows: &[R], before: usize) -> Result<u64> {
        if rows.len() < self.how.few {
            return self.each(rows, before);
        }
        let place = || format!("rows {} to {}", before + 1, before + rows.len());
        let ran = self.rounds(self.how.ticket(rows, before)?);
        let ran = ran.map_err(|e| Error::new(place(), e).within(self.how.one.name));
        let (changed, rest) = ran?;
        if rest.is_empty() {
            return Ok(changed);
        }
        let number = |i: usize| before + rest[i] + 1;
        let rows = rest.iter().map(|&i| rows[i].borrow());
        let more = self.db.run_each::<T>(self.how.one, number, rows);
        self.first_failed.set(more.is_err());
        Ok(changed + more?)
    }

    fn each<R: Borrow<T>>(&self, rows: &[R], before: usize) -> Result<u64> {
        let rows = rows.iter().map(Borrow::borrow);
        let number = |i| before + i + 1;
        self.db.run_each::<T>(self.how.one, number, rows)
    }

    /// Runs one statement, or one for each of the rounds that rows of one key take, and returns which rows are left.
    fn rounds(&self, rows: Ticket) -> Result<(u64, Vec<usize>), duckdb::Error> {
        let connection = self.db.connection;
        let call = |sql: &Around| sql.call(&self.function, &rows);
        if let Some(keyed) = &self.how.keyed {
            let most: i64 = connection.query_row(&call(&keyed.count), [], |row| row.get(0))?;
            if most > 1 {
                connection.execute_batch(&call(&keyed.divide))?;
                return self.divided(keyed);
            }
        }
        let changed = connection.execute(&call(&self.how.all), [])?;
        Ok((changed as u64, Vec::new()))
    }

    fn divided(&self, keyed: &Keyed) -> Result<(u64, Vec<usize>), duckdb::Error> {
        let mut rounds = self.db.prepare(keyed.rounds)?;
        let rounds = rounds.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let rounds = rounds.collect::<Result<Vec<(i64, u64)>, _>>()?;
        let mut statement = self.db.prepare(keyed.round)?;
        let mut changed = 0;
        for (round, times) in rounds {
            changed += statement.execute([round])? as u64 * times;
        }
        let mut left = Vec::new();
        if let Some(rest) = keyed.rest {
            let mut rest = self.db.prepare(rest)?;
            let rest = rest.query_map([], |row| row.get::<_, usize>(0))?;
            left = rest.collect::<Result<_, _>>()?;
        }
        drop(statement);
        self.db.connection.execute_batch(keyed.drop)?;
        Ok((changed, left))
    }

    /// Runs rows after a failure. It bisects them, so that the error names the row.
    fn find<R: Borrow<T>>(&self, rows: &[R]) -> Result<u64> {
        let failed = |e| Error::new(self.how.one.name, e);
        let (mut good, mut bad) = (0, rows.len());
        while bad - good > self.how.few {
            let half = usize::midpoint(good, bad);
            let unit = self.db.begin().map_err(failed)?;
            match self.run(&rows[..half], 0) {
                Ok(_) => good = half,
                Err(_) => bad = half,
            }
            drop(unit);
        }
        let unit = self.db.begin().map_err(failed)?;
        let mut changed = self.run(&rows[..good], 0)?;
        changed += self.each(&rows[good..], good)?;
        unit.end().map_err(failed)?;
        Ok(changed)
    }
}

impl Observed<'_> {
    pub fn joined<T: Record>(&self, how: &Joined<T>, records: impl Source<T>) -> Result<u64> {
        self.heard(how.one.name, |n| *n, |db| db.joined(how, records))
    }
}
