pub async fn of_owner(pool: &PgPool, who: &Owner, text: &str) -> Result<()> {
    let rows = sqlx::query_file!("queries/of_owner.sql", who.name, true).fetch_all(pool).await?;
    sqlx::query_file!("queries/missing.sql").execute(pool).await?;
    sqlx::query!(text).execute(pool).await?;
    sqlx::query!("SELECT * FROM nowhere").fetch_all(pool).await?;
    sqlx::query!("INSERT INTO todos (description, owner) VALUES ($1, " + "$2)", rows[0].description, &who.name)
        .execute(pool)
        .await?;
    Ok(())
}
