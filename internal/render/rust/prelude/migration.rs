use std::collections::HashMap;

/// A change of the schema. The checksum is that of its statements; earlier ones count where they were recorded. Steps
/// are its statements where it does not run in a transaction.
pub struct Migration {
    pub name: &'static str,
    pub checksum: &'static str,
    pub earlier: &'static [&'static str],
    pub sql: &'static str,
    pub steps: &'static [Step],
}

/// A statement outside of a transaction. `undo` returns the statements that remove a partial result.
pub struct Step {
    pub undo: Option<&'static str>,
    pub sql: &'static str,
}

/// The pending migrations of a project. Applied ones are compared by checksum, if it is known.
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
