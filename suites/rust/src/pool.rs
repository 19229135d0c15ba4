//! A pool of an application, which keeps prepared statements with each connection.

use tokio_postgres::Client;

use crate::pg::sqg;

impl sqg::Handle for deadpool_postgres::Object {
    fn client(&self) -> &Client {
        self
    }

    fn prepare<'a>(&'a self, sql: &'a str) -> sqg::Preparing<'a> {
        Box::pin(self.prepare_cached(sql))
    }
}

impl sqg::Handle for deadpool_postgres::Transaction<'_> {
    fn client(&self) -> &Client {
        tokio_postgres::Transaction::client(self)
    }

    fn is_transaction(&self) -> bool {
        true
    }

    fn prepare<'a>(&'a self, sql: &'a str) -> sqg::Preparing<'a> {
        Box::pin(self.prepare_cached(sql))
    }
}
