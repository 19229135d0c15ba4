//! Methods that take turns, and what their runs took.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use clap::ValueEnum;
use tokio_postgres::Client;

use crate::database::Stage;
use crate::measure;
use crate::method::{Inserts, Method, encode};
use crate::options::PlanCacheMode;
use crate::rows::Row;
use crate::{Failure, Result};

/// One way to load the file.
#[derive(Clone, Debug)]
pub struct Job {
    pub method: Method,
    pub batch: usize,
    pub one_transaction: bool,
    pub threads: usize,
    pub plan_cache: PlanCacheMode,
    pub parameters: usize,
}

impl Job {
    pub fn rows_a_statement(&self) -> usize {
        self.method.rows_a_statement(self.batch, self.parameters)
    }

    /// What is to be said of batches that are more than a statement.
    pub fn split(&self) -> Option<String> {
        let rows = self.rows_a_statement();
        (rows < self.batch).then(|| {
            format!(
                "{}: a batch of {} rows would have more than {} parameters: \
                 it becomes {} statements of up to {rows} rows in one transaction",
                self.method,
                self.batch,
                self.parameters,
                self.batch.div_ceil(rows)
            )
        })
    }
}

/// How many rounds there are.
pub struct Pace {
    pub warm_ups: usize,
    pub runs: usize,
    /// More of them while they have not taken so long,
    pub budget: Duration,
    /// up to so many.
    pub most: usize,
}

impl Pace {
    pub fn rounds(runs: usize) -> Self {
        Pace {
            warm_ups: 0,
            runs,
            budget: Duration::ZERO,
            most: runs,
        }
    }
}

/// What a run took: milliseconds and megabytes.
#[derive(Clone, Copy, Default)]
pub struct Took {
    pub wall: f64,
    pub client: f64,
    pub server: f64,
    pub memory: f64,
    pub wal: f64,
}

/// Measures a run.
pub struct Meter {
    processes: Vec<i32>,
    before: Took,
    start: Instant,
}

impl Meter {
    /// Starts the clock. `processes` are the server's for the connections; `wal` is how much log it has written so far.
    pub fn start(processes: Vec<i32>, wal: f64) -> Self {
        let before = Took {
            memory: measure::forget_peak(),
            wal,
            server: server_ms(&processes),
            client: measure::client_ms(),
            wall: 0.0,
        };
        let start = Instant::now();
        Meter {
            processes,
            before,
            start,
        }
    }

    /// What the run took, but for the log.
    pub fn stop(&self) -> Took {
        Took {
            wall: self.start.elapsed().as_secs_f64() * 1e3,
            client: measure::client_ms() - self.before.client,
            server: server_ms(&self.processes) - self.before.server,
            memory: measure::peak_mb() - self.before.memory,
            wal: 0.0,
        }
    }

    /// The megabytes of log since then.
    pub fn wal(&self, bytes: f64) -> f64 {
        (bytes - self.before.wal) / f64::from(1 << 20)
    }
}

fn server_ms(processes: &[i32]) -> f64 {
    processes.iter().map(|&pid| measure::process_ms(pid)).sum()
}

/// A way in a contest; one that failed is out of it, and the others go on.
pub struct Entrant<J = Job> {
    pub job: J,
    pub rows: usize,
    pub took: Vec<Took>,
    pub failed: Option<String>,
}

impl<J> Entrant<J> {
    pub fn median(&self, value: impl Fn(&Took) -> f64) -> f64 {
        measure::median(self.took.iter().map(value).collect())
    }
}

/// Has all jobs done in turns, another one first in each round. `once` does the one of an index, and measures it.
pub async fn compare<J: Clone>(
    rows: usize,
    jobs: &[J],
    pace: &Pace,
    mut once: impl AsyncFnMut(usize) -> Result<Took>,
) -> Vec<Entrant<J>> {
    let mut entrants: Vec<_> = jobs
        .iter()
        .map(|job| Entrant {
            job: job.clone(),
            rows,
            took: Vec::new(),
            failed: None,
        })
        .collect();
    let mut start = Instant::now();
    for round in 0..pace.warm_ups + pace.most {
        if round == pace.warm_ups {
            start = Instant::now();
        }
        if round >= pace.warm_ups + pace.runs && start.elapsed() >= pace.budget {
            break;
        }
        for turn in 0..entrants.len() {
            let i = (turn + round) % jobs.len();
            let entrant = &mut entrants[i];
            if entrant.failed.is_some() {
                continue;
            }
            match once(i).await {
                Ok(took) if round >= pace.warm_ups => entrant.took.push(took),
                Ok(_) => {}
                Err(failure) => entrant.failed = Some(failure.to_string()),
            }
        }
    }
    entrants
}

