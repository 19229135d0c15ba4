use std::collections::HashMap;
use std::time::{Duration as Wait, Instant};

/// The SQL with which a program finds out which migrations a database has had.
struct Tracking {
    create: &'static str,
    table: &'static str,
    path: &'static str,
    restore: &'static str,
    applied: &'static str,
    record: &'static str,
}

/// Applies the migrations that a database lacks, all or none, and returns their names.
pub fn apply_migrations(
    connection: &Connection,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("applying migrations", e);
    let path: String = text_of(connection, TRACKING.path).map_err(failed)?;
    let restore = TRACKING.restore.replace("{path}", &literal(&path));
    let end = Instant::now() + Wait::from_secs(60);
    loop {
        let applied = apply_in_transaction(connection, migrations, project);
        connection.execute_batch(&restore).map_err(failed)?;
        match applied {
            // Whoever comes second does not wait in DuckDB, but fails.
            Err(e) if e.to_string().contains("onflict") && Instant::now() < end => {
                std::thread::sleep(Wait::from_millis(10));
            }
            other => return other,
        }
    }
}

fn apply_in_transaction(
    connection: &Connection,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("applying migrations", e);
    let unit = Database::new(connection).begin().map_err(failed)?;
    if !unit.open {
        let cause = "they need a transaction of their own: end the open one first";
        return Err(Error::new("applying migrations", cause));
    }
    let applied = apply_all(connection, migrations, project)?;
    unit.end().map_err(failed)?;
    Ok(applied)
}

fn apply_all(
    connection: &Connection,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("the table of migrations", e);
    let table = text_of(connection, TRACKING.table).map_err(failed)?;
    let create = TRACKING.create.replace("{table}", &table);
    connection.execute_batch(&create).map_err(failed)?;
    let known = known(connection, &table, project).map_err(failed)?;
    let record = TRACKING.record.replace("{table}", &table);
    let mut applied = Vec::new();
    for m in migrations {
        let place = || format!("migration {:?} of project {project:?}", m.name);
        match known.get(m.name) {
            None => {
                let run = connection.execute_batch(m.sql);
                run.map_err(|e| Error::new(place(), e))?;
                connection
                    .execute(&record, [project, m.name, m.checksum])
                    .map_err(failed)?;
                applied.push(m.name.to_owned());
            }
            Some(Some(checksum)) if checksum != m.checksum => {
                let cause = "it has changed since it was applied: write a new one";
                return Err(Error::new(place(), cause));
            }
            Some(_) => {}
        }
    }
    Ok(applied)
}

/// The migrations that a project has had, with their checksums if those are known.
fn known(
    connection: &Connection,
    table: &str,
    project: &str,
) -> Result<HashMap<String, Option<String>>, duckdb::Error> {
    connection
        .prepare(&TRACKING.applied.replace("{table}", table))?
        .query_map([project], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

fn text_of(connection: &Connection, sql: &str) -> Result<String, duckdb::Error> {
    connection.query_row(sql, [], |row| row.get(0))
}
