use std::error::Error as StdError;
use std::thread;

impl Database<'_> {
    /// Calls work in a transaction, and again after a conflict with another. Within a transaction it is a savepoint,
    /// where a conflict is the outer transaction's.
    pub fn transaction<T, E: TransactionError>(
        &self,
        options: TransactionOptions,
        mut work: impl FnMut() -> Result<T, E>,
    ) -> Result<T, E> {
        let failed = |e| E::from(Error::new("transaction", e));
        let begin = options.begin()?;
        let within = self.in_transaction().map_err(failed)?;
        if within {
            refuse_nested(&begin)?;
        }
        let mut tries = 0;
        loop {
            let result = self.enclosed(within, &begin, &mut work);
            match result {
                Err(e) if !within && tries < options.retry && conflicts(e.error()) => {}
                done => return done,
            }
            thread::sleep(pause(tries));
            tries += 1;
        }
    }

    fn enclosed<T, E: TransactionError>(
        &self,
        within: bool,
        begin: &str,
        work: &mut impl FnMut() -> Result<T, E>,
    ) -> Result<T, E> {
        let failed = |e| E::from(Error::new("transaction", e));
        if within {
            let unit = self.begin().map_err(failed)?;
            let result = work()?;
            unit.end().map_err(failed)?;
            return Ok(result);
        }
        self.connection.execute_batch(begin).map_err(failed)?;
        let begun = Begun(self.connection);
        let result = work()?;
        self.connection.execute_batch("COMMIT").map_err(failed)?;
        std::mem::forget(begun);
        Ok(result)
    }
}

impl Observed<'_> {
    pub fn transaction<T, E: TransactionError>(
        &self,
        options: TransactionOptions,
        work: impl FnMut() -> Result<T, E>,
    ) -> Result<T, E> {
        self.db.transaction(options, work)
    }
}

/// A transaction that rolls back unless it is committed.
struct Begun<'c>(&'c Connection);

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        let _ = self.0.execute_batch("ROLLBACK"); // some errors have done so
    }
}

fn met(error: &(dyn StdError + 'static)) -> bool {
    let text = error.to_string();
    CONFLICTS.iter().any(|c| text.contains(c))
}
