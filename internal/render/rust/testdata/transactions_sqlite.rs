/// The options of a transaction. The default of each option is the database's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransactionOptions {
    /// When it locks the database: for a write, at once, or at once for others' reads, too.
    pub mode: Option<Mode>,
    /// How often the function may run again after a conflict with another transaction.
    pub retry: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    Deferred,
    Immediate,
    Exclusive,
}

impl TransactionOptions {
    /// The statement that begins a transaction with the options.
    fn begin(self) -> Result<String> {
        let mut sql = BEGIN.to_owned();
        sql += match self.mode {
            None => "",
            Some(Mode::Deferred) => " DEFERRED",
            Some(Mode::Immediate) => " IMMEDIATE",
            Some(Mode::Exclusive) => " EXCLUSIVE",
        };
        Ok(sql)
    }
}

const BEGIN: &str = "BEGIN";

const COMMIT: &str = "COMMIT";

const UNNESTED: Option<&str> = None;

const CONFLICTS: &[&str] = &["database is locked", "Database snapshot is stale"];

