//! Compares searches with 1 to 12 optional parts of which none, half or all are given: generated methods, a text that
//! is written for the case, clauses that are joined by hand, (? IS NULL OR …), and SQLx's `QueryBuilder`.

#[path = "../gen"]
#[allow(clippy::all)]
mod generated {
    pub mod parts;
    pub mod sqg;
}
mod items;
mod on_sqlx;
mod ways;

use std::cell::RefCell;

use items::{Failure, Filter, Run, STEPS, filled};
use rustix::time::{ClockId, clock_gettime};

/// The processor time for which a way runs in a round, in microseconds, at least.
const SAMPLE: f64 = 20_000.0;

fn main() -> Result<(), Failure> {
    let (rows, rounds) = (number("ROWS", 100_000)?, number("ROUNDS", 15)?);
    let db = filled(rows)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let other = RefCell::new(runtime.block_on(on_sqlx::filled(rows))?);
    let mut headed = false;
    for count in [1, 2, 3, 6, 9, 12] {
        let mut givens = vec![0, count / 2, count];
        givens.dedup();
        for given in givens {
            let filter: Filter = (0..count)
                .map(|i| (i < given).then(|| items::value(rows / 2, STEPS[i])))
                .collect();
            let mut runs = ways::ways(&db, &filter);
            runs.extend(on_sqlx::ways(&runtime, &other, &filter));
            if !headed {
                let titles: Vec<_> = runs.iter().map(|(title, _)| *title).collect();
                println!("| parts | given | {} |", titles.join(" | "));
                headed = true;
            }
            compare(&mut runs, &filter, given, rounds)?;
        }
    }
    Ok(())
}

/// Prints the ratios of a case's ways to the first one: medians over all rounds, in which the ways take turns.
fn compare(
    runs: &mut [(&str, Run)],
    filter: &Filter,
    given: usize,
    rounds: i64,
) -> Result<(), Failure> {
    let expected = runs[0].1(filter, 1)?;
    let mut calls = Vec::new();
    for (title, run) in runs.iter_mut() {
        let found = run(filter, 1)?;
        if found.is_empty() || found != expected {
            return Err(format!("{title} finds {found:?}, not {expected:?}").into());
        }
        calls.push((SAMPLE / spent(run, filter, 3)?.max(0.1)).max(1.0) as u32);
    }
    let mut times = vec![Vec::new(); runs.len()];
    for round in 0..rounds as usize {
        for turn in 0..runs.len() {
            let i = (round + turn) % runs.len();
            times[i].push(spent(&mut runs[i].1, filter, calls[i])?);
        }
    }
    let ratios = times[1..].iter().map(|own| {
        let ratios = own.iter().zip(&times[0]).map(|(time, first)| time / first);
        format!("{:.2}", median(ratios.collect()))
    });
    let shown = ratios.collect::<Vec<_>>().join(" | ");
    let first = median(times[0].clone());
    println!("| {} | {given} | {first:.1} µs | {shown} |", filter.len());
    Ok(())
}

/// The processor time of a call in microseconds, by that of several.
fn spent(run: &mut Run, filter: &Filter, calls: u32) -> Result<f64, Failure> {
    let from = processor_us();
    run(filter, calls)?;
    Ok((processor_us() - from) / f64::from(calls))
}

/// The processor time of the process, all of its threads.
fn processor_us() -> f64 {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    used.tv_sec as f64 * 1e6 + used.tv_nsec as f64 / 1e3
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn number(name: &str, otherwise: i64) -> Result<i64, Failure> {
    Ok(std::env::var(name).map_or(Ok(otherwise), |text| text.parse())?)
}
