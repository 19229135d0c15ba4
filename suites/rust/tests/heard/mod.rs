//! What an observer hears of the same calls over every driver.

use std::sync::Mutex;

/// An observer that writes down what it hears.
#[derive(Default)]
pub struct Log(Mutex<Vec<String>>);

impl Log {
    pub fn add(&self, line: String) {
        self.0.lock().expect("the log").push(line);
    }

    pub fn wants(&self, lines: &[&str]) {
        let heard = std::mem::take(&mut *self.0.lock().expect("the log"));
        assert_eq!(heard, lines);
    }
}

/// Makes the log an observer of the driver of a module.
macro_rules! hears {
    ($driver:ident) => {
        impl sqg_suite::heard::$driver::sqg::Observer for heard::Log {
            fn observe(&self, name: &str) -> sqg_suite::heard::$driver::sqg::End<'_> {
                self.add(format!("> {name}"));
                let name = name.to_owned();
                Box::new(move |rows, error| {
                    let failed = error.map_or("", |_| " failed");
                    self.add(format!("{name} {rows}{failed}"));
                })
            }
        }
    };
}

/// Plays calls of the driver of a module, whose databases a function opens; its futures are awaited.
macro_rules! observed {
    ($driver:ident, $open:expr $(, $await:tt)?) => {{
        use sqg_suite::heard::$driver::{appender, batch, bulk, lookup, results, returned};

        let log = heard::Log::default();
        let db = $open(results::Results::migrations(), "") $(.$await)? ?;
        let plain = results::Results::new(&db);
        let q = results::Results::new(&db).with_observer(&log);
        let book = results::AddBookParams {
            id: 1,
            title: "One".to_owned(),
            author: None,
            pages: 1,
            price: Some(2.0),
        };
        q.add_book(&book) $(.$await)? ?;
        log.wants(&["> add_book", "add_book 1"]);
        assert_eq!(q.all_books() $(.$await)? ?.len(), 1);
        assert_eq!(q.find_book(9) $(.$await)? ?, None);
        assert_eq!(q.author_of(1) $(.$await)? ?, Some(None));
        log.wants(&["> all_books", "all_books 1", "> find_book", "find_book 0", "> author_of", "author_of 1"]);
        assert!(q.add_book(&book) $(.$await)? .is_err());
        log.wants(&["> add_book", "add_book 0 failed"]);
        q.shelve_index() $(.$await)? ?;
        log.wants(&["> shelve_index", "shelve_index 0"]);
        plain.all_books() $(.$await)? ?;
        log.wants(&[]);

        // The text of what is always sent the same, by the name that is heard.
        let text = results::Results::text_of("all_books");
        assert!(text.is_some_and(|sql| sql.starts_with("SELECT ")));
        assert!(batch::Batch::text_of("delete_sensor").is_some_and(|sql| sql.starts_with("DELETE ")));
        assert_eq!(results::Results::text_of("no_statement"), None);

        // A stream that is left, and one that is read to its end.
        let mut rows = q.number_values_stream(10) $(.$await)? ?;
        log.wants(&["> number_values"]);
        assert!(rows.next() $(.$await)? .is_some());
        assert!(rows.next() $(.$await)? .is_some());
        log.wants(&[]);
        drop(rows);
        log.wants(&["number_values 2"]);
        let mut rows = q.number_values_stream(3) $(.$await)? ?;
        while rows.next() $(.$await)? .transpose()?.is_some() {}
        log.wants(&["> number_values", "number_values 3"]);
        drop(rows);
        log.wants(&[]);

        let db = $open(appender::Appender::migrations(), "") $(.$await)? ?;
        let q = appender::Appender::new(&db).with_observer(&log);
        let rows = [1, 2].map(|k| appender::NarrowRow { k, v: None });
        assert_eq!(q.bulk_insert_narrow(&rows) $(.$await)? ?, 2);
        log.wants(&["> narrow", "narrow 2"]);

        let db = $open(batch::Batch::migrations(), "") $(.$await)? ?;
        let q = batch::Batch::new(&db).with_observer(&log);
        assert_eq!(q.delete_sensor_batch(["a".to_owned()]) $(.$await)? ?, 0);
        log.wants(&["> delete_sensor", "delete_sensor 0"]);

        let db = $open(bulk::Bulk::migrations(), "INSERT INTO stock (id, n) VALUES (1, 100)") $(.$await)? ?;
        let q = bulk::Bulk::new(&db).with_observer(&log);
        let takes = (0..50).map(|_| bulk::TakeParams { n: 1, id: 1 });
        assert_eq!(q.take_bulk(takes) $(.$await)? ?, 50);
        log.wants(&["> take", "take 50"]);

        let db = $open(lookup::Lookup::migrations(), "INSERT INTO customer (id, name) VALUES (1, 'Ada')") $(.$await)? ?;
        let q = lookup::Lookup::new(&db).with_observer(&log);
        assert_eq!(q.name_of_bulk([1, 9, 1]) $(.$await)? ?.len(), 3);
        log.wants(&["> name_of", "name_of 2"]);

        let db = $open(returned::Returned::migrations(), "") $(.$await)? ?;
        let q = returned::Returned::new(&db).with_observer(&log);
        let rows = [3, 4].map(|n| returned::AddParams { kind: "a".to_owned(), n });
        assert_eq!(q.add_bulk(&rows) $(.$await)? ?.len(), 2);
        log.wants(&["> add", "add 2"]);
        Ok(())
    }};
}
