//! Plays the contracts of the corpus with the code of rust/postgres/tokio-postgres.

#[macro_use]
mod player;
mod pg_units;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use player::{Cause, Db, Outcome, Step};
use serde_json::Value;
use tokio_postgres::{Config, NoTls};

/// Features that sqg refuses for Rust yet.
const LATER: [&str; 2] = ["bulk", "overrides"];

/// Settings that the text which the server makes of values depends on.
const USUAL: &str =
    "SET DateStyle = ISO; SET IntervalStyle = postgres; SET bytea_output = hex; SET TimeZone = UTC";

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let failed = runtime.expect("a runtime").block_on(play_all());
    std::process::exit(i32::from(failed > 0));
}

async fn play_all() -> usize {
    let only = std::env::args().nth(1).unwrap_or_default();
    let (mut passed, mut failed) = (0, 0);
    for path in contracts() {
        let folder = path
            .parent()
            .and_then(Path::file_name)
            .expect("a folder")
            .to_string_lossy()
            .into_owned();
        let file = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .replace(".expected.json", "");
        if LATER.contains(&folder.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a contract");
        let contract: Value = serde_json::from_str(&text).expect("JSON");
        for case in contract["cases"].as_array().expect("cases") {
            for variants in plays(&contract, case) {
                let name = format!(
                    "{folder}/{file}/{}/{}",
                    case["case"].as_str().unwrap_or(""),
                    variants.join("+")
                );
                if !name.contains(&only) || only.starts_with('-') {
                    continue;
                }
                let outcome = play(&folder, &file, &path, &contract, case, &variants).await;
                match gap(case, outcome) {
                    Ok(()) => passed += 1,
                    Err(e) => {
                        failed += 1;
                        println!("FAIL  {name}: {e}");
                    }
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed, 0 skipped");
    if passed == 0 { 1 } else { failed }
}

/// A gap must be one.
fn gap(case: &Value, outcome: Outcome) -> Outcome {
    let gaps = case["gaps"].as_object().into_iter().flatten();
    match (
        gaps.into_iter()
            .find(|(generator, _)| "rust/postgres/tokio-postgres".starts_with(generator.as_str())),
        outcome,
    ) {
        (None, outcome) => outcome,
        (Some(_), Err(_)) => Ok(()),
        (Some((_, why)), Ok(())) => Err(format!("the gap is none: {why}").into()),
    }
}

fn contracts() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in std::fs::read_dir("../../corpus")
        .expect("the corpus")
        .flatten()
    {
        for file in std::fs::read_dir(folder.path())
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = file.file_name().to_string_lossy().into_owned();
            if name.starts_with("postgres") && name.ends_with(".expected.json") {
                found.push(file.path());
            }
        }
    }
    found.sort();
    found
}

/// The variants of methods that each play of a case asks: all, or one at a time where a query changes rows.
fn plays(contract: &Value, case: &Value) -> Vec<Vec<&'static str>> {
    let changes = |step: &Value| {
        let called = &contract["statements"][step["call"].as_str().unwrap_or("")];
        called["changes"] == true && is_list(called)
    };
    if case["steps"].as_array().expect("steps").iter().any(changes) {
        return vec![vec![""], vec!["stream"]];
    }
    vec![vec!["", "stream"]]
}

fn is_list(statement: &Value) -> bool {
    statement["result"] == "rows" || statement["result"] == "values"
}

async fn play(
    folder: &str,
    file: &str,
    path: &Path,
    contract: &Value,
    case: &Value,
    variants: &[&str],
) -> Outcome {
    static DATABASES: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "sqg_rust_{}_{}",
        std::process::id(),
        DATABASES.fetch_add(1, Ordering::Relaxed)
    );
    let admin = connect(None).await?;
    admin
        .batch_execute(&format!("CREATE DATABASE {name}"))
        .await?;
    let outcome = play_in(&name, folder, file, path, contract, case, variants).await;
    admin
        .batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)"))
        .await?;
    outcome
}

async fn play_in(
    name: &str,
    folder: &str,
    file: &str,
    path: &Path,
    contract: &Value,
    case: &Value,
    variants: &[&str],
) -> Outcome {
    let unit = match folder {
        "migrations" => "migrated".to_owned(),
        other => format!("{other}{}", &file["postgres".len()..]),
    };
    let db = connect(Some(name)).await?;
    for sql in contract["settings"].as_array().into_iter().flatten() {
        db.batch_execute(sql.as_str().unwrap_or("")).await?;
    }
    let db = connect(Some(name)).await?;
    for sql in pg_units::migrations(&unit) {
        db.batch_execute(sql).await?;
    }
    if case["testdata"] == true {
        let sql = std::fs::read_to_string(path.with_file_name(format!("{file}.sql")))?;
        for block in test_data(&sql) {
            db.batch_execute(&block).await?;
        }
    }
    db.batch_execute(USUAL).await?;
    for (i, step) in case["steps"].as_array().expect("steps").iter().enumerate() {
        let called = &contract["statements"][step["call"].as_str().unwrap_or("")];
        let variants = if is_list(called) { variants } else { &[""] };
        for variant in variants {
            let outcome = pg_units::call(&unit, &db, &mut Step::new(step, variant)).await;
            expect(step, outcome).map_err(|e| format!("step {}: {step}: {e}", i + 1))?;
        }
    }
    Ok(())
}

/// What a step expects of errors.
fn expect(step: &Value, outcome: Outcome) -> Outcome {
    match (step["error"].as_str(), outcome) {
        (None, outcome) => outcome,
        (Some(wanted), Ok(())) => Err(format!("no error with {wanted:?} in it").into()),
        (Some(wanted), Err(e)) if e.to_string().contains(wanted) => Ok(()),
        (Some(_), Err(e)) => Err(e),
    }
}

/// The TESTDATA blocks of a corpus file.
fn test_data(sql: &str) -> Vec<String> {
    let (mut blocks, mut inside): (Vec<String>, bool) = (Vec::new(), false);
    for line in sql.lines() {
        let keyword = line
            .strip_prefix("-- ")
            .map_or("", |rest| rest.split(' ').next().unwrap_or(""));
        if keyword.len() > 3 && keyword.chars().all(|c| c.is_ascii_uppercase()) {
            inside = keyword == "TESTDATA";
            if inside {
                blocks.push(String::new());
            }
        } else if let (true, Some(block)) = (inside, blocks.last_mut()) {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks
}

/// A connection to a database of the server that the tests have.
async fn connect(database: Option<&str>) -> Result<Db, Cause> {
    let mut config: Config = std::env::var("SQG_TEST_POSTGRES_URL")?.parse()?;
    if let Some(name) = database {
        config.dbname(name);
    }
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}
