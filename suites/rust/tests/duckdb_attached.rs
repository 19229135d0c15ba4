//! Tables of a PostgreSQL that the program attaches, beside those of DuckDB, and those of a DuckLake whose catalogue is
//! in one.

use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};

use duckdb::Connection;
use rust_decimal::Decimal;
use sqg_suite::duckdb::attached::{Attached, Mood, OrdersRow};
use sqg_suite::duckdb::lake::{
    AccountRow, AddEventParams, CorrectEventParams, EventRow, Lake, PutAccountParams,
};
use sqg_suite::duckdb::sqg::TransactionOptions;
use tokio_postgres::{Config, NoTls};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The file of DuckDB's extension for PostgreSQL; without one, DuckDB finds or fetches it.
fn extension() -> Option<String> {
    std::env::var("SQG_POSTGRES_SCANNER").ok()
}

/// Runs scripts in a database of their own on the server that the tests have, and returns its address with a quote in it.
fn postgres(scripts: &[String]) -> Outcome<String> {
    static DATABASES: AtomicU32 = AtomicU32::new(0);
    let number = DATABASES.fetch_add(1, Ordering::Relaxed);
    let name = format!("sqg_rust_attached_{}_{number}", std::process::id());
    let server: Config = std::env::var("SQG_TEST_POSTGRES_URL")?.parse()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let (admin, connection) = server.connect(NoTls).await?;
        tokio::spawn(connection);
        let create = format!("CREATE DATABASE {name}");
        admin.batch_execute(&create).await?;
        let mut own = server.clone();
        let (client, connection) = own.dbname(&name).connect(NoTls).await?;
        tokio::spawn(connection);
        for script in scripts {
            client.batch_execute(script).await?;
        }
        Ok::<_, tokio_postgres::Error>(())
    })?;
    let host = match server.get_hosts().first() {
        #[cfg(unix)]
        Some(tokio_postgres::config::Host::Unix(path)) => path.display().to_string(),
        Some(tokio_postgres::config::Host::Tcp(host)) => host.clone(),
        None => return Err("no host".into()),
    };
    let port = server.get_ports().first().unwrap_or(&5432);
    let user = server.get_user().unwrap_or("postgres");
    Ok(format!(
        r"host='{host}' port={port} user={user} dbname={name} password='it\'s'"
    ))
}

/// A database in memory, and the address of a PostgreSQL that has what the corpus says it has.
fn databases() -> Outcome<(Connection, String)> {
    let sql = std::fs::read_to_string("../../corpus/attached/duckdb.sql")?;
    let rows = std::fs::read_to_string("../../corpus/attached/rows.sql")?;
    let blocks = sql.split("-- BASELINE ").skip(1);
    // A block ends at the next line that is a comment, and its first line is the annotation.
    let block = |text: &str| {
        let lines = text.lines().skip(1);
        let own = lines.take_while(|line| !line.starts_with("--"));
        own.collect::<Vec<_>>().join("\n")
    };
    let scripts: Vec<_> = blocks.map(block).chain([rows]).collect();
    let connection = Connection::open_in_memory()?;
    Attached::apply_migrations(&connection, None)?;
    Ok((connection, postgres(&scripts)?))
}

fn euros(text: &str) -> Decimal {
    text.parse().expect("a decimal")
}

fn order(id: i32, customer: i64, total: &str) -> OrdersRow {
    let total = euros(total);
    OrdersRow {
        id,
        customer,
        total,
    }
}

