//! Generated methods, code written by hand for the same driver, SQLx and Diesel read the same rows, in turns.

// What sqg generates of sqlite.sql and postgres.sql.
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
mod sqlite;

pub type Failure = Box<dyn std::error::Error>;

/// How many rows the table has.
pub const ROWS: i32 = 10_000;

pub const ALL: &str = "SELECT id, name, email, age, score FROM users";

/// What is read in a run.
#[derive(Clone, Copy)]
pub enum What {
    /// A user by id, 200 times.
    Lookups,
    /// The first hundred users, twenty times.
    Hundreds,
    All,
    Stream,
}

impl What {
    pub const EACH: [What; 4] = [What::Lookups, What::Hundreds, What::All, What::Stream];

    pub fn title(self) -> &'static str {
        match self {
            What::Lookups => "a user by id",
            What::Hundreds => "100 users",
            What::All => "10,000 users",
            What::Stream => "10,000 users, stream",
        }
    }

    /// How many calls a run has.
    pub fn calls(self) -> u32 {
        match self {
            What::Lookups => 200,
            What::Hundreds => 20,
            What::All | What::Stream => 1,
        }
    }

    /// The ids that the rows of a run must have.
    pub fn ids(self) -> Vec<i64> {
        match self {
            What::Lookups => lookups().collect(),
            What::Hundreds => (0..20).flat_map(|_| 1..=100).collect(),
            What::All | What::Stream => (1..=ROWS.into()).collect(),
        }
    }
}

/// The ids that are looked up.
pub fn lookups() -> impl Iterator<Item = i64> {
    (1..=i64::from(ROWS)).step_by(50)
}

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
