/// A PostgreSQL database that is attached: the SQL around its address and around the file of DuckDB's extension.
pub struct Attached {
    pub name: &'static str,
    pub load: [&'static str; 2],
    pub attach: [&'static str; 2],
    pub detach: &'static str,
}

/// Attaches a database, by the extension from a file if there is one.
pub fn attach(
    handle: &Connection,
    database: &Attached,
    address: &str,
    extension: Option<&str>,
) -> Result<()> {
    let name = database.name;
    if let Some(file) = extension {
        let loaded = handle.execute_batch(&database.load.join(&literal(file)));
        loaded.map_err(|e| Error::new(format!("load {name}"), e))?;
    }
    let attached = handle.execute_batch(&database.attach.join(&literal(address)));
    attached.map_err(|e| Error::new(format!("attach {name}"), hidden(e, address)))
}

pub fn detach(handle: &Connection, database: &Attached) -> Result<()> {
    let detached = handle.execute_batch(database.detach);
    detached.map_err(|e| Error::new(format!("detach {}", database.name), e))
}

/// An error without the address, of which a part may be a password: what is wrong with one, DuckDB and libpq quote.
fn hidden(error: duckdb::Error, address: &str) -> duckdb::Error {
    let duckdb::Error::DuckDBFailure(code, Some(text)) = error else {
        return error;
    };
    let text = text.replace(address, "…");
    let text = text.split("\nLINE ").next().unwrap_or("").trim_end();
    let parts = text.split('"');
    let parts = parts.map(|part| match !part.is_empty() && address.contains(part) {
        true => "…",
        false => part,
    });
    let text = parts.collect::<Vec<_>>().join("\"");
    duckdb::Error::DuckDBFailure(code, Some(text))
}
