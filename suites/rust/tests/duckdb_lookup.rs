//! One query of DuckDB for many rows of parameters finds what a call for each does.

use std::error::Error;

use duckdb::Connection;
use sqg_suite::duckdb::lookup::{LinesOfParams, Lookup, ThingsLikeParams};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn database() -> Outcome<Connection> {
    let connection = Connection::open_in_memory()?;
    let fill = "INSERT INTO customer SELECT i, 'c' || i % 700, nullif(i % 7, 0) FROM range(900) r(i);
        INSERT INTO orders SELECT i, i * 7919 % 900, if(i % 3 = 0, 'open', 'paid'), nullif(i % 5, 0) FROM range(3000) r(i);
        INSERT INTO thing (id, s, flag, huge, f, d, n, raw, u)
        SELECT i, 's' || i % 2, true, -170141183460469231731687303715884105728 + i % 3, 'nan', 0.1, 0.125, 'a\\x00', uuid()
        FROM range(20) r(i)";
    for script in Lookup::migrations().chain([fill]) {
        connection.execute_batch(script)?;
    }
    Ok(connection)
}

/// Numbers that look random, and are the same each time.
fn random(seed: u64) -> impl Iterator<Item = u64> {
    let next = |n: &u64| {
        Some(
            n.wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407),
        )
    };
    std::iter::successors(Some(seed), next).map(|n| n >> 33)
}

#[test]
fn any_number_of_rows() -> Outcome {
    let connection = database()?;
    let app = Lookup::new(&connection);
    for (count, seed) in [0, 1, 4, 5, 6, 300, 2048, 2049].into_iter().zip(1..) {
        // Some are not there, and some come more than once.
        let keys: Vec<i32> = random(seed)
            .map(|n| (n % 1000) as i32)
            .take(count)
            .collect();
        let found = app.orders_of_bulk(&keys)?;
        assert_eq!(found.len(), count);
        let customers = app.customer_by_id_bulk(&keys)?;
        let parents = app.parent_of_bulk(&keys)?;
        let lines: Vec<_> = keys.iter().map(|key| line(*key)).collect();
        let notes = app.lines_of_bulk(&lines)?;
        for (i, key) in keys.iter().enumerate().take(60) {
            assert_eq!(found[i], app.orders_of(*key)?, "{key}");
            assert_eq!(customers[i], app.customer_by_id(*key)?, "{key}");
            assert_eq!(parents[i], app.parent_of(*key)?, "{key}");
            let line = &lines[i];
            let called = app.lines_of(line.note.as_deref(), &line.state, line.after)?;
            assert_eq!(notes[i], called, "{line:?}");
        }
    }
    Ok(())
}

fn line(key: i32) -> LinesOfParams {
    LinesOfParams {
        note: (key % 4 != 0).then(|| format!("é{key}")),
        state: if key % 2 == 0 { "open" } else { "paid" }.to_owned(),
        after: 2900 + key % 100,
    }
}

/// More rows than one query takes, within a transaction.
#[test]
fn many_rows() -> Outcome {
    let mut connection = database()?;
    let transaction = connection.transaction()?;
    transaction.execute_batch("INSERT INTO customer VALUES (5000, 'new', NULL)")?;
    let keys: Vec<i32> = random(99)
        .map(|n| (n % 1000) as i32)
        .take(25_000)
        .chain([5000])
        .collect();
    let names = Lookup::new(&transaction).name_of_bulk(&keys)?;
    assert_eq!(names.len(), 25_001);
    for (key, name) in keys.iter().zip(&names).take(25_000) {
        let wanted = (*key < 900).then(|| format!("c{}", key % 700));
        assert_eq!(*name, wanted, "{key}");
    }
    assert_eq!(names[25_000].as_deref(), Some("new"));
    transaction.rollback()?;
    let names = Lookup::new(&connection).name_of_bulk([5000; 6])?;
    assert_eq!(names, vec![None; 6]);
    Ok(())
}

/// Values of every type arrive as they are.
#[test]
fn keys_of_every_type() -> Outcome {
    let connection = database()?;
    let app = Lookup::new(&connection);
    let sql = "SELECT s, huge, u::VARCHAR FROM thing ORDER BY id";
    let mut keys = connection.prepare(sql)?;
    let keys = keys.query_map([], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?))
    })?;
    let mut rows = Vec::new();
    for key in keys {
        let (s, huge, u) = key?;
        rows.push(ThingsLikeParams {
            s,
            flag: true,
            huge,
            f: f32::NAN,
            d: 0.1,
            n: "0.125".parse()?,
            raw: sqg_suite::duckdb::sqg::Blob(b"a\0".to_vec()),
            u: u.parse()?,
        });
    }
    let wanted: Vec<_> = (0..20).map(|id| vec![id]).collect();
    assert_eq!(app.things_like_bulk(&rows)?, wanted);
    for (row, id) in rows.iter().zip(0..) {
        assert_eq!(app.things_like(row)?, [id]);
    }
    Ok(())
}

/// A query that fails names itself; the connection is as it was.
#[test]
fn errors_name_the_query() -> Outcome {
    let connection = database()?;
    let app = Lookup::new(&connection);
    connection.execute_batch("ALTER TABLE orders RENAME TO other")?;
    let refused = app.orders_of_bulk([1; 6]).err().ok_or("no table")?;
    assert!(refused.to_string().starts_with("orders_of: "), "{refused}");
    connection.execute_batch("ALTER TABLE other RENAME TO orders")?;
    assert_eq!(app.orders_of_bulk([1; 6])?.len(), 6);
    Ok(())
}
