//! What the rows of every way must be.

/// Rows that can be compared with what they must be.
pub trait Rows {
    fn verify(&self, ids: &[i64]) -> Result<(), String>;
}

pub trait Fields {
    fn fields(&self) -> (i64, &str, &str, Option<i64>, f64);
}

macro_rules! fields {
    ($($row:ty),*) => {$(
        impl Fields for $row {
            fn fields(&self) -> (i64, &str, &str, Option<i64>, f64) {
                (self.id, &self.name, &self.email, self.age, self.score)
            }
        }
    )*};
}
pub(crate) use fields;

impl<T: Fields> Rows for Vec<T> {
    fn verify(&self, ids: &[i64]) -> Result<(), String> {
        if self.len() != ids.len() {
            return Err(format!("{} rows, not {}", self.len(), ids.len()));
        }
        for (row, &id) in self.iter().zip(ids) {
            let name = format!("user number {id}");
            let email = format!("user{id}@example.org");
            let age = (id % 90 != 0).then_some(id % 90);
            #[expect(clippy::cast_precision_loss, reason = "ids are small")]
            let expected = (id, name.as_str(), email.as_str(), age, id as f64 / 4.0);
            if row.fields() != expected {
                return Err(format!("{:?} is not {expected:?}", row.fields()));
            }
        }
        Ok(())
    }
}
