//! Accounts that are updated, deleted, upserted and looked up by their key. The server computes the changes and the
//! outcome.

use std::collections::HashMap;
use std::pin::pin;

use chrono::{DateTime, Utc};
use futures_util::future;
use rust_decimal::Decimal;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Config, Transaction};

use crate::accounts::{
    Account, Accounts, Outcome, UpdateAccountParams, UpsertAccountParams, UpsertUnnestParams,
};
use crate::contest::{Meter, Took};
use crate::database::connect;
use crate::{Failure, Result};

/// Where everything is made.
const SCHEMA: &str = "batch_ingest_accounts";

const MOST_ACCOUNTS: usize = 1_000_000;

/// Rows of a statement of the hand-written ways.
const PART: usize = 10_000;

/// From so many changes on, it is faster to fill the table again than to mend it.
const REFILL_FROM: usize = 100_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Update,
    Delete,
    Upsert,
    LookUp,
}

/// How the keys of changes come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    Random,
    InOrder,
    /// Each twice.
    Duplicates,
}

/// An operation of suite.yaml.
fn operation(id: &str) -> Option<(Kind, Keys)> {
    let (kind, keys) = match (id.strip_suffix("-in-order"), id.strip_suffix("-duplicates")) {
        (Some(kind), _) => (kind, Keys::InOrder),
        (_, Some(kind)) => (kind, Keys::Duplicates),
        _ => (id, Keys::Random),
    };
    let kind = match kind {
        "update" => Kind::Update,
        "delete" => Kind::Delete,
        "upsert" => Kind::Upsert,
        "lookup" => Kind::LookUp,
        _ => return None,
    };
    Some((kind, keys))
}

pub fn is_operation(id: &str) -> bool {
    operation(id).is_some()
}

pub struct Changes {
    kind: Kind,
    rows: usize,
    client: Client,
    process: i32,
    control: Client,
    updates: Vec<UpdateAccountParams>,
    keys: Vec<i64>,
    upserts: Vec<UpsertAccountParams>,
    expected: Option<Outcome>,
    /// What a lookup must find.
    wanted: Vec<Account>,
    /// What the last one has found.
    found: Vec<Option<Account>>,
}

impl Changes {
    /// Makes a million accounts, or ten for each change where that is less, and reads the changes.
    pub async fn open(config: &Config, id: &str, rows: usize) -> Result<Self> {
        let (kind, keys) =
            operation(id).ok_or_else(|| Failure::new(format!("there is no operation {id}")))?;
        let (client, control) = (connect(config).await?, connect(config).await?);
        let migrations: Vec<_> = Accounts::migrations().collect();
        control
            .batch_execute(&format!(
                "CREATE SCHEMA {SCHEMA}; SET search_path = {SCHEMA}; {}",
                migrations.join("; ")
            ))
            .await?;
        client
            .batch_execute(&format!("SET search_path = {SCHEMA}"))
            .await?;
        let process = client
            .query_one_scalar("SELECT pg_backend_pid()", &[])
            .await?;
        let mut changes = Changes {
            kind,
            rows,
            client,
            process,
            control,
            updates: Vec::new(),
            keys: Vec::new(),
            upserts: Vec::new(),
            expected: None,
            wanted: Vec::new(),
            found: Vec::new(),
        };
        changes.fill(keys).await?;
        Ok(changes)
    }

    async fn fill(&mut self, keys: Keys) -> Result<()> {
        let accounts = i64::try_from(MOST_ACCOUNTS.min(10 * self.rows))?;
        let rows = i64::try_from(self.rows)?;
        let control = Accounts::new(&self.control);
        control.fill_original(accounts).await?;
        match (self.kind, keys) {
            (Kind::Upsert, Keys::Random) => control.fill_changes_of_upsert(accounts, rows).await?,
            (_, Keys::Random) => control.fill_changes(rows, accounts, rows).await?,
            (_, Keys::InOrder) => control.fill_changes_in_order(rows).await?,
            (_, Keys::Duplicates) => control.fill_changes(rows / 2, accounts, rows).await?,
        };
        control.refill_accounts().await?;
        self.control.batch_execute("VACUUM ANALYZE").await?;
        if self.kind == Kind::LookUp {
            self.expected = Some(control.stored().await?);
            self.wanted = control.changed_accounts().await?;
        } else {
            let deletes = self.kind == Kind::Delete;
            self.expected = Some(control.expected_outcome(deletes).await?);
        }
        for row in control.changes().await? {
            self.updates.push(UpdateAccountParams {
                balance: row.balance,
                changed_at: row.changed_at,
                id: row.id,
            });
            self.keys.push(row.id);
            self.upserts.push(UpsertAccountParams {
                id: row.id,
                owner: row.owner,
                balance: row.balance,
                changed_at: row.changed_at,
            });
        }
        Ok(())
    }

