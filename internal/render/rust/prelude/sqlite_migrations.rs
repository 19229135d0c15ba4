use std::collections::HashMap;

/// The SQL with which a program finds out which migrations a database has had.
struct Tracking {
    create: &'static str,
    adopt: &'static str,
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
    if !connection.is_autocommit() {
        return Err(Error::new(
            "applying migrations",
            "they need a transaction of their own: end the open one first",
        ));
    }
    let timeout: i64 = connection
        .query_row("PRAGMA busy_timeout", [], |row| row.get(0))
        .map_err(failed)?;
    // Whoever comes second waits here, and then finds everything applied.
    let begun = connection.execute_batch("PRAGMA busy_timeout = 60000; BEGIN IMMEDIATE");
    let applied = begun.map_err(failed).and_then(|()| {
        let applied = apply_all(connection, migrations, project)?;
        connection.execute_batch("COMMIT").map_err(failed)?;
        Ok(applied)
    });
    if !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK").map_err(failed)?;
    }
    connection
        .execute_batch(&format!("PRAGMA busy_timeout = {timeout}"))
        .map_err(failed)?;
    applied
}

fn apply_all(
    connection: &Connection,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("the table of migrations", e);
    let known = known(connection, project).map_err(failed)?;
    let mut applied = Vec::new();
    for m in migrations {
        let place = || format!("migration {:?} of project {project:?}", m.name);
        match known.get(m.name) {
            None => {
                let run = connection.execute_batch(m.sql);
                run.map_err(|e| Error::new(place(), e))?;
                if connection.is_autocommit() {
                    let cause = "it ends the transaction that all migrations are applied in: take its COMMIT or ROLLBACK out";
                    return Err(Error::new(place(), cause));
                }
                connection
                    .execute(TRACKING.record, [project, m.name, m.checksum])
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
    project: &str,
) -> Result<HashMap<String, Option<String>>, rusqlite::Error> {
    connection.execute_batch(TRACKING.create)?;
    let changes: Vec<String> = connection
        .prepare(TRACKING.adopt)?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    connection.execute_batch(&changes.join(";"))?;
    connection
        .prepare(TRACKING.applied)?
        .query_map([project], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}
