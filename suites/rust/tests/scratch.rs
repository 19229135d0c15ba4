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
