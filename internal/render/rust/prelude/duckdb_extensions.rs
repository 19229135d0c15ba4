/// Loads extensions: those that are installed, or the files of a folder.
pub fn load_extensions(handle: &Connection, names: &[&str], folder: Option<&str>) -> Result<()> {
    for name in names {
        let file = match folder {
            Some(folder) => format!("{folder}/{name}.duckdb_extension"),
            None => name.to_string(),
        };
        let loaded = handle.execute_batch(&format!("LOAD {}", literal(&file)));
        loaded.map_err(|e| Error::new(format!("load {name}"), e))?;
    }
    Ok(())
}
