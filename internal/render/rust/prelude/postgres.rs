use std::fmt;
use std::pin::Pin;
use std::sync::OnceLock;
use std::task::{Context, Poll};

use bytes::BufMut;
pub use bytes::BytesMut;
use futures_util::{FutureExt, Stream, StreamExt, TryFutureExt};
pub use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{Format, FromSql, ToSql};
pub use tokio_postgres::types::{IsNull, Kind, Type};
use tokio_postgres::{Client, RowStream, Transaction};

impl Error {
    /// The driver's error, if it is one.
    pub fn driver(&self) -> Option<&tokio_postgres::Error> {
        self.cause.downcast_ref()
    }

    /// The code of the server's error, if it is one.
    pub fn code(&self) -> Option<&SqlState> {
        self.driver()?.code()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.driver().and_then(|e| e.as_db_error()) {
            Some(e) => {
                write!(f, "{}: {}", self.place, e.message())?;
                e.where_().map_or(Ok(()), |at| write!(f, " ({at})"))
            }
            None => {
                write!(f, "{}: {}", self.place, self.cause)?;
                let mut inner = self.cause.source();
                while let Some(e) = inner {
                    write!(f, ": {e}")?;
                    inner = e.source();
                }
                Ok(())
            }
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(cause: tokio_postgres::Error) -> Self {
        Self::new("", cause)
    }
}

/// What statements run on: a client, or a transaction.
pub trait Handle: Sync {
    fn client(&self) -> &Client;

    /// Whether it is a transaction.
    fn is_transaction(&self) -> bool;
}

impl Handle for Client {
    fn client(&self) -> &Client {
        self
    }

    fn is_transaction(&self) -> bool {
        false
    }
}

impl Handle for Transaction<'_> {
    fn client(&self) -> &Client {
        Transaction::client(self)
    }

    fn is_transaction(&self) -> bool {
        true
    }
}

/// A statement of the SQL file.
pub struct Statement<'a> {
    pub slot: usize,
    pub name: &'a str,
    pub sql: &'a str,
}

impl<'a> Statement<'a> {
    /// A statement whose text was made for one call.
    pub fn once(name: &'a str, sql: &'a str) -> Self {
        let slot = usize::MAX;
        Self { slot, name, sql }
    }
}

/// A client with the statements that are prepared on it.
pub struct Database<'c> {
    client: &'c Client,
    is_transaction: bool,
    prepared: Box<[OnceLock<tokio_postgres::Statement>]>,
}

/// What reads a row.
type Reader<T> = fn(&Row) -> Result<T>;

/// The arguments of a statement.
pub type Args<'a> = &'a [&'a (dyn Argument + Sync)];

impl<'c> Database<'c> {
    pub fn new(handle: &'c impl Handle, statements: usize) -> Self {
        Self {
            client: handle.client(),
            is_transaction: handle.is_transaction(),
            prepared: (0..statements).map(|_| OnceLock::new()).collect(),
        }
    }

    async fn prepare(
        &self,
        statement: &Statement<'_>,
    ) -> Result<tokio_postgres::Statement, tokio_postgres::Error> {
        let Some(slot) = self.prepared.get(statement.slot) else {
            return self.client.prepare(statement.sql).await;
        };
        if let Some(prepared) = slot.get() {
            return Ok(prepared.clone());
        }
        let prepared = self.client.prepare(statement.sql).await?;
        Ok(slot.get_or_init(|| prepared).clone())
    }

    async fn query(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
    ) -> Result<RowStream, tokio_postgres::Error> {
        let prepared = self.prepare(statement).await?;
        self.client.query_raw(&prepared, bound(args)).await
    }

    /// Every row that a query finds.
    pub async fn all<T>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<T>,
    ) -> Result<Vec<T>> {
        let rows = self.query(statement, args).await;
        let mut rows = std::pin::pin!(rows.map_err(|e| Error::new(statement.name, e))?);
        let mut found = Vec::new();
        while let Some(row) = rows.next().await {
            found.push(read(statement.name, row, by)?);
        }
        Ok(found)
    }

    /// The first row that a query finds. The statement runs to its end.
    pub async fn one<T>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<T>,
    ) -> Result<Option<T>> {
        let rows = self.query(statement, args).await;
        let mut rows = std::pin::pin!(rows.map_err(|e| Error::new(statement.name, e))?);
        let Some(first) = rows.next().await else {
            return Ok(None);
        };
        while let Some(row) = rows.next().await {
            row.map_err(|e| Error::new(statement.name, e))?;
        }
        read(statement.name, first, by).map(Some)
    }

    /// The rows that a query finds, while they come.
    pub async fn stream<T>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<T>,
    ) -> Result<Rows<T>> {
        let rows = self.query(statement, args).await;
        Ok(Rows {
            name: statement.name.to_owned(),
            rows: Box::pin(rows.map_err(|e| Error::new(statement.name, e))?),
            by,
        })
    }

    /// Runs a statement, and returns how many rows that changed.
    pub async fn execute(&self, statement: &Statement<'_>, args: Args<'_>) -> Result<u64> {
        let run = async {
            let prepared = self.prepare(statement).await?;
            self.client.execute_raw(&prepared, bound(args)).await
        };
        run.await.map_err(|e| Error::new(statement.name, e))
    }

    /// Runs a statement that changes no rows.
    pub async fn run(&self, statement: &Statement<'_>, args: Args<'_>) -> Result<()> {
        self.execute(statement, args).await.map(drop)
    }

    /// Begins what is done as a whole or not at all: a transaction, or within one a savepoint.
    async fn begin(&self) -> Result<Unit<'c>, tokio_postgres::Error> {
        let client = self.client;
        let mut unit = Unit {
            client,
            end: "RELEASE SAVEPOINT sqg",
            undo: "ROLLBACK TO SAVEPOINT sqg; RELEASE SAVEPOINT sqg",
            open: false,
        };
        match client.batch_execute("SAVEPOINT sqg").await {
            // The caller may have begun one by a statement, of which the driver knows nothing.
            Err(e)
                if !self.is_transaction
                    && e.code() == Some(&SqlState::NO_ACTIVE_SQL_TRANSACTION) =>
            {
                (unit.end, unit.undo) = ("COMMIT", "ROLLBACK");
                client.batch_execute("BEGIN").await?;
            }
            other => other?,
        }
        unit.open = true;
        Ok(unit)
    }
}

