use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use duckdb::arrow::record_batch::RecordBatch;
use duckdb::core::{DataChunkHandle, LogicalTypeHandle, LogicalTypeId};
use duckdb::vtab::arrow::{record_batch_to_duckdb_data_chunk, to_duckdb_logical_type_for_field};
use duckdb::vtab::{BindInfo, InitInfo, TableFunctionInfo, VTab};

/// A table that rows are inserted into.
pub struct Table {
    pub name: &'static str,
    /// What it ends with sorts the rows that several threads bring.
    pub insert: Around,
    /// With fewer rows than this one thread brings them, in their order.
    pub alone: usize,
    pub columns: &'static [(&'static str, Kind)],
}

/// A statement around the call of the function that its rows come from.
pub struct Around {
    pub before: &'static str,
    pub after: &'static str,
}

impl Around {
    fn call(&self, function: &str, ticket: &Ticket) -> String {
        format!("{} {}{}", self.before, called(function, ticket), self.after)
    }
}

/// A row of a table.
pub trait Append {
    fn append(&self, to: &mut Columns) -> Result<()>;
}

/// How many rows DuckDB takes at a time, how many a statement inserts at most, which are five row groups, and from how
/// many bytes on it inserts fewer.
const CHUNK: usize = 2048;
const ROWS: usize = 5 * 122_880;
const BYTES: usize = 1 << 28;

/// The columns of a table while rows are added.
pub struct Columns {
    names: &'static [(&'static str, Kind)],
    columns: Vec<Column>,
    at: usize,
    /// How many rows are in none of the chunks, which come last.
    open: usize,
    chunks: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

