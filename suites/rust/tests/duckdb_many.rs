//! One statement of DuckDB for many rows: their order, rows of one key, and errors.

use std::error::Error;

use duckdb::Connection;
use sqg_suite::duckdb::bulk::{
    AddReadingParams, Bulk, LabelRow, ReadingRow, SetStockParams, SetValueParams, TakeParams,
};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn database(setup: &'static str) -> Outcome<Connection> {
    let connection = Connection::open_in_memory()?;
    for script in Bulk::migrations().chain([setup]) {
        connection.execute_batch(script)?;
    }
    Ok(connection)
}

fn text(connection: &Connection, sql: &str) -> Outcome<String> {
    Ok(connection.query_row(sql, [], |row| row.get(0))?)
}

fn take(n: i32, id: i32) -> TakeParams {
    TakeParams { n, id }
}

fn take_one_of_each(count: i32) -> Vec<TakeParams> {
    (0..count).map(|id| take(1, id)).collect()
}

const STOCK: &str = "INSERT INTO stock SELECT i, 10 FROM range(20000) r(i)";

/// Rows of one key go one round after the other, in the order of the rows, whatever order DuckDB keeps.
#[test]
fn rows_of_a_key_keep_their_order() -> Outcome {
    const KEYS: i32 = 100_000;
    const TIMES: i32 = 5;
    let connection = database(
        "SET preserve_insertion_order = false; INSERT INTO stock SELECT i, 0 FROM range(100000) r(i)",
    )?;
    let app = Bulk::new(&connection);
    let turns =
        || (0..KEYS * TIMES).map(|n| ((i64::from(n) * 7919 % i64::from(KEYS)) as i32, n / KEYS));
    let stock = turns().map(|(id, n)| SetStockParams { id, n });
    assert_eq!(app.set_stock_bulk(stock)?, 500_000);
    let wrong = "SELECT count(*)::VARCHAR FROM stock WHERE n <> 10";
    assert_eq!(text(&connection, wrong)?, "0");
    let readings = turns().map(|(slot, n)| ReadingRow {
        sensor: "s".to_owned(),
        slot,
        value: Some(n.into()),
    });
    app.upsert_reading_bulk(readings)?;
    let found = "SELECT concat_ws(' ', count(*), min(value), max(value)) FROM reading";
    assert_eq!(text(&connection, found)?, "100000 4.0 4.0");
    // What is inserted stands in the order of the rows.
    connection.execute_batch("DELETE FROM reading; SET preserve_insertion_order = true")?;
    let rows = (0..100_000).map(|slot| AddReadingParams {
        sensor: "t".to_owned(),
        slot,
        value: None,
    });
    assert_eq!(app.add_reading_bulk(rows)?, 100_000);
    let sorted = "SELECT bool_and(slot = rowid - first)::VARCHAR
        FROM (SELECT slot, rowid, min(rowid) OVER () AS first FROM reading)";
    assert_eq!(text(&connection, sorted)?, "true");
    Ok(())
}

/// Very many rows of one key are run by themselves, and the others are still joined.
#[test]
fn too_many_rows_of_a_key() -> Outcome {
    let connection = database("INSERT INTO stock VALUES (1, 100000), (2, 50)")?;
    let app = Bulk::new(&connection);
    let mut rows: Vec<_> = (0..300).map(|n| take(n, 1)).collect();
    rows[17].id = 2;
    assert_eq!(app.take_bulk(&rows)?, 300);
    let left = "SELECT string_agg(n, ' ' ORDER BY id) FROM stock";
    assert_eq!(text(&connection, left)?, "55167 33");
    Ok(())
}

