pub mod app;
pub mod duckdb;
pub mod pool;
/// With types that serde reads and writes.
pub mod presets {
    pub mod duckdb {
        pub mod presets;
        pub mod sqg;
    }
    pub mod pg {
        pub mod open;
        pub mod presets;
        pub mod sqg;
    }
    pub mod sqlite {
        pub mod presets;
        pub mod sqg;
    }
}
/// With an observer.
pub mod heard {
    pub mod duckdb {
        pub mod appender;
        pub mod batch;
        pub mod bulk;
        pub mod lookup;
        pub mod results;
        pub mod returned;
        pub mod sqg;
        pub mod types;
    }
    pub mod pg {
        pub mod appender;
        pub mod batch;
        pub mod bulk;
        pub mod lookup;
        pub mod results;
        pub mod returned;
        pub mod sqg;
        pub mod types;
    }
    pub mod sqlite {
        pub mod appender;
        pub mod batch;
        pub mod bulk;
        pub mod lookup;
        pub mod results;
        pub mod returned;
        pub mod sqg;
        pub mod types;
    }
}
/// What the contracts of the corpus do not ask for: a struct for each SQL file, types of the application.
pub mod layout {
    pub mod delivery;
    pub mod intake;
    pub mod overrides;
    pub mod parcels;
    pub mod parcels_types;
    pub mod sqg;
    pub mod within;
}
/// The same over the other engines.
pub mod own {
    pub mod duckdb {
        pub mod bound;
        pub mod documents;
        pub mod overrides;
        pub mod sqg;
        pub mod within;
    }
    pub mod sqlite {
        pub mod documents;
        pub mod overrides;
        pub mod sqg;
        pub mod within;
    }
}
pub mod pg;
pub mod sqlite;
/// What `sqg import sqlx` has made.
pub mod sqlx {
    pub mod queries;
    pub mod sqg;
}
/// With transactions.
pub mod transactions {
    pub mod duckdb {
        pub mod sqg;
        pub mod transactions;
    }
    pub mod pg {
        pub mod sqg;
        pub mod transactions;
    }
    pub mod sqlite {
        pub mod sqg;
        pub mod transactions;
    }
}
