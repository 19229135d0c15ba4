//! Ways to read from DuckDB, each from a database in memory of its own.

use duckdb::{Connection, OptionalExt as _, Row};

use crate::contest::{Reading, Way};
use crate::generated::users::{self, Users};
use crate::rows::{Fields, Rows, fields};
use crate::what::{ALL, Failure, ROWS, What, lookups};

const GET: &str = "SELECT id, name, email, age, score FROM users WHERE id = $1";
const FIRST: &str = "SELECT id, name, email, age, score FROM users WHERE id <= $1";

pub fn ways() -> Result<Vec<Box<dyn Way>>, Failure> {
    let without_cache = open()?;
    without_cache.set_prepared_statement_cache_capacity(0);
    Ok(vec![
        Box::new(Generated(open()?)),
        Box::new(Hand("hand-written", open()?)),
        Box::new(Hand("hand-written, no cache", without_cache)),
    ])
}

fn open() -> Result<Connection, Failure> {
    let connection = Connection::open_in_memory()?;
    for sql in Users::migrations() {
        connection.execute_batch(sql)?;
    }
    Users::new(&connection).fill_users(ROWS)?;
    Ok(connection)
}

struct Generated(Connection);

impl Way for Generated {
    fn title(&self) -> &'static str {
        "generated"
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let queries = Users::new(&self.0);
            let rows: Box<dyn Rows> = match what {
                What::Lookups => {
                    let mut rows = Vec::new();
                    for id in lookups() {
                        rows.extend(queries.get_user(id)?);
                    }
                    Box::new(rows)
                }
                What::Hundreds => {
                    let mut rows = Vec::new();
                    for _ in 0..what.calls() {
                        rows.extend(queries.first_users(100)?);
                    }
                    Box::new(rows)
                }
                What::All => Box::new(queries.all_users()?),
                What::Stream => {
                    let mut rows = Vec::new();
                    for row in queries.all_users_stream()? {
                        rows.push(row?);
                    }
                    Box::new(rows)
                }
            };
            Ok(rows)
        })
    }
}

/// Whether statements stay prepared is the connection's affair.
struct Hand(&'static str, Connection);

struct User {
    id: i64,
    name: String,
    email: String,
    age: Option<i64>,
    score: f64,
}

fields!(User, users::UsersRow);

fn user(row: &Row) -> duckdb::Result<User> {
    Ok(User {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        age: row.get(3)?,
        score: row.get(4)?,
    })
}

impl Way for Hand {
    fn title(&self) -> &'static str {
        self.0
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let mut rows = Vec::new();
            match what {
                What::Lookups => {
                    for id in lookups() {
                        let mut statement = self.1.prepare_cached(GET)?;
                        rows.extend(statement.query_row([id], user).optional()?);
                    }
                }
                What::Hundreds => {
                    for _ in 0..what.calls() {
                        let mut statement = self.1.prepare_cached(FIRST)?;
                        let list = statement.query_map([100_i64], user)?;
                        rows.extend(list.collect::<duckdb::Result<Vec<_>>>()?);
                    }
                }
                What::All => {
                    let mut statement = self.1.prepare_cached(ALL)?;
                    rows = statement
                        .query_map([], user)?
                        .collect::<duckdb::Result<_>>()?;
                }
                What::Stream => {
                    let mut statement = self.1.prepare_cached(ALL)?;
                    for row in statement.query_map([], user)? {
                        rows.push(row?);
                    }
                }
            }
            Ok(Box::new(rows) as _)
        })
    }
}
