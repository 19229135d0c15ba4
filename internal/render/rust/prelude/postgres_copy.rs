use std::borrow::Borrow;
use std::marker::PhantomData;

use bytes::Bytes;
use futures_util::future::join;
use futures_util::{SinkExt, TryFutureExt};
use tokio_postgres::{CopyInSink, SimpleQueryMessage};

/// A table that rows are copied into.
pub struct Table<T> {
    pub name: &'static str,
    /// Fails, or returns why, where the server refuses the COPY.
    pub ask: &'static str,
    pub copy: Statement<'static>,
    /// Its parameters have the types of the columns.
    pub insert: Statement<'static>,
    pub of: PhantomData<fn(T)>,
}

const COPY_HEAD: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// How many bytes of rows are sent at a time.
const CHUNK: usize = 64 << 10;

impl Database<'_> {
    /// Copies rows into a table, all or none, and returns their number.
    pub fn bulk_insert<T: Record>(
        &self,
        table: &'static Table<T>,
        rows: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let rows = rows.into_iter();
        let run = async move {
            let insert = self.prepare(&table.insert).await?;
            let copy = self.prepare(&table.copy).await?;
            // COPY is a whole by itself, but the driver does not hear what its own COMMIT finds wrong.
            let unit = self.begin().await?;
            self.ask(table.ask).await?;
            let mut writer = Writer::new(insert.params());
            // One that is dropped tells the server to forget the rows.
            let mut sink = Box::pin(self.client.copy_in(&copy).await?);
            self.copy_rows(&mut writer, sink.as_mut(), rows).await?;
            Ok(unit.end_after(sink.as_mut().finish()).await?)
        };
        run.map_err(|e: Error| e.within(&format!("bulk insert into {}", table.name)))
    }

    /// Whether COPY is allowed: once the server has refused it, the driver takes answers for those of other statements.
    async fn ask(&self, sql: &str) -> Result<()> {
        let answers = self.client.simple_query(sql).await?;
        let last = answers.iter().rev().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row.get(0)),
            _ => None,
        });
        match last.flatten() {
            Some(why) => Err(Error::new("", why)),
            None => Ok(()),
        }
    }

    async fn copy_rows<T: Record>(
        &self,
        writer: &mut Writer,
        mut sink: Pin<&mut CopyInSink<Bytes>>,
        rows: impl Iterator<Item: Borrow<T> + Send> + Send,
    ) -> Result<()> {
        let columns = writer.types.len() as i16; // PostgreSQL has no table with more
        writer.data.put_slice(COPY_HEAD);
        for (i, row) in rows.enumerate() {
            writer.data.put_i16(columns);
            writer.record(row.borrow(), i + 1)?;
            if writer.data.len() >= CHUNK {
                let chunk = writer.data.split().freeze();
                sink.feed(chunk).await?;
                writer.data.reserve(CHUNK + CHUNK / 8);
            }
        }
        writer.data.put_i16(-1);
        let chunk = writer.data.split().freeze();
        Ok(sink.feed(chunk).await?)
    }
}

impl Unit<'_> {
    /// Ends with what is on its way. COMMIT follows it at once: where it fails, that undoes all.
    async fn end_after<T>(
        mut self,
        last: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, tokio_postgres::Error> {
        if self.within {
            let done = last.await?;
            self.end().await?;
            return Ok(done);
        }
        self.open = false;
        let (done, ended) = join(last, self.client.batch_execute("COMMIT")).await;
        done.and_then(|done| ended.map(|()| done))
    }
}

impl Observed<'_> {
    pub fn bulk_insert<T: Record>(
        &self,
        table: &'static Table<T>,
        rows: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let insert = self.db.bulk_insert(table, rows);
        self.heard(table.name, |n| *n, insert)
    }
}
