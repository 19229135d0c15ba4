//! What `tests: true` generates: a database for each test, with the schema and TESTDATA.

#[path = "../src/scratch/pg"]
mod pg {
    pub mod notes;
    pub mod notes_testing;
    pub mod sqg;
}
#[path = "../src/scratch/sqlite"]
mod sqlite {
    pub mod notes;
    pub mod notes_testing;
    pub mod sqg;
}
#[path = "../src/scratch/duckdb"]
mod duckdb_notes {
    pub mod notes;
    pub mod notes_testing;
    pub mod sqg;
}

use tokio_postgres::NoTls;

const OLD: [&str; 1] = ["from a migration"];

/// Each test has the schema and TESTDATA, beside others, and finds its migrations applied.
#[test]
fn files_of_sqlite() {
    let all = [(); 3].map(|()| sqlite::notes_testing::new_test_database());
    for db in &all {
        assert!(
            sqlite::notes::Notes::apply_migrations(db, None)
                .unwrap()
                .is_empty()
        );
        let notes = sqlite::notes::Notes::new(db);
        assert_eq!(notes.people().unwrap().len(), 2);
        notes.add_note(1, 1, "mine").unwrap();
        assert_eq!(notes.count_notes().unwrap(), 1);
        assert_eq!(notes.old_notes().unwrap(), OLD);
    }
    let paths = all.each_ref().map(|db| db.path());
    assert!(paths.iter().all(|path| path.exists()));
    drop(all);
    assert!(!paths.iter().any(|path| path.exists()));
}

#[test]
fn files_of_duckdb() {
    let all = [(); 3].map(|()| duckdb_notes::notes_testing::new_test_database());
    for db in &all {
        assert!(
            duckdb_notes::notes::Notes::apply_migrations(db, None)
                .unwrap()
                .is_empty()
        );
        let notes = duckdb_notes::notes::Notes::new(db);
        assert_eq!(notes.people().unwrap().len(), 2);
        notes.add_note(1, 1, "mine").unwrap();
        assert_eq!(notes.count_notes().unwrap(), 1);
        assert_eq!(notes.old_notes().unwrap(), OLD);
    }
}

fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(work)
}

#[test]
fn databases_of_postgres() {
    wait(async {
        for _ in 0..3 {
            let db = pg::notes_testing::new_test_database().await;
            let pending = pg::notes::Notes::apply_migrations(&*db, None).await;
            assert!(pending.unwrap().is_empty());
            let notes = pg::notes::Notes::new(&*db);
            assert_eq!(notes.people().await.unwrap().len(), 2);
            notes.add_note(1, 1, "mine").await.unwrap();
            assert_eq!(notes.count_notes().await.unwrap(), 1);
            assert_eq!(notes.old_notes().await.unwrap(), OLD);
        }
    });
}

/// What has the statements: the database, or a fake.
fn greet(notes: &impl sqlite::notes::NotesQuerier) -> String {
    let people = notes.people().unwrap();
    format!("Hello, {}", people.last().unwrap().name)
}

/// A fake of the statements by either driver.
struct Fake;

impl sqlite::notes::NotesQuerier for Fake {
    fn people(&self) -> sqlite::sqg::Result<Vec<sqlite::notes::PeopleRow>> {
        let name = "nobody".to_owned();
        Ok(vec![sqlite::notes::PeopleRow { id: 1, name }])
    }

    fn add_note(&self, _: i64, _: i64, _: &str) -> sqlite::sqg::Result<u64> {
        Ok(1)
    }

    fn count_notes(&self) -> sqlite::sqg::Result<i64> {
        Ok(0)
    }

    fn old_notes(&self) -> sqlite::sqg::Result<Vec<String>> {
        Ok(vec![])
    }
}

impl pg::notes::NotesQuerier for Fake {
    async fn people(&self) -> pg::sqg::Result<Vec<pg::notes::PeopleRow>> {
        Ok(vec![])
    }

    async fn add_note(&self, _: i32, _: i32, _: &str) -> pg::sqg::Result<u64> {
        Ok(1)
    }

    async fn count_notes(&self) -> pg::sqg::Result<i64> {
        Ok(7)
    }

    async fn old_notes(&self) -> pg::sqg::Result<Vec<String>> {
        Ok(vec![])
    }
}

/// With `interface: true`, a function takes the struct or a fake.
#[test]
fn fakes() {
    assert_eq!(greet(&Fake), "Hello, nobody");
    let db = sqlite::notes_testing::new_test_database();
    assert!(greet(&sqlite::notes::Notes::new(&db)).starts_with("Hello, Grace"));
}

/// A function that spawns what it awaits: the futures are Send.
#[test]
fn fakes_that_wait() {
    async fn count(notes: &(impl pg::notes::NotesQuerier + Sync)) -> i64 {
        fn sent<T: Send>(future: T) -> T {
            future
        }
        sent(notes.count_notes()).await.unwrap()
    }
    wait(async {
        assert_eq!(count(&Fake).await, 7);
        let db = pg::notes_testing::new_test_database().await;
        assert_eq!(count(&pg::notes::Notes::new(&*db)).await, 0);
    });
}

/// The database is dropped where a test fails, while another client has a transaction there.
#[test]
fn a_failing_test_drops_its_database() {
    let (say, heard) = std::sync::mpsc::channel();
    let failed = std::panic::catch_unwind(move || {
        wait(async move {
            let db = pg::notes_testing::new_test_database().await;
            let (other, connection) = db.config().connect(NoTls).await.unwrap();
            tokio::spawn(connection);
            other
                .batch_execute("BEGIN; DELETE FROM notes")
                .await
                .unwrap();
            say.send(db.config().clone()).unwrap();
            panic!("the test fails");
        });
    });
    assert!(failed.is_err());
    let config = heard.recv().unwrap();
    let gone = wait(async { config.connect(NoTls).await.err() });
    let gone = gone.expect("the database is there");
    assert_eq!(gone.as_db_error().unwrap().code().code(), "3D000");
}

/// Prints what bench/scratch/run.sh asks for: how long it takes to make a database and to drop it again, the engines in
/// turns.
#[cfg(feature = "figures")]
#[test]
fn figures() {
    use std::time::Instant;
    let rounds: usize = std::env::var("ROUNDS").unwrap().parse().unwrap();
    let engines: [(&str, fn()); 3] = [
        ("rusqlite", || {
            drop(sqlite::notes_testing::new_test_database())
        }),
        ("DuckDB", || {
            drop(duckdb_notes::notes_testing::new_test_database())
        }),
        ("PostgreSQL, tokio-postgres", || {
            wait(async { drop(pg::notes_testing::new_test_database().await) })
        }),
    ];
    // The processor time of the process, in steps of 10 ms.
    let processor = || {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
        let fields: Vec<_> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()
    };
    let mut walls = [(); 3].map(|()| vec![]);
    let mut ticks = [0.0; 3];
    for _ in 0..=rounds {
        for (i, (_, open)) in engines.iter().enumerate() {
            let (start, own) = (Instant::now(), processor());
            open();
            walls[i].push(start.elapsed().as_secs_f64() * 1000.0);
            ticks[i] += if walls[i].len() > 1 {
                processor() - own
            } else {
                0.0
            };
        }
    }
    for (i, (name, _)) in engines.iter().enumerate() {
        let (first, wall) = (walls[i][0], &mut walls[i][1..]);
        wall.sort_by(f64::total_cmp);
        println!(
            "| Rust, {name} | {first:.0} | {:.1} | {:.1} | {:.1} |",
            wall[rounds / 2],
            wall[0],
            ticks[i] * 10.0 / rounds as f64
        );
    }
}
