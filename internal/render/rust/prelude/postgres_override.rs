/// What a function of the program makes of a value of the database.
pub fn decoded<V: Decode, T, E: Into<Cause>>(
    row: &Row,
    column: usize,
    decode: impl FnOnce(V) -> Result<T, E>,
) -> Result<T> {
    let failed = |e: E| Error::column(row.columns()[column].name(), e);
    decode(get(row, column)?).map_err(failed)
}

/// The same of a value that may be NULL.
pub fn decoded_null<V: Decode, T, E: Into<Cause>>(
    row: &Row,
    column: usize,
    decode: impl FnOnce(V) -> Result<T, E>,
) -> Result<Option<T>> {
    let failed = |e: E| Error::column(row.columns()[column].name(), e);
    let value = get::<Option<V>>(row, column)?;
    value.map(decode).transpose().map_err(failed)
}

/// What a function of the program made of a value for the database.
pub struct Encoded<V>(Result<V, String>);

pub fn encoded<'a, T: ?Sized, V, E: Into<Cause>>(
    value: &'a T,
    encode: impl FnOnce(&'a T) -> Result<V, E>,
) -> Encoded<V> {
    Encoded(encode(value).map_err(|e| e.into().to_string()))
}

pub fn encoded_null<'a, T: ?Sized, V, E: Into<Cause>>(
    value: Option<&'a T>,
    encode: impl FnOnce(&'a T) -> Result<V, E>,
) -> Option<Encoded<V>> {
    value.map(|value| encoded(value, encode))
}

impl<V: Encode> Encode for Encoded<V> {
    const IS_LIST: bool = V::IS_LIST;

    fn fits(ty: &Type) -> bool {
        V::fits(ty)
    }

    fn is_text(ty: &Type) -> bool {
        V::is_text(ty)
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        match &self.0 {
            Ok(value) => value.encode(ty, out),
            Err(cause) => Err(cause.as_str().into()),
        }
    }

    fn sizes(&self, sizes: &mut Vec<usize>) {
        if let Ok(value) = &self.0 {
            value.sizes(sizes);
        }
    }

    fn items(&self, ty: &Type, sizes: &[usize], out: &mut BytesMut) -> Result<(), Cause> {
        match &self.0 {
            Ok(value) => value.items(ty, sizes, out),
            Err(cause) => Err(cause.as_str().into()),
        }
    }
}
