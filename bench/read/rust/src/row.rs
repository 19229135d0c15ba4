//! A user, as hand-written code, SQLx and Diesel have it.

use crate::gen_postgres::on_postgres;
use crate::gen_sqlite::on_sqlite;
use crate::rows::{Fields, fields};

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

fields!(User, on_sqlite::UsersRow, on_postgres::UsersRow);
