//! The records: how they are made, and read.

use std::fmt::Write;

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use tokio_postgres::types::{ToSql, Type};

use crate::{Failure, Result};

pub const TABLE: &str = "power_generation";

/// How many columns the table has.
pub const COLUMNS: usize = 7;

pub const NAMES: [&str; COLUMNS] = [
    "generator_id",
    "timestamp",
    "power_output_kw",
    "voltage",
    "current",
    "frequency",
    "temperature",
];

/// The table's types, by their names for casts and by their ids.
pub const TYPES: [&str; COLUMNS] = [
    "int4",
    "timestamptz",
    "float8",
    "float8",
    "float8",
    "float8",
    "float8",
];
pub const OIDS: [Type; COLUMNS] = [
    Type::INT4,
    Type::TIMESTAMPTZ,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::FLOAT8,
    Type::FLOAT8,
];

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub generator_id: i32,
    pub timestamp: DateTime<Utc>,
    pub power_output_kw: f64,
    pub voltage: f64,
    pub current: f64,
    pub frequency: f64,
    pub temperature: f64,
}

impl Row {
    pub fn parameters(&self) -> [&(dyn ToSql + Sync); COLUMNS] {
        [
            &self.generator_id,
            &self.timestamp,
            &self.power_output_kw,
            &self.voltage,
            &self.current,
            &self.frequency,
            &self.temperature,
        ]
    }

    pub fn metrics(&self) -> [f64; 5] {
        [
            self.power_output_kw,
            self.voltage,
            self.current,
            self.frequency,
            self.temperature,
        ]
    }
}

/// A file of so many records, always the same: a thousand generators that report each second.
pub fn make(rows: usize) -> String {
    const GENERATORS: usize = 1000;
    let mut out = String::with_capacity(rows * 70);
    out.push_str(&NAMES.join(","));
    out.push('\n');
    let mut second = String::new();
    for i in 0..rows {
        if i % GENERATORS == 0 {
            let since = i64::try_from(i / GENERATORS).unwrap_or_default();
            second = DateTime::from_timestamp(1_735_689_600 + since, 0)
                .unwrap_or_default()
                .to_rfc3339();
        }
        let mut state = i as u64;
        let mut between = |least: u64, most: u64, digits: usize| {
            let value = least + scrambled(&mut state) % (most - least);
            let unit = 10_u64.pow(u32::try_from(digits).unwrap_or_default());
            format!("{}.{:0digits$}", value / unit, value % unit)
        };
        let (power, voltage, current) = (
            between(0, 5_000_000, 3),
            between(210_000, 250_000, 3),
            between(0, 90_000, 2),
        );
        let (frequency, temperature) = (between(49_500, 50_500, 3), between(1_000, 9_500, 2));
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{},{second},{power},{voltage},{current},{frequency},{temperature}",
            i % GENERATORS + 1
        );
    }
    out
}

/// The next number of the generator `SplitMix64`.
fn scrambled(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Reports whether a file begins with names of columns.
pub fn has_header(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '"')
}

/// Reads a file of records.
pub fn parse(text: &str) -> Result<Vec<Row>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(has_header(text))
        .from_reader(text.as_bytes());
    let mut out = Vec::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        out.push(
            row(&record)
                .map_err(|what| Failure::new(format!("line {line} of the input: {what}")))?,
        );
    }
    if out.is_empty() {
        return Err(Failure::new("the input has no records"));
    }
    Ok(out)
}

fn row(record: &csv::StringRecord) -> std::result::Result<Row, String> {
    if record.len() != COLUMNS {
        return Err(format!(
            "{} values, and the table has {COLUMNS} columns",
            record.len()
        ));
    }
    let number = |i: usize| {
        record[i]
            .parse::<f64>()
            .map_err(|_| format!("{} is not a number: `{}`", NAMES[i], &record[i]))
    };
    Ok(Row {
        generator_id: record[0]
            .parse()
            .map_err(|_| format!("{} is not a whole number: `{}`", NAMES[0], &record[0]))?,
        timestamp: timestamp(&record[1])
            .ok_or_else(|| format!("{} is not a time: `{}`", NAMES[1], &record[1]))?,
        power_output_kw: number(2)?,
        voltage: number(3)?,
        current: number(4)?,
        frequency: number(5)?,
        temperature: number(6)?,
    })
}

/// A time as RFC 3339 or the server writes it, in UTC where it has no zone. The server has microseconds.
fn timestamp(text: &str) -> Option<DateTime<Utc>> {
    let zoned = DateTime::parse_from_rfc3339(text)
        .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f%#z"));
    let time = match zoned {
        Ok(time) => time.to_utc(),
        Err(_) => NaiveDateTime::parse_from_str(&text.replace('T', " "), "%Y-%m-%d %H:%M:%S%.f")
            .ok()?
            .and_utc(),
    };
    (time.timestamp_subsec_nanos() % 1000 == 0).then_some(time)
}

/// The server's microseconds since 2000.
pub fn microseconds(time: DateTime<Utc>) -> i64 {
    const YEAR_2000: i64 = 946_684_800;
    (time - TimeDelta::seconds(YEAR_2000)).timestamp_micros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_can_be_read_and_is_always_the_same() {
        let rows = parse(&make(2500)).unwrap();
        assert_eq!(rows.len(), 2500);
        assert_eq!(make(2500), make(2500));
        assert!(make(2500).starts_with(&make(10)));
        assert_eq!(rows[2001].generator_id, 2);
        assert_eq!(
            rows[2001].timestamp.to_rfc3339(),
            "2025-01-01T00:00:02+00:00"
        );
        assert_ne!(
            rows[1],
            Row {
                generator_id: 2,
                ..rows[2].clone()
            }
        );
    }

    #[test]
    fn a_file_of_ones_own() {
        let with_header = "id,ts,a,b,c,d,e\n7,2024-02-29 12:00:00.5+02,1,2,3,4,-5e3\n";
        let without = "7,2024-02-29T10:00:00.5Z,1,2,3,4,-5e3\n";
        assert_eq!(parse(with_header).unwrap(), parse(without).unwrap());
        assert_eq!(
            parse("7,2024-02-29 10:00:00.500,1,2,3,4,-5000").unwrap(),
            parse(without).unwrap()
        );
        assert!(parse(without).unwrap()[0].temperature < -4999.0);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, wanted) in [
            (
                "1,2024-01-01T00:00:00Z,1,2,3,4,5\n1,never,1,2,3,4,5",
                "line 2 of the input: timestamp is not a time: `never`",
            ),
            (
                "1,2024-01-01T00:00:00Z,1,2,3,4,",
                "temperature is not a number: ``",
            ),
            ("1,2024-01-01T00:00:00Z,1,2,3,4", "6 values"),
            ("1,2024-01-01T00:00:00.0000001Z,1,2,3,4,5", "is not a time"),
            (
                "3000000000,2024-01-01T00:00:00Z,1,2,3,4,5",
                "is not a whole number",
            ),
            ("id,ts,a,b,c,d,e\n", "no records"),
        ] {
            let said = parse(text).unwrap_err().to_string();
            assert!(said.contains(wanted), "{said}");
        }
    }

    #[test]
    fn the_servers_clock_begins_in_2000() {
        assert_eq!(
            microseconds(timestamp("2000-01-01 00:00:01").unwrap()),
            1_000_000
        );
    }
}
