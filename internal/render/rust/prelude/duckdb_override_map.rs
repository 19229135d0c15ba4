/// What functions of the program make of the entries of a map.
pub fn entries_decoded<K, V, S, T, E: Into<Cause>, F: Into<Cause>>(
    map: Map<K, V>,
    key: impl Fn(K) -> Result<S, E>,
    value: impl Fn(V) -> Result<T, F>,
) -> Result<Map<S, T>, Cause> {
    let entry = |(k, v)| {
        let k = key(k).map_err(Into::into)?;
        Ok((k, value(v).map_err(Into::into)?))
    };
    let entries: Result<_, Cause> = map.0.into_iter().map(entry).collect();
    entries.map(Map)
}

/// What functions of the program make of the entries of a map for the database.
pub fn entries_encoded<'a, K, V, S, T, E: Into<Cause>, F: Into<Cause>>(
    map: &'a Map<K, V>,
    key: impl Fn(&'a K) -> Result<S, E>,
    value: impl Fn(&'a V) -> Result<T, F>,
) -> Result<Map<S, T>, Cause> {
    entries_decoded(Map(map.0.iter().map(|(k, v)| (k, v)).collect()), key, value)
}
