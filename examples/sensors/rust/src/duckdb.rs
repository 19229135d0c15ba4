//! What DuckDB takes in its own way.

use ::duckdb::Connection;

use crate::{Outcome, text};

#[path = "generated/duckdb"]
mod generated {
    pub mod sensors;
    pub mod sqg;
}
#[path = "generated/parquet"]
mod parquet {
    pub mod archive;
    pub mod sqg;
}
pub use generated::sensors::*;

/// What the generated code gives: it is there already.
pub fn done<T>(value: T) -> T {
    value
}

pub fn open(file: &str) -> Result<Connection, ::duckdb::Error> {
    Connection::open(file)
}

pub fn each_raw(sensors: &Sensors, mut take: impl FnMut(RawReadingsRow)) -> Outcome {
    for row in sensors.all_raw_stream()? {
        take(row?);
    }
    Ok(())
}

pub fn insert_readings(sensors: &Sensors, rows: &[RawReadingsRow]) -> generated::sqg::Result<u64> {
    let columns = InsertReadingsParams {
        device_ids: rows.iter().map(|r| r.device_id).collect(),
        timestamps: rows.iter().map(|r| r.timestamp).collect(),
        temperatures: rows.iter().map(|r| r.temperature).collect(),
        locations: rows.iter().map(|r| r.location.clone()).collect(),
    };
    sensors.insert_readings(&columns)
}

/// Writes the readings to a Parquet file, and asks for what is in it.
pub fn archive(connection: &Connection, database: &str) -> Outcome {
    let file = format!("{database}.parquet");
    let quoted = file.replace('\'', "''");
    connection.execute_batch(&format!("COPY raw_readings TO '{quoted}'"))?;
    let archive = parquet::archive::Archive::new(connection);
    let archived = archive.archived(&file)?;
    println!("archived | {} | {}", archived.rows, archived.checksum);
    for city in archive.archived_below_stream(-19.5, &file)? {
        let city = city?;
        println!(
            "cold | {} | {} | {:.2}",
            text(city.city),
            city.readings,
            city.coldest
        );
    }
    Ok(())
}
