use std::error::Error as StdError;
use std::fmt;
use std::str::FromStr;

/// A page of rows, and the cursors of the pages after and before it; `None` if there is no such page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    pub rows: Vec<T>,
    pub next: Option<String>,
    pub previous: Option<String>,
}

/// A value in a cursor.
pub trait Key: FromStr + ToString {
    fn text(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Key for bool {}

impl Key for i8 {}

impl Key for i16 {}

impl Key for i32 {}

impl Key for i64 {}

impl Key for u8 {}

impl Key for u16 {}

impl Key for u32 {}

impl Key for u64 {}

impl Key for f64 {}

impl Key for String {}

/// The text of a value in a cursor.
pub fn key<'k, K: Key + 'k>(value: impl Into<Option<&'k K>>) -> String {
    value.into().map_or("-".to_owned(), |v| hex(&v.text()))
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<String> {
    let pairs = text.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()
}

/// The source of an error that says why a page cannot be asked for: a text is not a cursor of the query and its order,
/// there are two cursors, or less than one row.
#[derive(Debug)]
pub struct NoPage(String);

impl fmt::Display for NoPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl StdError for NoPage {}

fn no_page(query: &str, why: impl Into<String>) -> Error {
    Error::new(query, NoPage(why.into()))
}

/// The requested page. A cursor has the query's tag and the keys of its row.
pub struct Paging<'p> {
    query: &'static str,
    tag: String,
    size: usize,
    after: bool,
    before: bool,
    keys: Vec<&'p str>,
}

impl<'p> Paging<'p> {
    pub fn new(
        query: &'static str,
        tag: &str,
        size: i64,
        after: Option<&'p String>,
        before: Option<&'p String>,
        keys: usize,
    ) -> Result<Self> {
        let tag = hex(tag);
        if size < 1 {
            return Err(no_page(query, "a page has at least one row"));
        }
        if after.is_some() && before.is_some() {
            let both = "give after or before, not both";
            return Err(no_page(query, both));
        }
        let cursor = after.or(before).map(|cursor| cursor.split('.'));
        let mut parts: Vec<&str> = cursor.into_iter().flatten().collect();
        let given = after.is_some() || before.is_some();
        if given && (parts.len() != keys + 1 || parts[0] != tag) {
            return Err(no_page(query, format!("not a cursor of {query}")));
        }
        if given {
            parts.remove(0);
        }
        Ok(Self {
            query,
            tag,
            size: usize::try_from(size).unwrap_or(usize::MAX),
            after: after.is_some(),
            before: before.is_some(),
            keys: parts,
        })
    }

    /// A value in the cursor; `None` if it is NULL, or if there is no cursor.
    pub fn key<K: Key>(&self, at: usize) -> Result<Option<K>> {
        let part = self.keys.get(at).filter(|part| **part != "-");
        let Some(part) = part else {
            return Ok(None);
        };
        let value = unhex(part).and_then(|text| K::read(&text));
        let wrong = || no_page(self.query, format!("not a cursor of {}", self.query));
        value.map(Some).ok_or_else(wrong)
    }

    /// A page of rows. One row more than requested means another page.
    pub fn of<T>(&self, mut rows: Vec<T>, keys: impl Fn(&T) -> Vec<String>) -> Page<T> {
        let more = rows.len() > self.size;
        rows.truncate(self.size);
        if self.before {
            rows.reverse();
        }
        let (next, previous) = match self.before {
            true => (true, more),
            false => (more, self.after),
        };
        let cursor = |row: &T| format!("{}.{}", self.tag, keys(row).join("."));
        Page {
            next: rows.last().filter(|_| next).map(cursor),
            previous: rows.first().filter(|_| previous).map(cursor),
            rows,
        }
    }
}
