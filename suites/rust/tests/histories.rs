//! Migrations end as the corpus says, all at once and from each state between.

use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use sqg_suite::{duckdb::sqg as duck, pg::sqg as pg, sqlite::sqg as lite};
use tokio_postgres::{Client, Config, NoTls};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// A migration: its number, and its statement or, without a transaction, its statements.
struct Entry {
    name: &'static str,
    sql: &'static str,
    steps: Vec<&'static str>,
}

/// What a history does to one database.
trait Database {
    fn apply(&mut self, entries: &[Entry]) -> Outcome<Vec<String>>;
    fn pending(&mut self, entries: &[Entry]) -> Outcome<Vec<String>>;
    /// The names of its tables.
    fn tables(&mut self) -> Outcome<String>;
}

fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Plays the histories of an engine. From each state all migrations are applied, but for the one that must fail from one.
fn play<D: Database>(engine: &str, empty: impl Fn() -> Outcome<D>) -> Outcome {
    let path = format!("../../corpus/histories/{engine}.json");
    let histories: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let mut played = 0;
    for history in histories.iter().filter(|h| h.get("refused").is_none()) {
        let name = history["name"].as_str().ok_or("no name")?;
        one(history, &empty).map_err(|e| format!("{name}: {e}"))?;
        played += 1;
    }
    assert!(played > 9, "{played} histories");
    Ok(())
}

fn one<D: Database>(history: &Value, empty: impl Fn() -> Outcome<D>) -> Outcome {
    let entries = entries_of(history)?;
    let ids: Vec<_> = entries.iter().map(|e| e.name).collect();
    let fails = history["fails"].as_u64().unwrap_or(0) as usize;
    let (mut failed, mut ends) = (false, Vec::new());
    for before in 0..if fails > 0 { fails } else { entries.len() } {
        let mut database = empty()?;
        assert_eq!(database.apply(&entries[..before])?, ids[..before]);
        match database.apply(&entries) {
            Ok(applied) => {
                assert_eq!(applied, ids[before..]);
                assert!(database.pending(&entries)?.is_empty());
                ends.push(database.tables()?);
            }
            Err(error) => {
                failed = true;
                assert!(fails > 0, "after {before}: {error}");
                assert_eq!(database.pending(&entries)?, ids[fails - 1..]);
            }
        }
    }
    assert_eq!(failed, fails > 0);
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    Ok(())
}

fn entries_of(history: &Value) -> Outcome<Vec<Entry>> {
    let scripts = history["migrations"].as_array().ok_or("no migrations")?;
    let entries = scripts.iter().enumerate().map(|(i, script)| {
        let script = script.as_str().ok_or("no text")?;
        let alone = script.strip_prefix(":no_transaction ");
        let sql = kept(alone.unwrap_or(script).to_owned());
        Ok(Entry {
            name: kept((i + 1).to_string()),
            sql,
            steps: alone.map(|_| sql.split(';').collect()).unwrap_or_default(),
        })
    });
    entries.collect()
}

/// The migrations as a program has them.
macro_rules! migrations {
    ($sqg:ident, $entries:expr) => {
        $entries
            .iter()
            .map(|e| $sqg::Migration {
                name: e.name,
                checksum: e.name,
                earlier: &[],
                sql: e.sql,
                steps: Vec::leak(
                    e.steps
                        .iter()
                        .map(|sql| $sqg::Step { undo: None, sql })
                        .collect(),
                ),
            })
            .collect::<Vec<_>>()
    };
}

struct Lite(rusqlite::Connection);

impl Database for Lite {
    fn apply(&mut self, entries: &[Entry]) -> Outcome<Vec<String>> {
        Ok(lite::apply_migrations(
            &self.0,
            &migrations!(lite, entries),
            "p",
        )?)
    }

    fn pending(&mut self, entries: &[Entry]) -> Outcome<Vec<String>> {
        Ok(lite::pending_migrations(
            &self.0,
            &migrations!(lite, entries),
            "p",
        )?)
    }

    fn tables(&mut self) -> Outcome<String> {
        let names = "SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema ORDER BY name)";
        Ok(self.0.query_row(names, [], |row| row.get(0))?)
    }
}

struct Duck(duckdb::Connection);

impl Database for Duck {
    fn apply(&mut self, entries: &[Entry]) -> Outcome<Vec<String>> {
        let again = self.0.try_clone()?;
        Ok(duck::apply_migrations(
            &again,
            &migrations!(duck, entries),
            "p",
        )?)
    }

    fn pending(&mut self, entries: &[Entry]) -> Outcome<Vec<String>> {
        Ok(duck::pending_migrations(
            &self.0,
            &migrations!(duck, entries),
            "p",
        )?)
    }

    fn tables(&mut self) -> Outcome<String> {
        let names = "SELECT string_agg(table_name, ',' ORDER BY table_name) FROM duckdb_tables()";
        Ok(self.0.query_row(names, [], |row| row.get(0))?)
    }
}

struct Postgres {
    runtime: tokio::runtime::Runtime,
    config: Config,
}

async fn connect(config: &Config) -> Outcome<Client> {
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

impl Postgres {
    fn empty() -> Outcome<Postgres> {
        static DATABASES: AtomicU32 = AtomicU32::new(0);
        let number = DATABASES.fetch_add(1, Ordering::Relaxed);
        let name = format!("sqg_rust_h_{}_{number}", std::process::id());
        let mut config: Config = std::env::var("SQG_TEST_POSTGRES_URL")?.parse()?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let admin = connect(&config).await?;
            Ok::<_, Box<dyn Error>>(
                admin
                    .batch_execute(&format!("CREATE DATABASE {name} STRATEGY FILE_COPY"))
                    .await?,
            )
        })?;
        config.dbname(&name);
        Ok(Postgres { runtime, config })
    }
}

impl Database for Postgres {
    fn apply(&mut self, entries: &[Entry]) -> Outcome<Vec<String>> {
        self.runtime.block_on(async {
            let client = connect(&self.config).await?;
            Ok(pg::apply_migrations(&client, &migrations!(pg, entries), "p").await?)
        })
    }

    fn pending(&mut self, entries: &[Entry]) -> Outcome<Vec<String>> {
        self.runtime.block_on(async {
            let client = connect(&self.config).await?;
            Ok(pg::pending_migrations(&client, &migrations!(pg, entries), "p").await?)
        })
    }

    fn tables(&mut self) -> Outcome<String> {
        let names = "SELECT coalesce(string_agg(c.oid::regclass::text, ',' ORDER BY c.oid::regclass::text), '')
            FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname !~ '^(pg_|information)'";
        self.runtime.block_on(async {
            let client = connect(&self.config).await?;
            Ok(client.query_one(names, &[]).await?.try_get(0)?)
        })
    }
}

#[test]
fn sqlite() -> Outcome {
    play("sqlite", || {
        let connection = rusqlite::Connection::open_in_memory()?;
        // As sqg has it: the crate's own library switches them on.
        connection.pragma_update(None, "foreign_keys", false)?;
        Ok(Lite(connection))
    })
}

#[test]
fn duckdb() -> Outcome {
    play("duckdb", || Ok(Duck(duckdb::Connection::open_in_memory()?)))
}

#[test]
fn postgres() -> Outcome {
    play("postgres", Postgres::empty)
}
