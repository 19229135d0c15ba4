//! Generated methods and hand-written code read the same rows of DuckDB, in turns.

// What sqg generates of users.sql.
#[path = "../gen"]
#[allow(clippy::all)]
mod generated {
    pub mod sqg;
    pub mod users;
}

// What is read, how ways are compared and what they must return: as with PostgreSQL and SQLite.
#[path = "../../rust/src/contest.rs"]
mod contest;
#[path = "../../rust/src/rows.rs"]
mod rows;
#[path = "../../rust/src/what.rs"]
mod what;

mod ways;

use what::Failure;

fn main() -> Result<(), Failure> {
    let rounds = std::env::args().nth(1).map_or(Ok(41), |n| n.parse())?;
    let mut ways = ways::ways()?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(contest::compare("DuckDB", rounds, &mut ways))
}
