use sqlx::SqlitePool;

struct Plant {
    id: i64,
    name: String,
    watered: Option<String>,
}

async fn add_plant(pool: &SqlitePool, name: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!("INSERT INTO plants (name) VALUES (?) RETURNING id", name)
        .fetch_one(pool)
        .await
}

async fn plants(pool: &SqlitePool) -> sqlx::Result<Vec<Plant>> {
    sqlx::query_as!(Plant, "SELECT id, name, watered FROM plants ORDER BY name")
        .fetch_all(pool)
        .await
}

async fn water(pool: &SqlitePool, id: i64, day: &str) -> sqlx::Result<bool> {
    let done = sqlx::query!("UPDATE plants SET watered = ? WHERE id = ?", day, id)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() == 1)
}

async fn last_notes(pool: &SqlitePool) -> sqlx::Result<()> {
    let rows = sqlx::query!(
        r#"SELECT p.name, max(n.id) AS "note!", count(n.id) AS notes FROM plants p LEFT JOIN notes n ON n.plant = p.id GROUP BY p.id"#
    )
    .fetch_all(pool)
    .await?;
    for row in rows {
        println!("{}: {} notes, the last is {}", row.name, row.notes, row.note);
    }
    Ok(())
}
