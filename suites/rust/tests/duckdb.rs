//! What the contract cannot show of DuckDB: values of every type, work that is undone, iterators, racing starters.

#[macro_use]
mod documents;
#[macro_use]
mod heard;
mod within;

use std::error::Error;

use chrono::{DateTime, NaiveDate, NaiveTime};
use duckdb::Connection;
use sqg_suite::app::{Cents, Document, Key, Level, Packed, State};
use sqg_suite::duckdb::appender::{Appender, EveryTypeRow, EveryTypeS, Mood, NarrowRow};
use sqg_suite::duckdb::migrated::Migrated;
use sqg_suite::duckdb::params::{NestedValuesPair, Params};
use sqg_suite::duckdb::results::Results;
use sqg_suite::duckdb::sqg::{Blob, Interval, Map, TimeTz};
use sqg_suite::duckdb::types::{InsertTimesParams, NumberOrText, Types};
use sqg_suite::own::duckdb::bound::{Bound, BoundTypesParams};
use sqg_suite::own::duckdb::overrides::{DocumentRow, Overrides, SetStateParams};
use sqg_suite::own::duckdb::sqg::Map as Entries;
use sqg_suite::own::duckdb::within::{
    AddGraphParams, AddSpotParams, GraphRow, GraphTop, GraphWhose, SetLinksParams, SpotRow, Within,
};
use within::{keys, stored};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn database(scripts: impl Iterator<Item = &'static str>) -> Outcome<Connection> {
    let connection = Connection::open_in_memory()?;
    for script in scripts {
        connection.execute_batch(script)?;
    }
    Ok(connection)
}

fn every(id: i32) -> Outcome<EveryTypeRow> {
    let day = NaiveDate::from_ymd_opt(-43, 3, 15).ok_or("a day")?;
    let moment = DateTime::from_timestamp_micros(1_709_210_096_789_012).ok_or("a moment")?;
    Ok(EveryTypeRow {
        id,
        b: id % 2 == 0,
        i: i64::MIN,
        f: f64::MAX,
        dec: "-1234567890.12".parse()?,
        t: "it's \"x\" \\ \u{1} 🎵".to_owned(),
        bin: Blob(vec![0, 255, b'"', b'\\']),
        d: day,
        tm: moment.time(),
        ts: day.and_time(moment.time()),
        tz: moment,
        u: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11".parse()?,
        j: "{\"a\": [1, null]}".to_owned(),
        e: Mood::Sad,
        l: vec![Some(i32::MAX), None],
        ls: vec![Some("\"a\\\n".to_owned()), None, Some(String::new())],
        ll: vec![Some(vec![Some(0.1), Some(f64::INFINITY), None]), None],
        a3: vec![Some(1.5), None, Some(f32::MIN_POSITIVE)],
        s: EveryTypeS {
            n: Some(7),
            s: Some("x'y".to_owned()),
        },
        m: Map(vec![("k\"".to_owned(), Some(1)), (String::new(), None)]),
        h: i128::MAX,
        iv: Interval {
            months: -1,
            days: 2,
            micros: -3_000_001,
        },
        ns: moment.naive_utc() + chrono::Duration::nanoseconds(1),
    })
}

#[test]
fn every_type() -> Outcome {
    let connection = database(Appender::migrations())?;
    let app = Appender::new(&connection);
    let sent = (1..=100).map(every).collect::<Outcome<Vec<_>>>()?;
    assert_eq!(app.bulk_insert_every_type(&sent)?, 100);
    assert_eq!(app.all_every_type()?, sent);
    let stored: String = connection.query_row(
        "SELECT concat_ws('|', i, dec, hex(bin), d, ts, u, l, a3, m, h, iv, ns) FROM every_type WHERE id = 1",
        [],
        |row| row.get(0),
    )?;
    let wanted = "-9223372036854775808|-1234567890.12|00FF225C|0044-03-15 (BC)|0044-03-15 (BC) 12:34:56.789012|\
        a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|[2147483647, NULL]|[1.5, NULL, 1.1754944e-38]|{'k\"'=1, ''=NULL}|\
        170141183460469231731687303715884105727|-1 month 2 days -00:00:03.000001|2024-02-29 12:34:56.789012001";
    assert_eq!(stored, wanted);
    connection.execute("UPDATE every_type SET d = 'infinity' WHERE id = 50", [])?;
    let refused = app.all_every_type().err().map(|e| e.to_string());
    let wanted = "all_every_type: row 50: column d: it is beyond what the type holds";
    assert_eq!(refused.as_deref(), Some(wanted));
    for (time, fits) in [
        ("2562047 hours", true),
        ("-2562048 hours", false),
        ("9000000 hours", false),
    ] {
        let set = format!("UPDATE every_type SET d = '2024-01-01', iv = '{time}' WHERE id = 50");
        connection.execute(&set, [])?;
        let found = app.all_every_type().map(|rows| rows[49].iv.micros);
        let wanted = "all_every_type: row 50: column iv: it is 2,562,048 hours or more, which Arrow does not hold";
        match found.map_err(|e| e.to_string()) {
            Ok(micros) => assert!(
                fits && micros == 2_562_047 * 3_600_000_000,
                "{time}: {micros}"
            ),
            Err(refused) => assert!(!fits && refused == wanted, "{time}: {refused}"),
        }
    }
    Ok(())
}