/// Work that is undone unless it is ended, also where its future is dropped.
struct Unit<'c> {
    client: &'c Client,
    end: &'static str,
    undo: &'static str,
    open: bool,
}

impl Unit<'_> {
    async fn end(mut self) -> Result<(), tokio_postgres::Error> {
        self.client.batch_execute(self.end).await?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Unit<'_> {
    fn drop(&mut self) {
        if self.open {
            // The first poll sends the statement, and whatever the client is asked next comes behind it.
            let _ = self.client.batch_execute(self.undo).now_or_never();
        }
    }
}

/// The only value of a row.
pub fn first<T: Decode>(row: &Row) -> Result<T> {
    get(row, 0)
}

fn read<T>(name: &str, row: Result<Row, tokio_postgres::Error>, by: Reader<T>) -> Result<T> {
    let row = row.map_err(|e| Error::new(name, e))?;
    by(&row).map_err(|e| e.within(name))
}

/// A column of a row.
pub fn get<T: Decode>(row: &Row, column: usize) -> Result<T> {
    match row.try_get::<_, Read<T>>(column) {
        Ok(Read(Ok(value))) => Ok(value),
        Ok(Read(Err(cause))) => Err(Error::column(row.columns()[column].name(), cause)),
        Err(cause) => Err(Error::new(format!("column {}", column + 1), cause)),
    }
}

struct Read<T>(Result<T, Cause>);

impl<'a, T: Decode> FromSql<'a> for Read<T> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Cause> {
        if !T::accepts(ty) {
            return Ok(Self(Err(format!("the type is {ty} now").into())));
        }
        Ok(Self(T::decode(ty, raw)))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Cause> {
        Ok(Self(T::null()))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// The rows of a query, of which one at a time is read.
pub struct Rows<T> {
    name: String,
    rows: Pin<Box<RowStream>>,
    by: Reader<T>,
}

impl<T> Stream for Rows<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.rows.as_mut().poll_next(cx);
        next.map(|row| row.map(|row| read(&self.name, row, self.by)))
    }
}

/// A value that a statement takes.
pub trait Argument {
    fn fits(&self, ty: &Type) -> bool;
    fn is_text(&self, ty: &Type) -> bool;
    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause>;
    fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause>;
}

impl<T: Encode> Argument for T {
    fn fits(&self, ty: &Type) -> bool {
        T::fits(ty)
    }

    fn is_text(&self, ty: &Type) -> bool {
        T::is_text(ty)
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        Encode::encode(self, ty, out)
    }

    fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        Encode::put(self, ty, out)
    }
}

struct Bound<'a>(&'a (dyn Argument + Sync));

fn bound<'a>(args: Args<'a>) -> impl ExactSizeIterator<Item = Bound<'a>> {
    args.iter().map(|&a| Bound(a))
}

impl fmt::Debug for Bound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl ToSql for Bound<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        if !self.0.fits(ty) {
            return Err(format!("the parameter is of the type {ty} now").into());
        }
        self.0.encode(ty, out)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, ty: &Type) -> Format {
        if self.0.is_text(ty) {
            Format::Text
        } else {
            Format::Binary
        }
    }

    fn to_sql_checked(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        self.to_sql(ty, out)
    }
}

/// Quotes a text for SQL.
pub fn literal(text: &str) -> String {
    let quoted = text.replace('\'', "''");
    if quoted.contains('\\') {
        format!("E'{}'", quoted.replace('\\', "\\\\"))
    } else {
        format!("'{quoted}'")
    }
}
