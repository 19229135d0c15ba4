//! Purchases with their lines, in one round trip and in two.

use std::collections::HashMap;

use tokio_postgres::{Client, Config};

use crate::contest::{Meter, Took};
use crate::database::connect;
use crate::nested_reads::{NestedReads, PurchasesByNameLinesRow, PurchasesByNameRow};
use crate::{Failure, Result};

pub const OPERATION: &str = "nested";

/// Where everything is made.
const SCHEMA: &str = "batch_ingest_nested";

type Line = PurchasesByNameLinesRow;
type Purchase = PurchasesByNameRow;

pub struct Nested {
    client: Client,
    process: i32,
    wanted: Vec<Purchase>,
}

impl Nested {
    pub async fn open(config: &Config, rows: usize) -> Result<Self> {
        let client = connect(config).await?;
        let migrations: Vec<_> = NestedReads::migrations().collect();
        client
            .batch_execute(&format!(
                "CREATE SCHEMA {SCHEMA}; SET search_path = {SCHEMA}; {}",
                migrations.join("; ")
            ))
            .await?;
        let rows = i32::try_from(rows)?;
        let reads = NestedReads::new(&client);
        reads.fill_purchases(rows).await?;
        reads.fill_lines().await?;
        client.batch_execute("VACUUM ANALYZE").await?;
        let process = client
            .query_one_scalar("SELECT pg_backend_pid()", &[])
            .await?;
        Ok(Nested {
            client,
            process,
            wanted: (1..=rows).map(expected).collect(),
        })
    }

    /// One run, verified.
    pub async fn once(&self, method: &str) -> Result<Took> {
        let reads = NestedReads::new(&self.client);
        let meter = Meter::start(vec![self.process], 0.0);
        let (took, found) = match method {
            "nested-name" => {
                let found = reads.purchases_by_name().await?;
                (meter.stop(), found)
            }
            "nested-value" => {
                let found = reads.purchases_by_value().await?;
                let took = meter.stop();
                let alike = found.into_iter().map(|p| Purchase {
                    id: p.id,
                    customer: p.customer,
                    lines: p
                        .lines
                        .into_iter()
                        .map(|l| Line {
                            id: l.id,
                            product: l.product,
                            quantity: l.quantity,
                            price: l.price,
                            note: l.note,
                        })
                        .collect(),
                });
                (took, alike.collect())
            }
            "nested-flat" => {
                let found = flat(&self.client).await?;
                (meter.stop(), found)
            }
            "nested-two" => {
                let found = two(&self.client).await?;
                (meter.stop(), found)
            }
            _ => return Err(Failure::new(format!("there is no method {method}"))),
        };
        if found != self.wanted {
            return Err(Failure::new(format!(
                "{} purchases are not what they must be",
                found.len()
            )));
        }
        Ok(took)
    }

    /// Drops what was made.
    pub async fn close(self) -> Result<()> {
        Ok(self
            .client
            .batch_execute(&format!("DROP SCHEMA {SCHEMA} CASCADE"))
            .await?)
    }
}

fn expected(id: i32) -> Purchase {
    let lines = (0..10).map(|n| Line {
        id: 10 * id + n,
        product: format!("product {}/{n}", id % 7),
        quantity: n + 1,
        price: f64::from(id + n) / 4.0,
        note: (n % 2 == 0).then(|| format!("note {n}")),
    });
    Purchase {
        id,
        customer: format!("customer number {id}"),
        lines: lines.collect(),
    }
}

/// Rows of the join, grouped by hand.
async fn flat(client: &Client) -> Result<Vec<Purchase>> {
    let sql = "SELECT p.id, p.customer, l.id, l.product, l.quantity, l.price, l.note
FROM purchases AS p LEFT JOIN lines AS l ON l.purchase = p.id
ORDER BY p.id, l.id";
    let mut all: Vec<Purchase> = Vec::new();
    for row in client.query(sql, &[]).await? {
        let id = row.try_get(0)?;
        if all.last().is_none_or(|last| last.id != id) {
            all.push(Purchase {
                id,
                customer: row.try_get(1)?,
                lines: Vec::new(),
            });
        }
        if let (Some(last), Some(line)) = (all.last_mut(), row.try_get(2)?) {
            last.lines.push(Line {
                id: line,
                product: row.try_get(3)?,
                quantity: row.try_get(4)?,
                price: row.try_get(5)?,
                note: row.try_get(6)?,
            });
        }
    }
    Ok(all)
}

/// A query for the purchases, and one for the lines of all of them.
async fn two(client: &Client) -> Result<Vec<Purchase>> {
    let mut all = Vec::new();
    let sql = "SELECT id, customer FROM purchases ORDER BY id";
    for row in client.query(sql, &[]).await? {
        all.push(Purchase {
            id: row.try_get(0)?,
            customer: row.try_get(1)?,
            lines: Vec::new(),
        });
    }
    let keys: Vec<i32> = all.iter().map(|p| p.id).collect();
    let at: HashMap<i32, usize> = keys.iter().enumerate().map(|(i, &id)| (id, i)).collect();
    let sql = "SELECT purchase, id, product, quantity, price, note FROM lines
WHERE purchase = ANY ($1) ORDER BY id";
    for row in client.query(sql, &[&keys]).await? {
        let of: i32 = row.try_get(0)?;
        all[at[&of]].lines.push(Line {
            id: row.try_get(1)?,
            product: row.try_get(2)?,
            quantity: row.try_get(3)?,
            price: row.try_get(4)?,
            note: row.try_get(5)?,
        });
    }
    Ok(all)
}
