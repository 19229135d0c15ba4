use std::collections::HashMap;
use std::hash::Hash;

/// A row with a list, which is put together from several: those of one key.
pub trait Nested: Sized {
    type Key: Eq + Hash;

    fn key(&self) -> Self::Key;

    /// Takes the list of another row of the same key.
    fn add(&mut self, other: Self);

    /// Puts together what its list has, if that has lists, too.
    fn nest(self) -> Self {
        self
    }
}

/// Rows put together, in the order of the first of each.
pub fn nested<R: Nested>(rows: Vec<R>) -> Vec<R> {
    let mut at = HashMap::new();
    let mut nested: Vec<R> = Vec::new();
    for row in rows {
        let place = *at.entry(row.key()).or_insert(nested.len());
        match nested.get_mut(place) {
            Some(first) => first.add(row),
            None => nested.push(row),
        }
    }
    nested.into_iter().map(R::nest).collect()
}

/// Rows that are put together while they come: those of one key come one behind the other.
pub struct Gathered<I, R> {
    rows: Option<I>,
    open: Option<R>,
}

impl<I, R> Gathered<I, R> {
    fn new(rows: I) -> Self {
        Self {
            rows: Some(rows),
            open: None,
        }
    }
}

impl<I, R: Nested> Gathered<I, R> {
    /// Takes the next row, and returns what is complete then.
    fn completed(&mut self, next: Option<Result<R>>) -> Option<Result<R>> {
        match (next, &mut self.open) {
            (Some(Ok(row)), Some(open)) if open.key() == row.key() => {
                open.add(row);
                None
            }
            (Some(Ok(row)), open) => open.replace(row).map(|done| Ok(done.nest())),
            (Some(Err(error)), open) => {
                *open = None;
                Some(Err(error))
            }
            (None, open) => {
                self.rows = None;
                open.take().map(|done| Ok(done.nest()))
            }
        }
    }
}
