//! The database: a schema of its own, the table, what must be in it, and the connections that load.

use std::pin::pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::SinkExt;
use tokio_postgres::{Client, Config, CopyInSink, NoTls};

use crate::rows::{NAMES, Row, TABLE, has_header};
use crate::{Failure, Result};

/// Where everything is made, so that nothing of the user's is touched.
const SCHEMA: &str = "batch_ingest";

/// What must come back, made of the file by the server itself.
const REFERENCE: &str = "reference";

/// The article's table.
const COLUMNS: &str = "generator_id integer, timestamp timestamp with time zone, power_output_kw double precision, \
    voltage double precision, current double precision, frequency double precision, temperature double precision";

pub struct Stage {
    pub rows: Arc<Vec<Row>>,
    pub control: Client,
    pub workers: Vec<Arc<Worker>>,
    expected: String,
}

/// A connection that loads.
pub struct Worker {
    pub client: Client,
    pub process: i32,
}

pub async fn connect(config: &Config) -> Result<Client> {
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection); // it ends with the client, and its errors come to whoever waits for an answer
    client.batch_execute("SET timezone = 'UTC'").await?;
    Ok(client)
}

pub async fn version(config: &Config) -> Result<String> {
    let client = connect(config).await?;
    let text: String = client.query_one_scalar("SHOW server_version", &[]).await?;
    Ok(text.split(' ').next().unwrap_or_default().to_owned())
}

impl Stage {
    /// Makes the schema; `text` is the file that `rows` are of.
    pub async fn open(
        config: &Config,
        text: &str,
        rows: Arc<Vec<Row>>,
        connections: usize,
    ) -> Result<Self> {
        let control = connect(config).await?;
        let there = "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)";
        if control
            .query_one_scalar::<bool, _>(there, &[&SCHEMA])
            .await?
        {
            return Err(Failure::new(format!(
                "the schema {SCHEMA} is there already: another run is going on, or was interrupted. In that case: DROP SCHEMA {SCHEMA} CASCADE"
            )));
        }
        control
            .batch_execute(&format!(
                "CREATE SCHEMA {SCHEMA}; SET search_path = {SCHEMA}; CREATE TABLE {TABLE} ({COLUMNS}); CREATE TABLE {REFERENCE} (LIKE {TABLE})"
            ))
            .await?;
        let mut stage = Stage {
            rows,
            control,
            workers: Vec::new(),
            expected: String::new(),
        };
        let filled = stage.fill(config, text, connections).await;
        match filled {
            Ok(()) => Ok(stage),
            Err(failure) => {
                let _ = stage.close().await; // the failure says more
                Err(failure)
            }
        }
    }

    async fn fill(&mut self, config: &Config, text: &str, connections: usize) -> Result<()> {
        for _ in 0..connections {
            let client = connect(config).await?;
            client
                .batch_execute(&format!("SET search_path = {SCHEMA}"))
                .await?;
            let process = client
                .query_one_scalar("SELECT pg_backend_pid()", &[])
                .await?;
            self.workers.push(Arc::new(Worker { client, process }));
        }
        let header = if has_header(text) { ", HEADER" } else { "" };
        let copy = format!("COPY {REFERENCE} FROM STDIN (FORMAT csv{header})");
        let sink: CopyInSink<Bytes> = self.control.copy_in(&copy).await?;
        let mut sink = pin!(sink);
        for chunk in text.as_bytes().chunks(1 << 20) {
            sink.send(Bytes::copy_from_slice(chunk)).await?;
        }
        sink.finish().await?;
        self.expected = self.sum(REFERENCE).await?;
        Ok(())
    }

    /// The number of a table's rows, and the sum of their hashes: the same rows in whatever order have the same.
    async fn sum(&self, table: &str) -> Result<String> {
        let columns = NAMES.join(", ");
        let query = format!(
            "SELECT count(*) || ' rows, ' || coalesce(sum(hash_record_extended(ROW({columns}), 0)::numeric), 0) FROM {table}"
        );
        Ok(self.control.query_one_scalar(&query, &[]).await?)
    }

    /// Empties the table. What the server must write to disk by then is not left for the next run.
    pub async fn empty(&self) -> Result<()> {
        self.control
            .batch_execute(&format!("TRUNCATE {TABLE}"))
            .await?;
        let _ = self.control.batch_execute("CHECKPOINT").await; // not everyone may
        Ok(())
    }

    /// Fails unless the table holds what is in the file.
    pub async fn verify(&self) -> Result<()> {
        let stored = self.sum(TABLE).await?;
        if stored == self.expected {
            return Ok(());
        }
        Err(Failure::new(format!(
            "the table holds {stored}, and must hold {}",
            self.expected
        )))
    }

    /// How many bytes the server has written to its log so far.
    pub async fn wal_bytes(&self) -> Result<f64> {
        let query = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8";
        Ok(self.control.query_one_scalar(query, &[]).await?)
    }

    /// Drops what was made.
    pub async fn close(self) -> Result<()> {
        Ok(self
            .control
            .batch_execute(&format!("DROP SCHEMA {SCHEMA} CASCADE"))
            .await?)
    }
}
