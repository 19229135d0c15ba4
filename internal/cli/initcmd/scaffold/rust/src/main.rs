use tokio_postgres::NoTls;

mod generated {
    pub mod notes;
    pub mod sqg;
}

use generated::notes::Notes;

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[tokio::main]
async fn main() -> Outcome {
    let url = std::env::var("DATABASE_URL")?;
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await?;
    let served = tokio::spawn(connection);
    Notes::apply_migrations(&client, None).await?;
    let notes = Notes::new(&client);

    let id = notes.add_note("Try sqg", Some("It took a minute.")).await?;
    let added = notes.get_note(id.unwrap_or_default()).await?;
    println!("added: {}", added.map_or_else(String::new, |note| note.title));
    for note in notes.open_notes().await? {
        let text = note.body.as_deref().unwrap_or("no text");
        println!("open: {} ({text})", note.title);
        notes.finish_note(note.id).await?;
    }
    let count = notes.count_notes().await?.unwrap_or_default();
    let left = notes.open_notes().await?.len();
    println!("{count} notes, {left} open");

    drop(client);
    Ok(served.await??)
}
