use std::collections::HashMap;

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
pub async fn apply_migrations(
    handle: &impl Handle,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let db = Database::new(handle, 0);
    let failed = |e| Error::new("applying migrations", e);
    let unit = db.begin().await.map_err(failed)?;
    let applied = apply_all(db.client, migrations, project).await?;
    unit.end().await.map_err(failed)?;
    Ok(applied)
}

async fn apply_all(
    client: &Client,
    migrations: &[Migration],
    project: &str,
) -> Result<Vec<String>> {
    let failed = |e| Error::new("the table of migrations", e);
    // Whoever comes second waits here, and then finds everything applied.
    client
        .batch_execute(TRACKING.create)
        .await
        .map_err(failed)?;
    let path = text(client, TRACKING.path).await.map_err(failed)?;
    let table = text(client, TRACKING.table).await.map_err(failed)?;
    let known = known(client, &table, project).await.map_err(failed)?;
    let record = TRACKING.record.replace("{table}", &table);
    let mut applied = Vec::new();
    for m in migrations {
        match known.get(m.name) {
            None => {
                apply_one(client, m)
                    .await
                    .map_err(|e| e.within(&format!("migration {:?}", m.name)))?;
                client
                    .execute(&record, &[&project, &m.name, &m.checksum])
                    .await
                    .map_err(failed)?;
                applied.push(m.name.to_owned());
            }
            Some(Some(checksum)) if checksum != m.checksum => {
                let place = format!("migration {:?} of project {project:?}", m.name);
                return Err(Error::new(
                    place,
                    "it has changed since it was applied: write a new one",
                ));
            }
            Some(_) => {}
        }
    }
    let restore = TRACKING.restore.replace("{path}", &literal(&path));
    client.batch_execute(&restore).await.map_err(failed)?;
    Ok(applied)
}

/// The migrations that a project has had, with their checksums if those are known.
async fn known(
    client: &Client,
    table: &str,
    project: &str,
) -> Result<HashMap<String, Option<String>>, tokio_postgres::Error> {
    let applied = TRACKING.applied.replace("{table}", table);
    let rows = client.query(&applied, &[&project]).await?;
    rows.iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect()
}

async fn apply_one(client: &Client, m: &Migration) -> Result<()> {
    let failed = |e| Error::new("its script", e);
    let path = text(client, TRACKING.path).await.map_err(failed)?;
    client.batch_execute(m.sql).await.map_err(failed)?;
    match client
        .batch_execute("SAVEPOINT sqg_open; RELEASE SAVEPOINT sqg_open")
        .await
    {
        Err(e) if e.code() == Some(&SqlState::NO_ACTIVE_SQL_TRANSACTION) => {
            let cause = "it ends the transaction that all migrations are applied in: take its COMMIT or ROLLBACK out";
            return Err(Error::new("its script", cause));
        }
        other => other.map_err(failed)?,
    }
    // A script may leave no schema to find names in, as pg_dump's do.
    let left = text(client, TRACKING.path).await.map_err(failed)?;
    if left.is_empty() || left == "\"\"" {
        let restore = TRACKING.restore.replace("{path}", &literal(&path));
        client.batch_execute(&restore).await.map_err(failed)?;
    }
    Ok(())
}

async fn text(client: &Client, sql: &str) -> Result<String, tokio_postgres::Error> {
    client.query_one(sql, &[]).await?.try_get(0)
}
