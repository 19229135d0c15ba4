//! What the contract cannot show: values of every type, work that is undone, several tasks on one client, a pool.

use std::error::Error;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{FutureExt, StreamExt};
use serde_json::Value;
use sqg_suite::pg::appender::{Appender, NarrowRow};
use sqg_suite::pg::migrated::Migrated;
use sqg_suite::pg::results::Results;
use sqg_suite::pg::sqg::{self, Database, Decode, Encode, Statement};
use sqg_suite::pg::types::{Address, Mood, Place, Types};
use tokio_postgres::{Client, Config, NoTls};

type Outcome = Result<(), Box<dyn Error>>;

fn run(test: impl Future<Output = Outcome>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime
        .expect("a runtime")
        .block_on(test)
        .expect("the test");
}

fn config() -> Result<Config, Box<dyn Error>> {
    Ok(std::env::var("SQG_TEST_POSTGRES_URL")?.parse()?)
}

/// A database of its own with the schema of a unit.
async fn database(scripts: impl Iterator<Item = &str>) -> Result<(Config, Client), Box<dyn Error>> {
    static DATABASES: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "sqg_rust_t_{}_{}",
        std::process::id(),
        DATABASES.fetch_add(1, Ordering::Relaxed)
    );
    connect(&config()?)
        .await?
        .batch_execute(&format!("CREATE DATABASE {name}"))
        .await?;
    let mut own = config()?;
    own.dbname(&name);
    let client = connect(&own).await?;
    for script in scripts {
        client.batch_execute(script).await?;
    }
    Ok((own, client))
}

