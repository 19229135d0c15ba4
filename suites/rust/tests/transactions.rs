//! Plays the cases of corpus/transactions with every driver, and storms of transfers.

use std::cell::Cell;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use sqg_suite::transactions::{duckdb, pg, sqlite};
use tokio_postgres::{Client, Config, NoTls};

type Failure = Box<dyn Error>;
type Outcome<T = ()> = Result<T, Failure>;

/// The cases of an engine. A pool's are for generated code that takes one.
fn cases(engine: &str) -> Vec<Value> {
    let text = include_str!("../../../corpus/transactions/cases.json");
    let all: Vec<Value> = serde_json::from_str(text).expect("cases");
    let own = |c: &Value| {
        let engines = c["engines"].as_array();
        c["pool"].is_null() && engines.is_none_or(|e| e.iter().any(|e| e == engine))
    };
    // What a program of Rust cannot say.
    let sayable = |c: &Value| c["options"]["retry"] != -1;
    let cases: Vec<_> = all.into_iter().filter(own).filter(sayable).collect();
    assert!(cases.len() > 8);
    cases
}

fn pair(of: &Value) -> (i64, i64) {
    let at = |i: usize| of[i].as_i64().expect("a number");
    (at(0), at(1))
}

/// The player of an engine: $wait is how a call is waited for, $work what makes a function of a transaction.
macro_rules! player {
    ($engine:ident, [$($async:ident)?], $wait:ident, $work:ident, $more:ident) => {
        pub mod $engine {
            use super::*;
            use super::super::$engine::sqg;
            use super::super::$engine::transactions::{PutRowsParams, Transactions};

            pub struct Player<'p> {
                pub app: Transactions<'p>,
                pub other: Transactions<'p>,
                pub options: fn(&Value) -> sqg::TransactionOptions,
                pub depth: Cell<u32>,
                pub calls: Cell<u32>,
            }

            impl Player<'_> {
                pub $($async)? fn play(&self, case: &Value) -> Outcome {
                    $wait!(self.begin(&self.app, case))?;
                    let calls = case["calls"].as_u64().unwrap_or(1);
                    assert_eq!(u64::from(self.calls.get()), calls, "{case}");
                    let mut after = vec![100; 4];
                    if let Some(given) = case["after"].as_array() {
                        after = given.iter().map(|n| n.as_i64().expect("a number")).collect();
                    }
                    assert_eq!($wait!(self.app.balances())?, after, "{case}");
                    // Nothing is left open.
                    $wait!(self.begin(&self.app, &json!({"do": [{"put": [1, 1]}]})))?;
                    after[0] = 1;
                    assert_eq!($wait!(self.other.balances())?, after, "{case}");
                    Ok(())
                }

                $($async)? fn begin(&self, app: &Transactions<'_>, block: &Value) -> Outcome {
                    let options = (self.options)(&block["options"]);
                    let done = $wait!(app.transaction(options, $work!(self, block)));
                    match (done, block["error"].as_str()) {
                        (done, None) => done,
                        (Ok(()), Some(error)) => panic!("no error, not {error}"),
                        (Err(e), Some(error)) => {
                            assert!(e.to_string().contains(error), "{e}, not {error}");
                            Ok(())
                        }
                    }
                }

                $($async)? fn steps(&self, tx: &Transactions<'_>, block: &Value) -> Outcome {
                    if self.depth.get() == 0 {
                        self.calls.set(self.calls.get() + 1);
                    }
                    self.depth.set(self.depth.get() + 1);
                    let mut done = Ok(());
                    for step in block["do"].as_array().expect("steps") {
                        done = $wait!(self.step(tx, step));
                        if done.is_err() {
                            break;
                        }
                    }
                    self.depth.set(self.depth.get() - 1);
                    done
                }

                $($async)? fn step(&self, tx: &Transactions<'_>, step: &Value) -> Outcome {
                    if let put @ Value::Array(_) = &step["put"] {
                        let (id, balance) = pair(put);
                        $wait!(tx.put(id, balance))?;
                    } else if let Value::Array(rows) = &step["rows"] {
                        let rows = rows.iter().map(pair);
                        let rows = rows.map(|(id, balance)| PutRowsParams { balance, id });
                        $wait!(tx.put_rows_batch(rows))?;
                    } else if let Some(id) = step["get"].as_i64() {
                        $wait!(tx.balance(id))?;
                    } else if step["fail"] == true {
                        return Err("stop".into());
                    } else if step["in"].is_object() {
                        $wait!(self.begin(tx, &step["in"]))?;
                    } else if step["other"].is_object() {
                        if self.calls.get() == 1 || step["once"].is_null() {
                            $wait!(self.begin(&self.other, &step["other"]))?;
                        }
                    } else {
                        $more!(tx, step)
                    }
                    Ok(())
                }
            }
        }
    };
}

macro_rules! now {
    ($call:expr) => {
        $call
    };
}

macro_rules! later {
    ($call:expr) => {
        Box::pin($call).await
    };
}

macro_rules! function {
    ($player:expr, $block:expr) => {
        |tx: &Transactions<'_>| $player.steps(tx, $block)
    };
}

