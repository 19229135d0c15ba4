//! What corpus/within holds: types of the application inside of others.

use sqg_suite::app::Key;

/// A list of keys, of which 0 is none.
pub fn keys(numbers: &[i64]) -> Vec<Option<Key>> {
    let some = |n: &i64| (*n != 0).then_some(Key(*n));
    numbers.iter().map(some).collect()
}

/// The text that the corpus says is stored in a column. SQLite's tests do not ask for it.
#[allow(dead_code)]
pub fn stored(table: &str, column: &str) -> Option<String> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/within/values.json"
    );
    let text = std::fs::read_to_string(path).expect("the corpus");
    let values: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let text = values.pointer(&format!("/{table}/{column}"));
    text.expect("a text").as_str().map(str::to_owned)
}
