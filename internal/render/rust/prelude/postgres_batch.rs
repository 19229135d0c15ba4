/// The parameters of a statement, in the order in which it takes them.
pub trait Arguments: Sync {
    fn arguments(&self) -> Vec<&(dyn Argument + Sync)>;
}

/// The parameter of a statement that has one.
pub struct Value<T>(pub T);

impl<T: Encode + Sync> Arguments for Value<T> {
    fn arguments(&self) -> Vec<&(dyn Argument + Sync)> {
        vec![&self.0]
    }
}

impl<T: Arguments> Arguments for &T {
    fn arguments(&self) -> Vec<&(dyn Argument + Sync)> {
        (**self).arguments()
    }
}

/// How many rows of a batch are on the way at a time.
const BATCH: usize = 1000;

impl Database<'_> {
    /// Runs a statement for each of rows, all or none, and returns how many rows that changed. A statement is sent
    /// before the answers to those in front of it are there.
    pub async fn batch<R: Arguments + Send>(
        &self,
        statement: &Statement<'_>,
        mut rows: impl Iterator<Item = R> + Send,
    ) -> Result<u64> {
        let run = async {
            let prepared = self.prepare(statement).await?;
            let unit = self.begin().await?;
            let mut changed = 0;
            loop {
                let chunk: Vec<R> = rows.by_ref().take(BATCH).collect();
                if chunk.is_empty() {
                    break;
                }
                match self.send(&prepared, &chunk).await {
                    Ok(n) => changed += n,
                    Err(e) => {
                        unit.undo().await?;
                        return Err(e);
                    }
                }
            }
            unit.end().await?;
            Ok(changed)
        };
        run.await.map_err(|e| Error::new(statement.name, e))
    }

    async fn send<R: Arguments>(
        &self,
        prepared: &tokio_postgres::Statement,
        chunk: &[R],
    ) -> Result<u64, tokio_postgres::Error> {
        let args: Vec<_> = chunk.iter().map(Arguments::arguments).collect();
        let mut sent = Vec::with_capacity(chunk.len());
        for args in &args {
            let mut run = Box::pin(self.client.execute_raw(prepared, bound(args)));
            sent.push(match (&mut run).now_or_never() {
                Some(done) => Sent::Done(done),
                None => Sent::Waits(run),
            });
        }
        let (mut changed, mut failed) = (0, Ok(()));
        for run in sent {
            let done = match run {
                Sent::Done(done) => done,
                Sent::Waits(run) => run.await,
            };
            match done {
                Ok(n) => changed += n,
                Err(e) => failed = failed.and(Err(e)),
            }
        }
        failed.map(|()| changed)
    }
}

/// A statement that was sent.
enum Sent<F, T> {
    Waits(Pin<Box<F>>),
    Done(T),
}
