use std::borrow::Borrow;

use bytes::Bytes;
use futures_util::TryFutureExt;

impl Database<'_> {
    /// What a query returns for each of records, in their order. A query is sent before the answers to those in front
    /// of it are there.
    pub fn each<R: Record, F: Found>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let found = self.find_each(statement, records.into_iter(), by);
        found.map_err(|e| e.within(statement.name))
    }

    async fn find_each<R: Record, F: Found>(
        &self,
        statement: &Statement<'_>,
        mut from: impl Iterator<Item: Borrow<R> + Send> + Send,
        by: Reader<F::One>,
    ) -> Result<Vec<F>> {
        let prepared = self.prepare(statement).await?;
        let mut writer = Writer::new(prepared.params());
        let mut all = Vec::new();
        loop {
            let some = writer.take(&mut from, BATCH, all.len())?;
            if some.is_empty() {
                return Ok(all);
            }
            self.find_all(&prepared, &some, &writer.texts, by, &mut all)
                .await?;
        }
    }

    /// Adds what a query returns for each of records. An error names the record.
    async fn find_all<F: Found>(
        &self,
        prepared: &tokio_postgres::Statement,
        records: &[Bytes],
        texts: &[bool],
        by: Reader<F::One>,
        all: &mut Vec<F>,
    ) -> Result<()> {
        let ask = |record| self.found(prepared, arguments(record, texts), by);
        for found in pipelined(records.iter().map(ask)).await {
            let row = all.len() + 1;
            all.push(found.map_err(|e| e.within(&format!("row {row}")))?);
        }
        Ok(())
    }

    /// The same where that changes rows: for all of records or for none.
    pub fn each_or_none<R: Record, F: Found>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let each = self.each(statement, records, by);
        let failed = |e| Error::new(statement.name, e);
        async move {
            let unit = self.begin().await.map_err(failed)?;
            let all = each.await?;
            unit.end().await.map_err(failed)?;
            Ok(all)
        }
    }

    async fn found<F: Found>(
        &self,
        prepared: &tokio_postgres::Statement,
        args: Vec<Raw>,
        by: Reader<F::One>,
    ) -> Result<F> {
        let mut rows = std::pin::pin!(self.client.query_raw(prepared, args).await?);
        let mut found = F::default();
        while let Some(row) = rows.next().await {
            found.add(&row?, by)?;
        }
        Ok(found)
    }
}

/// What a query has found: all of its rows, or the first.
pub trait Found: Default + Send {
    type One: Send;
    fn add(&mut self, row: &Row, by: Reader<Self::One>) -> Result<()>;
    fn count(&self) -> u64;
}

impl<T: Send> Found for Vec<T> {
    type One = T;

    fn add(&mut self, row: &Row, by: Reader<T>) -> Result<()> {
        self.push(by(row)?);
        Ok(())
    }

    fn count(&self) -> u64 {
        self.len() as u64
    }
}

impl<T: Send> Found for Option<T> {
    type One = T;

    fn add(&mut self, row: &Row, by: Reader<T>) -> Result<()> {
        if self.is_none() {
            *self = Some(by(row)?);
        }
        Ok(())
    }

    fn count(&self) -> u64 {
        u64::from(self.is_some())
    }
}

impl Observed<'_> {
    pub fn each<R: Record, F: Found>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let each = self.db.each(statement, records, by);
        self.heard(statement.name, |all| found_in(all), each)
    }

    pub fn each_or_none<R: Record, F: Found>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let each = self.db.each_or_none(statement, records, by);
        self.heard(statement.name, |all| found_in(all), each)
    }
}

/// How many rows were found.
fn found_in<F: Found>(all: &[F]) -> u64 {
    all.iter().map(F::count).sum()
}
