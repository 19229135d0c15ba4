use std::collections::HashMap;

/// The migrations that a project has not had. What it has had is known by checksums, if those are known.
fn pending<'m>(
    migrations: &'m [Migration],
    project: &str,
    known: &HashMap<String, Option<String>>,
) -> Result<Vec<&'m Migration>> {
    let mut pending: Vec<&Migration> = Vec::new();
    for m in migrations {
        match (known.get(m.name), pending.first()) {
            (None, _) => pending.push(m),
            (Some(Some(sum)), _) if sum != m.checksum && !m.earlier.contains(&sum.as_str()) => {
                return Err(refused(TRACKING.changed, project, m, sum));
            }
            (Some(_), Some(late)) => return Err(refused(TRACKING.late, project, late, m.name)),
            _ => {}
        }
    }
    Ok(pending)
}

fn names(migrations: &[&Migration]) -> Vec<String> {
    migrations.iter().map(|m| m.name.to_owned()).collect()
}

fn refused(text: &str, project: &str, m: &Migration, other: &str) -> Error {
    let cause = text
        .replace("{id}", m.name)
        .replace("{project}", project)
        .replace("{other}", other);
    Error::new("applying migrations", cause)
}

fn of_migration(m: &Migration) -> String {
    format!("migration {:?}", m.name)
}
