//! The suite of `sqg bench`: reads its plan, and prints an event of JSON a line.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio_postgres::Config;

use crate::changes::{self, Changes};
use crate::contest::{self, Entrant, Job, Pace};
use crate::database::{self, Stage};
use crate::method::Method;
use crate::nested::{self, Nested};
use crate::options::{MOST_PARAMETERS, PlanCacheMode};
use crate::readings::{self, Readings};
use crate::rows;
use crate::{Failure, Result};

#[derive(Deserialize)]
struct Plan {
    groups: Vec<Group>,
    warm_ups: usize,
    runs: usize,
    budget_ms: u64,
    most_runs: usize,
    server: Server,
}

#[derive(Deserialize)]
struct Group {
    operation: String,
    rows: usize,
    connections: usize,
    methods: Vec<String>,
}

#[derive(Deserialize)]
struct Server {
    host: String,
    port: u16,
    user: String,
    database: String,
}

/// What a method took for all its runs, or why it is out of the contest.
#[derive(Serialize)]
struct Outcome<'a> {
    operation: &'a str,
    method: &'a str,
    rows: usize,
    connections: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    runs_ms: Vec<f64>,
    client_cpu_ms: f64,
    server_cpu_ms: f64,
    memory_mb: f64,
    wal_mb: f64,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
}

/// Runs a plan. A method that fails is an event, too.
pub async fn run(file: &str) -> Result<bool> {
    let plan: Plan = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut config = Config::new();
    config
        .host(&plan.server.host)
        .port(plan.server.port)
        .user(&plan.server.user)
        .dbname(&plan.server.database);
    say(&json!({"versions": {
        "tokio-postgres": env!("TOKIO_POSTGRES"), "rustc": env!("RUSTC_VERSION"), "postgresql": database::version(&config).await?,
    }}));
    let connections = plan.groups.iter().map(|g| g.connections).max().unwrap_or(1);
    let mut by_rows: BTreeMap<usize, Vec<&Group>> = BTreeMap::new();
    let loads = |g: &&Group| {
        let others = [readings::OPERATION, nested::OPERATION];
        !changes::is_operation(&g.operation) && !others.contains(&g.operation.as_str())
    };
    for group in plan.groups.iter().filter(loads) {
        by_rows.entry(group.rows).or_default().push(group);
    }
    for (count, groups) in by_rows {
        let text = rows::make(count);
        let stage = Stage::open(&config, &text, Arc::new(rows::parse(&text)?), connections).await?;
        drop(text);
        for group in groups {
            measure(&stage, &plan, group).await?;
        }
        stage.close().await?;
    }
    for group in &plan.groups {
        if changes::is_operation(&group.operation) {
            let mut changes = Changes::open(&config, &group.operation, group.rows).await?;
            let (methods, pace) = (&group.methods, plan.pace());
            let entrants = contest::compare(group.rows, methods, &pace, async |i| {
                say_run(group, i);
                changes.once(&methods[i]).await
            })
            .await;
            say_results(&entrants, group);
            changes.close().await?;
        } else if group.operation == readings::OPERATION {
            let readings = Readings::open(&config, group.rows, group.connections).await?;
            let (methods, pace) = (&group.methods, plan.pace());
            let entrants = contest::compare(group.rows, methods, &pace, async |i| {
                say_run(group, i);
                readings.once(&methods[i]).await
            })
            .await;
            say_results(&entrants, group);
            readings.close().await?;
        } else if group.operation == nested::OPERATION {
            let nested = Nested::open(&config, group.rows).await?;
            let (methods, pace) = (&group.methods, plan.pace());
            let entrants = contest::compare(group.rows, methods, &pace, async |i| {
                say_run(group, i);
                nested.once(&methods[i]).await
            })
            .await;
            say_results(&entrants, group);
            nested.close().await?;
        }
    }
    Ok(true)
}

impl Plan {
    fn pace(&self) -> Pace {
        Pace {
            warm_ups: self.warm_ups,
            runs: self.runs,
            budget: Duration::from_millis(self.budget_ms),
            most: self.most_runs,
        }
    }
}

fn say_run(group: &Group, method: usize) {
    let (operation, rows, method) = (&group.operation, group.rows, &group.methods[method]);
    say(&json!({"run": format!("{operation}, {rows} rows: {method}")}));
}

