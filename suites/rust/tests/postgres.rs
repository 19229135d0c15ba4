//! What the contract cannot show: values of every type, work that is undone, several tasks on one client, a pool.

mod clients;
#[macro_use]
mod heard;
mod within;

use std::error::Error;
use std::fmt::Debug;
use std::ops::Bound;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_util::{FutureExt, StreamExt};
use serde_json::Value;
use sqg_suite::app::{Cents, Day, Document, Key, State};
use sqg_suite::layout::overrides::{AddDocumentParams, DocumentRow, Overrides, RouteRow};
use sqg_suite::layout::sqg::Range;
use sqg_suite::layout::within::{
    AddGraphParams, AddLinkParams, AddSpotParams, GraphRow, LinkOfParams, LinkRow, Node,
    SetTargetsParams, SpotRow, Within,
};
use sqg_suite::pg::appender::{Appender, NarrowRow};
use sqg_suite::pg::bulk::{Bulk, SetStockParams, TakeParams};
use sqg_suite::pg::lookup::Lookup;
use sqg_suite::pg::migrated::Migrated;
use sqg_suite::pg::results::Results;
use sqg_suite::pg::returned::{AddParams, Returned};
use sqg_suite::pg::sqg::{self, Database, Decode, Encode, Statement};
use sqg_suite::pg::types::{Address, Frame, Mood, Place, Types};
use tokio_postgres::{Client, Config, NoTls};
use within::{keys, stored};

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
        .batch_execute(&format!("CREATE DATABASE {name} STRATEGY FILE_COPY"))
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

/// What is no label is an error that threads and other libraries' errors take.
const _: fn() = || {
    fn taken<T: std::str::FromStr<Err: Error + Send + Sync + 'static>>() {}
    taken::<Mood>();
};

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
            if ty == "textmultirange" {
                continue; // the driver does not say what a multirange of the schema is of
            }
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
                        _ => Err("the test does not know the type".into()),
                    }
                };
            }
            let outcome = types! {
            "boolean" => bool, "smallint" => i16, "integer" => i32, "bigint" => i64, "oid" => u32,
            "real" => f32, "double precision" => f64, "numeric" => Decimal, "numeric(12, 2)" => Decimal,
            "numeric(5, -2)" => Decimal, "numeric(3, 5)" => Decimal, "money" => i64, "text" => String,
            "varchar" => String, "varchar(10)" => String, "char(5)" => String, "bpchar" => String,
            "name" => String, "\"char\"" => String, "xml" => String, "bytea" => Vec<u8>,
            "bit(8)" => sqg::Bits, "varbit" => sqg::Bits, "varbit(5)" => sqg::Bits, "json" => String,
            "jsonb" => String, "tsvector" => sqg::TsVector, "date" => NaiveDate, "time" => NaiveTime,
            "time(0)" => NaiveTime, "timetz" => sqg::TimeTz, "timestamp" => NaiveDateTime,
            "timestamp(3)" => NaiveDateTime, "timestamptz" => DateTime<Utc>, "interval" => sqg::Interval,
            "uuid" => uuid::Uuid, "inet" => sqg::Inet, "cidr" => sqg::Inet, "macaddr" => [u8; 6],
            "macaddr8" => [u8; 8], "mood" => Mood, "email" => String, "good_mood" => Mood,
            "amount" => Decimal, "tag_list" => Vec<Option<String>>, "place" => Place, "address" => Address,
            "home" => Place, "positive" => i32, "work_email" => String, "boolean[]" => Vec<Option<bool>>,
            "smallint[]" => Vec<Option<i16>>, "integer[]" => Vec<Option<i32>>, "bigint[]" => Vec<Option<i64>>,
            "oid[]" => Vec<Option<u32>>, "real[]" => Vec<Option<f32>>,
            "double precision[]" => Vec<Option<f64>>, "numeric[]" => Vec<Option<Decimal>>,
            "numeric(12, 2)[]" => Vec<Option<Decimal>>, "money[]" => Vec<Option<i64>>,
            "text[]" => Vec<Option<String>>, "varchar[]" => Vec<Option<String>>,
            "char(5)[]" => Vec<Option<String>>, "name[]" => Vec<Option<String>>,
            "\"char\"[]" => Vec<Option<String>>, "xml[]" => Vec<Option<String>>,
            "bytea[]" => Vec<Option<Vec<u8>>>, "bit(8)[]" => Vec<Option<sqg::Bits>>,
            "varbit[]" => Vec<Option<sqg::Bits>>, "json[]" => Vec<Option<String>>,
            "jsonb[]" => Vec<Option<String>>, "tsvector[]" => Vec<Option<sqg::TsVector>>,
            "date[]" => Vec<Option<NaiveDate>>, "time[]" => Vec<Option<NaiveTime>>,
            "timetz[]" => Vec<Option<sqg::TimeTz>>, "timestamp[]" => Vec<Option<NaiveDateTime>>,
            "timestamptz[]" => Vec<Option<DateTime<Utc>>>, "interval[]" => Vec<Option<sqg::Interval>>,
            "uuid[]" => Vec<Option<uuid::Uuid>>, "inet[]" => Vec<Option<sqg::Inet>>,
            "cidr[]" => Vec<Option<sqg::Inet>>, "macaddr[]" => Vec<Option<[u8; 6]>>,
            "macaddr8[]" => Vec<Option<[u8; 8]>>, "mood[]" => Vec<Option<Mood>>,
            "email[]" => Vec<Option<String>>, "positive[]" => Vec<Option<i32>>,
            "good_mood[]" => Vec<Option<Mood>>, "amount[]" => Vec<Option<Decimal>>,
            "place[]" => Vec<Option<Place>>, "address[]" => Vec<Option<Address>>,
            "int4range[]" => Vec<Option<sqg::Range<i32>>>,
            "nummultirange[]" => Vec<Option<Vec<sqg::Range<Decimal>>>>,
            "boolean[][]" => Vec<Vec<Option<bool>>>, "integer[][]" => Vec<Vec<Option<i32>>>,
            "bigint[][][]" => Vec<Vec<Vec<Option<i64>>>>, "double precision[][]" => Vec<Vec<Option<f64>>>,
            "numeric[][]" => Vec<Vec<Option<Decimal>>>, "text[][]" => Vec<Vec<Option<String>>>,
            "text[][][]" => Vec<Vec<Vec<Option<String>>>>, "bytea[][]" => Vec<Vec<Option<Vec<u8>>>>,
            "jsonb[][]" => Vec<Vec<Option<String>>>, "date[][]" => Vec<Vec<Option<NaiveDate>>>,
            "timestamptz[][]" => Vec<Vec<Option<DateTime<Utc>>>>,
            "interval[][]" => Vec<Vec<Option<sqg::Interval>>>, "uuid[][]" => Vec<Vec<Option<uuid::Uuid>>>,
            "mood[][]" => Vec<Vec<Option<Mood>>>, "place[][]" => Vec<Vec<Option<Place>>>,
            "int4range[][]" => Vec<Vec<Option<sqg::Range<i32>>>>, "matrix" => Vec<Vec<Option<i32>>>,
            "frame" => Frame, "int4range" => sqg::Range<i32>, "int8range" => sqg::Range<i64>,
            "numrange" => sqg::Range<Decimal>, "daterange" => sqg::Range<NaiveDate>,
            "tsrange" => sqg::Range<NaiveDateTime>, "tstzrange" => sqg::Range<DateTime<Utc>>,
            "textrange" => sqg::Range<String>, "int4multirange" => Vec<sqg::Range<i32>>,
            "int8multirange" => Vec<sqg::Range<i64>>, "nummultirange" => Vec<sqg::Range<Decimal>>,
            "datemultirange" => Vec<sqg::Range<NaiveDate>>, "tsmultirange" => Vec<sqg::Range<NaiveDateTime>>,
            "tstzmultirange" => Vec<sqg::Range<DateTime<Utc>>>, };
            tried += 1;
            if let Err(e) = outcome {
                failed.push(format!("{ty}: {e}"));
            }
        }
        assert!(tried > 120, "{tried} types");
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        Ok(())
    });
}

