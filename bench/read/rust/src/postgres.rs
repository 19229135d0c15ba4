//! Ways to read from PostgreSQL, each over a connection of its own.

use diesel::OptionalExtension as _;
use diesel::prelude::{ExpressionMethods as _, QueryDsl as _, SelectableHelper as _};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _};
use futures_util::TryStreamExt;
use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use tokio_postgres::config::Host;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Statement};

use crate::contest::{Reading, Way};
use crate::gen_postgres::on_postgres::OnPostgres;
use crate::row::{User, users};
use crate::rows::Rows;
use crate::what::{ALL, Failure, ROWS, What, lookups};

const GET: &str = "SELECT id, name, email, age, score FROM users WHERE id = $1";
const FIRST: &str = "SELECT id, name, email, age, score FROM users WHERE id <= $1";

pub async fn ways(url: &str) -> Result<Vec<Box<dyn Way>>, Failure> {
    let client = connect(url).await?;
    client.batch_execute("DROP TABLE IF EXISTS users").await?;
    for sql in OnPostgres::migrations() {
        client.batch_execute(sql).await?;
    }
    OnPostgres::new(&client).fill_users(ROWS).await?;
    client.batch_execute("VACUUM ANALYZE users").await?;
    let by_hand = connect(url).await?;
    let hand = Hand {
        get: by_hand.prepare(GET).await?,
        first: by_hand.prepare(FIRST).await?,
        all: by_hand.prepare(ALL).await?,
        client: by_hand,
    };
    // The connection lives as long as the program.
    let client: &'static Client = Box::leak(Box::new(client));
    Ok(vec![
        Box::new(Generated(OnPostgres::new(client))),
        Box::new(hand),
        Box::new(Sqlx(options(url)?.connect().await?)),
        Box::new(Diesel(AsyncPgConnection::establish(url).await?)),
    ])
}

async fn connect(url: &str) -> Result<Client, Failure> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// The server for SQLx, which does not read a URL that names a socket by `host=`.
fn options(url: &str) -> Result<PgConnectOptions, Failure> {
    let config: Config = url.parse()?;
    let mut options = PgConnectOptions::new();
    match config.get_hosts().first() {
        Some(Host::Tcp(name)) => options = options.host(name),
        Some(Host::Unix(folder)) => options = options.socket(folder),
        None => {}
    }
    if let Some(&port) = config.get_ports().first() {
        options = options.port(port);
    }
    if let Some(user) = config.get_user() {
        options = options.username(user);
    }
    if let Some(password) = config.get_password() {
        options = options.password(std::str::from_utf8(password)?);
    }
    if let Some(name) = config.get_dbname() {
        options = options.database(name);
    }
    Ok(options)
}

struct Generated(OnPostgres<'static>);

impl Way for Generated {
    fn title(&self) -> &'static str {
        "generated"
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let rows: Box<dyn Rows> = match what {
                What::Lookups => {
                    let mut rows = Vec::new();
                    for id in lookups() {
                        rows.extend(self.0.get_user(id).await?);
                    }
                    Box::new(rows)
                }
                What::Hundreds => {
                    let mut rows = Vec::new();
                    for _ in 0..what.calls() {
                        rows.extend(self.0.first_users(100).await?);
                    }
                    Box::new(rows)
                }
                What::All => Box::new(self.0.all_users().await?),
                What::Stream => {
                    let mut rows = Vec::new();
                    let mut stream = self.0.all_users_stream().await?;
                    while let Some(row) = stream.try_next().await? {
                        rows.push(row);
                    }
                    Box::new(rows)
                }
            };
            Ok(rows)
        })
    }
}

struct Hand {
    client: Client,
    get: Statement,
    first: Statement,
    all: Statement,
}

fn user(row: &tokio_postgres::Row) -> Result<User, tokio_postgres::Error> {
    Ok(User {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        email: row.try_get(2)?,
        age: row.try_get(3)?,
        score: row.try_get(4)?,
    })
}

impl Way for Hand {
    fn title(&self) -> &'static str {
        "hand-written"
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let mut rows = Vec::new();
            match what {
                What::Lookups => {
                    for id in lookups() {
                        let row = self.client.query_opt(&self.get, &[&id]).await?;
                        rows.extend(row.as_ref().map(user).transpose()?);
                    }
                }
                What::Hundreds => {
                    for _ in 0..what.calls() {
                        for row in self.client.query(&self.first, &[&100_i64]).await? {
                            rows.push(user(&row)?);
                        }
                    }
                }
                What::All => {
                    let list = self.client.query(&self.all, &[]).await?;
                    rows = list.iter().map(user).collect::<Result<_, _>>()?;
                }
                What::Stream => {
                    let none: [&(dyn ToSql + Sync); 0] = [];
                    let mut stream = Box::pin(self.client.query_raw(&self.all, none).await?);
                    while let Some(row) = stream.try_next().await? {
                        rows.push(user(&row)?);
                    }
                }
            }
            Ok(Box::new(rows) as _)
        })
    }
}

struct Sqlx(sqlx::PgConnection);

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
                        let query = sqlx::query_as(FIRST);
                        rows.extend(query.bind(100_i64).fetch_all(&mut self.0).await?);
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

struct Diesel(AsyncPgConnection);

impl Way for Diesel {
    fn title(&self) -> &'static str {
        "Diesel, diesel-async"
    }

    fn read(&mut self, what: What) -> Reading<'_> {
        Box::pin(async move {
            let all = users::table.select(User::as_select());
            let mut rows: Vec<User> = Vec::new();
            match what {
                What::Lookups => {
                    for id in lookups() {
                        let one = all.filter(users::id.eq(id));
                        rows.extend(one.first(&mut self.0).await.optional()?);
                    }
                }
                What::Hundreds => {
                    for _ in 0..what.calls() {
                        rows.extend(all.filter(users::id.le(100)).load(&mut self.0).await?);
                    }
                }
                What::All => rows = all.load(&mut self.0).await?,
                What::Stream => {
                    let mut stream = all.load_stream(&mut self.0).await?;
                    while let Some(row) = stream.try_next().await? {
                        rows.push(row);
                    }
                }
            }
            Ok(Box::new(rows) as _)
        })
    }
}