fn say_results<J>(entrants: &[Entrant<J>], group: &Group) {
    for (entrant, method) in entrants.iter().zip(&group.methods) {
        say(&json!({"result": outcome(entrant, method, group)}));
    }
}

async fn measure(stage: &Stage, plan: &Plan, group: &Group) -> Result<()> {
    let batches = group.rows.div_ceil(batch(&group.operation)?.0);
    if batches < group.connections {
        for method in &group.methods {
            let why = format!("so few rows are {batches} batch, which one connection loads");
            say(&json!({"result": {
                "operation": group.operation, "method": method, "rows": group.rows, "connections": group.connections, "skipped_reason": why,
            }}));
        }
        return Ok(());
    }
    let jobs = group
        .methods
        .iter()
        .map(|id| job(id, group))
        .collect::<Result<Vec<_>>>()?;
    let entrants = contest::compare(group.rows, &jobs, &plan.pace(), async |i| {
        say_run(group, i);
        contest::once(stage, &jobs[i]).await
    })
    .await;
    say_results(&entrants, group);
    Ok(())
}

fn outcome<'a, J>(entrant: &'a Entrant<J>, method: &'a str, group: &'a Group) -> Outcome<'a> {
    Outcome {
        operation: &group.operation,
        method,
        rows: group.rows,
        connections: group.connections,
        runs_ms: if entrant.failed.is_some() {
            Vec::new()
        } else {
            entrant.took.iter().map(|t| t.wall).collect()
        },
        client_cpu_ms: entrant.median(|t| t.client),
        server_cpu_ms: entrant.median(|t| t.server),
        memory_mb: entrant.took.iter().map(|t| t.memory).fold(0.0, f64::max),
        wal_mb: entrant.median(|t| t.wal),
        verified: entrant.failed.is_none(),
        failed: entrant.failed.as_deref(),
    }
}

/// A method of suite.yaml, with a suffix where a setting of the server's makes another one of it.
fn job(id: &str, group: &Group) -> Result<Job> {
    let (name, plan_cache) = match (id.strip_suffix("-generic"), id.strip_suffix("-custom")) {
        (Some(name), _) => (name, PlanCacheMode::ForceGenericPlan),
        (_, Some(name)) => (name, PlanCacheMode::ForceCustomPlan),
        _ => (id, PlanCacheMode::Auto),
    };
    let (batch, one_transaction) = batch(&group.operation)?;
    Ok(Job {
        method: Method::from_str(name, false)
            .map_err(|_| Failure::new(format!("there is no method {id}")))?,
        batch,
        one_transaction,
        threads: group.connections,
        plan_cache,
        parameters: MOST_PARAMETERS,
    })
}

/// The rows a batch of an operation of suite.yaml, and whether there is one transaction for all.
fn batch(operation: &str) -> Result<(usize, bool)> {
    let (rest, one) = match operation.strip_suffix("-in-one") {
        Some(rest) => (rest, true),
        None => (operation, false),
    };
    match rest.strip_prefix("batches-").and_then(|n| n.parse().ok()) {
        Some(rows) => Ok((rows, one)),
        None => Err(Failure::new(format!("there is no operation {operation}"))),
    }
}

fn say(event: &serde_json::Value) {
    println!("{event}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations() {
        assert_eq!(batch("batches-5000").unwrap(), (5000, false));
        assert_eq!(batch("batches-10000-in-one").unwrap(), (10_000, true));
        assert!(batch("batches-many").is_err());
    }

    #[test]
    fn methods_with_a_setting() {
        let group = Group {
            operation: "batches-1000".into(),
            rows: 1,
            connections: 2,
            methods: Vec::new(),
        };
        let custom = job("prepared-insert-unnest-custom", &group).unwrap();
        assert_eq!(custom.method, Method::PreparedInsertUnnest);
        assert_eq!(custom.plan_cache, PlanCacheMode::ForceCustomPlan);
        assert_eq!(custom.threads, 2);
        assert_eq!(job("copy", &group).unwrap().plan_cache, PlanCacheMode::Auto);
        assert!(job("sprint", &group).is_err());
    }
}
