//! Inserts the sensor readings into DuckDB in several ways, in turns: bulk-duckdb-rust ROUNDS ROWS….

mod ways;

// What sqg generates.
#[path = "../gen"]
#[allow(clippy::all)]
mod generated {
    pub mod sensors;
    pub mod sqg;
}

use std::time::Instant;

use duckdb::Connection;
use rustix::time::{ClockId, clock_gettime};

use generated::sensors::{SensorReadingsRow, Sensors};
use ways::{WAYS, Way};

pub type Failure = Box<dyn std::error::Error>;

const FILE: &str = "target/bench.duckdb";
const REFERENCE: &str = include_str!("../../sensors/duckdb-reference.sql");
const SUM: &str = "SELECT concat(count(*), ' ', sum(hash(t))) FROM sensor_readings AS t";

/// Milliseconds of each run: by the clock, and of this process's processor time.
#[derive(Default)]
struct Times {
    wall: Vec<f64>,
    processor: Vec<f64>,
}

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let rounds: usize = args.next().ok_or("how many rounds?")?.parse()?;
    std::fs::create_dir_all("target")?;
    for rows in args {
        compare(rows.parse()?, rounds)?;
    }
    Ok(())
}

fn compare(count: usize, rounds: usize) -> Result<(), Failure> {
    let (rows, expected) = readings(count)?;
    let mut times: Vec<Times> = WAYS.iter().map(|_| Times::default()).collect();
    for round in 0..=rounds {
        for turn in 0..WAYS.len() {
            let i = (round + turn) % WAYS.len();
            let (wall, processor) = run(&WAYS[i], &rows, &expected)?;
            if round > 0 {
                // the first round is a warm-up
                times[i].wall.push(wall);
                times[i].processor.push(processor);
            }
        }
    }
    println!("\n{count} rows, {rounds} rounds: ms (quartiles) by the clock, and of processor time");
    for (way, t) in WAYS.iter().zip(&mut times) {
        t.wall.sort_by(f64::total_cmp);
        t.processor.sort_by(f64::total_cmp);
        let wall = [0, 1, 2, 3].map(|quarter| quantile(&t.wall, quarter));
        println!(
            "{:<45} {:>8.2} ({:.2} – {:.2}), least {:>8.2}; processor {:>8.2}",
            way.title,
            wall[2],
            wall[1],
            wall[3],
            wall[0],
            quantile(&t.processor, 2)
        );
    }
    Ok(())
}

/// The readings as DuckDB makes them of the formula, and the hash of all.
fn readings(count: usize) -> Result<(Vec<SensorReadingsRow>, String), Failure> {
    let connection = open()?;
    fill(&connection, count)?;
    connection.execute_batch("INSERT INTO sensor_readings FROM reference")?;
    let rows = Sensors::new(&connection).all_readings()?;
    Ok((rows, connection.query_row(SUM, [], |row| row.get(0))?))
}

/// Makes the reference.
fn fill(connection: &Connection, count: usize) -> Result<(), Failure> {
    Ok(connection.execute_batch(&REFERENCE.replace("$rows", &count.to_string()))?)
}

/// A new database.
fn open() -> Result<Connection, Failure> {
    for file in [FILE.to_owned(), format!("{FILE}.wal")] {
        let _ = std::fs::remove_file(file);
    }
    let connection = Connection::open(FILE)?;
    for sql in Sensors::migrations() {
        connection.execute_batch(sql)?;
    }
    Ok(connection)
}

/// One run, verified.
fn run(way: &Way, rows: &[SensorReadingsRow], expected: &str) -> Result<(f64, f64), Failure> {
    let connection = open()?;
    if way.copies {
        fill(&connection, rows.len())?;
    }
    connection.execute_batch("CHECKPOINT")?;
    let (wall, processor) = (Instant::now(), processor_ms());
    (way.insert)(&connection, rows)?;
    let (wall, processor) = (
        wall.elapsed().as_secs_f64() * 1e3,
        processor_ms() - processor,
    );
    let sum: String = connection.query_row(SUM, [], |row| row.get(0))?;
    if sum != expected {
        return Err(format!("{} stored {sum}, not {expected}", way.title).into());
    }
    Ok((wall, processor))
}

/// A quartile of what is in order.
fn quantile(sorted: &[f64], quarter: usize) -> f64 {
    sorted
        .get(sorted.len() * quarter / 4)
        .copied()
        .unwrap_or(f64::NAN)
}

#[expect(clippy::cast_precision_loss, reason = "microseconds do not need more")]
fn processor_ms() -> f64 {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    used.tv_sec as f64 * 1e3 + used.tv_nsec as f64 / 1e6
}
