//! Plays contracts with the code of rust/postgres/tokio-postgres.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use sqg_suite::pg::sqg::{Bits, Inet, Interval, Range, TimeTz, TsVector};
use tokio_postgres::{Config, NoTls};

use crate::Case;
use crate::pg_units as units;
use crate::player::*;

pub type Db = tokio_postgres::Client;

/// Settings that the text which the server makes of values depends on.
const USUAL: &str =
    "SET DateStyle = ISO; SET IntervalStyle = postgres; SET bytea_output = hex; SET TimeZone = UTC";

pub fn play(case: &Case) -> Outcome {
    run(with_database(async |name| play_in(name, case).await))
}

/// Runs what is asynchronous.
pub fn run<T>(work: impl Future<Output = Result<T, Cause>>) -> Result<T, Cause> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime?.block_on(work)
}

/// Works in a database that is gone afterwards.
pub async fn with_database(work: impl AsyncFnOnce(&str) -> Outcome) -> Outcome {
    static DATABASES: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "sqg_rust_{}_{}",
        std::process::id(),
        DATABASES.fetch_add(1, Ordering::Relaxed)
    );
    let admin = connect(None).await?;
    admin
        .batch_execute(&format!("CREATE DATABASE {name} STRATEGY FILE_COPY"))
        .await?;
    let outcome = work(&name).await;
    admin
        .batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)"))
        .await?;
    outcome
}

async fn play_in(name: &str, case: &Case<'_>) -> Outcome {
    let (unit, db) = (case.unit(), open(name, case).await?);
    for (step, variant) in case.steps() {
        let outcome = units::call(&unit, &db, &mut Step::new(step, variant)).await;
        case.expect(step, variant, outcome)?;
    }
    Ok(())
}

/// A connection to a database, where a case's schema is now.
pub async fn open(name: &str, case: &Case<'_>) -> Result<Db, Cause> {
    let db = connect(Some(name)).await?;
    for sql in case.contract["settings"].as_array().into_iter().flatten() {
        db.batch_execute(sql.as_str().unwrap_or("")).await?;
    }
    let db = connect(Some(name)).await?;
    for sql in units::migrations(&case.unit()) {
        db.batch_execute(sql).await?;
    }
    for sql in case.test_data()? {
        db.batch_execute(&sql).await?;
    }
    db.batch_execute(USUAL).await?;
    Ok(db)
}

/// A connection to a database of the server that the tests have.
pub async fn connect(database: Option<&str>) -> Result<Db, Cause> {
    let mut config: Config = std::env::var("SQG_TEST_POSTGRES_URL")?.parse()?;
    if let Some(name) = database {
        config.dbname(name);
    }
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

impl FromText for Inet {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let text = str_of(value)?;
        let (address, prefix) = text.split_once('/').ok_or("no prefix")?;
        let (address, prefix) = (address.parse()?, prefix.parse()?);
        Ok(Self { address, prefix })
    }
}

impl FromText for Interval {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let (months, days, micros) = match str_of(value)? {
            "1 mon" => (1, 0, 0),
            "5 days 02:03:00" => (0, 5, 7_380_000_000),
            other => return Err(format!("the interval {other}").into()),
        };
        Ok(Self {
            months,
            days,
            micros,
        })
    }
}

impl FromText for Bits {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let digits = str_of(value)?.as_bytes();
        let byte = |bits: &[u8]| {
            bits.iter()
                .enumerate()
                .fold(0, |byte, (i, bit)| byte | (bit - b'0') << (7 - i))
        };
        Ok(Self {
            len: digits.len(),
            bytes: digits.chunks(8).map(byte).collect(),
        })
    }
}

impl<T: FromText> FromText for Range<T> {
    fn parse(value: &Value) -> Result<Self, Cause> {
        use std::ops::Bound;
        let inner = str_of(value)?
            .strip_prefix('[')
            .and_then(|r| r.strip_suffix(')'))
            .ok_or("another range")?;
        let (low, high) = inner.split_once(',').ok_or("one end")?;
        Ok(Self::Between(
            Bound::Included(T::parse(&low.into())?),
            Bound::Excluded(T::parse(&high.into())?),
        ))
    }
}

/// Types of which the contract has no values.
macro_rules! never {
    ($($type:ty),+) => {
        $(impl FromText for $type {
            fn parse(value: &Value) -> Result<Self, Cause> {
                Err(format!("a value {value}").into())
            }
        })+
    };
}

never!(TimeTz, TsVector, [u8; 6], [u8; 8]);
