//! The ways to insert a batch, each as the driver's documentation has it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::pin::pin;

use bytes::{BufMut, Bytes, BytesMut};
use chrono::{DateTime, Utc};
use clap::ValueEnum;
use futures_util::SinkExt;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, CopyInSink, Statement};

use crate::Result;
use crate::power::{Power, PowerGenerationRow};
use crate::rows::{COLUMNS, NAMES, OIDS, Row, TABLE, TYPES, microseconds};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// INSERT … VALUES, its text sent with every statement.
    InsertValues,
    /// The same statement, prepared once.
    PreparedInsertValues,
    /// INSERT … SELECT FROM unnest of an array a column.
    InsertUnnest,
    /// The same statement, prepared once.
    PreparedInsertUnnest,
    /// COPY of text.
    Copy,
    /// COPY in binary format, by the driver's `BinaryCopyInWriter`.
    BinaryCopy,
    /// The bulk insert that sqg generates for the table.
    Generated,
    /// COPY of bytes that were encoded before the clock started: what no client can beat.
    Ceiling,
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            self.to_possible_value()
                .as_ref()
                .map_or("", |v| v.get_name()),
        )
    }
}

impl Method {
    /// What `--all` compares.
    pub const COMPARED: [Method; 8] = [
        Method::InsertValues,
        Method::PreparedInsertValues,
        Method::InsertUnnest,
        Method::PreparedInsertUnnest,
        Method::Copy,
        Method::BinaryCopy,
        Method::Generated,
        Method::Ceiling,
    ];

    /// Reports whether a statement has a parameter for each value.
    pub fn of_values(self) -> bool {
        matches!(self, Method::InsertValues | Method::PreparedInsertValues)
    }

    /// How many rows of a batch a statement takes.
    pub fn rows_a_statement(self, batch: usize, parameters: usize) -> usize {
        if self.of_values() {
            batch.min(parameters / COLUMNS)
        } else {
            batch
        }
    }
}

/// What batches are inserted by over one connection: texts and prepared statements by their numbers of rows.
pub struct Inserts<'c> {
    client: &'c Client,
    generated: Power<'c>,
    method: Method,
    texts: HashMap<usize, String>,
    prepared: HashMap<usize, Statement>,
}

impl<'c> Inserts<'c> {
    pub fn new(client: &'c Client, method: Method) -> Self {
        let generated = Power::new(client);
        Inserts {
            client,
            generated,
            method,
            texts: HashMap::new(),
            prepared: HashMap::new(),
        }
    }

    /// Inserts rows by one statement. `encoded` are their bytes, where those were asked for.
    pub async fn insert(&mut self, rows: &[Row], encoded: Option<&Bytes>) -> Result<u64> {
        match self.method {
            Method::InsertValues | Method::PreparedInsertValues => {
                let parameters: Vec<_> = rows.iter().flat_map(Row::parameters).collect();
                self.execute(rows.len(), values_text, &parameters).await
            }
            Method::InsertUnnest | Method::PreparedInsertUnnest => {
                let columns = Columns::of(rows);
                self.execute(0, |_| unnest_text(), &columns.parameters())
                    .await
            }
            Method::Copy => copy_text(self.client, rows).await,
            Method::BinaryCopy => copy_binary(self.client, rows).await,
            Method::Generated => copy_generated(&self.generated, rows).await,
            Method::Ceiling => copy_encoded(self.client, &binary_copy(), encoded).await,
        }
    }

    async fn execute(
        &mut self,
        rows: usize,
        write: impl Fn(usize) -> String,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<u64> {
        let text = self.texts.entry(rows).or_insert_with(|| write(rows));
        if matches!(self.method, Method::InsertValues | Method::InsertUnnest) {
            return Ok(self.client.execute(text.as_str(), parameters).await?);
        }
        let statement = match self.prepared.entry(rows) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(place) => place.insert(self.client.prepare(text).await?),
        };
        Ok(self.client.execute(statement, parameters).await?)
    }
}

