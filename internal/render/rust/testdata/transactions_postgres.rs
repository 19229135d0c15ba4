/// The options of a transaction. The default of each option is the database's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct TransactionOptions {
    /// The isolation level.
    pub isolation: Option<Isolation>,
    /// Refuses writes.
    pub read_only: bool,
    /// Waits until it can conflict with nothing.
    pub deferrable: bool,
    /// How often the function may run again after a conflict with another transaction.
    pub retry: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Isolation {
    ReadCommitted,
    RepeatableRead,
    Serializable,
}

impl TransactionOptions {
    /// The statement that begins a transaction with the options.
    fn begin(self) -> Result<String> {
        let mut sql = BEGIN.to_owned();
        sql += match self.isolation {
            None => "",
            Some(Isolation::ReadCommitted) => " ISOLATION LEVEL READ COMMITTED",
            Some(Isolation::RepeatableRead) => " ISOLATION LEVEL REPEATABLE READ",
            Some(Isolation::Serializable) => " ISOLATION LEVEL SERIALIZABLE",
        };
        if self.read_only {
            sql += " READ ONLY";
        }
        if self.deferrable {
            if !sql.ends_with(" ISOLATION LEVEL SERIALIZABLE READ ONLY") {
                let why =
                    "deferrable has no effect unless the transaction is serializable and read only";
                return Err(Error::new("transaction", why));
            }
            sql += " DEFERRABLE";
        }
        Ok(sql)
    }
}

const BEGIN: &str = "BEGIN";

const COMMIT: &str = "SELECT; COMMIT";

const UNNESTED: Option<&str> = None;

const CONFLICTS: &[&str] = &["40001", "40P01"];

