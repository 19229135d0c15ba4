//! What PostgreSQL takes in its own way, by tokio-postgres.

use std::sync::LazyLock;

use futures_util::{StreamExt, pin_mut};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, NoTls};

use crate::Outcome;

#[path = "generated/postgres"]
mod generated {
    pub mod sensors;
    pub mod sqg;
}
pub use generated::sensors::*;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime")
});

/// What a future of the generated code gives. A program of tasks says `.await`.
pub fn done<T>(future: impl Future<Output = T>) -> T {
    RUNTIME.block_on(future)
}

pub fn open(url: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = done(tokio_postgres::connect(url, NoTls))?;
    RUNTIME.spawn(async move {
        if let Err(e) = connection.await {
            eprintln!("{e}");
        }
    });
    Ok(client)
}

pub fn each_raw(sensors: &Sensors, mut take: impl FnMut(RawReadingsRow)) -> Outcome {
    done(async {
        let rows = sensors.all_raw_stream().await?;
        pin_mut!(rows);
        while let Some(row) = rows.next().await {
            take(row?);
        }
        Ok(())
    })
}

pub fn insert_readings(sensors: &Sensors, rows: &[RawReadingsRow]) -> generated::sqg::Result<u64> {
    let columns = InsertReadingsParams {
        device_ids: rows.iter().map(|r| r.device_id).collect(),
        timestamps: rows.iter().map(|r| r.timestamp).collect(),
        temperatures: rows.iter().map(|r| r.temperature).collect(),
        locations: rows.iter().map(|r| r.location.clone()).collect(),
    };
    done(sensors.insert_readings(&columns))
}

/// Parquet files are for DuckDB.
pub fn archive(_: &Client, _: &str) -> Outcome {
    Ok(())
}
