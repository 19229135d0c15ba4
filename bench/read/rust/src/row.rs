//! A user, as code written by hand, SQLx and Diesel have it, and what the rows of every way must be.

use crate::gen_postgres::on_postgres;
use crate::gen_sqlite::on_sqlite;

diesel::table! {
    users (id) {
        id -> BigInt,
        name -> Text,
        email -> Text,
        age -> Nullable<BigInt>,
        score -> Double,
    }
}

#[derive(diesel::Queryable, diesel::Selectable, sqlx::FromRow)]
#[diesel(table_name = users)]
pub struct User {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub age: Option<i64>,
    pub score: f64,
}

/// Rows that can be compared with what they must be.
pub trait Rows {
    fn verify(&self, ids: &[i64]) -> Result<(), String>;
}

trait Fields {
    fn fields(&self) -> (i64, &str, &str, Option<i64>, f64);
}

macro_rules! fields {
    ($($row:ty),*) => {$(
        impl Fields for $row {
            fn fields(&self) -> (i64, &str, &str, Option<i64>, f64) {
                (self.id, &self.name, &self.email, self.age, self.score)
            }
        }
    )*};
}

fields!(
    User,
    on_sqlite::GetUserRow,
    on_sqlite::FirstUsersRow,
    on_sqlite::AllUsersRow,
    on_postgres::GetUserRow,
    on_postgres::FirstUsersRow,
    on_postgres::AllUsersRow
);

impl<T: Fields> Rows for Vec<T> {
    fn verify(&self, ids: &[i64]) -> Result<(), String> {
        if self.len() != ids.len() {
            return Err(format!("{} rows, not {}", self.len(), ids.len()));
        }
        for (row, &id) in self.iter().zip(ids) {
            let name = format!("user number {id}");
            let email = format!("user{id}@example.org");
            let age = (id % 90 != 0).then_some(id % 90);
            #[expect(clippy::cast_precision_loss, reason = "ids are small")]
            let expected = (id, name.as_str(), email.as_str(), age, id as f64 / 4.0);
            if row.fields() != expected {
                return Err(format!("{:?} is not {expected:?}", row.fields()));
            }
        }
        Ok(())
    }
}
