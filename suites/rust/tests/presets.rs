//! Types that derive what the config asks for: serde reads and writes rows, parameters, enums and composite types.

use std::error::Error;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};
use sqg_suite::presets::duckdb::presets as duckdb_presets;
use sqg_suite::presets::pg::{open, presets as pg_presets};
use sqg_suite::presets::sqlite::presets as sqlite_presets;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn read<T: DeserializeOwned>(value: &Value) -> Outcome<T> {
    Ok(from_value(value.clone())?)
}

fn same<T: Serialize>(got: T, want: Value) -> Outcome {
    assert_eq!(to_value(got)?, want);
    Ok(())
}

/// Rows that come from JSON are stored, and what is read is that JSON again.
#[test]
fn rows_of_sqlite() -> Outcome {
    let connection = rusqlite::Connection::open_in_memory()?;
    for script in sqlite_presets::Presets::migrations() {
        connection.execute_batch(script)?;
    }
    let db = sqlite_presets::Presets::new(&connection);
    let rows = json!([
        {"id": "00000000-0000-0000-0000-000000000001", "parent_id": null, "balance": "-12.5", "credit": "99.99",
            "owner_name": "Ann", "note": "first", "visits": 3, "opened_at": "2024-02-29T12:34:56.789Z"},
        {"id": "00000000-0000-0000-0000-000000000002", "parent_id": "00000000-0000-0000-0000-000000000001",
            "balance": "0", "credit": null, "owner_name": "Bob", "note": null, "visits": null, "opened_at": null},
    ]);
    let given: Vec<sqlite_presets::AccountRow> = read(&rows)?;
    assert_eq!(db.bulk_insert_account(given)?, 2);
    same(db.all_accounts()?, rows)?;
    let payment =
        json!({"id": "00000000-0000-0000-0000-000000000003", "account": null, "amount": "1.5"});
    let params: Vec<sqlite_presets::AddPaymentParams> = read(&json!([payment]))?;
    assert_eq!(db.add_payment_bulk(params)?, 1);
    same(db.all_payments()?, json!([payment]))
}

/// Labels are those of the database.
#[test]
fn labels_of_duckdb() -> Outcome {
    let connection = duckdb::Connection::open_in_memory()?;
    for script in duckdb_presets::Presets::migrations() {
        connection.execute_batch(script)?;
    }
    let db = duckdb_presets::Presets::new(&connection);
    let person = json!({"id": 7, "mood": "A+", "before": null, "past": ["sad", "unknown"]});
    let params: Vec<duckdb_presets::AddPersonParams> = read(&json!([person]))?;
    assert_eq!(db.add_person_bulk(params)?, 1);
    same(db.person_by_id(7)?, person)?;
    assert!(read::<duckdb_presets::Mood>(&json!("great")).is_err());
    Ok(())
}

/// A label that nobody knows is its text, and composite types are objects.
#[test]
fn types_of_postgres() -> Outcome {
    for label in ["on hold", "asleep"] {
        let state: open::AccountState = read(&json!(label))?;
        assert_eq!(state.as_str(), label);
        same(state, json!(label))?;
    }
    assert!(read::<pg_presets::AccountState>(&json!("asleep")).is_err());
    let line = json!({"item": "00000000-0000-0000-0000-00000000000a", "amount": null});
    same(read::<pg_presets::MoneyLine>(&line)?, line)
}
