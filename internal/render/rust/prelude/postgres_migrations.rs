use std::collections::HashMap;

/// The SQL that applies migrations, and the messages of its errors.
struct Tracking {
    lock: &'static str,
    unlock: &'static str,
    settings: &'static str,
    create: &'static str,
    table: &'static str,
    applied: &'static str,
    record: &'static str,
    again: &'static str,
    changed: &'static str,
    late: &'static str,
    ended: &'static str,
}

/// Applies the migrations that a database lacks, each in a transaction, and returns their names. Who comes second waits
/// for the lock, and then finds everything applied.
pub async fn apply_migrations(
    handle: &impl Handle,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let db = Database::new(handle, 0);
    let failed = |e| Error::new("applying migrations", e);
    if db.in_transaction().await.map_err(failed)? {
        let cause = "migrations need transactions of their own: end the open one first";
        return Err(Error::new("applying migrations", cause));
    }
    let client = db.client;
    client.batch_execute(TRACKING.lock).await.map_err(failed)?;
    let _unlocked = Unlocked(client);
    let settings = text(client, TRACKING.settings).await.map_err(failed)?;
    let mut applied = Vec::new();
    let mut tries = 1;
    loop {
        match apply_next(&db, migrations, project, &settings).await {
            Ok(None) => return Ok(applied),
            Ok(Some(m)) => {
                applied.push(m.name.to_owned());
                tries = 1;
            }
            Err(e) if may_try_again(client, &e, tries).await => tries += 1,
            Err(e) => return Err(e),
        }
    }
}

/// Whether a migration is tried again, after a pause, because it has waited too long for a lock.
async fn may_try_again(client: &Client, error: &Error, tries: i64) -> bool {
    if error.code() != Some(&SqlState::LOCK_NOT_AVAILABLE) {
        return false;
    }
    let again = client.query_one(TRACKING.again, &[&tries]).await;
    again.is_ok_and(|row| matches!(row.try_get::<_, Option<&str>>(0), Ok(Some(_))))
}

/// The names of the migrations that a database lacks.
pub async fn pending_migrations(
    handle: &impl Handle,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("the table of migrations", e);
    let client = Database::new(handle, 0).client;
    let known = known(client, project).await.map_err(failed)?;
    Ok(names(&pending(migrations, project, &known)?))
}

/// Gives the lock back, also where the future is dropped.
struct Unlocked<'c>(&'c Client);

impl Drop for Unlocked<'_> {
    fn drop(&mut self) {
        send(self.0, TRACKING.unlock);
    }
}

async fn apply_next<'m>(
    db: &Database<'_>,
    migrations: &'m [Migration],
    project: &str,
    settings: &str,
) -> Result<Option<&'m Migration>> {
    let failed = |e| Error::new("the table of migrations", e);
    let client = db.client;
    let unit = db.begin().await.map_err(failed)?;
    client
        .batch_execute(TRACKING.create)
        .await
        .map_err(failed)?;
    let table = text(client, TRACKING.table).await.map_err(failed)?;
    let known = known(client, project).await.map_err(failed)?;
    let Some(&m) = pending(migrations, project, &known)?.first() else {
        unit.end().await.map_err(failed)?;
        return Ok(None);
    };
    let record = TRACKING.record.replace("{table}", &table);
    let of_this = |e| Error::new(of_migration(m), e);
    if m.steps.is_empty() {
        client.batch_execute(m.sql).await.map_err(of_this)?;
        if !db.in_transaction().await.map_err(failed)? {
            return Err(Error::new(of_migration(m), TRACKING.ended));
        }
        client.batch_execute(settings).await.map_err(of_this)?;
        let values: [&(dyn ToSql + Sync); 3] = [&project, &m.name, &m.checksum];
        client.execute(&record, &values).await.map_err(failed)?;
        unit.end().await.map_err(failed)?;
    } else {
        unit.end().await.map_err(failed)?;
        let run = run_steps(client, m).await;
        client.batch_execute(settings).await.map_err(of_this)?;
        run.map_err(of_this)?;
        let values: [&(dyn ToSql + Sync); 3] = [&project, &m.name, &m.checksum];
        client.execute(&record, &values).await.map_err(failed)?;
    }
    Ok(Some(m))
}

async fn run_steps(client: &Client, m: &Migration) -> Result<(), tokio_postgres::Error> {
    for step in m.steps {
        if let Some(undo) = step.undo {
            for half in client.query(undo, &[]).await? {
                client.batch_execute(half.try_get(0)?).await?;
            }
        }
        client.batch_execute(step.sql).await?;
    }
    Ok(())
}

/// The migrations that a project has had, with their checksums if those are known.
async fn known(
    client: &Client,
    project: &str,
) -> Result<HashMap<String, Option<String>>, tokio_postgres::Error> {
    let applied = text(client, TRACKING.applied).await?;
    let rows = client.query(&applied, &[&project]).await?;
    rows.iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect()
}

async fn text(client: &Client, sql: &str) -> Result<String, tokio_postgres::Error> {
    client.query_one(sql, &[]).await?.try_get(0)
}
