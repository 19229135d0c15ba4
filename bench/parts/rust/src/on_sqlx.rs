//! Ways to search with SQLx, which runs SQLite on a thread of its own.

use std::cell::RefCell;
use std::sync::Arc;

use sqlx::{AssertSqlSafe, Connection, QueryBuilder, Sqlite, SqliteConnection};
use tokio::runtime::Runtime;

use crate::generated::parts::ItemRow;
use crate::items::{BEGIN, COLUMNS, END, Failure, Filter, Run, row, script};
use crate::ways::fixed;

/// A database in memory with the items.
pub async fn filled(rows: i64) -> Result<SqliteConnection, Failure> {
    let mut db = SqliteConnection::connect("sqlite::memory:").await?;
    let (schema, insert) = script();
    sqlx::raw_sql(AssertSqlSafe(schema))
        .execute(&mut db)
        .await?;
    let mut unit = db.begin().await?;
    for id in 1..=rows {
        let values = row(id);
        let query = sqlx::query(AssertSqlSafe(insert.as_str()));
        values
            .fold(query, |query, value| query.bind(value))
            .execute(&mut *unit)
            .await?;
    }
    unit.commit().await?;
    Ok(db)
}

/// What runs for a case.
pub fn ways<'a>(
    runtime: &'a Runtime,
    db: &'a RefCell<SqliteConnection>,
    case: &Filter,
) -> [(&'static str, Run<'a>); 2] {
    let text: Arc<str> = fixed(case).into();
    let fixed: Run<'a> = Box::new(move |filter, calls| {
        let db = &mut *db.borrow_mut();
        runtime.block_on(async {
            let mut found = Vec::new();
            for _ in 0..calls {
                let mut query = sqlx::query_as(AssertSqlSafe(text.clone()));
                for value in filter.iter().flatten() {
                    query = query.bind(*value);
                }
                found = items(query.fetch_all(&mut *db).await?);
            }
            Ok(found)
        })
    });
    let built: Run<'a> = Box::new(move |filter, calls| {
        let db = &mut *db.borrow_mut();
        runtime.block_on(async {
            let mut found = Vec::new();
            for _ in 0..calls {
                let mut query = QueryBuilder::<Sqlite>::new(BEGIN);
                for (column, value) in COLUMNS.iter().zip(filter) {
                    if let Some(value) = value {
                        query.push(" AND ").push(column).push(" = ");
                        query.push_bind(*value);
                    }
                }
                let query = query.push(END).build_query_as();
                found = items(query.fetch_all(&mut *db).await?);
            }
            Ok(found)
        })
    });
    [
        ("SQLx, text of the case", fixed),
        ("SQLx, QueryBuilder", built),
    ]
}

fn items(rows: Vec<(i64, String)>) -> Vec<ItemRow> {
    let item = |(id, name)| ItemRow { id, name };
    rows.into_iter().map(item).collect()
}
