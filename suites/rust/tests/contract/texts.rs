//! Whatever a call is given, the text that reaches the driver is one that sqg lists for the statement.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use rusqlite::trace::{TraceEvent, TraceEventCodes};
use serde_json::Value;

use crate::player::*;
use crate::{Case, Driver, duckdb, duckdb_units, pg, pg_units, sqlite, sqlite_units};

type Texts = BTreeSet<String>;

/// Texts that would change one that they became part of.
const HOSTILE: [&str; 6] = [
    "'; DROP TABLE product; --",
    "a' OR '1'='1",
    "--? }",
    "${name}",
    "?",
    "$1",
];

/// What generated code sends beside the texts of statements.
const AROUND: [&str; 5] = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"];

/// Plays calls of a case's feature, and compares their texts.
pub fn play(driver: &Driver, case: &Case) -> Outcome {
    let steps = fuzzed(case.contract, 600);
    let texts = match driver.engine {
        "sqlite" => over_sqlite(case, &steps)?,
        "duckdb" => over_duckdb(case, &steps)?,
        _ => pg::run(over_postgres(case, &steps))?,
    };
    let known = listed(&format!("{}-{}", driver.engine, case.folder), driver.generator)?;
    for text in &texts {
        let first = text.split([' ', ';']).next().unwrap_or("");
        if !known.contains(text.trim_end()) && !AROUND.contains(&first) {
            return Err(format!("no text of the list: {text}").into());
        }
    }
    match texts.len() {
        0..45 => Err(format!("{} texts prove little", texts.len()).into()),
        _ => Ok(()),
    }
}

fn over_sqlite(case: &Case, steps: &[Value]) -> Result<Texts, Cause> {
    let mut db = sqlite::open(case)?;
    let texts = Arc::new(Mutex::new(Texts::new()));
    let heard = Arc::clone(&texts);
    db.trace_v2(
        TraceEventCodes::SQLITE_TRACE_STMT,
        Some(move |event: TraceEvent<'_>| {
            if let TraceEvent::Stmt(statement, _) = event {
                let mut texts = heard.lock().expect("the texts");
                texts.insert(statement.sql().into_owned());
            }
        }),
    )?;
    for step in steps {
        for variant in ["", "stream"] {
            // What it returns is not what the step says.
            let _ = sqlite_units::call(&case.unit(), &db, &mut Step::new(step, variant));
        }
    }
    let texts = texts.lock().expect("the texts");
    Ok(texts.clone())
}

fn over_duckdb(case: &Case, steps: &[Value]) -> Result<Texts, Cause> {
    let db = duckdb::open(case)?;
    db.execute_batch("CALL enable_logging('QueryLog')")?;
    for step in steps {
        for variant in ["", "stream"] {
            let _ = duckdb_units::call(&case.unit(), &db, &mut Step::new(step, variant));
        }
    }
    db.execute_batch("CALL disable_logging()")?;
    let sql = "SELECT DISTINCT message FROM duckdb_logs WHERE type = 'QueryLog'";
    let mut statement = db.prepare(sql)?;
    let texts = statement.query_map([], |row| row.get::<_, String>(0))?;
    let own = |text: &Result<String, _>| !matches!(text, Ok(t) if t.contains("_logging"));
    Ok(texts.filter(own).collect::<Result<_, _>>()?)
}

async fn over_postgres(case: &Case<'_>, steps: &[Value]) -> Result<Texts, Cause> {
    let mut texts = Texts::new();
    pg::with_database(async |name| {
        let db = pg::open(name, case).await?;
        let other = pg::connect(Some(name)).await?;
        let row = db.query_one("SELECT pg_backend_pid()", &[]).await?;
        let process: i32 = row.try_get(0)?;
        let last = "SELECT query FROM pg_stat_activity WHERE pid = $1";
        for step in steps {
            for variant in ["", "stream"] {
                let _ = pg_units::call(&case.unit(), &db, &mut Step::new(step, variant)).await;
                texts.insert(other.query_one(last, &[&process]).await?.try_get(0)?);
            }
        }
        Ok(())
    })
    .await?;
    texts.remove("SELECT pg_backend_pid()"); // where the first call sends nothing
    Ok(texts)
}

fn listed(unit: &str, generator: &str) -> Result<Texts, Cause> {
    let model: Value = serde_json::from_str(&std::fs::read_to_string("texts.json")?)?;
    let units = model["units"].as_array().into_iter().flatten();
    let queries = units
        .filter(|u| u["name"] == unit)
        .filter_map(|u| u["queries"].as_array())
        .flatten();
    let texts = queries.filter_map(|q| q["texts"].as_array()).flatten();
    let own = texts.filter(|t| t["generator"] == generator);
    Ok(own
        .filter_map(|t| t["sql"].as_str().map(|sql| sql.trim_end().to_owned()))
        .collect())
}

/// Calls whose arguments are those of any other call of the statement, or hostile.
fn fuzzed(contract: &Value, count: usize) -> Vec<Value> {
    let mut seed = 1_u64;
    let mut below = |n: usize| {
        seed = seed * 48_271 % 2_147_483_647;
        seed as usize % n
    };
    let cases = contract["cases"].as_array().into_iter().flatten();
    let calls: Vec<&Value> = cases
        .filter_map(|c| c["steps"].as_array())
        .flatten()
        .filter(|s| s["call"].is_string() && s["args"].is_array())
        .collect();
    let mut steps = Vec::new();
    for _ in 0..count {
        let mut step = calls[below(calls.len())].clone();
        let same: Vec<_> = calls.iter().filter(|s| s["call"] == step["call"]).collect();
        let called = step["call"].as_str().unwrap_or("").to_owned();
        let params = &contract["statements"][&called]["params"];
        for (i, param) in params.as_array().into_iter().flatten().enumerate() {
            let text = param.as_str().is_some_and(|p| p.contains(" text"));
            step["args"][i] = if text && below(4) == 0 {
                HOSTILE[below(HOSTILE.len())].into()
            } else {
                same[below(same.len())]["args"][i].clone()
            };
        }
        steps.push(step);
    }
    steps
}
