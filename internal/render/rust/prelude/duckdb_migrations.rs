use std::collections::HashMap;
use std::time::{Duration as Wait, Instant};

/// The SQL that applies migrations, and the messages of its errors.
struct Tracking {
    lock: &'static str,
    settings: &'static str,
    create: &'static str,
    table: &'static str,
    applied: &'static str,
    record: &'static str,
    changed: &'static str,
    late: &'static str,
    ended: &'static str,
}

/// Applies the migrations that a database lacks, each in a transaction, and returns their names.
pub fn apply_migrations(
    connection: &Connection,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("applying migrations", e);
    let settings = text_of(connection, TRACKING.settings).map_err(failed)?;
    let end = Instant::now() + Wait::from_secs(60);
    let mut applied = Vec::new();
    loop {
        let next = apply_in_transaction(connection, migrations, project);
        connection.execute_batch(&settings).map_err(failed)?;
        match next {
            // Whoever comes second does not wait in DuckDB, but fails.
            Err(e) if e.to_string().contains("onflict") && Instant::now() < end => {
                std::thread::sleep(Wait::from_millis(10));
            }
            Err(e) => return Err(e),
            Ok(Some(m)) => applied.push(m.name.to_owned()),
            Ok(None) => return Ok(applied),
        }
    }
}

/// The names of the migrations that a database lacks.
pub fn pending_migrations(
    connection: &Connection,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("the table of migrations", e);
    let known = known(connection, project).map_err(failed)?;
    Ok(names(&pending(migrations, project, &known)?))
}

fn apply_in_transaction<'m>(
    connection: &Connection,
    migrations: &'m [Migration],
    project: &str,
) -> Result<Option<&'m Migration>> {
    let failed = |e| Error::new("applying migrations", e);
    let unit = Database::new(connection).begin().map_err(failed)?;
    if !unit.open {
        let cause = "migrations need transactions of their own: end the open one first";
        return Err(Error::new("applying migrations", cause));
    }
    let next = apply_next(connection, migrations, project)?;
    unit.end().map_err(failed)?;
    Ok(next)
}

fn apply_next<'m>(
    connection: &Connection,
    migrations: &'m [Migration],
    project: &str,
) -> Result<Option<&'m Migration>> {
    let failed = |e| Error::new("the table of migrations", e);
    let table = text_of(connection, TRACKING.table).map_err(failed)?;
    let create = TRACKING.create.replace("{table}", &table);
    connection.execute_batch(&create).map_err(failed)?;
    let known = known(connection, project).map_err(failed)?;
    let Some(&m) = pending(migrations, project, &known)?.first() else {
        return Ok(None);
    };
    let lock = TRACKING.lock.replace("{table}", &table);
    connection.execute_batch(&lock).map_err(failed)?;
    connection
        .execute_batch(m.sql)
        .map_err(|e| Error::new(of_migration(m), e))?;
    connection
        .execute(
            &TRACKING.record.replace("{table}", &table),
            [project, m.name, m.checksum],
        )
        .map_err(failed)?;
    Ok(Some(m))
}

/// The migrations that a project has had, with their checksums if those are known.
fn known(
    connection: &Connection,
    project: &str,
) -> Result<HashMap<String, Option<String>>, duckdb::Error> {
    connection
        .prepare(&text_of(connection, TRACKING.applied)?)?
        .query_map([project], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

fn text_of(connection: &Connection, sql: &str) -> Result<String, duckdb::Error> {
    connection.query_row(sql, [], |row| row.get(0))
}
