/// The options of a transaction. The default of each option is the database's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransactionOptions {
    /// Refuses writes.
    pub read_only: bool,
    /// How often the function may run again after a conflict with another transaction.
    pub retry: u32,
}

impl TransactionOptions {
    /// The statement that begins a transaction with the options.
    fn begin(self) -> Result<String> {
        let mut sql = BEGIN.to_owned();
        if self.read_only {
            sql += " READ ONLY";
        }
        Ok(sql)
    }
}

const BEGIN: &str = "BEGIN TRANSACTION";

const COMMIT: &str = "COMMIT";

const UNNESTED: Option<&str> =
    Some("DuckDB has no savepoints: call the methods in the transaction that is open");

const CONFLICTS: &[&str] = &[
    "TransactionContext Error: Conflict",
    "write-write conflict",
    "Failed to commit: PRIMARY KEY or UNIQUE",
    "Transaction conflict",
    "Exceeded the maximum retry count",
];

