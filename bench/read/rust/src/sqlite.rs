//! Ways to read from SQLite, each from a database in memory of its own.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use futures_util::TryStreamExt;
use rusqlite::OptionalExtension as _;
use sqlx::{AssertSqlSafe, Connection as _};

use crate::contest::{Reading, Way};
use crate::gen_sqlite::on_sqlite::OnSqlite;
use crate::row::{User, users};
use crate::rows::Rows;
use crate::what::{ALL, Failure, ROWS, What, lookups};

const GET: &str = "SELECT id, name, email, age, score FROM users WHERE id = ?";
const FIRST: &str = "SELECT id, name, email, age, score FROM users WHERE id <= ?";

pub async fn ways() -> Result<Vec<Box<dyn Way>>, Failure> {
    let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        INSERT INTO users
        SELECT i, 'user number ' || i, 'user' || i || '@example.org', nullif(i % 90, 0), i / 4.0 FROM n;";
    let schema: String = OnSqlite::migrations().collect();
    let made = format!("{schema}{fill}");
    let mut by_sqlx = sqlx::SqliteConnection::connect("sqlite::memory:").await?;
    sqlx::raw_sql(AssertSqlSafe(made.clone()))
        .execute(&mut by_sqlx)
        .await?;
    let mut by_diesel = SqliteConnection::establish(":memory:")?;
    by_diesel.batch_execute(&made)?;
    Ok(vec![
        Box::new(Generated(open()?)),
        Box::new(Hand(open()?)),
        Box::new(Sqlx(by_sqlx)),
        Box::new(Diesel(by_diesel)),
    ])
}

fn open() -> Result<rusqlite::Connection, Failure> {
    let connection = rusqlite::Connection::open_in_memory()?;
    for sql in OnSqlite::migrations() {
        connection.execute_batch(sql)?;
    }
    OnSqlite::new(&connection).fill_users(ROWS.into())?;
    Ok(connection)
}

struct Generated(rusqlite::Connection);

impl Way for Generated {
    fn title(&self) -> &'static str {
        "generated, rusqlite"
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let queries = OnSqlite::new(&self.0);
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

struct Hand(rusqlite::Connection);

fn user(row: &rusqlite::Row) -> rusqlite::Result<User> {
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
        "hand-written, rusqlite"
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let mut rows = Vec::new();
            match what {
                What::Lookups => {
                    for id in lookups() {
                        let mut statement = self.0.prepare_cached(GET)?;
                        rows.extend(statement.query_row([id], user).optional()?);
                    }
                }
                What::Hundreds => {
                    for _ in 0..what.calls() {
                        let mut statement = self.0.prepare_cached(FIRST)?;
                        let list = statement.query_map([100], user)?;
                        rows.extend(list.collect::<rusqlite::Result<Vec<_>>>()?);
                    }
                }
                What::All => {
                    let mut statement = self.0.prepare_cached(ALL)?;
                    rows = statement
                        .query_map([], user)?
                        .collect::<rusqlite::Result<_>>()?;
                }
                What::Stream => {
                    let mut statement = self.0.prepare_cached(ALL)?;
                    for row in statement.query_map([], user)? {
                        rows.push(row?);
                    }
                }
            }
            Ok(Box::new(rows) as _)
        })
    }
}

struct Sqlx(sqlx::SqliteConnection);

impl Way for Sqlx {
    fn title(&self) -> &'static str {
        "SQLx"
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let mut rows: Vec<User> = Vec::new();
            match what {
                What::Lookups => {
                    for id in lookups() {
                        let query = sqlx::query_as(GET).bind(id);
                        rows.extend(query.fetch_optional(&mut self.0).await?);
                    }
                }
                What::Hundreds => {
                    for _ in 0..what.calls() {
                        let query = sqlx::query_as(FIRST).bind(100);
                        rows.extend(query.fetch_all(&mut self.0).await?);
                    }
                }
                What::All => rows = sqlx::query_as(ALL).fetch_all(&mut self.0).await?,
                What::Stream => {
                    let mut stream = sqlx::query_as(ALL).fetch(&mut self.0);
                    while let Some(row) = stream.try_next().await? {
                        rows.push(row);
                    }
                }
            }
            Ok(Box::new(rows) as _)
        })
    }
}

struct Diesel(SqliteConnection);

impl Way for Diesel {
    fn title(&self) -> &'static str {
        "Diesel"
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let all = users::table.select(User::as_select());
            let mut rows: Vec<User> = Vec::new();
            match what {
                What::Lookups => {
                    for id in lookups() {
                        let one = all.filter(users::id.eq(id));
                        rows.extend(one.first(&mut self.0).optional()?);
                    }
                }
                What::Hundreds => {
                    for _ in 0..what.calls() {
                        rows.extend(all.filter(users::id.le(100)).load(&mut self.0)?);
                    }
                }
                What::All => rows = all.load(&mut self.0)?,
                What::Stream => {
                    for row in all.load_iter(&mut self.0)? {
                        rows.push(row?);
                    }
                }
            }
            Ok(Box::new(rows) as _)
        })
    }
}