/// One run, verified.
pub async fn once(stage: &Stage, job: &Job) -> Result<Took> {
    stage.empty().await?;
    let workers = &stage.workers[..job.threads];
    let mode = job
        .plan_cache
        .to_possible_value()
        .map_or_else(String::new, |v| v.get_name().to_owned());
    let mut processes = Vec::new();
    for worker in workers {
        worker
            .client
            .batch_execute(&format!("SET plan_cache_mode = {mode}"))
            .await?;
        processes.push(worker.process);
    }
    let encoded: Arc<Vec<Bytes>> = Arc::new(match job.method {
        Method::Ceiling => stage.rows.chunks(job.batch).map(encode).collect(),
        _ => Vec::new(),
    });
    let meter = Meter::start(processes, stage.wal_bytes().await?);
    let tasks: Vec<_> = (0..job.threads)
        .map(|share| {
            let (rows, worker, encoded, job) = (
                stage.rows.clone(),
                workers[share].clone(),
                encoded.clone(),
                job.clone(),
            );
            tokio::spawn(async move { load(&worker.client, &rows, &encoded, &job, share).await })
        })
        .collect();
    let mut loaded = Ok(());
    for task in tasks {
        let one = task.await?;
        loaded = loaded.and(one);
    }
    let mut took = meter.stop();
    took.wal = meter.wal(stage.wal_bytes().await?);
    loaded?;
    stage.verify().await?;
    Ok(took)
}

/// Loads every batch of a thread's share. What failed leaves no transaction behind.
async fn load(
    client: &Client,
    rows: &[Row],
    encoded: &[Bytes],
    job: &Job,
    share: usize,
) -> Result<()> {
    let done = load_batches(client, rows, encoded, job, share).await;
    if done.is_err() {
        let _ = client.batch_execute("ROLLBACK").await; // the failure says more
    }
    done
}

async fn load_batches(
    client: &Client,
    rows: &[Row],
    encoded: &[Bytes],
    job: &Job,
    share: usize,
) -> Result<()> {
    let batches = rows
        .chunks(job.batch)
        .enumerate()
        .skip(share)
        .step_by(job.threads);
    let mut inserts = Inserts::new(client, job.method);
    if job.one_transaction {
        client.batch_execute("BEGIN").await?;
    }
    for (i, batch) in batches {
        let own = !job.one_transaction && batch.len() > job.rows_a_statement();
        if own {
            client.batch_execute("BEGIN").await?;
        }
        insert(&mut inserts, batch, encoded.get(i), job).await?;
        if own {
            client.batch_execute("COMMIT").await?;
        }
    }
    if job.one_transaction {
        client.batch_execute("COMMIT").await?;
    }
    Ok(())
}

/// Inserts a batch, by as many statements as it needs.
async fn insert(
    inserts: &mut Inserts<'_>,
    batch: &[Row],
    encoded: Option<&Bytes>,
    job: &Job,
) -> Result<()> {
    for rows in batch.chunks(job.rows_a_statement()) {
        let inserted = inserts.insert(rows, encoded).await?;
        if inserted != rows.len() as u64 {
            return Err(Failure::new(format!(
                "{inserted} of {} rows were inserted",
                rows.len()
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_split_is_said() {
        let job = |method, batch| Job {
            method,
            batch,
            one_transaction: false,
            threads: 1,
            plan_cache: PlanCacheMode::Auto,
            parameters: 32_767,
        };
        assert_eq!(job(Method::InsertValues, 4681).split(), None);
        assert_eq!(job(Method::Copy, 1_000_000).split(), None);
        let said = job(Method::PreparedInsertValues, 10_000).split().unwrap();
        assert!(said.contains("3 statements of up to 4681 rows"), "{said}");
    }
}