impl Columns {
    fn new(names: &'static [(&'static str, Kind)]) -> Self {
        Self {
            names,
            columns: names.iter().map(|(_, kind)| Column::new(*kind)).collect(),
            at: 0,
            open: 0,
            chunks: Vec::new(),
            rows: 0,
            bytes: 0,
        }
    }

    fn len(&self) -> usize {
        self.rows + self.open
    }

    /// Adds rows behind others, as many as a statement takes, and returns whether there may be more.
    fn fill<T: Append>(
        &mut self,
        rows: &mut impl Iterator<Item: Borrow<T>>,
        before: usize,
    ) -> Result<bool> {
        for row in rows {
            self.push(before, |to| row.borrow().append(to))?;
            if self.rows == ROWS || self.bytes > BYTES {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the next value of a row.
    #[inline]
    pub fn store<T: Store>(&mut self, value: &T) -> Result<()> {
        self.add(|column| value.store(column))
    }

    /// Adds the next value of a row as what is bound for it.
    pub fn encode<T: Encode>(&mut self, value: &T) -> Result<()> {
        self.add(|column| column.add_encoded(value))
    }

    #[inline]
    fn add(&mut self, to: impl FnOnce(&mut Column) -> Result<(), Cause>) -> Result<()> {
        let at = self.at;
        self.at += 1;
        to(&mut self.columns[at]).map_err(|e| Error::column(self.names[at].0, e))
    }

    /// Adds a row. The columns have had others before.
    #[inline]
    fn push(&mut self, before: usize, append: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.at = 0;
        self.open += 1;
        append(self).map_err(|e| e.within(&format!("row {}", before + self.len())))?;
        match self.open {
            CHUNK => self.end_chunk(),
            _ => Ok(()),
        }
    }

    fn end_chunk(&mut self) -> Result<()> {
        let ended = self.chunk();
        ended.map_err(|e| Error::new("its rows", e))
    }

    /// Makes a chunk of the rows that are in none. They are numbered: DuckDB's threads take chunks as they come.
    fn chunk(&mut self) -> Result<(), Cause> {
        let (mut fields, mut columns) = (Vec::new(), Vec::<ArrayRef>::new());
        for (i, column) in self.columns.iter_mut().enumerate() {
            fields.push(column.kind.field(&format!("c{}", i + 1)));
            let data = column.take()?;
            self.bytes += data.get_buffer_memory_size();
            columns.push(arrays::make_array(data));
        }
        let rows = std::mem::take(&mut self.open);
        let first = i64::try_from(self.rows)?;
        let numbers = arrays::Int64Array::from_iter_values((first..).take(rows));
        fields.push(Kind::I64.field("n"));
        columns.push(Arc::new(numbers));
        self.rows += rows;
        let schema = Arc::new(arrow::Schema::new(fields));
        self.chunks.push(RecordBatch::try_new(schema, columns)?);
        Ok(())
    }

    /// The rows so far, for a statement.
    fn take(&mut self) -> Result<Vec<RecordBatch>> {
        if self.open > 0 {
            self.end_chunk()?;
        }
        (self.rows, self.bytes) = (0, 0);
        Ok(std::mem::take(&mut self.chunks))
    }
}

/// The rows that statements are about to insert.
static WAITING: Mutex<BTreeMap<u64, Vec<RecordBatch>>> = Mutex::new(BTreeMap::new());
static STATEMENTS: AtomicU64 = AtomicU64::new(0);

/// The table function of this module, whose rows no other has.
const FUNCTION: &str = module_path!();

/// A call of the table function.
fn called(function: &str, ticket: &Ticket) -> String {
    format!("\"{function}\"({}::UBIGINT)", ticket.0)
}

fn waiting() -> MutexGuard<'static, BTreeMap<u64, Vec<RecordBatch>>> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rows of a statement, until it ends.
struct Ticket(u64);

impl Ticket {
    fn new(chunks: Vec<RecordBatch>) -> Self {
        let number = STATEMENTS.fetch_add(1, Ordering::Relaxed);
        waiting().insert(number, chunks);
        Self(number)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        waiting().remove(&self.0);
    }
}

/// A table function that returns the rows of a statement to as many threads.
struct Appended<const THREADS: u64>;

/// As many as DuckDB has.
const ALL: u64 = 1024;

impl<const THREADS: u64> VTab for Appended<THREADS> {
    type InitData = AtomicUsize;
    type BindData = Vec<RecordBatch>;

    fn bind(bind: &BindInfo) -> Result<Self::BindData, Box<dyn StdError>> {
        let number = bind.get_parameter(0).to_uint64();
        let chunks = waiting().get(&number).cloned();
        let chunks = chunks.ok_or("its rows are inserted")?;
        let Some(first) = chunks.first() else {
            bind.add_result_column("", LogicalTypeHandle::from(LogicalTypeId::Bigint));
            return Ok(chunks);
        };
        for field in first.schema_ref().fields() {
            bind.add_result_column(field.name(), to_duckdb_logical_type_for_field(field)?);
        }
        let rows = chunks.iter().map(RecordBatch::num_rows).sum::<usize>();
        bind.set_cardinality(u64::try_from(rows)?, true);
        Ok(chunks)
    }

    fn init(init: &InitInfo) -> Result<Self::InitData, Box<dyn StdError>> {
        init.set_max_threads(THREADS);
        Ok(AtomicUsize::new(0))
    }

    fn func(
        call: &TableFunctionInfo<Self>,
        to: &mut DataChunkHandle,
    ) -> Result<(), Box<dyn StdError>> {
        let next = call.get_init_data().fetch_add(1, Ordering::Relaxed);
        match call.get_bind_data().get(next) {
            Some(chunk) => record_batch_to_duckdb_data_chunk(chunk, to),
            None => {
                to.set_len(0);
                Ok(())
            }
        }
    }

    fn parameters() -> Option<Vec<LogicalTypeHandle>> {
        Some(vec![LogicalTypeHandle::from(LogicalTypeId::UBigint)])
    }
}

impl Database<'_> {
    /// Inserts rows into a table, all or none, and returns their number.
    pub fn bulk_insert<T: Append>(&self, table: &Table, rows: impl Source<T>) -> Result<u64> {
        let inserted = self.insert_rows(table, rows.into_iter());
        inserted.map_err(|e| e.within(&format!("bulk insert into {}", table.name)))
    }

    /// The name by which the connection finds the table function that one thread calls, or all.
    fn function(&self, alone: bool) -> Result<String, duckdb::Error> {
        match alone {
            true => self.registered::<1>(format!("{FUNCTION} alone")),
            false => self.registered::<ALL>(FUNCTION.to_owned()),
        }
    }

    /// Registers a table function by a name or, if it cannot be found, by another. What registers it commits that at
    /// once, so that all may find it but transactions that are older: those register one of their own.
    fn registered<const THREADS: u64>(&self, mut name: String) -> Result<String, duckdb::Error> {
        let none = Ticket::new(Vec::new());
        let found = |name: &str| {
            let sql = format!("FROM {}", called(name, &none));
            self.prepare(&sql).is_ok()
        };
        if found(&name) {
            return Ok(name);
        }
        // Of two that do this at the same time one fails, which would end a transaction.
        let other = self.connection.try_clone()?;
        let _ = other.register_table_function::<Appended<THREADS>>(&name);
        if !found(&name) {
            name = format!("{name} {}", none.0);
            self.connection
                .register_table_function::<Appended<THREADS>>(&name)?;
        }
        Ok(name)
    }

    fn insert_rows<T: Append>(
        &self,
        table: &Table,
        mut rows: impl Iterator<Item: Borrow<T>>,
    ) -> Result<u64> {
        let failed = |e| Error::new("all rows", e);
        let mut columns = Columns::new(table.columns);
        let mut full = columns.fill::<T>(&mut rows, 0)?;
        let alone = !full && columns.len() < table.alone;
        let function = self.function(alone).map_err(failed)?;
        let sql = |ticket: &Ticket| match alone {
            true => format!("{} {}", table.insert.before, called(&function, ticket)),
            false => table.insert.call(&function, ticket),
        };
        // One statement is all or nothing by itself.
        let unit = full.then(|| self.begin()).transpose().map_err(failed)?;
        let mut inserted = self.insert_columns(&mut columns, 0, sql)?;
        while full {
            full = columns.fill::<T>(&mut rows, inserted)?;
            inserted += self.insert_columns(&mut columns, inserted, sql)?;
        }
        unit.map_or(Ok(()), Unit::end).map_err(failed)?;
        Ok(inserted as u64)
    }

    /// Inserts the rows that there are, behind others, and returns how many.
    fn insert_columns(
        &self,
        columns: &mut Columns,
        before: usize,
        sql: impl Fn(&Ticket) -> String,
    ) -> Result<usize> {
        let rows = columns.len();
        if rows == 0 {
            return Ok(0);
        }
        let ticket = Ticket::new(columns.take()?);
        let place = || format!("rows {} to {}", before + 1, before + rows);
        let inserted = self.connection.execute(&sql(&ticket), []);
        inserted.map_err(|e| Error::new(place(), e))?;
        Ok(rows)
    }
}

impl Observed<'_> {
    pub fn bulk_insert<T: Append>(&self, table: &Table, rows: impl Source<T>) -> Result<u64> {
        self.heard(table.name, |n| *n, |db| db.bulk_insert(table, rows))
    }
}
