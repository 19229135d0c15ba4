use std::borrow::Borrow;
use std::collections::BTreeMap;

use bytes::Bytes;
use futures_util::TryFutureExt;
use futures_util::future::maybe_done;

/// How many records of a batch are on the way at a time.
const BATCH: usize = 1000;

impl Database<'_> {
    /// Runs a statement for each record, all or none, and returns the number of changed rows. A statement is sent
    /// before the answers to those in front of it are there.
    pub fn batch<T: Record>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let mut from = records.into_iter();
        let run = async move {
            let prepared = self.prepare(statement).await?;
            let unit = self.begin().await?;
            let mut writer = Writer::new(prepared.params());
            let (mut changed, mut done) = (0, 0);
            loop {
                let some = writer.take(&mut from, BATCH, done)?;
                if some.is_empty() {
                    break;
                }
                let ran = self.one_by_one(&prepared, &some, &writer.texts, done);
                changed += ran.await?;
                done += some.len();
            }
            unit.end().await?;
            Ok(changed)
        };
        run.map_err(|e: Error| e.within(statement.name))
    }

    /// Runs for each record the text that is chosen for it, all or none.
    pub fn batch_chosen<T: Chosen>(
        &self,
        name: &str,
        records: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let from = records.into_iter();
        let run = async move {
            let unit = self.begin().await?;
            let mut prepared = BTreeMap::new();
            let (mut changed, mut done, mut waiting) = (0, 0, Vec::new());
            for record in from {
                let of_row = |e: Error| e.within(&format!("row {}", done + waiting.len() + 1));
                let text = record.borrow().text().map_err(of_row)?;
                let sql = text.sql.as_str();
                if !prepared.contains_key(sql) {
                    let statement = self.prepare(&Statement::once("", sql)).await?;
                    prepared.insert(sql, statement);
                }
                let statement = prepared[sql].clone();
                let record = record.borrow();
                let values = record.with(|values| raws(&text.bound(values), statement.params()));
                waiting.push((statement, values.map_err(of_row)?));
                if waiting.len() == BATCH {
                    changed += self.run_all(&waiting, done).await?;
                    done += waiting.len();
                    waiting.clear();
                }
            }
            changed += self.run_all(&waiting, done).await?;
            unit.end().await?;
            Ok(changed)
        };
        run.map_err(move |e: Error| e.within(name))
    }

    async fn run_all(
        &self,
        chosen: &[(tokio_postgres::Statement, Vec<Raw>)],
        done: usize,
    ) -> Result<u64> {
        let chosen = chosen.iter();
        let sent = chosen.map(|(statement, values)| self.client.execute_raw(statement, values));
        counted(pipelined(sent).await, done)
    }

    async fn one_by_one(
        &self,
        prepared: &tokio_postgres::Statement,
        records: &[Bytes],
        texts: &[bool],
        done: usize,
    ) -> Result<u64> {
        let run = |record: &Bytes| self.client.execute_raw(prepared, arguments(record, texts));
        counted(pipelined(records.iter().map(run)).await, done)
    }
}

/// The number of rows that statements changed, behind so many others.
fn counted(answers: Vec<Result<u64, tokio_postgres::Error>>, done: usize) -> Result<u64> {
    let mut changed = 0;
    for (ran, row) in answers.into_iter().zip(done + 1..) {
        changed += ran.map_err(|e| Error::new(format!("row {row}"), e))?;
    }
    Ok(changed)
}

/// Values of a record as arguments of a statement that takes these types.
fn raws(values: &[&(dyn Argument + Sync)], types: &[Type]) -> Result<Vec<Raw>> {
    let raw = |(value, ty): (&&(dyn Argument + Sync), &Type)| {
        if !value.fits(ty) {
            return Err(Error::new("", format!("the type is {ty} now")));
        }
        let mut data = BytesMut::new();
        value.put(ty, &mut data).map_err(|e| Error::new("", e))?;
        Ok(Raw {
            value: data.freeze(),
            is_text: value.is_text(ty),
        })
    };
    values.iter().zip(types).map(raw).collect()
}

/// The values of a record as arguments of a statement.
fn arguments(record: &Bytes, texts: &[bool]) -> Vec<Raw> {
    let raw = |(value, &is_text)| Raw {
        value: record.slice_ref(value),
        is_text,
    };
    values(record).zip(texts).map(raw).collect()
}

/// Sends what requests send, one behind another and before the answer to any is there, and returns all answers.
async fn pipelined<F: Future>(requests: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut sent = Vec::new();
    for request in requests {
        let mut request = Box::pin(maybe_done(request));
        let _ = (&mut request).now_or_never(); // sends it
        sent.push(request);
    }
    let mut answers = Vec::with_capacity(sent.len());
    for mut request in sent {
        request.as_mut().await;
        answers.extend(request.as_mut().take_output());
    }
    answers
}

impl Observed<'_> {
    pub fn batch<T: Record>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let batch = self.db.batch(statement, records);
        self.heard(statement.name, |n| *n, batch)
    }

    pub fn batch_chosen<T: Chosen>(
        &self,
        name: &str,
        records: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let batch = self.db.batch_chosen(name, records);
        self.heard(name, |n| *n, batch)
    }
}