/// Rows of an attached PostgreSQL are what DuckDB says they are, alone and beside its own.
#[test]
fn rows_of_postgres() -> Outcome {
    let (connection, address) = databases()?;
    Attached::attach_prod(&connection, &address, extension().as_deref())?;
    let app = Attached::new(&connection);
    let (customers, storage) = (app.customers()?, app.customer_storage()?);
    assert_eq!((customers.len(), storage.len()), (3, 3));
    for (row, said) in customers.iter().zip(&storage) {
        let hex = |bytes: &sqg_suite::duckdb::sqg::Blob| {
            let digits = bytes.0.iter().map(|byte| format!("{byte:02X}"));
            digits.collect::<String>()
        };
        assert_eq!(row.id, said.id);
        assert_eq!(row.mood.map(|mood| mood.to_string()), said.mood);
        assert_eq!(row.credit.to_string(), said.credit);
        assert_eq!(Some(row.since.timestamp_micros()), said.since);
        assert_eq!(row.token.map(|token| token.to_string()), said.token);
        assert_eq!(row.photo.as_ref().map(hex), said.photo);
        assert_eq!(row.born.map(|day| day.to_string()), said.born);
    }
    let [ada, bob, nobody] = &customers[..] else {
        return Err("not three".into());
    };
    let home = ada.home.as_ref().ok_or("no home")?;
    assert_eq!(
        (home.street.as_deref(), home.zip),
        (Some("Main St, 1"), Some(12345))
    );
    assert_eq!(ada.tags, [Some("new".to_owned()), Some("a, b".to_owned())]);
    assert_eq!(bob.tags, [None, Some(String::new())]);
    assert_eq!(bob.home.as_ref().map(|home| &home.street), Some(&None));
    assert_eq!((nobody.home.is_none(), bob.mood), (true, Some(Mood::ItS)));
    assert_eq!((ada.score, nobody.score), (Some(0.5), Some(1e20)));
    assert_eq!(app.customer_name(2)?.as_deref(), Some("Böb's"));
    assert_eq!(app.customer_name(4)?, None);

    let orders = [
        order(1, 1, "2.50"),
        order(2, 1, "0.75"),
        order(3, 4, "1.00"),
    ];
    assert_eq!(app.bulk_insert_orders(orders)?, 3);
    let totals = app.totals(Mood::Ok_, euros("0.75"))?;
    let totals: Vec<_> = totals.iter().map(|t| (&*t.name, t.total)).collect();
    assert_eq!(totals, [("Ada", euros("3.25"))]);
    let named = app.orders_with_names()?;
    let names: Vec<_> = named.iter().map(|order| order.name.as_deref()).collect();
    assert_eq!(names, [Some("Ada"), Some("Ada"), None]);
    assert_eq!(named[2].credit, None);
    let notes = app.notes()?;
    let notes: Vec<_> = notes
        .iter()
        .map(|n| (n.note.as_deref(), n.name.as_deref()))
        .collect();
    assert_eq!(notes, [(None, Some("Ada")), (Some("x"), None)]);
    assert_eq!(app.copy_customers(euros("0.00"))?, 1);
    Ok(())
}

/// What is attached read-only is not written, and what is detached is gone, and comes back.
#[test]
fn detached_databases_are_gone() -> Outcome {
    let (connection, address) = databases()?;
    let app = Attached::new(&connection);
    let gone = || {
        let refused = app.customers().err().map(|e| e.to_string());
        assert!(refused.is_some_and(|text| text.contains("prod")));
    };
    gone();
    for _ in 0..2 {
        Attached::attach_prod(&connection, &address, extension().as_deref())?;
        let written = connection.execute("DELETE FROM prod.public.customers", []);
        let refused = written.err().ok_or("it was written")?.to_string();
        assert!(refused.contains("read-only"), "{refused}");
        assert_eq!(app.customers()?.len(), 3);
        Attached::detach_prod(&connection)?;
        gone();
    }
    let refused = Attached::detach_prod(&connection).err().ok_or("detached")?;
    assert!(
        refused.to_string().starts_with("detach prod: "),
        "{refused}"
    );
    Ok(())
}

