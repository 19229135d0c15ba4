//! What the contract cannot show of SQLite: values of every type, work that is undone, iterators, races.

#[macro_use]
mod documents;
#[macro_use]
mod heard;
mod within;

use std::error::Error;

use rusqlite::Connection;
use rusqlite::types::{Type, Value as Any};
use serde_json::Value;
use sqg_suite::app::{Cents, Document, Key, State};
use sqg_suite::own::sqlite::overrides::{DocumentRow, Overrides, SetStateParams};
use sqg_suite::own::sqlite::within::{AddGraphParams, GraphRow, Within};
use sqg_suite::sqlite::appender::{Appender, EveryTypeRow, NarrowRow};
use sqg_suite::sqlite::bulk::{Bulk, SetStockParams, TakeParams};
use sqg_suite::sqlite::gathered::{Gathered, MissingThings};
use sqg_suite::sqlite::migrated::Migrated;
use sqg_suite::sqlite::pages::{ByPriceParams, Pages};
use sqg_suite::sqlite::results::Results;
use sqg_suite::sqlite::sqg::{self, Database, Decode, Encode, Statement};
use sqg_suite::sqlite::types::Types;
use within::keys;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn database(scripts: impl Iterator<Item = &'static str>) -> Outcome<Connection> {
    let connection = Connection::open_in_memory()?;
    for script in scripts {
        connection.execute_batch(script)?;
    }
    Ok(connection)
}

/// A type, the column of the table plain that has it, and the way from the corpus's text to a value.
struct Kind {
    kind: &'static str,
    column: &'static str,
    check: fn(&Connection, &str, Sent) -> Outcome,
}

