use std::borrow::Borrow;

use bytes::Bytes;

/// The values of one row of a table, or the parameters of a statement in their order.
pub trait Record: Sync {
    fn put(&self, to: &mut Writer) -> Result<()>;
}

impl<T: Encode + Sync> Record for T {
    fn put(&self, to: &mut Writer) -> Result<()> {
        to.put("value", self)
    }
}

/// Records, one by one.
pub trait Source<T>: IntoIterator<Item: Borrow<T> + Send, IntoIter: Send> {}

impl<T, I: IntoIterator<Item: Borrow<T> + Send, IntoIter: Send>> Source<T> for I {}

/// Where the values of records are put, one behind another, each with its length in front.
pub struct Writer {
    data: BytesMut,
    types: Vec<Type>,
    column: usize,
    /// Which values are sent as text, of those whose types are known to fit.
    texts: Vec<bool>,
}

impl Writer {
    fn new(types: &[Type]) -> Self {
        Self {
            data: BytesMut::new(),
            types: types.to_vec(),
            column: 0,
            texts: Vec::new(),
        }
    }

    /// Puts the next value of a record.
    #[inline]
    pub fn put<T: Encode>(&mut self, column: &'static str, value: &T) -> Result<()> {
        let at = self.column;
        self.column += 1;
        if at == self.texts.len() {
            self.check::<T>(column)?;
        }
        let put = value.put(&self.types[at], &mut self.data);
        put.map_err(|cause| Error::column(column, cause))
    }

    /// Compares the type of the first record's next value with what the server takes.
    #[cold]
    fn check<T: Encode>(&mut self, column: &str) -> Result<()> {
        let ty = self.types.get(self.texts.len());
        let ty = ty.ok_or_else(|| Error::column(column, "it is there no more"))?;
        if !T::fits(ty) {
            let cause = format!("the type is {ty} now");
            return Err(Error::column(column, cause));
        }
        self.texts.push(T::is_text(ty));
        Ok(())
    }

    fn record(&mut self, record: &impl Record, number: usize) -> Result<()> {
        self.column = 0;
        let put = record.put(self);
        put.map_err(|e| e.within(&format!("row {number}")))
    }

    /// Up to so many of records, behind those that were taken before.
    fn take<T: Record>(
        &mut self,
        from: &mut impl Iterator<Item: Borrow<T>>,
        most: usize,
        taken: usize,
    ) -> Result<Vec<Bytes>> {
        let mut ends = Vec::new();
        for record in from.take(most) {
            self.record(record.borrow(), taken + ends.len() + 1)?;
            ends.push(self.data.len());
        }
        let mut data = self.data.split().freeze();
        let mut at = 0;
        let record = |end| data.split_to(end - std::mem::replace(&mut at, end));
        Ok(ends.into_iter().map(record).collect())
    }
}

/// The values of a record with their lengths in front.
fn values(mut record: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let length = i32::from_be_bytes(*record.first_chunk()?);
        let (value, rest) = record.split_at(4 + usize::try_from(length).unwrap_or(0));
        record = rest;
        Some(value)
    })
}

/// A value that is encoded, with its length in front.
#[derive(Debug)]
struct Raw {
    value: Bytes,
    is_text: bool,
}

impl Raw {
    fn binary(value: Bytes) -> Self {
        let is_text = false;
        Self { value, is_text }
    }
}

impl ToSql for Raw {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        if self.value.starts_with(&[0xff]) {
            return Ok(IsNull::Yes);
        }
        out.put_slice(&self.value[4..]);
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        match self.is_text {
            true => Format::Text,
            false => Format::Binary,
        }
    }

    fn to_sql_checked(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        self.to_sql(ty, out)
    }
}