/// A union that is NULL is not its first member that is.
#[test]
fn unions() -> Outcome {
    let connection = database(Types::migrations())?;
    let app = Types::new(&connection);
    for (id, un, un_null) in [
        (1, "union_value(text := '1')", "NULL"),
        (
            2,
            "union_value(number := NULL::INTEGER)",
            "union_value(text := NULL::VARCHAR)",
        ),
        (3, "7", "union_value(number := NULL::INTEGER)"),
    ] {
        app.store_named(id)?;
        let set = format!("UPDATE named SET un = {un}, un_null = {un_null} WHERE id = {id}");
        connection.execute(&set, [])?;
    }
    let mut rows = app.all_named()?;
    let found: Vec<_> = rows
        .iter()
        .map(|row| (row.un.clone(), row.un_null.clone()))
        .collect();
    use NumberOrText::{Number, Text};
    let wanted = [
        (Text(Some("1".to_owned())), None),
        (Number(None), Some(Text(None))),
        (Number(Some(7)), Some(Number(None))),
    ];
    assert_eq!(found, wanted);
    rows.iter_mut().for_each(|row| row.id += 3);
    app.bulk_insert_named(&rows)?;
    let held = "SELECT string_agg(concat_ws('|', union_tag(un), un, un_null IS NULL, union_tag(un_null)), ' ' ORDER BY id)
        FROM named WHERE id > 3";
    let held: String = connection.query_row(held, [], |row| row.get(0))?;
    assert_eq!(
        held,
        "text|1|true number|NULL|false|text number|7|false|number"
    );
    Ok(())
}

#[test]
fn times() -> Outcome {
    let connection = database(Types::migrations())?;
    let app = Types::new(&connection);
    let time = |text: &str| NaiveTime::parse_from_str(text, "%H:%M:%S%.f");
    let moment = DateTime::from_timestamp_micros(1_709_210_096_000_000).ok_or("a moment")?;
    let day = moment.naive_utc();
    let row = InsertTimesParams {
        id: 1,
        d: day.date(),
        d_null: None,
        tm: time("23:59:59.999999")?,
        tm_null: None,
        tns: time("12:34:56.789012345")?,
        tns_null: None,
        tmtz: TimeTz {
            time: time("23:59:59.999999")?,
            offset: -(15 * 3600 + 59 * 60 + 59),
        },
        tmtz_null: Some(TimeTz {
            time: time("12:00:00")?,
            offset: 5 * 3600 + 30 * 60,
        }),
        ts: day,
        ts_null: None,
        tss: day,
        tss_null: None,
        tsms: day,
        tsms_null: None,
        tsns: day,
        tsns_null: None,
        tz: moment,
        tz_null: None,
        iv: Interval::default(),
        iv_null: None,
    };
    app.insert_times(&row)?;
    let stored = app.times_storage(1)?.ok_or("a row")?;
    assert_eq!(
        (&*stored.tm, &*stored.tns, &*stored.tmtz),
        (
            "23:59:59.999999",
            "12:34:56.789012345",
            "23:59:59.999999-15:59:59"
        )
    );
    assert_eq!(stored.tmtz_null.as_deref(), Some("12:00:00+05:30"));
    let found = app.get_times(1)?.ok_or("a row")?;
    assert_eq!(
        (found.tm, found.tns, found.tmtz, found.tmtz_null),
        (row.tm, row.tns, row.tmtz, row.tmtz_null)
    );
    // What DuckDB does not take is an error, and not another time.
    let beyond = InsertTimesParams {
        tmtz: TimeTz {
            offset: 16 * 3600,
            ..row.tmtz
        },
        id: 2,
        ..row
    };
    assert!(app.insert_times(&beyond).is_err());
    assert_eq!(app.times_storage(2)?.map(|row| row.tmtz), None);
    Ok(())
}

