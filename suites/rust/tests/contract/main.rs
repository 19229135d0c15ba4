//! Plays the contracts of the corpus with the code of every generator for Rust.

#[macro_use]
mod player;
mod duckdb;
#[macro_use]
mod duckdb_types;
mod duckdb_units;
mod pg;
mod pg_units;
mod sqlite;
mod sqlite_units;
mod texts;

use std::path::{Path, PathBuf};

use player::{Cause, Outcome};
use serde_json::Value;

/// A generator.
struct Driver {
    generator: &'static str,
    /// What the names of its contracts start with.
    engine: &'static str,
    play: fn(&Case) -> Outcome,
}

const DRIVERS: [Driver; 3] = [
    Driver {
        generator: "rust/postgres/tokio-postgres",
        engine: "postgres",
        play: pg::play,
    },
    Driver {
        generator: "rust/sqlite/rusqlite",
        engine: "sqlite",
        play: sqlite::play,
    },
    Driver {
        generator: "rust/duckdb",
        engine: "duckdb",
        play: duckdb::play,
    },
];

/// A case of a contract while it is played.
pub struct Case<'a> {
    engine: &'static str,
    folder: &'a str,
    file: &'a str,
    path: &'a Path,
    contract: &'a Value,
    case: &'a Value,
    variants: &'a [&'static str],
}

impl Case<'_> {
    /// The module that the feature was generated as.
    fn unit(&self) -> String {
        match self.folder {
            "migrations" => "migrated".to_owned(),
            other => format!("{other}{}", &self.file[self.engine.len()..]),
        }
    }

    /// The TESTDATA blocks of the feature, if the case wants them.
    fn test_data(&self) -> Result<Vec<String>, Cause> {
        if self.case["testdata"] != true {
            return Ok(Vec::new());
        }
        let sql = self.path.with_file_name(format!("{}.sql", self.file));
        Ok(test_data(&std::fs::read_to_string(sql)?))
    }

    fn called(&self, step: &Value) -> &Value {
        &self.contract["statements"][step["call"].as_str().unwrap_or("")]
    }

    /// What a step gives is what it must give. There is no stream of rows whose lists may stand apart.
    fn expect(&self, step: &Value, variant: &str, outcome: Outcome) -> Outcome {
        if variant == "stream" && self.called(step)["apart"] == true {
            return match outcome {
                Err(e) if e.to_string().starts_with("no method") => Ok(()),
                _ => Err(format!("{step}: there is a stream").into()),
            };
        }
        player::expect(step, outcome)
    }

    /// The steps, for each variant of a method.
    fn steps(&self) -> impl Iterator<Item = (&Value, &'static str)> {
        let steps = self.case["steps"].as_array().into_iter().flatten();
        steps.flat_map(|step| {
            let variants = if is_list(self.called(step)) {
                self.variants
            } else {
                &[""]
            };
            variants.iter().map(move |variant| (step, *variant))
        })
    }
}

fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut played = duckdb_types::play(&only).expect("the types of DuckDB");
    for driver in &DRIVERS {
        for path in contracts(driver.engine) {
            played.extend(play(driver, &path, &only));
        }
    }
    let (mut passed, mut failed) = (0, 0);
    for (name, outcome) in played {
        match outcome {
            Ok(()) => passed += 1,
            Err(e) => {
                failed += 1;
                println!("FAIL  {name}: {e}");
            }
        }
    }
    println!("{passed} passed, {failed} failed, 0 skipped");
    std::process::exit(i32::from(failed > 0 || passed == 0));
}

/// Plays the cases of a contract whose names have a text in them.
fn play(driver: &Driver, path: &Path, only: &str) -> Vec<(String, Outcome)> {
    let text =
        |name: Option<&std::ffi::OsStr>| name.expect("a name").to_string_lossy().into_owned();
    let folder = text(path.parent().and_then(Path::file_name));
    let file = text(path.file_name()).replace(".expected.json", "");
    let contract = std::fs::read_to_string(path).expect("a contract");
    let contract: Value = serde_json::from_str(&contract).expect("JSON");
    let mut played = Vec::new();
    for case in contract["cases"].as_array().expect("cases") {
        for variants in plays(&contract, case) {
            let what = case["case"].as_str().unwrap_or("");
            let name = format!("{folder}/{file}/{what}/{}", variants.join("+"));
            if !name.contains(only) || only.starts_with('-') {
                continue;
            }
            let case = Case {
                engine: driver.engine,
                folder: &folder,
                file: &file,
                path,
                contract: &contract,
                case,
                variants: &variants,
            };
            played.push((name, gap(driver, case.case, (driver.play)(&case))));
        }
    }
    let name = format!("{folder}/{file}/texts");
    if ["parts", "pages"].contains(&folder.as_str()) && name.contains(only) {
        let case = Case {
            engine: driver.engine,
            folder: &folder,
            file: &file,
            path,
            contract: &contract,
            case: &serde_json::json!({"testdata": true}),
            variants: &[],
        };
        played.push((name, texts::play(driver, &case)));
    }
    played
}

/// A gap must be one.
fn gap(driver: &Driver, case: &Value, outcome: Outcome) -> Outcome {
    let gaps = case["gaps"].as_object().into_iter().flatten();
    match (
        gaps.into_iter()
            .find(|(generator, _)| driver.generator.starts_with(generator.as_str())),
        outcome,
    ) {
        (None, outcome) => outcome,
        (Some(_), Err(_)) => Ok(()),
        (Some((_, why)), Ok(())) => Err(format!("the gap is none: {why}").into()),
    }
}

fn contracts(engine: &str) -> Vec<PathBuf> {
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
            if name.starts_with(engine) && name.ends_with(".expected.json") {
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
