// Test databases on a server: copies of a template that the first test makes.

use std::error::Error;
use std::ops::Deref;

use tokio_postgres::{Client, Config, NoTls, SimpleQueryMessage};

type Failure = Box<dyn Error + Send + Sync>;

/// A database for one test, which is a client that is connected to it.
pub struct TestDatabase {
    client: Client,
    config: Config,
    name: String,
}

impl TestDatabase {
    /// How further clients connect to the database.
    #[allow(dead_code)] // most tests need one connection
    pub fn config(&self) -> &Config {
        &self.config
    }
}

impl Deref for TestDatabase {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// Dropping it waits until the database is dropped, by a runtime of its own.
impl Drop for TestDatabase {
    fn drop(&mut self) {
        let sql = DROP_DATABASE.replace("%s", &self.name);
        let dropped = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?
                .block_on(async { run(&connect(&server()?).await?, &sql).await })
        });
        match dropped.join() {
            Ok(Err(error)) if !std::thread::panicking() => panic!("{error}"),
            _ => {}
        }
    }
}

async fn test_database() -> Result<TestDatabase, Failure> {
    let mut config = server()?;
    let name = copy_template(&connect(&config).await?, &config).await?;
    config.dbname(&name);
    let client = connect(&config).await?;
    Ok(TestDatabase {
        client,
        config,
        name,
    })
}

/// Makes a database like the template, which it makes where there is none, and returns its name.
async fn copy_template(admin: &Client, server: &Config) -> Result<String, Failure> {
    run(admin, LOCK).await?;
    for sql in run(admin, STALE).await? {
        run(admin, &sql).await?;
    }
    let make = run(admin, MISSING).await?;
    if !make.is_empty() {
        for sql in make {
            run(admin, &sql).await?;
        }
        let client = connect(server.clone().dbname(MAKING)).await?;
        for sql in SCHEMA {
            run(&client, sql).await?;
        }
        drop(client);
        run(admin, READY).await?;
    }
    let name = run(admin, NEW_NAME).await?.remove(0);
    run(admin, &COPY_DATABASE.replace("%s", &name)).await?;
    Ok(name)
}

/// Runs a statement, and returns the texts in the first column of its rows.
async fn run(client: &Client, sql: &str) -> Result<Vec<String>, Failure> {
    let messages = client.simple_query(sql).await.map_err(|error| {
        let text = error
            .as_db_error()
            .map_or(error.to_string(), ToString::to_string);
        format!("{text}, in {sql}")
    })?;
    let texts = messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    });
    Ok(texts.collect())
}

async fn connect(config: &Config) -> Result<Client, Failure> {
    let (client, connection) = config
        .connect(NoTls)
        .await
        .map_err(|error| format!("{error} ({NO_SERVER})"))?;
    tokio::spawn(connection);
    Ok(client)
}

/// The server that the variables name.
fn server() -> Result<Config, Failure> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    if let Some(address) = variable("DATABASE_URL") {
        return Ok(address.parse()?);
    }
    let mut config = Config::new();
    config.host(variable("PGHOST").ok_or(NO_SERVER)?);
    if let Some(port) = variable("PGPORT") {
        config.port(port.parse()?);
    }
    let user = variable("PGUSER").unwrap_or_else(|| "postgres".to_owned());
    config.dbname(variable("PGDATABASE").unwrap_or_else(|| user.clone()));
    config.user(user);
    if let Some(password) = variable("PGPASSWORD") {
        config.password(password);
    }
    Ok(config)
}