/// What is no label is an error that threads and other libraries' errors take.
const _: fn() = || {
    fn taken<T: std::str::FromStr<Err: Error + Send + Sync + 'static>>() {}
    taken::<Mood>();
};

#[test]
fn nested_parameters() -> Outcome {
    let connection = database(Params::migrations())?;
    let names = [Some("a\"b".to_owned()), None];
    let pair = NestedValuesPair {
        n: Some(1),
        s: None,
    };
    let counts = Map(vec![("x".to_owned(), Some(2)), ("y".to_owned(), None)]);
    let app = Params::new(&connection);
    let found = app.nested_values(&names, &pair, &counts)?;
    assert_eq!(
        (found.names.as_slice(), &found.pair, &found.counts),
        (&names[..], &pair, &counts)
    );
    Ok(())
}

/// What is bound without a cast has just the type that its column has, whatever its value: another one would choose
/// another function, or compare otherwise.
#[test]
fn types_of_parameters() -> Outcome {
    let connection = database(Bound::migrations())?;
    let found = Bound::new(&connection).bound_types(&BoundTypesParams {
        truth: true,
        whole: 1,
        large: 1,
        half: 1.0,
        number: 1.0,
        words: "1".to_owned(),
    })?;
    let row = found.ok_or("a row")?;
    assert_eq!(
        [
            row.truth, row.whole, row.large, row.half, row.number, row.words
        ],
        ["BOOLEAN", "INTEGER", "BIGINT", "FLOAT", "DOUBLE", "VARCHAR"]
    );
    Ok(())
}

fn narrow(k: i32) -> NarrowRow {
    let v = Some(format!("n{k}"));
    NarrowRow { k, v }
}

#[test]
fn work_is_undone() -> Outcome {
    let connection = database(Appender::migrations())?;
    let app = Appender::new(&connection);
    let rows = || connection.query_row("SELECT count(*) FROM narrow", [], |row| row.get(0));
    let mut total: i64 = 0;
    for n in [0, 1, 2047, 2048, 2049, 614_400, 620_000] {
        assert_eq!(
            app.bulk_insert_narrow((0..n).map(narrow))?,
            u64::try_from(n)?
        );
        total += i64::from(n);
        assert_eq!(rows(), Ok(total));
    }
    connection
        .execute_batch("CREATE UNIQUE INDEX one ON narrow (v, k)")
        .err()
        .ok_or("twice the same")?;
    connection.execute_batch("DELETE FROM narrow; CREATE UNIQUE INDEX one ON narrow (k)")?;
    let refused = app.bulk_insert_narrow((0..620_000).chain([5]).map(narrow));
    let refused = refused.err().ok_or("5 was taken twice")?.to_string();
    assert!(
        refused.starts_with("bulk insert into narrow: rows 614401 to 620001: "),
        "{refused}"
    );
    assert_eq!(rows(), Ok(0));
    // In a transaction, an error is for the caller to roll back.
    connection.execute_batch("BEGIN")?;
    app.bulk_insert_narrow((0..10).map(narrow))?;
    connection.execute_batch("ROLLBACK")?;
    assert_eq!(rows(), Ok(0));
    assert_eq!(app.bulk_insert_narrow((0..10).map(narrow))?, 10);
    Ok(())
}

#[test]
fn refused_values_name_row_and_column() -> Outcome {
    let connection = database(Appender::migrations())?;
    let app = Appender::new(&connection);
    let mut rows = (1..=5000).map(every).collect::<Outcome<Vec<_>>>()?;
    rows[2].dec = "0.005".parse()?;
    rows[3].dec = "-1.00499".parse()?;
    rows[4999].dec = "9999999999.995".parse()?;
    let refused = app.bulk_insert_every_type(&rows).err().ok_or("too large")?;
    let wanted =
        "bulk insert into every_type: row 5000: column dec: 9999999999.995 is no DECIMAL(12,2)";
    assert_eq!(refused.to_string(), wanted);
    rows[4999].dec = "-9999999999.995".parse()?; // of which rounding makes the first that is too small
    assert!(app.bulk_insert_every_type(&rows).is_err());
    assert_eq!(app.bulk_insert_every_type(&rows[..4999])?, 4999);
    let sent = "SELECT string_agg(dec, ' ' ORDER BY id) FROM every_type WHERE id BETWEEN 2 AND 4";
    let stored: String = connection.query_row(sent, [], |row| row.get(0))?;
    assert_eq!(stored, "-1234567890.12 0.01 -1.00");
    // As by a statement with its text.
    let bound = "SELECT '0.005'::DECIMAL(12,2) || ' ' || '-1.00499'::DECIMAL(12,2)";
    let bound: String = connection.query_row(bound, [], |row| row.get(0))?;
    assert_eq!(bound, "0.01 -1.00");
    Ok(())
}

