import asyncio
import os

import asyncpg

from notes import Notes


async def main() -> None:
    connection = await asyncpg.connect(os.environ.get("DATABASE_URL"))
    try:
        await Notes.apply_migrations(connection)
        notes = Notes(connection)

        note_id = await notes.add_note("Try sqg", "It took a minute.")
        added = await notes.get_note(note_id)
        print(f"added: {added.title}")
        for note in await notes.open_notes():
            print(f"open: {note.title} ({note.body or 'no text'})")
            await notes.finish_note(note.id)
        left = await notes.open_notes()
        print(f"{await notes.count_notes()} notes, {len(left)} open")
    finally:
        await connection.close()


if __name__ == "__main__":
    asyncio.run(main())