async fn connect(config: &Config) -> Result<Client, Box<dyn Error>> {
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// What futures give that run at the same time.
async fn join_all<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut waiting: Vec<_> = futures
        .into_iter()
        .map(|f| (Some(Box::pin(f)), None))
        .collect();
    std::future::poll_fn(|cx| {
        for (future, output) in &mut waiting {
            if let Some(std::task::Poll::Ready(done)) = future.as_mut().map(|f| f.as_mut().poll(cx))
            {
                (*future, *output) = (None, Some(done));
            }
        }
        match waiting.iter().all(|(future, _)| future.is_none()) {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    waiting
        .into_iter()
        .filter_map(|(_, output)| output)
        .collect()
}

async fn count(client: &Client, table: &str) -> Result<i64, Box<dyn Error>> {
    let sql = format!("SELECT count(*) FROM {table}");
    Ok(client.query_one(&sql, &[]).await?.try_get(0)?)
}

fn narrow(id: i32) -> NarrowRow {
    let name = Some(format!("n{id}"));
    NarrowRow { k: id, v: name }
}

/// Values that the types of Rust do not have; any other error is one.
fn is_refused(error: &str) -> bool {
    [
        "column v: it is beyond what the type holds",
        "column v: a Decimal has no such value",
        "column v: an array of ",
    ]
    .iter()
    .any(|why| error.contains(why))
}

/// Reads each value of a type that the corpus lists, sends it back, and compares what the server says of it.
async fn same<T: Decode + Encode + Sync + Debug>(
    client: &Client,
    ty: &str,
    values: &[Value],
) -> Result<usize, Box<dyn Error>> {
    let db = Database::new(client, 0);
    let mut refused = 0;
    for value in values {
        let text = value["value"]
            .as_str()
            .ok_or("a value")?
            .replace('\'', "''");
        let read = format!("SELECT CAST('{text}' AS {ty}) AS v");
        let row = match db
            .one(&Statement::once("read", &read), &[], sqg::first::<T>)
            .await
        {
            Ok(row) => row.ok_or("a row")?,
            Err(e) if is_refused(&e.to_string()) => {
                refused += 1;
                continue;
            }
            Err(e) => return Err(format!("{ty} {text}: {e}").into()),
        };
        let write = format!("SELECT CAST($1::{ty} AS text), CAST(CAST('{text}' AS {ty}) AS text)");
        let texts = |row: &sqg::Row| Ok((sqg::get::<String>(row, 0)?, sqg::get::<String>(row, 1)?));
        let (again, stored) = db
            .one(&Statement::once("write", &write), &[&row], texts)
            .await
            .map_err(|e| format!("{ty} {text} {row:?}: {e}"))?
            .ok_or("a row")?;
        let wanted = value["again"].as_str().unwrap_or(&stored);
        if again != wanted {
            return Err(format!("{ty} {text}: {row:?} came back as {again}").into());
        }
    }
    Ok(refused)
}

#[test]
fn every_type() {
    run(async {
        use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
        use rust_decimal::Decimal;
        let (_, client) = database(Types::migrations()).await?;
        let corpus: Value = serde_json::from_str(&std::fs::read_to_string(
            "../../corpus/types/postgres.json",
        )?)?;
        for sql in corpus["settings"].as_array().into_iter().flatten() {
            client.batch_execute(sql.as_str().unwrap_or("")).await?;
        }
        let (mut tried, mut failed) = (0, Vec::new());
        for column in corpus["types"].as_array().ok_or("types")? {
            let ty = column["type"].as_str().ok_or("a type")?;
            let values: Vec<Value> = column["values"]
                .as_array()
                .ok_or("values")?
                .iter()
                .filter(|v| v["since"].is_null())
                .cloned()
                .collect();
            macro_rules! types {
                ($($name:literal => $rust:ty),+ $(,)?) => {
                    match ty {
                        $($name => same::<$rust>(&client, ty, &values).await,)+
                        _ => continue,
                    }
                };
            }
            let outcome = types! {
                "boolean" => bool, "smallint" => i16, "integer" => i32, "bigint" => i64, "oid" => u32, "real" => f32,
                "double precision" => f64, "numeric(12, 2)" => Decimal, "numeric(5, -2)" => Decimal, "numeric(3, 5)" => Decimal,
                "money" => i64, "text" => String, "varchar" => String, "name" => String, "xml" => String, "\"char\"" => String,
                "bytea" => Vec<u8>, "bit(8)" => sqg::Bits, "varbit" => sqg::Bits, "json" => String, "jsonb" => String,
                "tsvector" => sqg::TsVector, "uuid" => uuid::Uuid, "inet" => sqg::Inet, "cidr" => sqg::Inet,
                "macaddr" => [u8; 6], "macaddr8" => [u8; 8], "interval" => sqg::Interval, "mood" => Mood, "email" => String,
                "good_mood" => Mood, "amount" => Decimal, "tag_list" => Vec<Option<String>>, "positive" => i32,
                "place" => Place, "home" => Place, "address" => Address, "timestamp(3)" => NaiveDateTime, "time(0)" => NaiveTime,
                "boolean[]" => Vec<Option<bool>>, "integer[]" => Vec<Option<i32>>, "mood[]" => Vec<Option<Mood>>,
                "date" => NaiveDate, "time" => NaiveTime, "timetz" => sqg::TimeTz, "timestamp" => NaiveDateTime,
                "timestamptz" => DateTime<Utc>, "numeric" => Decimal,
                "int4range" => sqg::Range<i32>, "int8range" => sqg::Range<i64>, "textrange" => sqg::Range<String>,
                "int4multirange" => Vec<sqg::Range<i32>>, "address[]" => Vec<Option<Address>>,
                "integer[][]" => Vec<Vec<Option<i32>>>,
            };
            tried += 1;
            if let Err(e) = outcome {
                failed.push(e.to_string());
            }
        }
        assert!(tried > 45, "{tried} types");
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        Ok(())
    });
}

#[test]
fn work_is_undone() {
    run(async {
        let (own, mut client) = database(Appender::migrations()).await?;
        let rows = (0..20_000).map(narrow);
        assert_eq!(
            Appender::new(&client).bulk_insert_narrow(rows).await?,
            20_000
        );
        // A future that is dropped while rows are on the way.
        for polls in 1..6 {
            let endless = (100_000..).map(narrow);
            let app = Appender::new(&client);
            let mut load = Box::pin(app.bulk_insert_narrow(endless));
            for _ in 0..polls {
                assert!((&mut load).now_or_never().is_none());
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
            drop(load);
            assert_eq!(count(&client, "narrow").await?, 20_000);
        }
        client
            .batch_execute("CREATE UNIQUE INDEX ON narrow (k)")
            .await?;
        // In a transaction, an error leaves that usable.
        let transaction = client.transaction().await?;
        let app = Appender::new(&transaction);
        app.bulk_insert_narrow([narrow(20_001)]).await?;
        let failed = app
            .bulk_insert_narrow([narrow(20_002), narrow(20_001)])
            .await;
        assert_eq!(
            failed.err().and_then(|e| e.code().cloned()),
            Some(tokio_postgres::error::SqlState::UNIQUE_VIOLATION)
        );
        app.bulk_insert_narrow([narrow(20_003)]).await?;
        transaction.commit().await?;
        assert_eq!(count(&client, "narrow").await?, 20_002);
        drop(own);
        Ok(())
    });
}

#[test]
fn many_tasks_share_a_client() {
    fn is_send<T: Send>(future: T) -> T {
        future
    }
    run(async {
        let (own, client) = database(Results::migrations()).await?;
        let app = Results::new(&client);
        let found = join_all((1..200).map(|n| is_send(app.numbers(n)))).await;
        for (n, rows) in (1..200).zip(found) {
            assert_eq!(rows?.len(), n);
        }
        let mut rows = app.numbers_stream(1_000_000).await?;
        assert!(rows.next().await.is_some());
        drop(rows);
        assert_eq!(app.numbers(3).await?.len(), 3);
        let manager = deadpool_postgres::Manager::new(own, NoTls);
        let pool = deadpool_postgres::Pool::builder(manager)
            .max_size(2)
            .build()?;
        let object = pool.get().await?;
        assert_eq!(Results::new(&**object).numbers(4).await?.len(), 4);
        Ok(())
    });
}

#[test]
fn migrations_race() {
    run(async {
        let (own, client) = database(std::iter::empty()).await?;
        let (one, two) = (connect(&own).await?, connect(&own).await?);
        let both = join_all([
            Migrated::apply_migrations(&one, None),
            Migrated::apply_migrations(&two, None),
        ])
        .await;
        let applied: Vec<usize> = both
            .into_iter()
            .map(|a| a.map(|names| names.len()))
            .collect::<Result<_, _>>()?;
        assert_eq!(applied.iter().max(), Some(&Migrated::migrations().count()));
        assert_eq!(applied.iter().min(), Some(&0));
        client
            .batch_execute("UPDATE _sqg_migrations SET checksum = 'x'")
            .await?;
        let changed = Migrated::apply_migrations(&client, None).await;
        assert!(changed.is_err_and(|e| e.to_string().contains("has changed since it was applied")));
        let other = Migrated::apply_migrations(&client, Some("another")).await;
        assert!(other.is_err()); // its tables are there already, and nothing is left of the attempt
        assert!(Migrated::apply_migrations(&client, None).await.is_err());
        Ok(())
    });
}
