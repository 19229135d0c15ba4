//! Sensor readings, which every language loads alike: nine columns, among them texts, decimals and lists. The server
//! computes them, and the checksum of what must be stored.

use std::pin::pin;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Config, Row};

use crate::contest::{Meter, Took};
use crate::database::connect;
use crate::method::copy_encoded;
use crate::sensors::{SensorReadingsRow, Sensors};
use crate::{Failure, Result};

pub const OPERATION: &str = "sensors";

/// Where everything is made.
const SCHEMA: &str = "batch_ingest_sensors";

const COLUMNS: &str = "device_id, \"timestamp\", temperature, humidity, pressure, battery_level, is_anomaly, location, tags";

const TYPES: [Type; 9] = [
    Type::UUID,
    Type::TIMESTAMPTZ,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::NUMERIC,
    Type::INT2,
    Type::BOOL,
    Type::TEXT,
    Type::TEXT_ARRAY,
];

pub struct Readings {
    control: Client,
    expected: String,
    shares: Vec<Arc<Share>>,
}

/// What a connection loads.
struct Share {
    client: Client,
    process: i32,
    rows: Vec<SensorReadingsRow>,
    encoded: Bytes,
}

impl Readings {
    /// Makes the readings, and divides them among the connections.
    pub async fn open(config: &Config, rows: usize, connections: usize) -> Result<Self> {
        let control = connect(config).await?;
        let migrations: Vec<_> = Sensors::migrations().collect();
        let path = format!("SET search_path = {SCHEMA}");
        control
            .batch_execute(&format!(
                "CREATE SCHEMA {SCHEMA}; {path}; {}",
                migrations.join("; ")
            ))
            .await?;
        let mut readings = Readings {
            control,
            expected: String::new(),
            shares: Vec::new(),
        };
        let (count, each) = (i64::try_from(rows)?, rows.div_ceil(connections));
        let sensors = Sensors::new(&readings.control);
        sensors.fill_reference(count).await?;
        readings.expected = sensors.expected(count).await?;
        for share in 0..connections {
            let client = connect(config).await?;
            client.batch_execute(&path).await?;
            let query = format!(
                "SELECT {COLUMNS} FROM reference WHERE i >= {} AND i < {} ORDER BY i",
                share * each,
                (share + 1) * each
            );
            readings.shares.push(Arc::new(Share {
                process: client
                    .query_one_scalar("SELECT pg_backend_pid()", &[])
                    .await?,
                rows: client
                    .query(&query, &[])
                    .await?
                    .iter()
                    .map(reading)
                    .collect::<Result<_>>()?,
                encoded: copied(&client, &query).await?,
                client,
            }));
        }
        Ok(readings)
    }

    /// One run, verified.
    pub async fn once(&self, method: &str) -> Result<Took> {
        let sensors = Sensors::new(&self.control);
        sensors.clear().await?;
        self.control.batch_execute("CHECKPOINT").await?;
        let processes = self.shares.iter().map(|s| s.process).collect();
        let meter = Meter::start(processes, self.wal_bytes().await?);
        let tasks: Vec<_> = self
            .shares
            .iter()
            .map(|share| {
                let (share, method) = (share.clone(), method.to_owned());
                tokio::spawn(async move { load(&share, &method).await })
            })
            .collect();
        let mut loaded = Ok(());
        for task in tasks {
            let one = task.await?;
            loaded = loaded.and(one);
        }
        let mut took = meter.stop();
        took.wal = meter.wal(self.wal_bytes().await?);
        loaded?;
        let stored = sensors.checksum().await?.checksum;
        if stored != self.expected {
            return Err(Failure::new(format!(
                "the checksum of what is stored is {stored:?}, and must be {:?}",
                self.expected
            )));
        }
        Ok(took)
    }

    async fn wal_bytes(&self) -> Result<f64> {
        let query = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8";
        Ok(self.control.query_one_scalar(query, &[]).await?)
    }

    /// Drops what was made.
    pub async fn close(self) -> Result<()> {
        Ok(self
            .control
            .batch_execute(&format!("DROP SCHEMA {SCHEMA} CASCADE"))
            .await?)
    }
}

async fn load(share: &Share, method: &str) -> Result<()> {
    match method {
        "sensors-ceiling" => copy_encoded(&share.client, &copy(), Some(&share.encoded)).await?,
        "sensors-generated" => {
            Sensors::new(&share.client)
                .bulk_insert_sensor_readings(&share.rows)
                .await?
        }
        "sensors-binary-copy" => copy_binary(share).await?,
        _ => return Err(Failure::new(format!("there is no method {method}"))),
    };
    Ok(())
}

fn copy() -> String {
    format!("COPY sensor_readings ({COLUMNS}) FROM STDIN (FORMAT binary)")
}

async fn copy_binary(share: &Share) -> Result<u64> {
    let sink = share.client.copy_in(&copy()).await?;
    let mut writer = pin!(BinaryCopyInWriter::new(sink, &TYPES));
    for row in &share.rows {
        writer
            .as_mut()
            .write(&[
                &row.device_id,
                &row.timestamp,
                &row.temperature,
                &row.humidity,
                &row.pressure,
                &row.battery_level,
                &row.is_anomaly,
                &row.location,
                &row.tags,
            ])
            .await?;
    }
    Ok(writer.finish().await?)
}

fn reading(row: &Row) -> Result<SensorReadingsRow> {
    Ok(SensorReadingsRow {
        device_id: row.try_get(0)?,
        timestamp: row.try_get::<_, DateTime<Utc>>(1)?,
        temperature: row.try_get(2)?,
        humidity: row.try_get(3)?,
        pressure: row.try_get(4)?,
        battery_level: row.try_get(5)?,
        is_anomaly: row.try_get(6)?,
        location: row.try_get(7)?,
        tags: row.try_get(8)?,
    })
}

/// The bytes of a binary COPY of what a query finds.
async fn copied(client: &Client, query: &str) -> Result<Bytes> {
    let copy = format!("COPY ({query}) TO STDOUT (FORMAT binary)");
    let mut parts = pin!(client.copy_out(&copy).await?);
    let mut all = BytesMut::new();
    while let Some(part) = parts.try_next().await? {
        all.extend_from_slice(&part);
    }
    Ok(all.freeze())
}