/// Rows are written into a PostgreSQL that is attached for that.
#[test]
fn rows_into_postgres() -> Outcome {
    let (connection, address) = databases()?;
    Attached::attach_ledger(&connection, &address, extension().as_deref())?;
    let app = Attached::new(&connection);
    assert_eq!(app.bulk_insert_orders([order(1, 1, "2.50")])?, 1);
    app.add_entry(1, euros("0.10"), Some("it's"))?;
    app.add_entry(2, euros("-7.00"), None)?;
    assert_eq!(app.post_orders()?, 1);
    assert_eq!(app.correct_entry(euros("5.25"), None, 1)?, 1);
    assert_eq!(app.drop_entries(euros("0.00"))?, 1);
    let entries = app.entries()?;
    let entries: Vec<_> = entries
        .iter()
        .map(|e| (e.id, e.amount, e.mood.as_deref(), e.past))
        .collect();
    assert_eq!(
        entries,
        [
            (1, euros("5.25"), None, true),
            (101, euros("2.50"), None, true)
        ]
    );
    Ok(())
}

/// Nothing of an address is in an error, also where libpq quotes the part that it does not understand.
#[test]
fn passwords_are_in_no_message() -> Outcome {
    let (connection, address) = databases()?;
    Attached::attach_prod(&connection, &address, extension().as_deref())?;
    for address in [
        "postgresql://reader:hunter2@127.0.0.1:1/shop",
        "postgresql://reader:%00hunter2@127.0.0.1:1/shop",
        "postgresql://reader:hun%zzter2@127.0.0.1:1/shop",
        "postgresql://reader:hunter2@[::1/shop",
        "host=127.0.0.1 port=1 user=reader password='it''s hunter2'",
        r"host=127.0.0.1 port=1 password='\'hunter2",
        "host=127.0.0.1 port=1 password=two hunter2",
        "host=127.0.0.1 port=1 password=\"hunter2\" \"hunter2",
    ] {
        let refused = Attached::attach_ledger(&connection, address, None);
        let refused = refused.err().ok_or("a server")?;
        println!("{refused}");
        let said = format!("{refused} {refused:?} {:?}", refused.driver());
        assert!(
            !said.contains("hunter2") && !said.contains("hun%"),
            "{said}"
        );
        assert!(said.starts_with("attach ledger: "), "{said}");
    }
    Ok(())
}

/// A lake: the address of its catalogue, and the folder of its tables.
struct Place {
    catalogue: String,
    folder: std::path::PathBuf,
}

