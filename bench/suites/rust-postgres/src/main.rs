//! Ways of batch ingest into PostgreSQL, compared: a program of its own, and a suite of `sqg bench`.

// What sqg generates of the accounts that all suites change, and of power.sql.
#[path = "../gen/accounts.rs"]
#[allow(clippy::pedantic)]
mod accounts;
#[path = "../gen/power.rs"]
#[allow(clippy::pedantic)]
mod power;
#[path = "../gen/sqg.rs"]
#[allow(clippy::pedantic)]
mod sqg;

// The readings that all suites load.
#[path = "../gen/sensors.rs"]
#[allow(clippy::pedantic)]
mod sensors;

// The purchases whose lines come with them.
#[path = "../gen/nested_reads.rs"]
#[allow(clippy::pedantic)]
mod nested_reads;

mod changes;
mod contest;
mod database;
mod measure;
mod method;
mod nested;
mod options;
mod output;
mod readings;
mod rows;
mod suite;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use contest::{Job, Pace};
use database::Stage;
use options::Options;

/// What went wrong, in words for the user.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    pub fn new(text: impl Into<String>) -> Self {
        Failure(text.into())
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        let mut text = error.to_string();
        let mut source = error.source();
        while let Some(inner) = source {
            text = format!("{text}: {inner}");
            source = inner.source();
        }
        Failure(text)
    }
}

pub type Result<T> = std::result::Result<T, Failure>;

fn main() -> ExitCode {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(options.threads.max(2))
        .enable_all()
        .build();
    let done = match runtime {
        Err(error) => Err(error.into()),
        Ok(runtime) => runtime.block_on(run(options)),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Reports whether all went well.
async fn run(options: Options) -> Result<bool> {
    if let Some(plan) = &options.plan {
        return suite::run(plan).await;
    }
    let methods = options.chosen()?;
    let text = input(&options)?;
    let rows = rows::parse(&text)?;
    let config = options.connection()?;
    let stage = Stage::open(&config, &text, Arc::new(rows), options.threads).await?;
    drop(text);
    let mut jobs = Vec::new();
    for &batch in &options.batch_sizes {
        for &method in &methods {
            jobs.push(Job {
                method,
                batch,
                one_transaction: options.transactions,
                threads: options.threads,
                plan_cache: options.plan_cache_mode,
                parameters: options.max_parameters,
            });
        }
    }
    for job in &jobs {
        if let Some(split) = job.split() {
            eprintln!("note: {split}");
        }
    }
    let pace = Pace::rounds(options.rounds);
    let entrants = contest::compare(stage.rows.len(), &jobs, &pace, async |i| {
        contest::once(&stage, &jobs[i]).await
    })
    .await;
    stage.close().await?;
    output::print(&entrants, stage_rows(&entrants), options.csv_output)?;
    for entrant in &entrants {
        if let Some(why) = &entrant.failed {
            eprintln!(
                "error: {}, batches of {}: {why}",
                entrant.job.method, entrant.job.batch
            );
        }
    }
    Ok(entrants.iter().all(|e| e.failed.is_none()))
}

fn stage_rows(entrants: &[contest::Entrant]) -> usize {
    entrants.first().map_or(0, |e| e.rows)
}

/// The text of the input file; the default one is made where it is not there.
fn input(options: &Options) -> Result<String> {
    let path = Path::new(options.input_file.as_deref().unwrap_or(options::INPUT_FILE));
    if options.input_file.is_none() && !path.exists() {
        eprintln!(
            "note: {} is not there: made with {} records",
            path.display(),
            options.rows
        );
        std::fs::write(path, rows::make(options.rows))?;
    }
    std::fs::read_to_string(path).map_err(|e| Failure::new(format!("{}: {e}", path.display())))
}
