//! Runs ways in turns, so that drift hits all of them, and prints the medians.

use std::pin::Pin;
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};

use crate::rows::Rows;
use crate::what::{Failure, What};

pub type Reading<'a> = Pin<Box<dyn Future<Output = Result<Box<dyn Rows>, Failure>> + 'a>>;

/// A way to read.
pub trait Way {
    fn title(&self) -> &'static str;
    fn read(&mut self, what: What) -> Reading<'_>;
}

/// Microseconds of each call: by the clock, and of this process's processor time.
#[derive(Default)]
struct Times {
    wall: Vec<f64>,
    processor: Vec<f64>,
}

/// Prints each way's times, and their ratio to those of the second one, which is hand-written.
pub async fn compare(
    engine: &str,
    rounds: usize,
    ways: &mut [Box<dyn Way>],
) -> Result<(), Failure> {
    for what in What::EACH {
        let ids = what.ids();
        let mut times: Vec<Times> = ways.iter().map(|_| Times::default()).collect();
        for round in 0..=rounds {
            for turn in 0..ways.len() {
                let i = (round + turn) % ways.len();
                let (wall, processor) = (Instant::now(), processor_us());
                let rows = ways[i].read(what).await?;
                let processor = processor_us() - processor;
                let wall = wall.elapsed().as_secs_f64() * 1e6;
                rows.verify(&ids)
                    .map_err(|why| format!("{engine}, {}: {why}", ways[i].title()))?;
                if round > 0 {
                    // the first round is a warm-up
                    times[i].wall.push(wall / f64::from(what.calls()));
                    times[i].processor.push(processor / f64::from(what.calls()));
                }
            }
        }
        for t in &mut times {
            t.wall.sort_by(f64::total_cmp);
            t.processor.sort_by(f64::total_cmp);
        }
        println!("\n{engine}, {}", what.title());
        println!(
            "way                       processor µs (quartiles)      wall µs   processor ×   wall ×"
        );
        for (way, t) in ways.iter().zip(&times) {
            println!(
                "{:<24} {:>9.1} ({:.1} – {:.1}) {:>12.1} {:>10.3} {:>10.3}",
                way.title(),
                quantile(&t.processor, 2),
                quantile(&t.processor, 1),
                quantile(&t.processor, 3),
                quantile(&t.wall, 2),
                quantile(&t.processor, 2) / quantile(&times[1].processor, 2),
                quantile(&t.wall, 2) / quantile(&times[1].wall, 2),
            );
        }
    }
    Ok(())
}

/// A quartile of what is in order.
fn quantile(sorted: &[f64], quarter: usize) -> f64 {
    sorted
        .get(sorted.len() * quarter / 4)
        .copied()
        .unwrap_or(f64::NAN)
}

#[expect(clippy::cast_precision_loss, reason = "microseconds do not need more")]
fn processor_us() -> f64 {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    used.tv_sec as f64 * 1e6 + used.tv_nsec as f64 / 1e3
}