impl Place {
    fn new(name: &str) -> Outcome<Self> {
        let name = format!("sqg_rust_lake_{name}_{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let catalogue = postgres(&[])?;
        Ok(Self { catalogue, folder })
    }

    /// A DuckDB with the lake, as another process has it.
    fn open(&self) -> Outcome<Connection> {
        let connection = Connection::open_in_memory()?;
        for extension in ["SQG_POSTGRES_SCANNER", "SQG_DUCKLAKE"] {
            let file = std::env::var(extension)?;
            connection.execute_batch(&format!("LOAD '{file}'"))?;
        }
        let address = self.catalogue.replace('\'', "''");
        let folder = self.folder.display();
        connection.execute_batch(&format!(
            "ATTACH 'ducklake:postgres:{address}' AS lake (DATA_PATH '{folder}/'); USE lake"
        ))?;
        Ok(connection)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// What corpus/lake says must come back, and what came back.
fn assert_part(part: &str, got: &[String]) -> Outcome {
    let text = std::fs::read_to_string("../../corpus/lake/expected.json")?;
    let expected: std::collections::HashMap<String, Vec<String>> = serde_json::from_str(&text)?;
    assert_eq!(expected[part], got, "{part}");
    Ok(())
}

fn shown<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_string(), |value| value.to_string())
}

fn account(id: i32, balance: i64, note: Option<&str>, grade: Option<i32>) -> AccountRow {
    AccountRow {
        id,
        balance: Decimal::new(balance, 2),
        note: note.map(str::to_string),
        grade,
    }
}

/// Every statement of corpus/lake does in a DuckLake what it does in a database of DuckDB.
#[test]
fn statements_in_a_lake() -> Outcome {
    let place = Place::new("statements")?;
    let connection = place.open()?;
    assert_part("migrations", &Lake::apply_migrations(&connection, None)?)?;
    assert!(Lake::apply_migrations(&place.open()?, None)?.is_empty());
    let lake = Lake::new(&connection);
    let accounts = [account(1, 150, Some("a"), Some(1)), account(2, 200, None, None)];
    assert_eq!(lake.bulk_insert_account(accounts)?, 2);
    let added = (0..2000_i64).map(|id| AddEventParams {
        id,
        account: (id % 3) as i32,
        amount: Decimal::new(id, 2),
        tags: (id % 2 == 1).then(|| vec![Some("x".to_string()), None]),
    });
    assert_eq!(lake.add_event_bulk(added)?, 2000);
    let moment = chrono::NaiveDate::from_ymd_opt(2026, 1, 31).and_then(|day| day.and_hms_opt(0, 0, 0));
    let moment = moment.ok_or("no moment")?;
    let events = (2000..3000).map(|id| EventRow {
        id,
        account: 7,
        amount: Decimal::new(100, 2),
        tags: Some(Vec::new()),
        moment,
    });
    assert_eq!(lake.bulk_insert_event(events)?, 1000);
    let refused = connection.execute_batch("INSERT INTO event (id) VALUES (1)");
    assert!(refused.is_err_and(|e| e.to_string().contains("NOT NULL")));
    let amount = Decimal::new(900, 2);
    let corrected = (0..1000).map(|id| CorrectEventParams { amount, id });
    assert_eq!(lake.correct_event_bulk(corrected)?, 1000);
    assert_eq!(lake.drop_event_bulk((0..1000).step_by(2))?, 500);
    let totals = lake.totals()?;
    let totals = totals.iter().map(|row| format!("{} {} {}", row.account, row.events, row.total));
    assert_part("totals", &totals.collect::<Vec<_>>())?;
    lake.keep_large(Decimal::new(1998, 2))?;
    let large = lake.large_events()?.into_iter().map(|row| {
        let tags = row.tags.map(|tags| tags.into_iter().map(shown).collect::<Vec<_>>().join(","));
        format!("{} {} {}", shown(row.id), shown(row.amount), shown(tags))
    });
    assert_part("large", &large.collect::<Vec<_>>())?;
    let balances = [(2, 2000), (3, 300), (4, 400), (2, 2100)];
    let balances = balances.map(|(id, balance)| PutAccountParams {
        id,
        balance: Decimal::new(balance, 2),
    });
    assert_eq!(lake.put_account_bulk(balances)?, 4);
    let found = lake.balance_bulk([4, 9, 2])?;
    let found = found.iter().map(|list| {
        let texts = list.iter().map(ToString::to_string);
        texts.collect::<Vec<_>>().join(",")
    });
    assert_part("balances", &found.collect::<Vec<_>>())?;
    let rows = lake.accounts()?.into_iter().map(|row| {
        let (note, grade) = (shown(row.note), shown(row.grade));
        format!("{} {} {note} {grade}", row.id, row.balance)
    });
    assert_part("accounts", &rows.collect::<Vec<_>>())
}

/// A transaction that conflicts with another process's runs again.
#[test]
fn conflicts_in_a_lake() -> Outcome {
    let place = Place::new("conflicts")?;
    let (connection, other) = (place.open()?, place.open()?);
    Lake::apply_migrations(&connection, None)?;
    let lake = Lake::new(&connection);
    lake.bulk_insert_account([account(1, 100, None, None)])?;
    other.execute_batch("BEGIN")?;
    Lake::new(&other).deposit(Decimal::new(1000, 2), 1)?;
    let mut tries = 0;
    let options = TransactionOptions {
        retry: 3,
        ..TransactionOptions::default()
    };
    lake.transaction(options, |lake| -> Outcome {
        tries += 1;
        lake.deposit(Decimal::new(10000, 2), 1)?;
        if tries == 1 {
            other.execute_batch("COMMIT")?;
        }
        Ok(())
    })?;
    let balances = lake.balance(1)?;
    let got = std::iter::once(tries.to_string()).chain(balances.iter().map(ToString::to_string));
    assert_part("moved", &got.collect::<Vec<_>>())
}
