//! What every way reads.

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
