//! What PostgreSQL takes in its own way, by tokio-postgres.

use std::iter;
use std::sync::LazyLock;

use futures_util::StreamExt;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, NoTls};

use crate::Answer;

#[path = "../gen/postgres"]
mod generated {
    pub mod music;
    pub mod sqg;
}
pub use crate::typed::{ids, loaded};
pub use generated::music::*;
pub use generated::music::{AlbumsInsert as NewAlbum, AlbumsRow as AddedAlbum};
pub use generated::sqg::Result;
use generated::sqg::Rows;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime")
});

impl<T, F: Future<Output = Result<T>>> Answer for F {
    type Value = T;

    fn done(self) -> Result<T> {
        RUNTIME.block_on(self)
    }
}

/// The rows of a stream, waited for one by one.
pub fn iterate<T>(rows: Rows<T>) -> impl Iterator<Item = Result<T>> {
    let mut rows = Box::pin(rows);
    iter::from_fn(move || RUNTIME.block_on(rows.next()))
}

pub fn open(url: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = RUNTIME.block_on(tokio_postgres::connect(url, NoTls))?;
    RUNTIME.spawn(async move {
        if let Err(e) = connection.await {
            eprintln!("{e}");
        }
    });
    Ok(client)
}
