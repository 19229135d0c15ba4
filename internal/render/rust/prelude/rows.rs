use std::borrow::Borrow;

/// The values of one row of a table, or the parameters of a statement in their order.
pub trait Record {
    fn put(&self, to: &mut Writer) -> Result<()>;
}

impl<T: Encode> Record for T {
    fn put(&self, to: &mut Writer) -> Result<()> {
        to.put("value", self)
    }
}

/// Records, one by one.
pub trait Source<T>: IntoIterator<Item: Borrow<T>> {}

impl<T, I: IntoIterator<Item: Borrow<T>>> Source<T> for I {}

impl Database<'_> {
    /// Prepares a statement, and runs it with each record. An error has the record's number.
    fn with_each<T: Record>(
        &self,
        statement: &Statement,
        number: impl Fn(usize) -> usize,
        records: impl Source<T>,
        mut run: impl FnMut(&mut Prepared) -> Result<()>,
    ) -> Result<()> {
        let prepared = self.prepare(statement.sql);
        let mut prepared = prepared.map_err(|e| Error::new(statement.name, e))?;
        for (i, record) in records.into_iter().enumerate() {
            let mut to = Writer {
                statement: &mut prepared,
                bound: 0,
            };
            let put = record.borrow().put(&mut to);
            let ran = put.and_then(|()| run(&mut prepared));
            ran.map_err(|e| e.within(&format!("{}: row {}", statement.name, number(i))))?;
        }
        Ok(())
    }
}

/// The parameters to bind to a statement.
pub struct Writer<'s, 'c> {
    statement: &'s mut Prepared<'c>,
    bound: usize,
}

impl Writer<'_, '_> {
    /// Binds the next value of a record.
    #[inline]
    pub fn put<T: Encode>(&mut self, column: &'static str, value: &T) -> Result<()> {
        self.bound += 1;
        put(self.statement, self.bound, value).map_err(|cause| Error::column(column, cause))
    }
}