macro_rules! asynchronous {
    ($player:expr, $block:expr) => {
        |tx| $player.steps(tx, $block)
    };
}

macro_rules! no_more {
    ($tx:expr, $step:expr) => {
        panic!("{}", $step)
    };
}

macro_rules! on_server {
    ($tx:expr, $step:expr) => {
        if let Some(expected) = $step["isolation"].as_str() {
            assert_eq!($tx.isolation().await?, expected);
        } else if let Some(passed) = $step["broken"].as_bool() {
            let broken = $tx.broken().await;
            if !passed {
                broken?;
            }
        } else {
            panic!("{}", $step)
        }
    };
}

mod players {
    use super::*;

    player!(sqlite, [], now, function, no_more);
    player!(duckdb, [], now, function, no_more);
    player!(pg, [async], later, asynchronous, on_server);
}

fn retry(options: &Value) -> u32 {
    options["retry"].as_u64().unwrap_or(0) as u32
}

/// A database in a file, without its file afterwards.
struct File(PathBuf);

impl Drop for File {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", self.0.display()));
        }
    }
}

fn file() -> Outcome<File> {
    static FILES: AtomicU32 = AtomicU32::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let name = format!("sqg-transactions-{}-{number}.db", std::process::id());
    let file = File(std::env::temp_dir().join(name));
    let connection = rusqlite::Connection::open(&file.0)?;
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    for script in sqlite::transactions::Transactions::migrations() {
        connection.execute_batch(script)?;
    }
    Ok(file)
}

fn open(file: &File) -> Outcome<rusqlite::Connection> {
    let connection = rusqlite::Connection::open(&file.0)?;
    connection.busy_timeout(Duration::ZERO)?;
    Ok(connection)
}

#[test]
fn cases_of_sqlite() -> Outcome {
    use sqlite::sqg::{Mode, TransactionOptions};
    for case in cases("sqlite") {
        let file = file()?;
        let (one, two) = (open(&file)?, open(&file)?);
        players::sqlite::Player {
            app: sqlite::transactions::Transactions::new(&one),
            other: sqlite::transactions::Transactions::new(&two),
            options: |o| TransactionOptions {
                mode: (o["mode"] == "immediate").then_some(Mode::Immediate),
                retry: retry(o),
            },
            depth: Cell::new(0),
            calls: Cell::new(0),
        }
        .play(&case)?;
    }
    Ok(())
}

fn duck() -> Outcome<::duckdb::Connection> {
    let connection = ::duckdb::Connection::open_in_memory()?;
    for script in duckdb::transactions::Transactions::migrations() {
        connection.execute_batch(script)?;
    }
    Ok(connection)
}

#[test]
fn cases_of_duckdb() -> Outcome {
    for case in cases("duckdb") {
        let one = duck()?;
        let two = one.try_clone()?;
        players::duckdb::Player {
            app: duckdb::transactions::Transactions::new(&one),
            other: duckdb::transactions::Transactions::new(&two),
            options: |o| duckdb::sqg::TransactionOptions {
                read_only: o["readOnly"] == true,
                retry: retry(o),
            },
            depth: Cell::new(0),
            calls: Cell::new(0),
        }
        .play(&case)?;
    }
    Ok(())
}

/// 16 threads move money between four accounts, each with a connection of its own. The first transfer of each waits
/// until all have read a balance, so that some must conflict.
macro_rules! storm {
    ($engine:ident, $connect:expr) => {{
        let calls = AtomicU32::new(0);
        let begun = Barrier::new(16);
        std::thread::scope(|scope| {
            let transfers = |number: i64, connection| -> Result<(), $engine::sqg::Error> {
                let app = $engine::transactions::Transactions::new(&connection);
                let wait = std::sync::Once::new();
                for i in 0..3 {
                    let (from, to) = (1 + (number + i) % 4, 1 + (number + 3 * i + 1) % 4);
                    let options = $engine::sqg::TransactionOptions {
                        retry: 1000,
                        ..Default::default()
                    };
                    app.transaction(options, |tx| {
                        calls.fetch_add(1, Ordering::Relaxed);
                        let has = tx.balance(from)?;
                        wait.call_once(|| drop(begun.wait()));
                        tx.put(from, has - 1)?;
                        tx.put(to, tx.balance(to)? + 1)
                    })?;
                }
                Ok(())
            };
            let mut threads = Vec::new();
            for number in 0..16 {
                let connection = $connect?;
                threads.push(scope.spawn(move || transfers(number, connection)));
            }
            for thread in threads {
                thread.join().expect("a thread")?;
            }
            Ok::<_, Failure>(())
        })?;
        let connection = $connect?;
        let app = $engine::transactions::Transactions::new(&connection);
        assert_eq!(app.balances()?.iter().sum::<i64>(), 400);
        assert!(calls.load(Ordering::Relaxed) > 48);
        Ok(())
    }};
}

#[test]
fn a_storm_in_sqlite() -> Outcome {
    let file = file()?;
    storm!(sqlite, open(&file))
}

