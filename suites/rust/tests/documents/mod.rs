//! Plays corpus/overrides over the synchronous drivers: types of the application for columns, for a SQL type and for
//! one query's column.

macro_rules! documents {
    ($engine:ident) => {
        #[test]
        fn documents_of_the_corpus() -> Outcome {
            use sqg_suite::own::$engine::documents::*;
            let document = |text: &str| Document(text.to_owned());
            let connection = database(Documents::migrations())?;
            let app = Documents::new(&connection);
            let row = |id, meta: &str, extra: Option<&str>, cents| DocumentRow {
                id,
                meta: document(meta),
                extra: extra.map(document),
                state: State::Published,
                amount: cents,
            };
            let mut rows = vec![
                row(
                    1,
                    r#"{"name": "one", "tags": ["a", null]}"#,
                    Some("true"),
                    Some(Cents(1250)),
                ),
                row(2, "{}", None, None),
            ];
            assert_eq!(app.bulk_insert_document(&rows)?, 2);
            let added = AddDocumentParams {
                id: 3,
                meta: document("[3]"),
                extra: None,
                state: State::Draft,
                amount: Some(Cents(-1)),
            };
            assert_eq!(app.add_document(&added)?, 1);
            rows.push(DocumentRow {
                state: State::Draft,
                ..row(3, "[3]", None, Some(Cents(-1)))
            });
            for row in &rows {
                assert_eq!(app.get_document(row.id)?.as_ref(), Some(row));
            }
            assert_eq!(app.set_meta(&document("[2]"), 2)?, 1);
            let changes = [(1, "[1]"), (4, "[4]")];
            let changes = changes.map(|(id, meta)| SetMetaParams {
                meta: document(meta),
                id,
            });
            assert_eq!(app.set_meta_batch(changes)?, 1);
            assert_eq!(app.all_meta()?, ["[1]", "[2]", "[3]"].map(document));
            assert_eq!(app.find_by_meta(&document("[2]"))?, [2]);
            assert_eq!(app.extra_of(1)?, Some(Some(document("true"))));
            assert_eq!((app.extra_of(2)?, app.extra_of(4)?), (Some(None), None));
            // This query has the label as a text.
            let text = app.document_text(3)?.ok_or("a row")?;
            assert_eq!(
                (&*text.meta, text.extra, &*text.state),
                ("[3]", None, "draft")
            );
            let refused = app.set_meta(&document(""), 1).err().ok_or("empty")?;
            assert!(
                refused.to_string().contains("an empty document"),
                "{refused}"
            );
            Ok(())
        }
    };
}
