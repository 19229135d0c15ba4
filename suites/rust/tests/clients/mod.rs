//! What statements run on: a client, a client of a pool, a transaction, one that a statement began.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::FutureExt;
use sqg_suite::pg::appender::Appender;
use sqg_suite::pg::bulk::{Bulk, TakeParams};
use sqg_suite::pg::results::Results;
use sqg_suite::pg::sqg::{self, Handle};
use tokio_postgres::{Client, NoTls};

use super::{count, database, join_all, narrow, run, stock};

/// Counts what is prepared.
struct Counted<'c> {
    client: &'c Client,
    prepared: AtomicUsize,
}

impl Handle for Counted<'_> {
    fn client(&self) -> &Client {
        self.client
    }

    fn prepare<'a>(&'a self, sql: &'a str) -> sqg::Preparing<'a> {
        self.prepared.fetch_add(1, Ordering::Relaxed);
        Box::pin(self.client.prepare(sql))
    }
}

#[test]
fn a_statement_is_prepared_once() {
    run(async {
        let (_own, client) = database(Results::migrations()).await?;
        let prepared = AtomicUsize::new(0);
        let client = &client;
        let handle = Counted { client, prepared };
        let app = Results::new(&handle);
        // Whoever was to prepare it gives up: another does.
        assert!(app.numbers(1).now_or_never().is_none());
        let found = join_all((1..1000).map(|n| app.numbers(n))).await;
        for (n, rows) in (1..1000).zip(found) {
            assert_eq!(rows?.len(), n);
        }
        assert_eq!(handle.prepared.into_inner(), 2);
        Ok(())
    });
}

#[test]
fn a_pool_keeps_prepared_statements() {
    run(async {
        let (own, client) = database(Results::migrations()).await?;
        let manager = deadpool_postgres::Manager::new(own, NoTls);
        let pool = deadpool_postgres::Pool::builder(manager)
            .max_size(1)
            .build()?;
        let mut times = Vec::new();
        for _ in 0..3 {
            let mut taken = pool.get().await?;
            assert_eq!(Results::new(&taken).numbers(3).await?.len(), 3);
            let transaction = taken.transaction().await?;
            assert_eq!(Results::new(&transaction).numbers(4).await?.len(), 4);
            let sql = "SELECT array_agg(prepare_time::text) FROM pg_prepared_statements WHERE name <> '' AND statement NOT LIKE '%pg_prepared%'";
            let prepared = transaction.query_one(sql, &[]).await?;
            times.push(prepared.try_get::<_, Vec<String>>(0)?);
        }
        assert_eq!(times[0].len(), 1);
        assert!(times.iter().all(|t| *t == times[0]));
        drop(client);
        Ok(())
    });
}

/// The first statements of a database do not disturb its log: none fails.
#[test]
fn nothing_fails_to_find_out_about_a_transaction() {
    run(async {
        let (_own, client) = database(Bulk::migrations().chain(Appender::migrations())).await?;
        let (bulk, appender) = (Bulk::new(&client), Appender::new(&client));
        appender.bulk_insert_narrow((1..10).map(narrow)).await?;
        bulk.set_stock_bulk((1..100).map(stock)).await?;
        bulk.take_batch((1..10).map(|id| TakeParams { n: 1, id }))
            .await?;
        let sql = "SELECT pg_stat_force_next_flush()";
        client.batch_execute(sql).await?;
        let sql = "SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()";
        let rolled_back: i64 = client.query_one(sql, &[]).await?.try_get(0)?;
        assert_eq!(rolled_back, 0);
        Ok(())
    });
}

#[test]
fn a_transaction_that_a_statement_began_is_the_callers() {
    run(async {
        let (_own, client) = database(Bulk::migrations().chain(Appender::migrations())).await?;
        let (bulk, appender) = (Bulk::new(&client), Appender::new(&client));
        for ended in ["ROLLBACK", "COMMIT"] {
            client.batch_execute("BEGIN").await?;
            bulk.set_stock_bulk((1..100).map(stock)).await?;
            appender.bulk_insert_narrow((1..10).map(narrow)).await?;
            let wrong = (10..20)
                .map(narrow)
                .chain([sqg_suite::pg::appender::NarrowRow {
                    k: 20,
                    v: Some("\0".into()), // which no text of PostgreSQL has
                }]);
            assert!(appender.bulk_insert_narrow(wrong).await.is_err());
            assert_eq!(count(&client, "narrow").await?, 9);
            assert_eq!(count(&client, "stock").await?, 99);
            client.batch_execute(ended).await?;
            let kept = if ended == "COMMIT" { 9 } else { 0 };
            assert_eq!(count(&client, "narrow").await?, kept);
        }
        Ok(())
    });
}
