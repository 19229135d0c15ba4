//! Generated methods, hand-written code for the same driver, SQLx and Diesel read the same rows, in turns.

// What sqg generates of sqlite.sql and users.sql.
#[path = "../gen/postgres"]
#[allow(clippy::all)]
mod gen_postgres {
    pub mod on_postgres;
    pub mod sqg;
}
#[path = "../gen/sqlite"]
#[allow(clippy::all)]
mod gen_sqlite {
    pub mod on_sqlite;
    pub mod sqg;
}

mod contest;
mod postgres;
mod row;
mod rows;
mod sqlite;
mod what;

use what::Failure;

fn main() -> Result<(), Failure> {
    let rounds = std::env::args().nth(1).map_or(Ok(41), |n| n.parse())?;
    let url = std::env::var("SQG_TEST_POSTGRES_URL")?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut ways = sqlite::ways().await?;
        contest::compare("SQLite", rounds, &mut ways).await?;
        let mut ways = postgres::ways(&url).await?;
        contest::compare("PostgreSQL", rounds, &mut ways).await
    })
}