/// One row, as many as run one by one and as many as are joined do the same; so do NULLs, and keys that are not there.
#[test]
fn any_number_of_rows() -> Outcome {
    for count in [0, 1, 2, 19, 20, 21, 2048, 2049, 19_999] {
        let connection = database(STOCK)?;
        let app = Bulk::new(&connection);
        let some = take_one_of_each(count).into_iter();
        let none = (0..count).map(|n| take(1, -1 - n));
        let taken = app.take_bulk(some.chain(none))?;
        assert_eq!(taken, u64::try_from(count)?);
        let left = "SELECT (200000 - sum(n))::VARCHAR FROM stock";
        assert_eq!(text(&connection, left)?, count.to_string());
        let values = (0..count).map(|slot| AddReadingParams {
            sensor: "é\u{1}'".to_owned(),
            slot,
            value: (slot % 2 == 0).then_some(0.5),
        });
        assert_eq!(app.add_reading_bulk(values)?, u64::try_from(count)?);
        let nulls = (0..count).map(|slot| SetValueParams {
            sensor: "é\u{1}'".to_owned(),
            slot,
            value: (slot % 3 == 0).then_some(1.5),
        });
        assert_eq!(app.set_value_bulk(nulls)?, u64::try_from(count)?);
        let labels = (0..count).map(|n| LabelRow {
            name: format!("l{}", n % 7),
        });
        app.upsert_main_label_bulk(labels)?;
        let found = "SELECT concat_ws(' ', count(*), count(value), (SELECT count(*) FROM label)) FROM reading";
        let wanted = format!("{count} {} {}", (count + 2) / 3, count.min(7));
        assert_eq!(text(&connection, found)?, wanted);
    }
    Ok(())
}

/// An error is that of a row, where the transaction is the call's; nothing of the call stays.
#[test]
fn errors_name_the_row() -> Outcome {
    let connection = database(STOCK)?;
    let app = Bulk::new(&connection);
    let mut rows = take_one_of_each(20_000);
    rows[12_344].n = 11;
    let refused = app.take_bulk(&rows).err().ok_or("too many")?.to_string();
    assert!(refused.starts_with("take: row 12345: "), "{refused}");
    let few = app.take_bulk(&rows[12_340..12_350]);
    let refused = few.err().ok_or("too many")?.to_string();
    assert!(refused.starts_with("take: row 5: "), "{refused}");
    let untouched = "SELECT count(*)::VARCHAR FROM stock WHERE n = 10";
    assert_eq!(text(&connection, untouched)?, "20000");
    // One key twice.
    let twice = (0..5000).chain([17]).map(|slot| AddReadingParams {
        sensor: "s".to_owned(),
        slot,
        value: None,
    });
    let refused = app
        .add_reading_bulk(twice)
        .err()
        .ok_or("twice")?
        .to_string();
    assert!(refused.starts_with("add_reading: row 5001: "), "{refused}");
    assert_eq!(
        text(&connection, "SELECT count(*)::VARCHAR FROM reading")?,
        "0"
    );
    // In the caller's transaction, which an error ends for DuckDB, it names the rows of the statement.
    connection.execute_batch("BEGIN; INSERT INTO reading VALUES ('mine', 1, 1)")?;
    let refused = app.take_bulk(&rows).err().ok_or("too many")?.to_string();
    assert!(refused.starts_with("take: rows 1 to 20000: "), "{refused}");
    connection.execute_batch("ROLLBACK")?;
    assert_eq!(
        text(&connection, "SELECT count(*)::VARCHAR FROM reading")?,
        "0"
    );
    assert_eq!(text(&connection, untouched)?, "20000");
    // What succeeds there is the caller's to keep.
    rows[12_344].n = 1;
    connection.execute_batch("BEGIN")?;
    assert_eq!(app.take_bulk(&rows)?, 20_000);
    connection.execute_batch("ROLLBACK")?;
    assert_eq!(text(&connection, untouched)?, "20000");
    connection.execute_batch("BEGIN")?;
    assert_eq!(app.take_bulk(&rows)?, 20_000);
    connection.execute_batch("COMMIT")?;
    assert_eq!(text(&connection, untouched)?, "0");
    Ok(())
}
