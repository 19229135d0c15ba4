/// What a function of the program makes of a value of the database.
pub fn decoded<V: Decode, T, E: Into<Cause>>(
    row: &Row,
    column: usize,
    decode: impl FnOnce(V) -> Result<T, E>,
) -> Result<T> {
    decode(get(row, column)?).map_err(|e| misread(row, column, e))
}

/// The same of a value that may be NULL.
pub fn decoded_null<V: Decode, T, E: Into<Cause>>(
    row: &Row,
    column: usize,
    decode: impl FnOnce(V) -> Result<T, E>,
) -> Result<Option<T>> {
    let value = get::<Option<V>>(row, column)?;
    let decoded = value.map(decode).transpose();
    decoded.map_err(|e| misread(row, column, e))
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