#[test]
fn a_storm_in_duckdb() -> Outcome {
    let connection = duck()?;
    storm!(duckdb, connection.try_clone())
}

#[test]
fn a_panic_rolls_back() -> Outcome {
    let file = file()?;
    let connection = open(&file)?;
    let app = sqlite::transactions::Transactions::new(&connection);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        app.transaction(Default::default(), |tx| -> Outcome {
            tx.put(1, 150)?;
            panic!("which rolls back")
        })
    }));
    assert!(panicked.is_err() && connection.is_autocommit());
    assert_eq!(app.balance(1)?, 100);
    Ok(())
}

fn run(test: impl Future<Output = Outcome>) -> Outcome {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build()?.block_on(test)
}

async fn connect(config: &Config) -> Outcome<Client> {
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// A database of its own.
async fn database() -> Outcome<Config> {
    static DATABASES: AtomicU32 = AtomicU32::new(0);
    let number = DATABASES.fetch_add(1, Ordering::Relaxed);
    let name = format!("sqg_rust_x_{}_{number}", std::process::id());
    let mut config: Config = std::env::var("SQG_TEST_POSTGRES_URL")?.parse()?;
    let sql = format!("CREATE DATABASE {name} STRATEGY FILE_COPY");
    connect(&config).await?.batch_execute(&sql).await?;
    config.dbname(&name);
    let client = connect(&config).await?;
    for script in pg::transactions::Transactions::migrations() {
        client.batch_execute(script).await?;
    }
    Ok(config)
}

fn options_of_postgres(o: &Value) -> pg::sqg::TransactionOptions {
    use pg::sqg::Isolation::{ReadCommitted, RepeatableRead, Serializable};
    pg::sqg::TransactionOptions {
        isolation: o["isolation"].as_str().map(|name| match name {
            "serializable" => Serializable,
            "repeatable read" => RepeatableRead,
            _ => ReadCommitted,
        }),
        read_only: o["readOnly"] == true,
        deferrable: o["deferrable"] == true,
        retry: retry(o),
    }
}

#[test]
fn cases_of_postgres() -> Outcome {
    run(async {
        for case in cases("postgres") {
            let config = database().await?;
            let (one, two) = (connect(&config).await?, connect(&config).await?);
            let player = players::pg::Player {
                app: pg::transactions::Transactions::new(&one),
                other: pg::transactions::Transactions::new(&two),
                options: options_of_postgres,
                depth: Cell::new(0),
                calls: Cell::new(0),
            };
            player.play(&case).await?;
        }
        Ok(())
    })
}

#[test]
fn a_dropped_future_rolls_back() -> Outcome {
    run(async {
        let config = database().await?;
        let client = connect(&config).await?;
        let app = pg::transactions::Transactions::new(&client);
        let endless = app.transaction(Default::default(), |tx| async move {
            tx.put(1, 150).await?;
            std::future::pending::<Outcome>().await
        });
        assert!(
            tokio::time::timeout(Duration::from_millis(200), endless)
                .await
                .is_err()
        );
        assert_eq!(app.balance(1).await?, 100);
        let status = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()";
        let open: i64 = client.query_one(status, &[]).await?.try_get(0)?;
        assert_eq!(open, 0);
        Ok(())
    })
}

#[test]
fn a_connection_that_dies() -> Outcome {
    run(async {
        let config = database().await?;
        let (client, connection) = config.connect(NoTls).await?;
        let connection = tokio::spawn(connection);
        let app = pg::transactions::Transactions::new(&client);
        let done = app.transaction(Default::default(), |tx| async move {
            tx.put(1, 150).await?;
            tx.terminate().await?;
            Ok::<_, Failure>(())
        });
        assert!(done.await.is_err());
        assert!(connection.await?.is_err());
        assert!(client.is_closed()); // so that a pool drops it
        Ok(())
    })
}

/// 16 clients move money between four accounts.
#[test]
fn a_storm() -> Outcome {
    run(async {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let config = database().await?;
        let mut clients = Vec::new();
        for number in 0..16 {
            let client = connect(&config).await?;
            clients.push(tokio::spawn(async move {
                let app = pg::transactions::Transactions::new(&client);
                for i in 0..3 {
                    let (from, to) = (1 + (number + i) % 4, 1 + (number + i + 1) % 4);
                    let options = pg::sqg::TransactionOptions {
                        isolation: Some(pg::sqg::Isolation::Serializable),
                        retry: 200,
                        ..Default::default()
                    };
                    let transfer = app.transaction(options, |tx| async move {
                        CALLS.fetch_add(1, Ordering::Relaxed);
                        tx.put(from, tx.balance(from).await? - 1).await?;
                        tx.put(to, tx.balance(to).await? + 1).await
                    });
                    transfer.await?;
                }
                Ok::<_, pg::sqg::Error>(())
            }));
        }
        for client in clients {
            client.await??;
        }
        let client = connect(&config).await?;
        let app = pg::transactions::Transactions::new(&client);
        assert_eq!(app.balances().await?.iter().sum::<i64>(), 400);
        assert!(CALLS.load(Ordering::Relaxed) > 48);
        Ok(())
    })
}