/// INSERT of so many rows, with a parameter for each value.
fn values_text(rows: usize) -> String {
    let mut out = format!("INSERT INTO {TABLE} VALUES ");
    for row in 0..rows {
        out.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..COLUMNS {
            let comma = if column == 0 { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(out, "{comma}${}", row * COLUMNS + column + 1);
        }
        out.push(')');
    }
    out
}

fn unnest_text() -> String {
    let arrays: Vec<_> = TYPES
        .iter()
        .enumerate()
        .map(|(i, t)| format!("${}::{t}[]", i + 1))
        .collect();
    format!(
        "INSERT INTO {TABLE} SELECT * FROM unnest({})",
        arrays.join(", ")
    )
}

/// Rows as an array a column.
struct Columns {
    generator_ids: Vec<i32>,
    timestamps: Vec<DateTime<Utc>>,
    metrics: [Vec<f64>; 5],
}

impl Columns {
    fn of(rows: &[Row]) -> Self {
        Columns {
            generator_ids: rows.iter().map(|r| r.generator_id).collect(),
            timestamps: rows.iter().map(|r| r.timestamp).collect(),
            metrics: [
                rows.iter().map(|r| r.power_output_kw).collect(),
                rows.iter().map(|r| r.voltage).collect(),
                rows.iter().map(|r| r.current).collect(),
                rows.iter().map(|r| r.frequency).collect(),
                rows.iter().map(|r| r.temperature).collect(),
            ],
        }
    }

    fn parameters(&self) -> [&(dyn ToSql + Sync); COLUMNS] {
        let [power, voltage, current, frequency, temperature] = &self.metrics;
        [
            &self.generator_ids,
            &self.timestamps,
            power,
            voltage,
            current,
            frequency,
            temperature,
        ]
    }
}

/// How much of a COPY is sent at once.
const CHUNK: usize = 64 << 10;

async fn copy_text(client: &Client, rows: &[Row]) -> Result<u64> {
    let sink: CopyInSink<Bytes> = client.copy_in(&format!("COPY {TABLE} FROM STDIN")).await?;
    let mut sink = pin!(sink);
    let mut text = String::with_capacity(CHUNK + 512);
    for row in rows {
        let _ = write!(
            text,
            "{}\t{}",
            row.generator_id,
            row.timestamp.format("%Y-%m-%dT%H:%M:%S%.fZ")
        );
        for metric in row.metrics() {
            let _ = write!(text, "\t{metric}");
        }
        text.push('\n');
        if text.len() >= CHUNK {
            let full = std::mem::replace(&mut text, String::with_capacity(CHUNK + 512));
            sink.send(Bytes::from(full)).await?;
        }
    }
    sink.send(Bytes::from(text)).await?;
    Ok(sink.finish().await?)
}

fn binary_copy() -> String {
    format!(
        "COPY {TABLE} ({}) FROM STDIN (FORMAT binary)",
        NAMES.join(", ")
    )
}

async fn copy_binary(client: &Client, rows: &[Row]) -> Result<u64> {
    let sink = client.copy_in(&binary_copy()).await?;
    let mut writer = pin!(BinaryCopyInWriter::new(sink, &OIDS));
    for row in rows {
        writer.as_mut().write(&row.parameters()).await?;
    }
    Ok(writer.finish().await?)
}

async fn copy_generated(power: &Power<'_>, rows: &[Row]) -> Result<u64> {
    let rows = rows.iter().map(|row| PowerGenerationRow {
        generator_id: Some(row.generator_id),
        timestamp: Some(row.timestamp),
        power_output_kw: Some(row.power_output_kw),
        voltage: Some(row.voltage),
        current: Some(row.current),
        frequency: Some(row.frequency),
        temperature: Some(row.temperature),
    });
    Ok(power.bulk_insert_power_generation(rows).await?)
}

/// Sends bytes that were encoded before the clock started.
pub async fn copy_encoded(client: &Client, copy: &str, encoded: Option<&Bytes>) -> Result<u64> {
    let sink: CopyInSink<Bytes> = client.copy_in(copy).await?;
    let mut sink = pin!(sink);
    let mut rest = encoded.cloned().unwrap_or_default();
    while !rest.is_empty() {
        let chunk = rest.split_to(CHUNK.min(rest.len()));
        sink.send(chunk).await?;
    }
    Ok(sink.finish().await?)
}

/// The bytes of a COPY of these rows in binary format.
pub fn encode(rows: &[Row]) -> Bytes {
    let mut out = BytesMut::with_capacity(32 + rows.len() * 82);
    out.put_slice(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0");
    for row in rows {
        out.put_i16(7);
        out.put_i32(4);
        out.put_i32(row.generator_id);
        out.put_i32(8);
        out.put_i64(microseconds(row.timestamp));
        for metric in row.metrics() {
            out.put_i32(8);
            out.put_f64(metric);
        }
    }
    out.put_i16(-1);
    out.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{make, parse};

    #[test]
    fn statements_stay_within_the_limit() {
        let of = |batch, parameters| Method::InsertValues.rows_a_statement(batch, parameters);
        assert_eq!(of(1000, 65_535), 1000);
        assert_eq!(of(9362, 65_535), 9362);
        assert_eq!(of(9363, 65_535), 9362);
        assert_eq!(of(1_000_000, 32_767), 4681);
        assert_eq!(Method::PreparedInsertValues.rows_a_statement(10, 7), 1);
        assert_eq!(
            Method::InsertUnnest.rows_a_statement(1_000_000, 7),
            1_000_000
        );
    }

    #[test]
    fn texts() {
        assert_eq!(
            values_text(2),
            "INSERT INTO power_generation VALUES ($1, $2, $3, $4, $5, $6, $7), ($8, $9, $10, $11, $12, $13, $14)"
        );
        assert!(unnest_text().starts_with(
            "INSERT INTO power_generation SELECT * FROM unnest($1::int4[], $2::timestamptz[], $3"
        ));
        assert!(unnest_text().ends_with("$7::float8[])"));
    }

    #[test]
    fn encoded_rows_have_82_bytes() {
        let rows = parse(&make(3)).unwrap();
        assert_eq!(encode(&rows).len(), 19 + 3 * (2 + 8 + 6 * 12) + 2);
    }
}
