use futures_util::{TryFutureExt, TryStreamExt};

impl Database<'_> {
    /// What a query returns for each of records, in their order. A query is sent before the answers to those in front
    /// of it are there.
    pub fn each<R: Record, T: Send>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> impl Future<Output = Result<Vec<Vec<T>>>> + Send {
        let mut from = records.into_iter();
        let run = async move {
            let prepared = self.prepare(statement).await?;
            let mut writer = Writer::new(prepared.params());
            let mut all = Vec::new();
            loop {
                let some = writer.take(&mut from, BATCH, all.len())?;
                if some.is_empty() {
                    return Ok(all);
                }
                let ask = |record| self.found(&prepared, arguments(record, &writer.texts), by);
                for found in pipelined(some.iter().map(ask)).await {
                    let row = all.len() + 1;
                    all.push(found.map_err(|e| e.within(&format!("row {row}")))?);
                }
            }
        };
        run.map_err(|e: Error| e.within(statement.name))
    }

    /// The same where that changes rows: for all of records or for none.
    pub fn each_or_none<R: Record, T: Send>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> impl Future<Output = Result<Vec<Vec<T>>>> + Send {
        let each = self.each(statement, records, by);
        let failed = |e| Error::new(statement.name, e);
        async move {
            let unit = self.begin().await.map_err(failed)?;
            let all = each.await?;
            unit.end().await.map_err(failed)?;
            Ok(all)
        }
    }

    async fn found<T>(
        &self,
        prepared: &tokio_postgres::Statement,
        args: Vec<Raw>,
        by: Reader<T>,
    ) -> Result<Vec<T>> {
        let rows = self.client.query_raw(prepared, args).await?;
        let read = |row| std::future::ready(by(&row));
        rows.map_err(Error::from).and_then(read).try_collect().await
    }
}

/// The first row of each list.
pub fn firsts<T>(lists: Vec<Vec<T>>) -> Vec<Option<T>> {
    let first = |rows: Vec<T>| rows.into_iter().next();
    lists.into_iter().map(first).collect()
}