#[test]
fn rows_are_left_to_whoever_inserts_them() -> Outcome {
    let file = std::env::temp_dir().join(format!("sqg-{}.duckdb", std::process::id()));
    let connection = Connection::open(&file)?;
    for script in Appender::migrations() {
        connection.execute_batch(script)?;
    }
    // A transaction that is rolled back takes nothing with it that the next load needs.
    connection.execute_batch("BEGIN")?;
    Appender::new(&connection).bulk_insert_narrow((0..3).map(narrow))?;
    connection.execute_batch("ROLLBACK")?;
    let others = (0..4)
        .map(|_| connection.try_clone())
        .collect::<Result<Vec<_>, _>>()?;
    std::thread::scope(|scope| {
        for other in others {
            scope.spawn(move || {
                let app = Appender::new(&other);
                for _ in 0..10 {
                    let inserted = app.bulk_insert_narrow((0..5000).map(narrow));
                    assert_eq!(inserted.map_err(|e| e.to_string()), Ok(5000));
                }
            });
        }
    });
    let rows: i64 = connection.query_row("SELECT count(*) FROM narrow", [], |row| row.get(0))?;
    assert_eq!(rows, 200_000);
    // Rows keep their order, which one thread brings or several, whatever order DuckDB keeps.
    let sorted = "SELECT bool_and(k = rowid - first) FROM (SELECT k, rowid, min(rowid) OVER () AS first FROM narrow)";
    for (rows, order) in [(200_000, "true"), (200_000, "false"), (700_000, "true")] {
        let order = format!("SET preserve_insertion_order = {order}");
        connection.execute_batch(&order)?;
        Appender::new(&connection).clear_narrow()?;
        Appender::new(&connection).bulk_insert_narrow((0..rows).map(narrow))?;
        let kept = connection.query_row(sorted, [], |row| row.get::<_, bool>(0))?;
        assert!(kept, "{rows} rows: {order}");
    }
    drop(connection);
    Ok(std::fs::remove_file(file)?)
}

#[test]
fn iterators_are_left_and_nest() -> Outcome {
    let connection = database(Results::migrations())?;
    let app = Results::new(&connection);
    let mut pairs = 0;
    for outer in app.numbers_stream(3)? {
        outer?;
        for inner in app.numbers_stream(10_000)?.take(2) {
            inner?;
            pairs += 1;
        }
    }
    assert_eq!(pairs, 6);
    let mut rows = app.numbers_stream(5000)?;
    assert_eq!((rows.by_ref().count(), rows.next().is_none()), (5000, true));
    assert_eq!(app.numbers(5000)?.len(), 5000);
    Ok(())
}

#[test]
fn migrations_race() -> Outcome {
    let database = Connection::open_in_memory()?;
    let pending = Migrated::pending_migrations(&database, None)?;
    assert_eq!(pending.len(), Migrated::migrations().count());
    let others = (0..3)
        .map(|_| database.try_clone())
        .collect::<Result<Vec<_>, _>>()?;
    let starters: Vec<_> = std::thread::scope(|scope| {
        let apply = |c: Connection| Migrated::apply_migrations(&c, None).map_err(|e| e.to_string());
        let threads: Vec<_> = others
            .into_iter()
            .map(|c| scope.spawn(move || apply(c)))
            .collect();
        threads
            .into_iter()
            .map(|t| t.join().expect("no panic"))
            .collect()
    });
    let applied: Vec<usize> = starters
        .into_iter()
        .map(|a| a.map(|names| names.len()))
        .collect::<Result<_, _>>()?;
    assert_eq!(
        applied.iter().sum::<usize>(),
        Migrated::migrations().count()
    );
    assert!(Migrated::apply_migrations(&database, None)?.is_empty());
    assert!(Migrated::pending_migrations(&database, None)?.is_empty());
    database.execute_batch("BEGIN")?;
    let refused = Migrated::apply_migrations(&database, None)
        .err()
        .ok_or("an open transaction")?;
    assert!(
        refused.to_string().contains("transactions of their own"),
        "{refused}"
    );
    let meant = "SET checksum = repeat('a', 64) WHERE migration_id = '005 view'";
    database.execute_batch(&format!("ROLLBACK; UPDATE _sqg_migrations {meant}"))?;
    assert!(Migrated::apply_migrations(&database, None)?.is_empty());
    database.execute_batch("UPDATE _sqg_migrations SET checksum = 'x'")?;
    assert!(Migrated::pending_migrations(&database, None).is_err());
    let refused = Migrated::apply_migrations(&database, None)
        .err()
        .ok_or("a change")?;
    assert!(refused.to_string().ends_with(":was(x)"), "{refused}");
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
        level: Level(id * 7),
        packed: Some(Packed(vec![0, 0xff, 1])),
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
        "SELECT string_agg(concat_ws(' ', state, amount, level, hex(packed)), '|' ORDER BY id) FROM document WHERE id IN (1, 2)",
        [],
        |row| row.get(0),
    )?;
    assert_eq!(stored, "draft 0.05 7 FF00FE|published -12.34 14 FF00FE");
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