    /// One run, verified.
    pub async fn once(&mut self, method: &str) -> Result<Took> {
        self.restore().await?;
        self.found = Vec::new();
        let meter = Meter::start(vec![self.process], self.wal_bytes().await?);
        self.run(method).await?;
        let mut took = meter.stop();
        took.wal = meter.wal(self.wal_bytes().await?);
        self.verify().await?;
        Ok(took)
    }

    /// Makes the accounts what they were before a run.
    async fn restore(&self) -> Result<()> {
        if self.kind == Kind::LookUp {
            return Ok(());
        }
        let control = Accounts::new(&self.control);
        if self.rows >= REFILL_FROM {
            control.forget_accounts().await?;
            control.refill_accounts().await?;
        } else {
            control.forget_changed().await?;
            // Or accounts come back to where they were only in every other run, and else side by side at the end.
            self.control.batch_execute("VACUUM account").await?;
            control.restore_changed().await?;
        }
        self.control.batch_execute("VACUUM ANALYZE account").await?;
        // Or one falls upon whoever fills the log.
        Ok(self.control.batch_execute("CHECKPOINT").await?)
    }

    async fn run(&mut self, method: &str) -> Result<()> {
        let tx = self.client.transaction().await?;
        let q = Accounts::new(&tx);
        match method {
            "changes-on-server" => on_server(self.kind, &q).await?,
            "changes-generated" => {
                match self.kind {
                    Kind::Update => q.update_account_bulk(&self.updates).await?,
                    Kind::Delete => q.delete_account_bulk(&self.keys).await?,
                    _ => q.upsert_account_bulk(&self.upserts).await?,
                };
            }
            "changes-batch" => {
                match self.kind {
                    Kind::Update => q.update_account_batch(&self.updates).await?,
                    Kind::Delete => q.delete_account_batch(&self.keys).await?,
                    _ => q.upsert_account_batch(&self.upserts).await?,
                };
            }
            "changes-staged" => staged(self.kind, &tx, &self.upserts).await?,
            "changes-unnest" => unnest(self.kind, &q, &self.upserts).await?,
            "changes-single" => single(self.kind, &q, &self.upserts).await?,
            "lookup-generated" => self.found = q.account_by_id_bulk(&self.keys).await?,
            "lookup-any" => self.found = any(&q, &self.keys).await?,
            "lookup-pipelined" => self.found = pipelined(&tx, &self.keys).await?,
            "lookup-single" => self.found = one_by_one(&q, &self.keys).await?,
            _ => return Err(Failure::new(format!("there is no method {method}"))),
        }
        Ok(tx.commit().await?)
    }

    async fn verify(&self) -> Result<()> {
        let stored = Accounts::new(&self.control).stored().await?;
        if Some(&stored) != self.expected.as_ref() {
            return Err(Failure::new(format!(
                "the table holds {stored:?}, and must hold {:?}",
                self.expected
            )));
        }
        if self.found.len() != self.wanted.len() {
            return Err(Failure::new(format!(
                "{} accounts are found, and not {}",
                self.found.len(),
                self.wanted.len()
            )));
        }
        for (i, (found, wanted)) in self.found.iter().zip(&self.wanted).enumerate() {
            if found.as_ref() != Some(wanted) {
                return Err(Failure::new(format!(
                    "lookup {i} finds {found:?}, and not {wanted:?}"
                )));
            }
        }
        Ok(())
    }

    async fn wal_bytes(&self) -> Result<f64> {
        let position = Accounts::new(&self.control).wal_position().await?;
        Ok(position.unwrap_or_default())
    }

    /// Drops what was made.
    pub async fn close(self) -> Result<()> {
        Ok(self
            .control
            .batch_execute(&format!("DROP SCHEMA {SCHEMA} CASCADE"))
            .await?)
    }
}

async fn on_server(kind: Kind, q: &Accounts<'_>) -> Result<()> {
    match kind {
        Kind::Update => q.update_from_server().await?,
        Kind::Delete => q.delete_from_server().await?,
        _ => q.upsert_from_server().await?,
    };
    Ok(())
}

