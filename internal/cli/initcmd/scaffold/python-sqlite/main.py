import sqlite3
from contextlib import closing

from notes import Notes


def main() -> None:
    with closing(sqlite3.connect("notes.db")) as connection:
        Notes.apply_migrations(connection)
        notes = Notes(connection)

        note_id = notes.add_note("Try sqg", "It took a minute.")
        added = notes.get_note(note_id)
        print(f"added: {added.title}")
        for note in notes.open_notes():
            print(f"open: {note.title} ({note.body or 'no text'})")
            notes.finish_note(note.id)
        print(f"{notes.count_notes()} notes, {len(notes.open_notes())} open")
        connection.commit()


if __name__ == "__main__":
    main()