documents!(duckdb);

hears!(duckdb);

#[test]
fn an_observer_hears_of_every_call() -> Outcome {
    fn open(
        scripts: impl Iterator<Item = &'static str>,
        more: &'static str,
    ) -> Outcome<Connection> {
        database(scripts.chain([more]))
    }
    observed!(duckdb, open)
}

#[test]
fn keys_inside_of_others() -> Outcome {
    let connection = database(Within::migrations())?;
    let app = Within::new(&connection);
    let row = |id| GraphRow {
        id: Key(id),
        links: keys(&[5, 0, 6]),
        extra: Some(vec![]),
        grid: vec![Some(keys(&[7])), None, Some(keys(&[0, 8]))],
        pair: Some(keys(&[1, 2])),
        top: Some(GraphTop {
            id: Some(Key(3)),
            label: Some("top".to_owned()),
            near: Some(keys(&[0, 1])),
        }),
        names: Entries([("a".to_owned(), Some(Key(9))), ("b".to_owned(), None)].into()),
        whose: GraphWhose::Id(Some(Key(4))),
    };
    let rows = [
        row(1),
        GraphRow {
            extra: None,
            pair: None,
            top: None,
            whose: GraphWhose::Label(Some("x".to_owned())),
            ..row(2)
        },
    ];
    assert_eq!(app.bulk_insert_graph(&rows)?, 2);
    for _ in 0..2 {
        assert_eq!(app.all_graphs()?, rows);
        let text = app.graph_text(&Key(1))?.ok_or("a row")?;
        let expected = |column| stored("duckdb/graph", column);
        assert_eq!(
            [Some(text.links), text.extra, Some(text.grid), text.pair],
            ["links", "extra", "grid", "pair"].map(expected)
        );
        assert_eq!(
            [text.top, text.names, text.whose],
            ["top", "names", "whose"].map(expected)
        );
        connection.execute_batch("DELETE FROM graph")?;
        for row in rows.iter().cloned() {
            let row = AddGraphParams {
                id: row.id,
                links: row.links,
                extra: row.extra,
                grid: row.grid,
                pair: row.pair,
                top: row.top,
                names: row.names,
                whose: row.whose,
            };
            assert_eq!(app.add_graph(&row)?, 1);
        }
    }
    assert_eq!(app.find_graphs(&[Key(2), Key(7)])?, [Key(2)]);
    let set =
        [(1, keys(&[8])), (2, vec![])].map(|(id, links)| SetLinksParams { links, id: Key(id) });
    assert_eq!(app.set_links_bulk(&set)?, 2);
    assert_eq!(app.links_of(&Key(1))?, Some(keys(&[8])));
    assert_eq!(app.set_links_batch(&set)?, 2);
    let place = || "{'x': 1, 'label': a b}".to_owned();
    let spots = [(1, Some("so so")), (2, None)].map(|(id, mood)| SpotRow {
        id: Key(id),
        place: place(),
        mood: mood.map(str::to_owned),
    });
    assert_eq!(app.bulk_insert_spot(&spots[..1])?, 1);
    let more = [AddSpotParams {
        id: Key(2),
        place: place(),
        mood: None,
    }];
    assert_eq!(app.add_spot_bulk(&more)?, 1);
    assert_eq!(app.all_spots()?, spots);
    assert_eq!(app.places_of("so so")?, [place()]);
    let text = app.spot_text(&Key(1))?.ok_or("a row")?;
    let expected = |column| stored("duckdb/spot", column);
    assert_eq!([text.place, text.mood], ["place", "mood"].map(expected));
    let bad = [
        app.find_graphs(&[Key(-1)]).err(),
        app.set_links(&keys(&[0, -1]), &Key(1)).err(),
        app.bulk_insert_graph([GraphRow {
            whose: GraphWhose::Id(Some(Key(-1))),
            ..row(3)
        }])
        .err(),
    ];
    for error in bad {
        let error = error.ok_or("an error")?.to_string();
        assert!(error.contains("-1 is no key"), "{error}");
    }
    Ok(())
}
