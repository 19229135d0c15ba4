/// What a function of the program makes of each value of a list.
pub fn each_decoded<V, T, E: Into<Cause>>(
    values: Vec<V>,
    decode: impl Fn(V) -> Result<T, E>,
) -> Result<Vec<T>, Cause> {
    let decoded = |value| decode(value).map_err(Into::into);
    values.into_iter().map(decoded).collect()
}

/// The same of a value that may be NULL.
pub fn some_decoded<V, T, E: Into<Cause>>(
    value: Option<V>,
    decode: impl Fn(V) -> Result<T, E>,
) -> Result<Option<T>, Cause> {
    value.map(decode).transpose().map_err(Into::into)
}

/// What a function of the program makes of each value of a list for the database.
pub fn each_encoded<'a, T: 'a, V, E: Into<Cause>>(
    values: &'a (impl AsRef<[T]> + ?Sized),
    encode: impl Fn(&'a T) -> Result<V, E>,
) -> Result<Vec<V>, Cause> {
    let encoded = |value| encode(value).map_err(Into::into);
    values.as_ref().iter().map(encoded).collect()
}

/// The same of a value that may be NULL.
pub fn some_encoded<'a, T, V, E: Into<Cause>>(
    value: &'a Option<T>,
    encode: impl Fn(&'a T) -> Result<V, E>,
) -> Result<Option<V>, Cause> {
    value.as_ref().map(encode).transpose().map_err(Into::into)
}
