//! sqlx::query!("SELECT nothing") in a comment.
mod store;

struct Todo { id: i64, description: String, done: bool }

async fn add_todo(pool: &PgPool, description: String) -> anyhow::Result<i64> {
    let rec = sqlx::query!(
        r#"
INSERT INTO todos ( description )
VALUES ( $1 )
RETURNING id
        "#,
        description
    )
    .fetch_one(pool)
    .await?;
    Ok(rec.id)
}

async fn complete_todo(pool: &PgPool, todo: &Todo) -> anyhow::Result<bool> {
    let rows_affected = query!("UPDATE todos SET done = TRUE \
        WHERE id = $1", todo.id)
        .execute(pool)
        .await?
        .rows_affected();
    Ok(rows_affected > 0)
}

async fn list_todos(pool: &PgPool, owner: Option<&str>) -> Result<Vec<Todo>, sqlx::Error> {
    let c = '"';
    query_as!(Todo, "SELECT id, description, done FROM todos WHERE owner = $2 OR id > $1 ORDER BY id", 5i64, owner.as_deref() as _)
        .fetch_all(pool)
        .await
}

async fn done_todos<'a>(pool: &'a PgPool) -> Result<Vec<Todo>, sqlx::Error> {
    let first = query_as!(model::Todo, "SELECT id, description, done FROM todos WHERE done").fetch_optional(pool).await?;
    let count = query_scalar!(r#"SELECT count(*) AS "count!" FROM todos"#).fetch_one(pool).await?;
    sqlx::query_as!(Short, "SELECT id, description AS \"title?: Title\" FROM todos").fetch_all(pool).await
}
