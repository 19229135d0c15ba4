//! Loads the sensor readings and asks for them.
//!
//!     cargo run -- ROWS URL                                             PostgreSQL: the URL of an empty database
//!     cargo run --no-default-features --features duckdb -- ROWS FILE    DuckDB: a file to make
//!
//! A feature chooses postgres.rs or duckdb.rs, which opens the database and says what the engine takes in its own way.

use std::error::Error;
use std::time::Instant;

#[cfg_attr(feature = "duckdb", path = "duckdb.rs")]
#[cfg_attr(not(feature = "duckdb"), path = "postgres.rs")]
mod engine;
mod readings;

use engine::{
    Checksum, InsertReadingParams, SensorReadingsInsert, Sensors, SetTemperatureParams, done,
};
use readings::{copied, reading, readings, start};

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let [_, rows, database] = std::env::args()
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| "usage: sensors ROWS DATABASE")?;
    let count = rows.parse()?;
    let connection = engine::open(&database)?;
    done(Sensors::apply_migrations(&connection, None))?;
    let sensors = Sensors::new(&connection);
    load(&sensors, count)?;
    streamed(&sensors, count)?;
    change(&sensors, count)?;
    checked("after", &done(sensors.checksum())?);
    ask(&sensors, count)?;
    engine::archive(&connection, &database)
}

fn load(sensors: &Sensors, count: i64) -> Outcome {
    let begun = Instant::now();
    // The first table has an id, which the engine gives.
    let rows = readings(0, count).map(|r| copied!(SensorReadingsInsert, r));
    done(sensors.bulk_insert_sensor_readings(rows))?;
    timed("sensor_readings", count, begun);
    checked("sensor_readings", &done(sensors.checksum())?);
    let begun = Instant::now();
    done(sensors.bulk_insert_raw_readings(readings(0, count)))?;
    timed("raw_readings", count, begun);
    checked("raw_readings", &done(sensors.raw_checksum())?);
    Ok(())
}

fn streamed(sensors: &Sensors, count: i64) -> Outcome {
    let mut sent = readings(0, count);
    let mut as_sent = 0;
    engine::each_raw(sensors, |row| {
        as_sent += i64::from(sent.next() == Some(row))
    })?;
    println!("streamed | {count} | {as_sent} as sent");
    Ok(())
}

fn change(sensors: &Sensors, count: i64) -> Outcome {
    let some: Vec<_> = readings(count, 10).collect();
    let one_by_one = some
        .iter()
        .cloned()
        .map(|r| copied!(InsertReadingParams, r));
    let inserted = done(sensors.insert_reading_batch(one_by_one))?;
    let corrections = some.iter().map(|r| SetTemperatureParams {
        device_id: r.device_id,
        timestamp: r.timestamp,
        temperature: 42.0,
    });
    let corrected = done(sensors.set_temperature_batch(corrections))?;
    println!("batch | {inserted} inserted | {corrected} corrected");

    let devices: Vec<_> = some.iter().map(|r| r.device_id).collect();
    let times: Vec<_> = some.iter().map(|r| r.timestamp).collect();
    let temperatures: Vec<_> = some.iter().map(|r| r.temperature).collect();
    let corrected = done(sensors.set_temperatures(&devices, &times, &temperatures))?;
    let deleted = done(sensors.delete_readings(&devices, &times))?;
    let inserted = engine::insert_readings(sensors, &some)?;
    let deleted_again = done(sensors.delete_readings(&devices, &times))?;
    println!(
        "lists | {corrected} corrected | {deleted} deleted | {inserted} inserted | {deleted_again} deleted"
    );
    Ok(())
}

fn ask(sensors: &Sensors, count: i64) -> Outcome {
    for row in done(sensors.latest_of_device(reading(count - 1).device_id, 5))? {
        let tags: Vec<_> = row.tags.into_iter().flatten().collect();
        let tags = tags.join(",");
        println!(
            "latest | {:.2} | {} | {} | {tags}",
            row.temperature, row.pressure, row.battery_level
        );
    }
    for row in done(sensors.readings_per_tag())? {
        println!("tag | {} | {}", text(row.tag), row.readings);
    }
    for row in done(sensors.readings_per_city())? {
        let city = text(row.city);
        println!(
            "city | {city} | {} | {} | {} | {}",
            row.readings, row.anomalies, row.lowest_battery, row.pressure
        );
    }
    let tags = ["indoor", "hvac"].map(str::to_owned);
    let until = start() + chrono::Duration::hours(1);
    let tagged = done(sensors.tagged(&tags, start(), until))?;
    println!("tagged in the first hour | {}", tagged);
    Ok(())
}

/// A text, or one that an engine does not promise to be there.
fn text(value: impl Into<Option<String>>) -> String {
    value.into().unwrap_or_default()
}

fn checked(name: &str, found: &Checksum) {
    println!("{name} | {} | {}", found.rows, found.checksum);
}

fn timed(name: &str, count: i64, begun: Instant) {
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!(
        "{name}: {count} rows in {seconds:.2} s, {:.0} a second",
        count as f64 / seconds
    );
}