/// Each in a list, which has the length of a value in front of it, as a row has.
#[test]
fn decimals_of_every_scale() {
    run(async {
        use rust_decimal::Decimal;
        let (own, client) = database(Types::migrations()).await?;
        let most = 79_228_162_514_264_337_593_543_950_335;
        let digits = [0, 1, 9_999, 10_000, 10_001, 120_000_000, 1 << 64, most];
        let signed = digits.iter().flat_map(|&n: &i128| [n, -n]);
        let of = |n| (0..=28).map(move |scale| Decimal::from_i128_with_scale(n, scale));
        let values: Vec<Decimal> = signed.flat_map(of).collect();
        let sql =
            "SELECT v::text FROM unnest($1::numeric[]) WITH ORDINALITY AS u (v, i) ORDER BY i";
        let again = Database::new(&client, 0)
            .all(
                &Statement::once("decimals", sql),
                &[&values],
                sqg::first::<String>,
            )
            .await?;
        let expected: Vec<_> = values.iter().map(Decimal::to_string).collect();
        assert_eq!(again, expected);
        drop(own);
        Ok(())
    });
}

/// PostgreSQL has arrays in which all lists are of one length, and an empty one without dimensions.
#[test]
fn lists_of_lists() {
    run(async {
        let (own, client) = database(Types::migrations()).await?;
        let types = Types::new(&client);
        assert!(types.ids_in(&[vec![], vec![]]).await?.is_empty());
        for lists in [[vec![1, 2], vec![3]], [vec![], vec![1]]] {
            let refused = types.ids_in(&lists).await.err().ok_or("they were taken")?;
            let wanted = "the lists of an array differ in length";
            assert!(format!("{refused:?}").contains(wanted), "{refused:?}");
        }
        drop(own);
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

/// The driver would take answers for those of other statements once the server has refused a COPY.
#[test]
fn a_refused_bulk_insert_leaves_the_client() {
    run(async {
        let (own, client) = database(Appender::migrations()).await?;
        let app = Appender::new(&client);
        let refusals = [
            (
                "REVOKE INSERT ON narrow FROM pg_monitor",
                "permission denied",
            ),
            (
                "GRANT INSERT ON narrow TO pg_monitor; ALTER TABLE narrow ENABLE ROW LEVEL SECURITY",
                "COPY FROM not supported with row-level security",
            ),
            (
                "ALTER TABLE narrow DISABLE ROW LEVEL SECURITY; SET default_transaction_read_only = on",
                "read-only transaction",
            ),
            (
                "SET default_transaction_read_only = off; ALTER TABLE narrow RENAME TO other",
                "does not exist",
            ),
        ];
        for (change, wanted) in refusals {
            for sql in change.split("; ") {
                client.batch_execute(sql).await?;
            }
            client.batch_execute("SET ROLE pg_monitor").await?;
            for _ in 0..2 {
                let failed = app.bulk_insert_narrow((0..10).map(narrow)).await.err();
                let text = failed.map(|e| e.to_string()).unwrap_or_default();
                assert!(text.contains(wanted), "{text} after {change}");
            }
            client.batch_execute("RESET ROLE").await?;
        }
        client
            .batch_execute("ALTER TABLE other RENAME TO narrow")
            .await?;
        assert_eq!(app.bulk_insert_narrow((0..10).map(narrow)).await?, 10);
        assert_eq!(count(&client, "narrow").await?, 10);
        drop(own);
        Ok(())
    });
}

fn stock(id: i32) -> SetStockParams {
    SetStockParams { id, n: 1 }
}

/// How many statements wrote the rows of the table.
async fn statements(client: &Client) -> Result<i64, Box<dyn Error>> {
    let sql = "SELECT count(DISTINCT (xmin::text, cmin::text)) FROM stock";
    Ok(client.query_one(sql, &[]).await?.try_get(0)?)
}

#[test]
fn many_rows_take_few_statements() {
    run(async {
        let (_own, mut client) = database(Bulk::migrations()).await?;
        let app = Bulk::new(&client);
        assert_eq!(app.set_stock_bulk((1..=1500).map(stock)).await?, 1500);
        assert_eq!(statements(&client).await?, 1);
        assert_eq!(app.set_stock_bulk((1..=120_000).map(stock)).await?, 120_000);
        assert_eq!(statements(&client).await?, 2); // by COPY, 100,000 at a time
        assert_eq!(
            app.set_stock_bulk((0..9000).map(|i| stock(i / 3))).await?,
            9000
        );
        let sum = "SELECT sum(n) FROM stock";
        assert_eq!(
            client.query_one(sum, &[]).await?.try_get::<_, i64>(0)?,
            130_500
        );
        // One row is wrong: nothing stays, and the error says which.
        let rows = (1..=5000).map(|id| TakeParams {
            n: if id == 4321 { 1000 } else { 1 },
            id,
        });
        let error = app
            .take_bulk(rows)
            .await
            .expect_err("n is below 0")
            .to_string();
        assert!(error.starts_with("take: row 4321: "), "{error}");
        assert_eq!(
            client.query_one(sum, &[]).await?.try_get::<_, i64>(0)?,
            130_500
        );
        // In a transaction, which stays usable.
        let transaction = client.transaction().await?;
        let app = Bulk::new(&transaction);
        let rows = [TakeParams { n: 1, id: 1 }, TakeParams { n: 1000, id: 2 }];
        assert!(app.take_bulk(&rows).await.is_err());
        assert_eq!(app.take_bulk(&rows[..1]).await?, 1);
        assert_eq!(app.take_batch(&rows[..1]).await?, 1);
        transaction.commit().await?;
        assert_eq!(
            client.query_one(sum, &[]).await?.try_get::<_, i64>(0)?,
            130_498
        );
        Ok(())
    });
}

#[test]
fn many_keys_take_one_query() {
    run(async {
        let (_own, mut client) = database(Lookup::migrations()).await?;
        client
            .batch_execute(
                "INSERT INTO customer SELECT i, 'c' || i, nullif(i / 2, 0) FROM generate_series(1, 12000) i",
            )
            .await?;
        let plans = "SELECT sum(generic_plans + custom_plans)::int8 FROM pg_prepared_statements \
                     WHERE statement LIKE '%FROM customer%' AND statement NOT LIKE '%prepared%'";
        let app = Lookup::new(&client);
        let keys = (0..25_000).rev();
        let found = app.customer_by_id_bulk(keys.clone()).await?;
        let asked: i64 = client.query_one(plans, &[]).await?.try_get(0)?;
        assert_eq!(asked, 1);
        for (key, row) in keys.zip(&found) {
            let id = row.as_ref().map(|row| row.id);
            assert_eq!(id, (1..=12_000).contains(&key).then_some(key));
        }
        // Several of one key, more than a query takes, and texts.
        let keys = || (0..100_050).map(|i| i % 70);
        let found = app.customer_by_id_bulk(keys()).await?;
        assert_eq!(found.len(), 100_050);
        for (key, row) in keys().zip(&found) {
            assert_eq!(row.as_ref().map(|row| row.id), (key > 0).then_some(key));
        }
        let names = ["c7", "nobody", "c7", "c9"].map(str::to_owned);
        let called = app.called_bulk(&names).await?;
        let ids: Vec<_> = called
            .iter()
            .map(|rows| rows.first().map(|row| row.id))
            .collect();
        assert_eq!(ids, [Some(7), None, Some(7), Some(9)]);
        // One key is asked for by the plain query.
        let other = connect(&_own).await?;
        let app_of_one = Lookup::new(&other);
        let found = app_of_one.customer_by_id_bulk([7]).await?;
        assert_eq!(found[0].as_ref().map(|row| row.id), Some(7));
        assert_eq!(app_of_one.customer_by_id_bulk([0]).await?.len(), 1);
        assert!(app_of_one.customer_by_id_bulk(0..0).await?.is_empty());
        let lists = "SELECT count(*) FROM pg_prepared_statements \
                     WHERE statement LIKE '%= ANY%' AND statement NOT LIKE '%prepared%'";
        assert_eq!(other.query_one(lists, &[]).await?.try_get::<_, i64>(0)?, 0);
        // A query that locks runs for each key; its error says which, and leaves a transaction usable.
        assert_eq!(app.locked_bulk([2, 0, 1]).await?[1], None);
        let other = connect(&_own).await?;
        other
            .batch_execute("BEGIN; SELECT FROM customer WHERE id = 2 FOR UPDATE")
            .await?;
        let transaction = client.transaction().await?;
        transaction
            .batch_execute("SET LOCAL lock_timeout = 50; SAVEPOINT here")
            .await?;
        let app = Lookup::new(&transaction);
        let failed = app.locked_bulk(1..=3).await.expect_err("it is locked");
        assert!(
            failed.to_string().starts_with("locked: row 2: "),
            "{failed}"
        );
        transaction.batch_execute("ROLLBACK TO here").await?;
        other.batch_execute("ROLLBACK").await?;
        assert_eq!(app.locked_bulk(1..=3).await?.len(), 3);
        transaction.commit().await?;
        Ok(())
    });
}

#[test]
fn rows_that_come_back_are_all_or_none() {
    run(async {
        let (_own, client) = database(Returned::migrations()).await?;
        let app = Returned::new(&client);
        let new = |i: i32| AddParams {
            kind: "nut".to_owned(),
            n: i,
        };
        let ids = app.add_bulk((0..2500).map(new)).await?;
        assert_eq!(ids, (1..=2500).map(Some).collect::<Vec<_>>());
        let failed = app.add_bulk((0..2500).map(|i| new(1200 - i))).await;
        let failed = failed.expect_err("n is below 0").to_string();
        assert!(failed.starts_with("add: row 1202: "), "{failed}");
        assert_eq!(count(&client, "stock").await?, 2500);
        // A future that is dropped while rows are on the way.
        for polls in 1..8 {
            let mut work = Box::pin(app.add_bulk((0..).map(new)));
            for _ in 0..polls {
                assert!((&mut work).now_or_never().is_none());
                tokio::time::sleep(std::time::Duration::from_millis(3)).await;
            }
            drop(work);
            assert_eq!(count(&client, "stock").await?, 2500);
        }
        Ok(())
    });
}

#[test]
fn dropped_work_is_undone() {
    /// Polls a future some times, and drops it.
    async fn dropped(work: impl Future<Output = sqg::Result<u64>>, polls: usize) {
        let mut work = Box::pin(work);
        for _ in 0..polls {
            assert!((&mut work).now_or_never().is_none());
            tokio::time::sleep(std::time::Duration::from_millis(3)).await;
        }
    }
    run(async {
        let (_own, mut client) = database(Bulk::migrations()).await?;
        for polls in 1..12 {
            let app = Bulk::new(&client);
            let endless = (1..).map(|id| TakeParams { n: 1, id });
            dropped(app.take_batch(endless), polls).await;
            dropped(app.set_stock_bulk((1..).map(stock)), polls).await;
            dropped(
                app.set_stock_bulk(
                    (1..1000)
                        .map(stock)
                        .chain(std::iter::repeat_with(|| stock(1))),
                ),
                polls,
            )
            .await;
            assert_eq!(count(&client, "stock").await?, 0);
            // Not in a transaction now, and the same within one.
            let transaction = client.transaction().await?;
            let app = Bulk::new(&transaction);
            assert_eq!(app.set_stock(1, 1).await?, 1);
            dropped(app.set_stock_bulk((1..).map(stock)), polls).await;
            assert_eq!(app.set_stock_bulk([stock(2), stock(3)]).await?, 2);
            assert_eq!(count(transaction.client(), "stock").await?, 3);
            transaction.rollback().await?;
            assert_eq!(count(&client, "stock").await?, 0);
        }
        Ok(())
    });
}

/// A call of one statement has no transaction of its own, and yet is done as a whole or not at all.
#[test]
fn few_rows_are_all_or_none() {
    run(async {
        let (_own, mut client) = database(Bulk::migrations()).await?;
        let sum = "SELECT coalesce(sum(n), 0) FROM stock";
        let app = Bulk::new(&client);
        assert_eq!(app.set_stock_bulk((1..=900).map(stock)).await?, 900);
        // One of them is wrong; the second of one item is.
        let rows = (1..=900).map(|id| TakeParams {
            n: if id == 800 { 2 } else { 1 },
            id,
        });
        let failed = app.take_bulk(rows).await.expect_err("n is below 0");
        assert!(
            failed.to_string().starts_with("take: row 800: "),
            "{failed}"
        );
        let rows = [1, 2, 3, 1].map(|id| TakeParams { n: 1, id });
        let failed = app.take_bulk(rows).await.expect_err("n is below 0");
        assert!(failed.to_string().starts_with("take: row 4: "), "{failed}");
        assert_eq!(client.query_one(sum, &[]).await?.try_get::<_, i64>(0)?, 900);
        // A constraint that is checked when the statement has run.
        client
            .batch_execute(
                "CREATE TABLE sold (item integer REFERENCES stock DEFERRABLE INITIALLY DEFERRED); INSERT INTO sold VALUES (700)",
            )
            .await?;
        let failed = app.drop_stock_bulk(1..=900).await.expect_err("it is sold");
        let foreign = tokio_postgres::error::SqlState::FOREIGN_KEY_VIOLATION;
        assert_eq!(failed.code(), Some(&foreign));
        assert_eq!(count(&client, "stock").await?, 900);
        // A future that is dropped somewhere on its way.
        for polls in 0..60 {
            let transaction = client.transaction().await?;
            let app = Bulk::new(&transaction);
            app.set_stock(1000, 1).await?;
            let mut work = Box::pin(app.set_stock_bulk((1001..=1500).map(stock)));
            for _ in 0..polls {
                if (&mut work).now_or_never().is_some() {
                    break;
                }
                tokio::task::yield_now().await;
            }
            drop(work);
            let rows = count(transaction.client(), "stock").await?;
            assert!(rows == 901 || rows == 1401, "{polls}: {rows}");
            let savepoint = transaction.batch_execute("RELEASE SAVEPOINT sqg").await;
            assert!(savepoint.is_err(), "it is still there");
            transaction.rollback().await?;
        }
        Ok(())
    });
}

#[test]
fn types_of_the_application() {
    run(async {
        let (_own, client) = database(Overrides::migrations()).await?;
        let app = Overrides::new(&client);
        let document = |id, meta: &str| DocumentRow {
            id,
            meta: Document(meta.into()),
            extra: (id % 2 == 0).then(|| Document("[1]".into())),
            state: State::Published,
            amount: Some(Cents(1234)),
        };
        let params = |id, meta: &str| {
            let DocumentRow {
                id,
                meta,
                extra,
                state,
                amount,
            } = document(id, meta);
            AddDocumentParams {
                id,
                meta,
                extra,
                state,
                amount,
            }
        };
        app.add_document(&params(1, "{}")).await?;
        app.add_document_batch([params(2, "[]")]).await?;
        app.add_document_bulk([params(3, "3"), params(4, "4")])
            .await?;
        app.bulk_insert_document([document(5, "5")]).await?;
        assert_eq!(app.get_document(4).await?, Some(document(4, "4")));
        assert_eq!(app.get_document(5).await?, Some(document(5, "5")));
        assert_eq!(app.all_meta().await?.len(), 5);
        assert_eq!(app.extra_of(2).await?, Some(Some(Document("[1]".into()))));
        assert_eq!(app.extra_of(3).await?, Some(None));
        assert_eq!(app.find_by_meta(&Document("3".into())).await?, [3]);
        let text = app.document_text(2).await?.ok_or("no document")?;
        assert_eq!(
            (text.meta.as_str(), text.state.as_str()),
            ("[]", "published")
        );
        let error =
            |e: sqg_suite::layout::sqg::Result<u64>| e.expect_err("an empty document").to_string();
        assert_eq!(
            error(
                app.bulk_insert_document([document(6, "6"), document(7, "")])
                    .await
            ),
            "bulk insert into document: row 2: column meta: an empty document"
        );
        assert_eq!(
            error(
                app.add_document_batch([params(6, "6"), params(7, "")])
                    .await
            ),
            "add_document: row 2: column meta: an empty document"
        );
        assert!(error(app.add_document(&params(7, "")).await).ends_with("an empty document"));
        client
            .batch_execute("UPDATE document SET state = 'lost' WHERE id = 3")
            .await?;
        let lost = app.get_document(3).await.expect_err("a state").to_string();
        assert_eq!(lost, "get_document: column state: lost is no state");
        app.bulk_insert_route([RouteRow {
            id: 1,
            path: "$.\"a\"".into(),
        }])
        .await?;
        assert_eq!(app.all_routes().await?[0].path, "$.\"a\"");
        Ok(())
    });
}

#[test]
fn a_struct_for_each_file() {
    use sqg_suite::layout::parcels_types::{ParcelsRow, State};
    use sqg_suite::layout::{delivery::Delivery, intake::Intake, parcels::Parcels, sqg};
    run(async {
        let (_own, client) = database(std::iter::empty()).await?;
        assert_eq!(Parcels::apply_migrations(&client, None).await?, ["1"]);
        let row = ParcelsRow {
            id: 1,
            state: State::Sent,
            to: None,
            delay: sqg::Interval {
                months: 0,
                days: 1,
                micros: 0,
            },
        };
        let (intake, delivery) = (Intake::new(&client), Delivery::new(&client));
        assert_eq!(intake.bulk_insert_parcels([&row]).await?, 1);
        assert_eq!(intake.parcel(1).await?, Some(row.clone()));
        assert_eq!(delivery.all_parcels().await?, [row]);
        assert_eq!(delivery.states().await?, [State::Sent]);
        assert_eq!(intake.forget_batch([1]).await?, 1);
        Ok(())
    });
}

/// What `{:?}` says of a row behind the name of its type.
fn fields_of(row: impl Debug) -> String {
    let text = format!("{row:?}");
    text[text.find('{').unwrap_or(0)..].to_string()
}

#[test]
fn rows_that_a_statement_gathers() {
    use sqg_suite::pg::gathered::{CatalogueThingsTags, Gathered, Mood};
    const LARGE: i64 = 9_007_199_254_740_993;
    run(async {
        let file = std::fs::read_to_string("../../corpus/gathered/postgres.sql")?;
        let data = file.split("-- TESTDATA").nth(1).unwrap_or_default();
        let data = data.split("-- QUERY").next().unwrap_or_default();
        let (_own, client) = database(Gathered::migrations()).await?;
        client.batch_execute(data).await?;
        let gathered = Gathered::new(&client);
        let things = gathered.things().await?;
        let makers = gathered.everything().await?;
        let mut ids = Vec::new();
        for thing in makers.iter().flat_map(|maker| &maker.things) {
            ids.push(thing.id);
            let row = things.iter().find(|row| row.id == thing.id);
            let maker = format!("maker: {}", thing.maker);
            let same = fields_of(thing).replace(&maker, &format!("maker: Some({})", thing.maker));
            assert_eq!(Some(same), row.map(fields_of));
        }
        assert_eq!((makers.len(), ids), (3, vec![2, LARGE, 3]));
        let first = gathered.catalogue().await?.swap_remove(0);
        assert_eq!(first.things[0].tags, None);
        let tag = |tag: &str, at| CatalogueThingsTags {
            tag: tag.into(),
            at,
        };
        assert_eq!(first.things[1].tags, Some(vec![tag("a,b", 1), tag("", 2)]));
        assert_eq!(first.things[1].ids, Some(vec![2, LARGE]));
        let missing = gathered.missing().await?;
        assert_eq!(missing[1].things, [None]);
        assert_eq!((&missing[1].large, &missing[2].others), (&None, &None));
        let each = gathered.one_each().await?;
        assert_eq!(each[0].thing.as_ref().map(|t| t.mood), Some(Mood::SoSo));
        assert_eq!((&each[1].thing, each[2].sure.id), (&None, Some(3)));
        let lists = gathered.lists().await?;
        let ada = &lists[0].made;
        assert_eq!(ada.moods, [Mood::Ok_, Mood::SoSo]);
        assert_eq!(ada.ids, [2, LARGE]);
        assert_eq!(ada.codes, Some(vec!["b   ".into(), "ab  ".into()]));
        assert_eq!(ada.spots, [None, Some("(1,2)".into())]);
        assert_eq!(ada.things[1].mood, Mood::SoSo);
        assert_eq!(
            (lists[1].made.moods.len(), &lists[1].made.codes),
            (0, &None)
        );
        let row = gathered.surveys().await?.swap_remove(0);
        let surveys = row.surveys.unwrap_or_default();
        assert_eq!(surveys[0].moods, [Some(Mood::Ok_), Some(Mood::SoSo), None]);
        assert_eq!((surveys[1].moods.len(), &surveys[1].later), (0, &None));
        let later = row.later.unwrap_or_default();
        assert_eq!(later[0].later, Some(vec![Some(Mood::Sad)]));
        assert_eq!(gathered.add_maker(4, "Dee").await?.made.name, "Dee");
        Ok(())
    });
}

#[test]
fn many_tasks_share_a_client() {
    fn is_send<T: Send>(future: T) -> T {
        future
    }
    run(async {
        let (_own, client) = database(Results::migrations()).await?;
        let app = Results::new(&client);
        let found = join_all((1..200).map(|n| is_send(app.numbers(n)))).await;
        for (n, rows) in (1..200).zip(found) {
            assert_eq!(rows?.len(), n);
        }
        let mut rows = app.numbers_stream(1_000_000).await?;
        assert!(rows.next().await.is_some());
        drop(rows);
        assert_eq!(app.numbers(3).await?.len(), 3);
        Ok(())
    });
}

#[test]
fn migrations_race() {
    run(async {
        let (own, client) = database(std::iter::empty()).await?;
        let (one, two) = (connect(&own).await?, connect(&own).await?);
        let pending = Migrated::pending_migrations(&one, None).await?;
        assert_eq!(pending.len(), Migrated::migrations().count());
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
        let pending = Migrated::pending_migrations(&client, None).await?;
        assert!(pending.is_empty(), "{pending:?}");
        let settings = Migrated::new(&client).settings().await?;
        let settings: Vec<_> = settings.iter().map(|s| s.value.as_str()).collect();
        assert_eq!(settings, ["\"$user\", public", "0"]);
        let meant = "SET checksum = repeat('a', 64) WHERE migration_id = '005 view'";
        client
            .batch_execute(&format!("UPDATE _sqg_migrations {meant}"))
            .await?;
        assert!(Migrated::apply_migrations(&client, None).await?.is_empty());
        client
            .batch_execute("DELETE FROM _sqg_migrations WHERE migration_id = '014_lock'")
            .await?;
        let again = async {
            let app = Migrated::new(&client);
            while !app.kept_out().await? {}
            Migrated::apply_migrations(&client, None).await
        };
        let keeper = Migrated::new(&one);
        let (kept, again) = futures_util::future::join(keeper.keep_out(), again).await;
        kept?;
        assert_eq!(again?, ["014_lock"]);
        let last = "DELETE FROM _sqg_migrations WHERE migration_id IN ('013_unique', '014_lock')";
        client
            .batch_execute(&format!("DROP INDEX setting_once; {last}"))
            .await?;
        let ended = async {
            let app = Migrated::new(&client);
            while !app.kept_out().await? {}
            Ok::<_, Box<dyn Error>>(Migrated::apply_migrations(&two, None).await)
        };
        let (interrupted, ended) = futures_util::future::join(keeper.interrupt(), ended).await;
        interrupted?;
        assert!(ended?.is_err());
        let next = Migrated::apply_migrations(&client, None).await?;
        assert_eq!(next, ["013_unique", "014_lock"]);
        let indexes = Migrated::new(&client).indexes().await?;
        assert_eq!(
            indexes,
            ["account_in_nok", "audit by account", "setting_once"]
        );
        client
            .batch_execute("UPDATE _sqg_migrations SET checksum = 'x'")
            .await?;
        assert!(Migrated::pending_migrations(&client, None).await.is_err());
        let changed = Migrated::apply_migrations(&client, None).await;
        assert!(changed.is_err_and(|e| e.to_string().ends_with(":was(x)")));
        let other = Migrated::apply_migrations(&client, Some("another")).await;
        assert!(other.is_err()); // its tables are there already, and nothing is left of the attempt
        assert!(Migrated::apply_migrations(&client, None).await.is_err());
        Ok(())
    });
}

hears!(pg);

#[test]
fn an_observer_hears_of_every_call() {
    async fn open(
        scripts: impl Iterator<Item = &'static str>,
        more: &'static str,
    ) -> Result<Client, Box<dyn Error>> {
        Ok(database(scripts.chain([more])).await?.1)
    }
    run(async { observed!(pg, open, await) });
}

#[test]
fn keys_inside_of_others() {
    run(async {
        let (_, client) = database(Within::migrations()).await?;
        let app = Within::new(&client);
        let node = |id| Node {
            id,
            label: None,
            near: None,
        };
        let day = |n| Bound::Included(Day(n));
        let row = |id| GraphRow {
            id: Key(id),
            parent: Some(Key(9)),
            links: keys(&[5, 0, 6]),
            extra: Some(vec![]),
            grid: vec![keys(&[7, 0]), keys(&[0, 8])],
            top: Some(node(Some(Key(4)))),
            nodes: vec![
                Some(Node {
                    id: Some(Key(3)),
                    label: Some("top".to_owned()),
                    near: Some(keys(&[0, 1])),
                }),
                None,
                Some(node(None)),
            ],
            span: Range::Between(Bound::Included(Key(1)), Bound::Unbounded),
            days: Some(Range::Between(day(10), Bound::Excluded(Day(20)))),
        };
        let bare = GraphRow {
            parent: None,
            extra: None,
            top: None,
            days: None,
            ..row(2)
        };
        let rows: Vec<_> = [row(1), bare]
            .into_iter()
            .chain((3..300).map(row))
            .collect();
        for by_statement in [false, true] {
            if by_statement {
                for row in rows[..2].iter().cloned() {
                    let row = AddGraphParams {
                        id: row.id,
                        parent: row.parent,
                        links: row.links,
                        extra: row.extra,
                        grid: row.grid,
                        top: row.top,
                        nodes: row.nodes,
                        span: row.span,
                        days: row.days,
                    };
                    assert_eq!(app.add_graph(&row).await?, 1);
                }
            } else {
                assert_eq!(app.bulk_insert_graph(&rows).await?, 299);
            }
            let read = app.all_graphs().await?;
            assert_eq!(read, rows[..read.len()]);
            let text = app.graph_text(&Key(1)).await?.ok_or("a row")?;
            let expected = |column| stored("postgres/graph", column);
            assert_eq!(
                [text.parent, Some(text.links), text.extra, Some(text.grid)],
                ["parent", "links", "extra", "grid"].map(expected)
            );
            assert_eq!(
                [text.top, Some(text.nodes), Some(text.span), text.days],
                ["top", "nodes", "span", "days"].map(expected)
            );
            assert_eq!(app.find_graphs(&[Key(2), Key(700)]).await?, [Key(2)]);
            assert_eq!(app.links_of(&Key(1)).await?, Some(keys(&[5, 0, 6])));
            client.batch_execute("DELETE FROM graph").await?;
        }
        let link = |id| LinkRow {
            id: Key(id),
            parent: Some(Key(9)),
            targets: keys(&[2, 0]),
            extra: Some(vec![]),
            days: Some(Range::Between(day(10), Bound::Excluded(Day(20)))),
        };
        for count in [1, 3, 300, 3000] {
            client.batch_execute("DELETE FROM link").await?;
            let links: Vec<_> = (1..=count).map(link).collect();
            let added = links.iter().cloned().map(|l| AddLinkParams {
                id: l.id,
                parent: l.parent,
                targets: l.targets,
                extra: l.extra,
                days: l.days,
            });
            let added: Vec<_> = added.collect();
            assert_eq!(app.add_link_bulk(&added).await?, links.len() as u64);
            assert_eq!(app.all_links().await?, links);
            let text = app.link_text(&Key(1)).await?.ok_or("a row")?;
            let expected = |column| stored("postgres/link", column);
            assert_eq!(
                [text.parent, Some(text.targets), text.extra, text.days],
                ["parent", "targets", "extra", "days"].map(expected)
            );
            let set = (1..=count).map(|id| SetTargetsParams {
                targets: keys(&[2, 5]),
                id: Key(id),
            });
            let set: Vec<_> = set.collect();
            assert_eq!(app.set_targets_bulk(&set).await?, links.len() as u64);
            let read = app.all_links().await?;
            assert!(read.iter().all(|l| l.targets == keys(&[2, 5])));
        }
        client.batch_execute("DELETE FROM link").await?;
        assert_eq!(app.bulk_insert_link([link(1)]).await?, 1);
        let asked = [1, 7].map(|id| LinkOfParams { id: Key(id) });
        let found = app.link_of_bulk(asked).await?;
        assert_eq!(
            found[0].as_ref().map(|l| l.targets.clone()),
            Some(keys(&[2, 0]))
        );
        assert!(found[1].is_none());
        let place = || "(1,\"a b\")".to_owned();
        let spots = [
            SpotRow {
                id: Key(1),
                place: place(),
                places: vec![Some(place()), None],
                mood: Some("so so".to_owned()),
                moods: Some(vec![None, Some("good".to_owned())]),
            },
            SpotRow {
                id: Key(2),
                place: place(),
                places: vec![],
                mood: None,
                moods: None,
            },
        ];
        assert_eq!(app.bulk_insert_spot(&spots[..1]).await?, 1);
        let [_, second] = spots.clone();
        let more = [AddSpotParams {
            id: second.id,
            place: second.place,
            places: second.places,
            mood: second.mood,
            moods: second.moods,
        }];
        assert_eq!(app.add_spot_bulk(&more).await?, 1);
        assert_eq!(app.all_spots().await?, spots);
        assert_eq!(app.places_of("so so").await?, [place()]);
        let text = app.spot_text(&Key(1)).await?.ok_or("a row")?;
        let expected = |column| stored("postgres/spot", column);
        assert_eq!(
            [Some(text.place), Some(text.places), text.mood, text.moods],
            ["place", "places", "mood", "moods"].map(expected)
        );
        let bad = [
            app.find_graphs(&[Key(-1)]).await.err(),
            app.set_targets(&keys(&[-1]), &Key(1)).await.err(),
            app.bulk_insert_link([LinkRow {
                targets: keys(&[-1]),
                ..link(2)
            }])
            .await
            .err(),
        ];
        for error in bad {
            let error = error.ok_or("an error")?.to_string();
            assert!(error.contains("-1 is no key"), "{error}");
        }
        Ok(())
    });
}