/// What is done with a column: a value goes in, or one is there and must read like a text, or not at all.
enum Sent<'a> {
    Value(&'a str),
    Stored(&'a str),
    Refused(Option<&'a str>),
}

fn check<T: Decode + Encode + PartialEq + std::fmt::Debug>(
    connection: &Connection,
    column: &str,
    sent: Sent,
    parse: impl Fn(&str) -> Outcome<T>,
) -> Outcome {
    let db = Database::new(connection);
    let (update, select) = (
        format!("UPDATE plain SET {column} = ?, {column}_null = ?"),
        format!("SELECT {column}, {column}_null FROM plain WHERE {column} = ? OR ? IS NULL"),
    );
    let read = |row: &sqg::Row| Ok((sqg::get::<T>(row, 0)?, sqg::get::<Option<T>>(row, 1)?));
    let find = |by: &dyn Encode| db.one(&Statement::once("find", &select), &[by, by], read);
    match sent {
        Sent::Value(text) => {
            let value = parse(text)?;
            db.execute(&Statement::once("send", &update), &[&value, &None::<T>])?;
            assert_eq!(find(&value)?, Some((parse(text)?, None)), "{column}");
            db.execute(&Statement::once("send", &update), &[&value, &value])?;
            assert_eq!(find(&None::<T>)?, Some((parse(text)?, Some(value))));
        }
        Sent::Stored(text) => {
            let (found, _) = find(&None::<T>)?.ok_or("a row")?;
            assert_eq!(found, parse(text)?, "{column}");
        }
        Sent::Refused(shown) => {
            let refused = find(&None::<T>).err().ok_or("it was read")?.to_string();
            let place = format!("find: column {column}: expected ");
            assert!(refused.starts_with(&place), "{refused}");
            assert_eq!(shown.is_some(), refused.contains('"'), "{refused}");
            assert!(refused.ends_with(shown.unwrap_or_default()), "{refused}");
        }
    }
    Ok(())
}

macro_rules! kinds {
    ($($kind:literal $column:literal $parse:expr),+ $(,)?) => {
        [$(Kind { kind: $kind, column: $column, check: |c, column, sent| check(c, column, sent, $parse) }),+]
    };
}

#[test]
fn every_type() -> Outcome {
    use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
    let kinds = kinds! {
        "bool" "b" |t| Ok(t.parse::<bool>()?),
        "int64" "i" |t| Ok(t.parse::<i64>()?),
        "float64" "f" |t| Ok(t.parse::<f64>()?),
        "decimal" "dec" |t| Ok(t.parse::<rust_decimal::Decimal>()?),
        "text" "t" |t| Ok(t.to_owned()),
        "blob" "bin" |t| (0..t.len()).step_by(2).map(|i| Ok(u8::from_str_radix(&t[i..i + 2], 16)?)).collect::<Outcome<Vec<u8>>>(),
        "date" "d" |t| Ok(t.parse::<NaiveDate>().map_err(|e| e.to_string())?),
        "time" "tm" |t| Ok(t.parse::<NaiveTime>().map_err(|e| e.to_string())?),
        "timestamp" "ts" |t| Ok(t.parse::<NaiveDateTime>().map_err(|e| e.to_string())?),
        "timestamptz" "tz" |t| Ok(t.parse::<DateTime<Utc>>().map_err(|e| e.to_string())?),
        "uuid" "u" |t| Ok(t.parse::<uuid::Uuid>()?),
    };
    let connection = database(Types::migrations())?;
    let app = Types::new(&connection);
    app.store_raw(1)?;
    let corpus = std::fs::read_to_string("../../corpus/types/values.json")?;
    let corpus: Value = serde_json::from_str(&corpus)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (mut sent, mut read) = (0, 0);
    for of in list(&corpus["kinds"]) {
        let Some(kind) = kinds.iter().find(|k| of["kind"] == k.kind) else {
            continue; // json and decimals as text are below
        };
        for value in list(&of["values"]) {
            let text = value["value"].as_str().ok_or("a value")?;
            (kind.check)(&connection, kind.column, Sent::Value(text))
                .map_err(|e| format!("{} {text}: {e}", kind.kind))?;
            let stored = format!("SELECT typeof({0}), {0} FROM plain", kind.column);
            let stored: (String, Any) =
                connection.query_row(&stored, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
            assert_eq!(stored.0, value["typeof"], "{} {text}", kind.kind);
            if let (Any::Text(found), Some(wanted)) = (&stored.1, value["text"].as_str()) {
                assert_eq!(found, wanted);
            }
            sent += 1;
        }
    }
    for stored in list(&corpus["stored_by_others"]) {
        let Some(kind) = kinds.iter().find(|k| stored["kind"] == k.kind) else {
            continue;
        };
        let sql = stored["sql"].as_str().ok_or("SQL")?;
        connection.execute(&format!("UPDATE plain SET {} = {sql}", kind.column), [])?;
        let sent = match stored["reads"].as_str() {
            Some(text) => Sent::Stored(text),
            None => Sent::Refused(stored["shows"].as_str()),
        };
        (kind.check)(&connection, kind.column, sent)
            .map_err(|e| format!("{} {sql}: {e}", kind.kind))?;
        read += 1;
    }
    assert!(sent > 50 && read > 40, "{sent} sent, {read} read");
    Ok(())
}

/// JSON is text, also where a column of that type stores a number.
#[test]
fn json_and_any() -> Outcome {
    let connection = database(Types::migrations())?;
    let app = Types::new(&connection);
    app.store_raw(1)?;
    for text in ["{}", "[1, 2.5, null]", "\"text\"", "null", "12", "2.5"] {
        connection.execute("UPDATE plain SET j = ?, j_null = ?", [text, text])?;
        let row = app.get_plain(1)?.ok_or("a row")?;
        assert_eq!((row.j.as_str(), row.j_null.as_deref()), (text, Some(text)));
    }
    app.spoil_json(&Any::Blob(vec![1]), 1)?;
    let refused = app.get_plain(1).err().map(|e| e.to_string());
    let wanted = "get_plain: column j: expected JSON as TEXT, got BLOB";
    assert_eq!(refused.as_deref(), Some(wanted));
    for value in [
        Any::Integer(7),
        Any::Real(0.5),
        Any::Text("x".into()),
        Any::Blob(vec![0]),
    ] {
        app.spoil_text(&value, 1)?;
        let stored: Type = connection.query_row("SELECT t FROM plain", [], |row| {
            Ok(row.get_ref(0)?.data_type())
        })?;
        let text = matches!(value, Any::Integer(_) | Any::Real(_)); // by the column's affinity
        assert_eq!(stored, if text { Type::Text } else { value.data_type() });
    }
    let refused = app.spoil_float(&Any::Real(f64::NAN), 1).err();
    let refused = refused.map(|e| e.to_string());
    let wanted = "spoil_float: parameter 1: NaN is no value of SQLite";
    assert_eq!(refused.as_deref(), Some(wanted));
    Ok(())
}

fn narrow(k: i64) -> NarrowRow {
    let v = Some(format!("n{k}"));
    NarrowRow { k, v }
}

fn every(id: i64, f: f64) -> EveryTypeRow {
    let moment = chrono::DateTime::UNIX_EPOCH;
    let local = moment.naive_utc();
    EveryTypeRow {
        id,
        b: true,
        i: 1,
        f,
        dec: 1.into(),
        t: String::new(),
        bin: Vec::new(),
        d: local.date(),
        tm: local.time(),
        ts: local,
        tz: moment,
        u: uuid::Uuid::nil(),
        j: "{}".to_owned(),
    }
}

#[test]
fn pages_that_cannot_be_asked_for() -> Outcome {
    let connection = Connection::open_in_memory()?;
    let app = Pages::new(&connection);
    let ask = |size, after: Option<&str>, before: Option<&str>| {
        let asked = app.by_price(&ByPriceParams {
            size,
            after: after.map(str::to_owned),
            before: before.map(str::to_owned),
        });
        asked
            .err()
            .and_then(|e| Some(e.source()?.is::<sqg::NoPage>()))
    };
    assert_eq!(ask(0, None, None), Some(true));
    assert_eq!(ask(1, Some("x"), None), Some(true));
    assert_eq!(ask(1, None, Some("x")), Some(true));
    assert_eq!(ask(1, Some("x"), Some("x")), Some(true));
    assert_eq!(ask(1, None, None), Some(false), "there are no tables");
    Ok(())
}

#[test]
fn work_is_undone() -> Outcome {
    let mut connection = database(Appender::migrations())?;
    let rows = |c: &Connection| c.query_row("SELECT count(*) FROM narrow", [], |row| row.get(0));
    let mut total = 0;
    for n in [0, 1, 2, 31, 32, 33, 10_000] {
        let inserted = Appender::new(&connection).bulk_insert_narrow((0..n).map(narrow))?;
        assert_eq!(inserted, u64::try_from(n)?);
        total += n;
        assert_eq!(rows(&connection), Ok(total));
    }
    let kept = [narrow(1), narrow(2)];
    Appender::new(&connection).bulk_insert_narrow(&kept)?;
    total += 2;
    let some = (0..50).map(|id| every(id, if id == 40 { f64::NAN } else { 1.0 }));
    let refused = Appender::new(&connection).bulk_insert_every_type(some);
    let refused = refused.err().ok_or("NaN was taken")?.to_string();
    let wanted = "bulk insert into every_type: row 41: column f: NaN is no value of SQLite";
    assert_eq!(refused, wanted);
    connection.execute_batch(
        "CREATE TRIGGER picky BEFORE INSERT ON narrow WHEN new.k = 7777
         BEGIN SELECT RAISE(ABORT, 'no sevens'); END",
    )?;
    let transaction = connection.transaction()?;
    let app = Appender::new(&transaction);
    app.bulk_insert_narrow((0..40).map(narrow))?;
    let refused = app.bulk_insert_narrow((0..10_000).map(narrow));
    let refused = refused.err().ok_or("7777 was taken")?;
    assert!(refused.to_string().ends_with(": no sevens"), "{refused}");
    assert_eq!(
        refused.code(),
        Some(rusqlite::ErrorCode::ConstraintViolation)
    );
    app.bulk_insert_narrow([narrow(3)])?;
    transaction.commit()?;
    total += 41;
    assert_eq!(rows(&connection), Ok(total));
    // A source that panics leaves nothing, and the connection usable.
    let load = std::panic::AssertUnwindSafe(|| {
        let rows = (0..100).map(|k| {
            if k < 50 {
                narrow(k)
            } else {
                panic!("the source")
            }
        });
        Appender::new(&connection).bulk_insert_narrow(rows)
    });
    assert!(std::panic::catch_unwind(load).is_err());
    assert!(connection.is_autocommit());
    assert_eq!(rows(&connection), Ok(total));
    Ok(())
}

#[test]
fn iterators_are_left_and_nest() -> Outcome {
    let connection = database(Results::migrations())?;
    let app = Results::new(&connection);
    let mut pairs = 0;
    for outer in app.numbers_stream(3)? {
        outer?;
        for inner in app.numbers_stream(1_000_000)?.take(2) {
            inner?;
            pairs += 1;
        }
    }
    assert_eq!(pairs, 6);
    let mut rows = app.numbers_stream(2)?;
    assert_eq!((rows.by_ref().count(), rows.next().is_none()), (2, true));
    let mut left = app.number_values_stream(1000)?;
    assert_eq!(left.next().transpose()?, Some(1));
    drop(left);
    connection.execute_batch("VACUUM")?; // which no statement may be in the way of
    Ok(())
}

#[test]
fn a_table_that_is_made_again_takes_no_rows_with_it() -> Outcome {
    let connection = Connection::open_in_memory()?;
    connection.execute_batch(
        "PRAGMA foreign_keys = OFF;
        CREATE TABLE mine (account INTEGER REFERENCES account ON DELETE CASCADE);
        INSERT INTO mine VALUES (1);
        PRAGMA foreign_keys = ON",
    )?;
    Migrated::apply_migrations(&connection, None)?;
    let one = |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    assert_eq!(one("SELECT count(*) FROM mine")?, 1);
    assert_eq!(one("PRAGMA foreign_keys")?, 1);
    let broken = sqg::Migration {
        name: "006",
        checksum: "c",
        earlier: &["t"],
        sql: "DELETE FROM account",
        steps: &[],
    };
    let refused = sqg::apply_migrations(&connection, &[broken], "other")
        .err()
        .ok_or("rows that refer to nothing")?;
    assert!(
        refused
            .to_string()
            .contains("FOREIGN KEY constraint failed: mine"),
        "{refused}"
    );
    assert_eq!(one("SELECT count(*) FROM account")?, 2);
    Ok(())
}

#[test]
fn migrations_race() -> Outcome {
    let file = std::env::temp_dir().join(format!("sqg-rust-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let apply = |project| {
        Migrated::apply_migrations(&Connection::open(&file)?, project)
            .map_err(Box::<dyn Error>::from)
    };
    let starters: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    apply(None)
                        .map(|names| names.len())
                        .map_err(|e| e.to_string())
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|t| t.join().expect("no panic"))
            .collect()
    });
    let applied = starters.into_iter().collect::<Result<Vec<_>, _>>()?;
    assert_eq!(
        applied.iter().sum::<usize>(),
        Migrated::migrations().count()
    );
    assert!(apply(Some("another")).is_err()); // its tables are there already, and nothing is left of the attempt
    assert!(apply(None)?.is_empty());
    let mut connection = Connection::open(&file)?;
    assert!(Migrated::pending_migrations(&connection, None)?.is_empty());
    let pending = Migrated::pending_migrations(&connection, Some("another"))?;
    assert_eq!(pending.len(), Migrated::migrations().count());
    let open = connection.transaction()?;
    let refused = Migrated::apply_migrations(&open, None)
        .err()
        .ok_or("an open transaction")?;
    assert!(
        refused.to_string().contains("transactions of their own"),
        "{refused}"
    );
    drop(open);
    let meant = "UPDATE _sqg_migrations SET checksum = ?1 WHERE migration_id = '005 view'";
    connection.execute(meant, ["a".repeat(64)])?;
    assert!(apply(None)?.is_empty());
    connection.execute("UPDATE _sqg_migrations SET checksum = 'x'", [])?;
    let refused = apply(None).err().ok_or("a changed migration")?.to_string();
    assert!(refused.ends_with(":was(x)"), "{refused}");
    std::fs::remove_file(&file)?;
    Ok(())
}

#[test]
fn types_of_the_application() -> Outcome {
    let connection = database(Overrides::migrations())?;
    let app = Overrides::new(&connection);
    let document = |id, meta: &str| DocumentRow {
        id,
        meta: Document(meta.into()),
        extra: (id % 2 == 0).then(|| Document("[1]".into())),
        state: State::Published,
        amount: (id != 3).then_some(Cents(-1234)),
    };
    let rows = [document(1, "{}"), document(2, "[]"), document(3, "3")];
    assert_eq!(app.bulk_insert_document(&rows)?, 3);
    for row in rows {
        assert_eq!(app.get_document(row.id)?, Some(row));
    }
    assert_eq!(app.all_meta()?.len(), 3);
    assert_eq!(app.extra_of(2)?, Some(Some(Document("[1]".into()))));
    assert_eq!(app.extra_of(3)?, Some(None));
    let change = SetStateParams {
        state: State::Draft,
        amount: Some(Cents(5)),
        id: 1,
    };
    assert_eq!(app.set_state_batch([change])?, 1);
    let stored: String = connection.query_row(
        "SELECT group_concat(state || amount, ' ') FROM document WHERE id IN (1, 2)",
        [],
        |row| row.get(0),
    )?;
    assert_eq!(stored, "draft0.05 published-12.34");
    let refused = app.bulk_insert_document([document(4, "4"), document(5, "")]);
    let refused = refused.err().ok_or("an empty document")?.to_string();
    let wanted = "bulk insert into document: row 2: column meta: an empty document";
    assert_eq!(refused, wanted);
    assert_eq!(app.all_meta()?.len(), 3);
    connection.execute("UPDATE document SET state = 'lost'", [])?;
    let refused = app.get_document(1).err().ok_or("lost")?.to_string();
    assert_eq!(refused, "get_document: column state: lost is no state");
    Ok(())
}

documents!(sqlite);

hears!(sqlite);

#[test]
fn an_observer_hears_of_every_call() -> Outcome {
    fn open(
        scripts: impl Iterator<Item = &'static str>,
        more: &'static str,
    ) -> Outcome<Connection> {
        database(scripts.chain([more]))
    }
    observed!(sqlite, open)
}

/// From 1,000 rows on, rows of :bulk are run in the order of their key, and those of one key in theirs.
#[test]
fn rows_are_sorted() -> Outcome {
    let data = std::fs::read_to_string("../../corpus/bulk/sorted.json")?;
    let data: Value = serde_json::from_str(&data)?;
    let number = |name: &str| data[name].as_i64().ok_or(name.to_owned());
    let (items, taken) = (number("items")?, number("taken")?);
    let connection = database(Bulk::migrations())?;
    let bulk = Bulk::new(&connection);
    let backwards = |from: i64, n: i64| (1..=from).rev().map(move |id| TakeParams { n, id });
    let left = |n: i64| -> Outcome<i64> {
        let sql = "SELECT count(*) FROM stock WHERE n = ?";
        Ok(connection.query_row(sql, [n], |row| row.get(0))?)
    };
    let stock = (1..=items).rev().map(|id| SetStockParams { id, n: 1 });
    assert_eq!(bulk.set_stock_bulk(stock)?, items as u64);

    let mut rows: Vec<_> = backwards(items, 0).collect();
    for bad in data["bad"].as_array().ok_or("bad")? {
        let (row, id) = (bad[0].as_u64().ok_or("row")?, bad[1].as_i64().ok_or("id")?);
        rows[row as usize - 1] = TakeParams { n: 2, id };
    }
    for named in data["named"].as_array().ok_or("named")? {
        let given = &rows[..named[0].as_u64().ok_or("rows")? as usize];
        let refused = bulk.take_bulk(given).err().ok_or("it was run")?;
        let place = format!("take: row {}: CHECK", named[1]);
        assert!(refused.to_string().starts_with(&place), "{refused}");
    }
    assert_eq!(left(1)?, items);

    // What is taken is there only when what is given has been.
    let takers = (1..=number("takers")?).map(|id| TakeParams { n: taken, id });
    let rows = backwards(items, -number("given")?).chain(takers);
    assert_eq!(bulk.take_bulk(rows)?, number("changed")? as u64);
    for (n, expected) in data["left"].as_object().ok_or("left")? {
        assert_eq!(Some(left(n.parse()?)?), expected.as_i64(), "{n}");
    }
    assert_eq!(bulk.take_bulk(backwards(number("more")?, 0))?, items as u64);
    Ok(())
}

#[test]
fn keys_inside_of_lists() -> Outcome {
    let connection = database(Within::migrations())?;
    let app = Within::new(&connection);
    let rows = [
        GraphRow {
            id: Key(1),
            parent: None,
        },
        GraphRow {
            id: Key(2),
            parent: Some(Key(1)),
        },
    ];
    assert_eq!(app.bulk_insert_graph(&rows)?, 2);
    let more = AddGraphParams {
        id: Key(3),
        parent: Some(Key(2)),
    };
    assert_eq!(app.add_graph_bulk([more])?, 1);
    assert_eq!(app.all_graphs()?[..2], rows);
    let ids = keys(&[3, 1, 7]).into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(app.find_graphs(&ids)?, [Key(1), Key(3)]);
    let error = app.find_graphs(&[Key(-1)]).err().ok_or("an error")?;
    assert!(error.to_string().contains("-1 is no key"), "{error}");
    Ok(())
}

#[test]
fn rows_that_a_statement_gathers() -> Outcome {
    const LARGE: i64 = 9_007_199_254_740_993;
    fn fields_of(row: &impl std::fmt::Debug) -> String {
        let text = format!("{row:?}");
        text.split_once(' ')
            .map_or_else(String::new, |t| t.1.to_owned())
    }
    let file = std::fs::read_to_string("../../corpus/gathered/sqlite.sql")?;
    let data = file.split("-- TESTDATA").nth(1).unwrap_or_default();
    let connection = database(Gathered::migrations())?;
    connection.execute_batch(data.split("-- QUERY").next().unwrap_or_default())?;
    let gathered = Gathered::new(&connection);
    let things = gathered.things()?;
    let makers = gathered.everything()?;
    let mut ids = Vec::new();
    for thing in makers.iter().flat_map(|maker| &maker.things) {
        ids.push(thing.id);
        let row = things.iter().find(|row| row.id == thing.id);
        assert_eq!(Some(fields_of(thing)), row.map(fields_of));
    }
    assert_eq!((makers.len(), ids), (3, vec![2, LARGE, 3]));
    let catalogue = gathered.catalogue()?;
    assert_eq!(catalogue[0].things[1].ids, [2, LARGE]);
    assert_eq!(catalogue[1].before, ["Ada"]);
    let missing = gathered.missing()?;
    let nothing = MissingThings {
        id: None,
        strength: None,
    };
    assert_eq!(
        (&missing[1].things[..], missing[1].large.len()),
        (&[nothing][..], 0)
    );
    assert_eq!(missing[2].large[0].id, 3);
    let each = gathered.one_each()?;
    assert_eq!((&each[1].thing, each[2].sure.id), (&None, Some(3)));
    let kept = gathered.kept()?;
    let kept: Vec<_> = kept
        .iter()
        .map(|row| (row.things.len(), row.whole.things.as_ref().map(Vec::len)))
        .collect();
    assert_eq!(kept, [(2, Some(2)), (0, None), (1, Some(1))]);
    assert_eq!(gathered.add_maker(4, "Dee")?.made.name, "Dee");
    connection.execute_batch("UPDATE thing SET strength = 'many' WHERE id = 3")?;
    let error = gathered.everything().err().ok_or("an error")?;
    let misfit = "column things: expected INTEGER, got TEXT \"many\"";
    assert!(error.to_string().contains(misfit), "{error}");
    Ok(())
}

/// What a list of JSON has, however it is written.
#[test]
fn lists_of_json() -> Outcome {
    fn read<T: Decode>(json: &str) -> sqg::Result<T> {
        let connection = Connection::open_in_memory().unwrap();
        let statement = Statement {
            name: "read",
            sql: "SELECT ?",
        };
        Database::new(&connection).only(&statement, &[&json], sqg::first)
    }
    let texts: Vec<Option<String>> =
        read(r#" [ "a\"b\\\/\b\f\n\r\t" , "\u00e9\ud834\udd1e\u001f", "é𝄞", null, "" ] "#)?;
    let expected = ["a\"b\\/\u{8}\u{c}\n\r\t", "é𝄞\u{1f}", "é𝄞", "", ""];
    for (i, text) in texts.iter().enumerate() {
        assert_eq!(text.as_deref(), (i != 3).then_some(expected[i]));
    }
    let numbers: Vec<f64> = read("[1, -2.5, 1.0e+300, 9.0e+999, -9e999, 0.1]")?;
    let large = f64::INFINITY;
    assert_eq!(numbers, [1.0, -2.5, 1e300, large, -large, 0.1]);
    let whole: Vec<Vec<i64>> = read(r#"[[], "[9223372036854775807]", [true,false]]"#)?;
    assert_eq!(whole, [vec![], vec![i64::MAX], vec![1, 0]]);
    for broken in [
        "", "[", "[1", "[1,", "[1 2]", "[1,]", "[1]]", "{}", "1", "[null]", "[1.5]", "[[]]",
    ] {
        assert!(read::<Vec<i64>>(broken).is_err(), "{broken}");
    }
    for broken in [r#"["\u12"]"#, r#"["\ud834"]"#, r#"["a]"#] {
        assert!(read::<Vec<String>>(broken).is_err(), "{broken}");
    }
    Ok(())
}
