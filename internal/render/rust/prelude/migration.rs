/// A change of the schema. The checksum is that of its statements; earlier ones count where they were recorded. Steps
/// are its statements where it does not run in a transaction.
pub struct Migration {
    pub name: &'static str,
    pub checksum: &'static str,
    pub earlier: &'static [&'static str],
    pub sql: &'static str,
    pub steps: &'static [Step],
}

/// A statement that runs by itself; `undo` gives those that take back what was left half done.
pub struct Step {
    pub undo: Option<&'static str>,
    pub sql: &'static str,
}
