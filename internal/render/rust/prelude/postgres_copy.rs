use std::borrow::Borrow;

use std::marker::PhantomData;

use bytes::Bytes;
use futures_util::SinkExt;
use tokio_postgres::CopyInSink;

/// A row type of a table.
pub trait CopyRow: Sync {
    fn copy(&self, to: &mut CopyBuffer) -> Result<()>;
}

/// A table that rows are copied into.
pub struct Table<T> {
    pub name: &'static str,
    pub copy: Statement<'static>,
    /// Its parameters have the types of the columns.
    pub insert: Statement<'static>,
    pub of: PhantomData<fn(T)>,
}

/// Rows that come one by one.
pub trait Source<T>: IntoIterator<Item: Borrow<T> + Send, IntoIter: Send> {}

impl<T, I: IntoIterator<Item: Borrow<T> + Send, IntoIter: Send>> Source<T> for I {}

/// Rows as COPY takes them.
pub struct CopyBuffer {
    data: BytesMut,
    types: Vec<Type>,
    column: usize,
    checked: bool,
}

impl CopyBuffer {
    /// Puts the next value of a row.
    #[inline]
    pub fn put<T: Encode>(&mut self, column: &'static str, value: &T) -> Result<()> {
        let ty = self.types.get(self.column);
        let ty = ty.ok_or_else(|| Error::column(column, "the table has it no more"))?;
        if !self.checked && !T::fits(ty) {
            let cause = format!("the table has the type {ty} now");
            return Err(Error::column(column, cause));
        }
        self.column += 1;
        value
            .put(ty, &mut self.data)
            .map_err(|cause| Error::column(column, cause))
    }

    fn row(&mut self, row: &impl CopyRow) -> Result<()> {
        self.data.put_i16(self.types.len() as i16); // PostgreSQL has no table with more
        self.column = 0;
        row.copy(self)?;
        self.checked = true;
        Ok(())
    }
}

/// How many bytes of rows are sent at a time.
const CHUNK: usize = 64 << 10;

impl Database<'_> {
    /// Copies rows into a table, all or none, and returns how many.
    pub async fn bulk_insert<T: CopyRow>(
        &self,
        table: &Table<T>,
        rows: impl Source<T>,
    ) -> Result<u64> {
        let place = |e: Error| e.within(&format!("bulk insert into {}", table.name));
        let failed = |e| Error::new(format!("bulk insert into {}", table.name), e);
        let insert = self.prepare(&table.insert).await.map_err(failed)?;
        let copy = self.prepare(&table.copy).await.map_err(failed)?;
        let unit = match self.is_transaction {
            true => Some(self.begin().await.map_err(failed)?),
            false => None, // COPY is a whole by itself
        };
        let mut buffer = CopyBuffer {
            data: BytesMut::with_capacity(CHUNK + CHUNK / 8),
            types: insert.params().to_vec(),
            column: 0,
            checked: false,
        };
        let sink = self
            .client
            .copy_in::<_, Bytes>(&copy)
            .await
            .map_err(failed)?;
        let mut sink = Box::pin(sink);
        let copied = match self
            .copy_rows(&mut buffer, sink.as_mut(), rows.into_iter())
            .await
        {
            Ok(()) => sink.as_mut().finish().await.map_err(failed),
            Err(e) => {
                drop(sink); // which tells the server to forget the rows
                Err(place(e))
            }
        };
        match (unit, &copied) {
            (Some(unit), Ok(_)) => unit.end().await.map_err(failed)?,
            (Some(unit), Err(_)) => unit.undo().await.map_err(failed)?,
            (None, _) => {}
        }
        copied
    }

    async fn copy_rows<T: CopyRow>(
        &self,
        buffer: &mut CopyBuffer,
        mut sink: Pin<&mut CopyInSink<Bytes>>,
        rows: impl Iterator<Item: Borrow<T> + Send> + Send,
    ) -> Result<()> {
        buffer.data.put_slice(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0");
        for (i, row) in rows.enumerate() {
            buffer
                .row(row.borrow())
                .map_err(|e| e.within(&format!("row {}", i + 1)))?;
            if buffer.data.len() >= CHUNK {
                let chunk = buffer.data.split().freeze();
                sink.feed(chunk).await.map_err(|e| Error::new("COPY", e))?;
                buffer.data.reserve(CHUNK + CHUNK / 8);
            }
        }
        buffer.data.put_i16(-1);
        let chunk = buffer.data.split().freeze();
        sink.feed(chunk).await.map_err(|e| Error::new("COPY", e))
    }
}
