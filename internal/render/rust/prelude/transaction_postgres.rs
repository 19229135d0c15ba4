use std::error::Error as StdError;

impl Database<'_> {
    /// Calls work in a transaction, and again after a conflict with another. Within a transaction it is a savepoint,
    /// where a conflict is the outer transaction's.
    pub async fn transaction<T, E: TransactionError, F: Future<Output = Result<T, E>>>(
        &self,
        options: TransactionOptions,
        mut work: impl FnMut() -> F,
    ) -> Result<T, E> {
        let failed = |e| E::from(Error::new("transaction", e));
        let begin = options.begin()?;
        let within = self.in_transaction().await.map_err(failed)?;
        if within {
            refuse_nested(&begin)?;
        }
        let mut tries = 0;
        loop {
            let result = self.enclosed(within, &begin, work()).await;
            match result {
                Err(e) if !within && tries < options.retry && conflicts(e.error()) => {}
                done => return done,
            }
            tokio::time::sleep(pause(tries)).await;
            tries += 1;
        }
    }

    async fn enclosed<T, E: TransactionError>(
        &self,
        within: bool,
        begin: &str,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let failed = |e| E::from(Error::new("transaction", e));
        let mut unit = Unit::new(self.client, within);
        if within {
            unit.begin();
        } else {
            unit.open = true; // also where this future is dropped while the server begins
            self.client.batch_execute(begin).await.map_err(failed)?;
        }
        let result = work.await?;
        if within {
            unit.end().await.map_err(failed)?;
        } else {
            self.client.batch_execute(COMMIT).await.map_err(failed)?;
            unit.open = false;
        }
        Ok(result)
    }
}

impl Observed<'_> {
    pub async fn transaction<T, E: TransactionError, F: Future<Output = Result<T, E>>>(
        &self,
        options: TransactionOptions,
        work: impl FnMut() -> F,
    ) -> Result<T, E> {
        self.db.transaction(options, work).await
    }
}

fn met(error: &(dyn StdError + 'static)) -> bool {
    let code = error
        .downcast_ref::<tokio_postgres::Error>()
        .and_then(|e| e.code());
    code.is_some_and(|code| CONFLICTS.contains(&code.code()))
}
