/// A change of the schema.
pub struct Migration {
    pub name: &'static str,
    pub checksum: &'static str,
    pub sql: &'static str,
}