/// Lists of up to 10,000 values.
async fn unnest(kind: Kind, q: &Accounts<'_>, rows: &[UpsertAccountParams]) -> Result<()> {
    for part in rows.chunks(PART) {
        let ids: Vec<i64> = part.iter().map(|r| r.id).collect();
        let balances: Vec<Decimal> = part.iter().map(|r| r.balance).collect();
        let times: Vec<DateTime<Utc>> = part.iter().map(|r| r.changed_at).collect();
        match kind {
            Kind::Update => q.update_unnest(&ids, &balances, &times).await?,
            Kind::Delete => q.delete_unnest(&ids).await?,
            _ => {
                let owners = part.iter().map(|r| r.owner.clone()).collect();
                q.upsert_unnest(&UpsertUnnestParams {
                    ids,
                    owners,
                    balances,
                    times,
                })
                .await?
            }
        };
    }
    Ok(())
}

/// A statement a row, each after the answer to the one before it.
async fn single(kind: Kind, q: &Accounts<'_>, rows: &[UpsertAccountParams]) -> Result<()> {
    for row in rows {
        match kind {
            Kind::Update => {
                q.update_account(row.balance, row.changed_at, row.id)
                    .await?
            }
            Kind::Delete => q.delete_account(row.id).await?,
            _ => q.upsert_account(row).await?,
        };
    }
    Ok(())
}

/// Copies into a temporary table by `BinaryCopyInWriter`, analyzes it, and joins it.
async fn staged(kind: Kind, tx: &Transaction<'_>, rows: &[UpsertAccountParams]) -> Result<()> {
    tx.batch_execute("CREATE TEMP TABLE staged (LIKE account) ON COMMIT DROP")
        .await?;
    let sink = tx.copy_in("COPY staged FROM STDIN (FORMAT binary)").await?;
    let types = [Type::INT8, Type::TEXT, Type::NUMERIC, Type::TIMESTAMPTZ];
    let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
    for row in rows {
        writer
            .as_mut()
            .write(&[&row.id, &row.owner, &row.balance, &row.changed_at])
            .await?;
    }
    writer.finish().await?;
    let change = match kind {
        Kind::Update => {
            "UPDATE account AS a SET balance = s.balance, changed_at = s.changed_at FROM staged AS s WHERE a.id = s.id"
        }
        Kind::Delete => "DELETE FROM account AS a USING staged AS s WHERE a.id = s.id",
        _ => {
            "INSERT INTO account SELECT * FROM staged \
             ON CONFLICT (id) DO UPDATE SET balance = excluded.balance, changed_at = excluded.changed_at"
        }
    };
    tx.batch_execute("ANALYZE staged").await?;
    tx.execute(change, &[]).await?;
    Ok(())
}

/// Lists of up to 10,000 keys; a map brings what is found into the order of the keys.
async fn any(q: &Accounts<'_>, keys: &[i64]) -> Result<Vec<Option<Account>>> {
    let mut found = Vec::with_capacity(keys.len());
    for part in keys.chunks(PART) {
        let rows = q.accounts_any(part).await?;
        let by_id: HashMap<i64, Account> = rows.into_iter().map(|a| (a.id, a)).collect();
        found.extend(part.iter().map(|id| by_id.get(id).cloned()));
    }
    Ok(found)
}

/// Up to a thousand queries at a time, which the driver pipelines.
async fn pipelined(tx: &Transaction<'_>, keys: &[i64]) -> Result<Vec<Option<Account>>> {
    let query = tx
        .prepare("SELECT id, owner, balance, changed_at FROM account WHERE id = $1")
        .await?;
    let one = async |id: &i64| -> Result<Option<Account>> {
        let row = tx.query_opt(&query, &[id]).await?;
        Ok(match row {
            Some(row) => Some(Account {
                id: row.try_get(0)?,
                owner: row.try_get(1)?,
                balance: row.try_get(2)?,
                changed_at: row.try_get(3)?,
            }),
            None => None,
        })
    };
    let mut found = Vec::with_capacity(keys.len());
    for part in keys.chunks(1000) {
        found.extend(future::try_join_all(part.iter().map(&one)).await?);
    }
    Ok(found)
}

async fn one_by_one(q: &Accounts<'_>, keys: &[i64]) -> Result<Vec<Option<Account>>> {
    let mut found = Vec::with_capacity(keys.len());
    for &id in keys {
        found.push(q.account_by_id(id).await?);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations() {
        assert_eq!(operation("update"), Some((Kind::Update, Keys::Random)));
        assert_eq!(
            operation("delete-in-order"),
            Some((Kind::Delete, Keys::InOrder))
        );
        assert_eq!(
            operation("lookup-duplicates"),
            Some((Kind::LookUp, Keys::Duplicates))
        );
        assert!(!is_operation("batches-1000"));
    }
}
