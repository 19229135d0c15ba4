use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::BufMut;
pub use bytes::BytesMut;
use futures_util::future::try_join;
use futures_util::{FutureExt, Stream, StreamExt};
use tokio::sync::OnceCell;
pub use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{Format, FromSql, ToSql};
pub use tokio_postgres::types::{IsNull, Kind, Type};
use tokio_postgres::{Client, RowStream, SimpleQueryMessage, Transaction};

impl Error {
    /// The driver's error, if it is one.
    pub fn driver(&self) -> Option<&tokio_postgres::Error> {
        self.0.cause.downcast_ref()
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
                write!(f, "{}: {}", self.0.place, e.message())?;
                e.where_().map_or(Ok(()), |at| write!(f, " ({at})"))
            }
            None => {
                write!(f, "{}: {}", self.0.place, self.0.cause)?;
                let mut inner = self.0.cause.source();
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

/// A statement that is being prepared.
pub type Preparing<'a> = Pin<
    Box<dyn Future<Output = Result<tokio_postgres::Statement, tokio_postgres::Error>> + Send + 'a>,
>;

/// What statements run on: a client, or a transaction. Implement it for what a pool gives.
pub trait Handle: Sync {
    fn client(&self) -> &Client;

    /// Whether it is a transaction.
    fn is_transaction(&self) -> bool {
        false
    }

    /// Prepares a statement, once for each struct. A pool that keeps prepared statements does so here.
    fn prepare<'a>(&'a self, sql: &'a str) -> Preparing<'a> {
        Box::pin(self.client().prepare(sql))
    }
}

impl Handle for Client {
    fn client(&self) -> &Client {
        self
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
    handle: &'c dyn Handle,
    client: &'c Client,
    prepared: Box<[OnceCell<tokio_postgres::Statement>]>,
}

/// What reads a row.
type Reader<T> = fn(&Row) -> Result<T>;

/// The arguments of a statement.
pub type Args<'a> = &'a [&'a (dyn Argument + Sync)];

impl<'c> Database<'c> {
    pub fn new(handle: &'c impl Handle, statements: usize) -> Self {
        Self {
            handle,
            client: handle.client(),
            prepared: (0..statements).map(|_| OnceCell::new()).collect(),
        }
    }

    async fn prepare(
        &self,
        statement: &Statement<'_>,
    ) -> Result<tokio_postgres::Statement, tokio_postgres::Error> {
        let Some(slot) = self.prepared.get(statement.slot) else {
            return self.client.prepare(statement.sql).await;
        };
        // Calls that come while it is being prepared wait for it.
        let prepared = slot.get_or_try_init(|| self.handle.prepare(statement.sql));
        prepared.await.cloned()
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
            let row = row.map_err(|e| Error::new(statement.name, e))?;
            let read = read_nth(found.len() + 1, &row, by);
            found.push(read.map_err(|e| e.within(statement.name))?);
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
        let mut first = None;
        while let Some(row) = rows.next().await {
            let row = row.map_err(|e| Error::new(statement.name, e))?;
            first.get_or_insert(row);
        }
        let read = |row| read_row(statement.name, &row, by);
        first.map(read).transpose()
    }

    /// The first row that a query finds, which has to find one.
    pub async fn only<T>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<T>,
    ) -> Result<T> {
        required(statement.name, self.one(statement, args, by).await?)
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
            count: 0,
        })
    }

    /// Runs a statement, and returns the number of changed rows.
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

    /// Begins a unit that takes effect as a whole or not at all: a transaction, or within one a savepoint.
    async fn begin(&self) -> Result<Unit<'c>, tokio_postgres::Error> {
        let mut unit = Unit::new(self.client, self.in_transaction().await?);
        unit.begin();
        Ok(unit)
    }

