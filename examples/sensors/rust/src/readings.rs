//! The readings that every language computes alike; bench/bulk/sensors has the formula.

use chrono::{DateTime, Duration, Utc};
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::engine::RawReadingsRow;

const FACTORS: [i64; 9] = [
    0, 1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809,
    1999999973,
];
const CITIES: [&str; 8] = [
    "Lisbon", "Oslo", "Zürich", "Nairobi", "Osaka", "Quito", "Tromsø", "Vienna",
];
const TAGS: [&str; 6] = [
    "indoor",
    "outdoor",
    "north",
    "calibrated",
    "rooftop",
    "hvac",
];

/// 2025-01-01T00:00:00Z.
pub fn start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + Duration::days(20_089)
}

fn h(k: usize, i: i64) -> i64 {
    (i * FACTORS[k] + k as i64 * 12345) % 2_147_483_647
}

fn device(d: i64) -> Uuid {
    let high = (h(1, d) << 32) | ((h(2, d) % 65536) << 16) | 0x4000 | (h(3, d) % 4096);
    let low = 0x8000 | (h(4, d) % 4096);
    let low = ((low as u64) << 48) | (((h(5, d) % 65536) as u64) << 32) | h(6, d) as u64;
    Uuid::from_u64_pair(high as u64, low)
}

/// Rows by number, one at a time.
pub fn readings(first: i64, count: i64) -> impl Iterator<Item = RawReadingsRow> + Send {
    (first..first + count).map(reading)
}

pub fn reading(i: i64) -> RawReadingsRow {
    let (city, tag) = (h(7, i), h(8, i));
    RawReadingsRow {
        device_id: device(h(1, i) % 1000),
        timestamp: start() + Duration::microseconds(i * 1_000_003),
        temperature: (h(2, i) % 6000 - 2000) as f64 / 100.0,
        humidity: (h(3, i) % 10000) as f64 / 100.0,
        pressure: Decimal::new(95000 + h(4, i) % 10000, 2),
        battery_level: (h(5, i) % 101) as i16,
        is_anomaly: h(6, i) % 50 == 0,
        location: format!("{} {}", CITIES[(city % 8) as usize], city % 500),
        tags: (0..tag % 4)
            .map(|n| Some(TAGS[((tag + n) % 6) as usize].to_owned()))
            .collect(),
    }
}

/// A reading as a struct of another name with the same fields.
macro_rules! copied {
    ($to:ident, $reading:expr) => {{
        let r = $reading;
        $to {
            device_id: r.device_id,
            timestamp: r.timestamp,
            temperature: r.temperature,
            humidity: r.humidity,
            pressure: r.pressure,
            battery_level: r.battery_level,
            is_anomaly: r.is_anomaly,
            location: r.location,
            tags: r.tags,
        }
    }};
}

pub(crate) use copied;
