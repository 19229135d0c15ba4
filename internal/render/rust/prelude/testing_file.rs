// Test databases that are files: the template is made once, and each test has a copy of it.

use std::error::Error;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::Connection;

/// A database for one test, which is a connection to it.
pub struct TestDatabase {
    db: Connection,
    folder: Folder, // is dropped after the connection
}

impl TestDatabase {
    /// The database's file, for further connections.
    #[allow(dead_code)] // most tests need one connection
    pub fn path(&self) -> PathBuf {
        self.folder.file()
    }
}

impl Deref for TestDatabase {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.db
    }
}

fn test_database() -> Result<TestDatabase, Box<dyn Error>> {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| template().unwrap_or_else(|error| panic!("{error}")));
    let folder = Folder::new()?;
    fs::write(folder.file(), template)?;
    let db = Connection::open(folder.file())?;
    Ok(TestDatabase { db, folder })
}

/// Makes the bytes of a database file with the schema and TESTDATA.
fn template() -> Result<Vec<u8>, Box<dyn Error>> {
    let folder = Folder::new()?;
    let db = Connection::open(folder.file())?;
    for sql in SCHEMA {
        db.execute_batch(sql)
            .map_err(|error| format!("{error}, in {sql}"))?;
    }
    db.close().map_err(|(_, error)| error)?;
    Ok(fs::read(folder.file())?)
}

/// A folder that is deleted when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Folder> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("sqg-test-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match fs::create_dir(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Folder(path)),
            }
        }
    }

    fn file(&self) -> PathBuf {
        Path::join(&self.0, "test.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0); // what cannot be deleted is among the temporary files
    }
}