    /// Whether there is a transaction of the caller's. Of one that was begun by a statement the driver knows nothing:
    /// then a setting for the transaction is still there in the next statement.
    async fn in_transaction(&self) -> Result<bool, tokio_postgres::Error> {
        if self.handle.is_transaction() {
            return Ok(true);
        }
        let set = "SELECT set_config('sqg.transaction', 'open', true)";
        let get = "SELECT current_setting('sqg.transaction')";
        let (_, got) =
            try_join(self.client.simple_query(set), self.client.simple_query(get)).await?;
        let open = |m: &_| matches!(m, SimpleQueryMessage::Row(r) if r.get(0) == Some("open"));
        Ok(got.iter().any(open))
    }
}

/// Work that is undone unless it is ended, also where its future is dropped.
struct Unit<'c> {
    client: &'c Client,
    /// In a transaction that is the caller's.
    within: bool,
    open: bool,
}

/// What begins, ends and undoes a unit.
fn limits(within: bool) -> [&'static str; 3] {
    if within {
        let undo = "ROLLBACK TO sqg; RELEASE sqg";
        ["SAVEPOINT sqg", "RELEASE sqg", undo]
    } else {
        ["BEGIN", "COMMIT", "ROLLBACK"]
    }
}

impl<'c> Unit<'c> {
    fn new(client: &'c Client, within: bool) -> Self {
        Self {
            client,
            within,
            open: false,
        }
    }

    fn begin(&mut self) {
        if !self.open {
            let [begin, ..] = limits(self.within);
            send(self.client, begin);
            self.open = true;
        }
    }

    /// Ends what was begun. Only a COMMIT can fail.
    async fn end(mut self) -> Result<(), tokio_postgres::Error> {
        // What is sent cannot be taken back.
        if !std::mem::take(&mut self.open) {
            return Ok(());
        }
        let [_, end, _] = limits(self.within);
        if self.within {
            send(self.client, end);
            return Ok(());
        }
        self.client.batch_execute(end).await
    }

    fn undo(&mut self) {
        if std::mem::take(&mut self.open) {
            let [.., undo] = limits(self.within);
            send(self.client, undo);
        }
    }
}

impl Drop for Unit<'_> {
    fn drop(&mut self) {
        self.undo();
    }
}

/// Sends a statement without waiting for its answer; whatever the client is asked next comes behind it.
fn send(client: &Client, sql: &str) {
    let _ = client.batch_execute(sql).now_or_never();
}

/// The only value of a row.
pub fn first<T: Decode>(row: &Row) -> Result<T> {
    get(row, 0)
}

/// A column of a row.
#[inline]
pub fn get<T: Decode>(row: &Row, column: usize) -> Result<T> {
    match row.try_get::<_, Read<T>>(column) {
        Ok(Read(value)) => Ok(value),
        Err(error) => Err(misread(row, column, error)),
    }
}

/// The error of a column whose value cannot be read.
#[cold]
fn misread(row: &Row, column: usize, error: tokio_postgres::Error) -> Error {
    let Some(of) = row.columns().get(column) else {
        return Error::new(format!("column {}", column + 1), error);
    };
    let cause = error.into_source();
    Error::column(of.name(), cause.unwrap_or_else(|| "it is no value".into()))
}

struct Read<T>(T);

impl<'a, T: Decode> FromSql<'a> for Read<T> {
    #[inline]
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Cause> {
        if !T::accepts(ty) {
            return Err(format!("the type is {ty} now").into());
        }
        T::decode(ty, raw).map(Self)
    }

    fn from_sql_null(_: &Type) -> Result<Self, Cause> {
        T::null().map(Self)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// The rows of a query, read one at a time.
pub struct Rows<T> {
    name: String,
    rows: Pin<Box<RowStream>>,
    by: Reader<T>,
    count: usize,
}

impl<T> Stream for Rows<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(match std::task::ready!(self.rows.as_mut().poll_next(cx)) {
            Some(Ok(row)) => {
                self.count += 1;
                let read = read_nth(self.count, &row, self.by);
                Some(read.map_err(|e| e.within(&self.name)))
            }
            Some(Err(error)) => Some(Err(Error::new(&self.name, error))),
            None => None,
        })
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
            return Err(format!("the type is {ty} now").into());
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
