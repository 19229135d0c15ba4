use duckdb::types::Value as Owned;
use uuid::Uuid;

impl Decode for Uuid {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        let id = Self::try_parse(text(array, row)?);
        id.map_err(|e| e.to_string().into())
    }
}

impl Encode for Uuid {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(ToSqlOutput::Owned(Owned::Text(self.to_string())))
    }
}

impl Store for Uuid {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        to.add(self.as_bytes())
    }
}
