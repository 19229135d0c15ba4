use std::collections::HashMap;

/// The SQL that applies migrations, and the messages of its errors.
struct Tracking {
    settings: &'static str,
    relax: &'static str,
    dangling: &'static str,
    create: &'static str,
    adopt: &'static str,
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
    if !connection.is_autocommit() {
        return Err(Error::new(
            "applying migrations",
            "migrations need transactions of their own: end the open one first",
        ));
    }
    let timeout: i64 = connection
        .query_row("PRAGMA busy_timeout", [], |row| row.get(0))
        .map_err(failed)?;
    // Another program waits while a migration runs.
    connection
        .execute_batch("PRAGMA busy_timeout = 60000")
        .map_err(failed)?;
    let settings = text_of(connection, TRACKING.settings).map_err(failed)?;
    let dangling = text_of(connection, TRACKING.dangling).map_err(failed)?;
    connection.execute_batch(TRACKING.relax).map_err(failed)?;
    let applied = apply_each(connection, migrations, project, &dangling);
    connection
        .execute_batch(&format!("{settings}; PRAGMA busy_timeout = {timeout}"))
        .map_err(failed)?;
    applied
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

fn apply_each(
    connection: &Connection,
    migrations: &[Migration],
    project: &str,
    dangling: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("applying migrations", e);
    let mut applied = Vec::new();
    loop {
        connection
            .execute_batch("BEGIN IMMEDIATE")
            .map_err(failed)?;
        let next = apply_next(connection, migrations, project, dangling).and_then(|next| {
            connection.execute_batch("COMMIT").map_err(failed)?;
            Ok(next)
        });
        if !connection.is_autocommit() {
            connection.execute_batch("ROLLBACK").map_err(failed)?;
        }
        match next? {
            Some(m) => applied.push(m.name.to_owned()),
            None => return Ok(applied),
        }
    }
}

fn apply_next<'m>(
    connection: &Connection,
    migrations: &'m [Migration],
    project: &str,
    dangling: &str,
) -> Result<Option<&'m Migration>> {
    let failed = |e| Error::new("the table of migrations", e);
    track(connection).map_err(failed)?;
    let known = known(connection, project).map_err(failed)?;
    let Some(&m) = pending(migrations, project, &known)?.first() else {
        return Ok(None);
    };
    let of_this = |e| Error::new(of_migration(m), e);
    // SQLite does not check keys that have no index yet.
    let problems = || texts_of(connection, dangling).unwrap_or_default();
    let before = problems();
    connection.execute_batch(m.sql).map_err(of_this)?;
    if connection.is_autocommit() {
        return Err(Error::new(of_migration(m), TRACKING.ended));
    }
    if let (true, Some(problem)) = (before.is_empty(), problems().first()) {
        return Err(Error::new(of_migration(m), problem.as_str()));
    }
    connection
        .execute(TRACKING.record, [project, m.name, m.checksum])
        .map_err(failed)?;
    Ok(Some(m))
}

/// Makes the table of migrations, or brings that of an older version up to date.
fn track(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.execute_batch(TRACKING.create)?;
    connection.execute_batch(&texts_of(connection, TRACKING.adopt)?.join(";"))
}

fn text_of(connection: &Connection, sql: &str) -> Result<String, rusqlite::Error> {
    connection.query_row(sql, [], |row| row.get(0))
}

fn texts_of(connection: &Connection, sql: &str) -> Result<Vec<String>, rusqlite::Error> {
    connection
        .prepare(sql)?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// The migrations that a project has had, with their checksums if those are known.
fn known(
    connection: &Connection,
    project: &str,
) -> Result<HashMap<String, Option<String>>, rusqlite::Error> {
    connection
        .prepare(&text_of(connection, TRACKING.applied)?)?
        .query_map([project], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}
