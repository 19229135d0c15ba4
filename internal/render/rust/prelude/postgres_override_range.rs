/// What a function of the program makes of the ends of a range.
pub fn ends_decoded<V, T, E: Into<Cause>>(
    range: Range<V>,
    decode: impl Fn(V) -> Result<T, E>,
) -> Result<Range<T>, Cause> {
    let end = |end| {
        Ok::<_, E>(match end {
            Limit::Included(at) => Limit::Included(decode(at)?),
            Limit::Excluded(at) => Limit::Excluded(decode(at)?),
            Limit::Unbounded => Limit::Unbounded,
        })
    };
    let Range::Between(low, high) = range else {
        return Ok(Range::Empty);
    };
    let low = end(low).map_err(Into::into)?;
    Ok(Range::Between(low, end(high).map_err(Into::into)?))
}

/// What a function of the program makes of the ends of a range for the database.
pub fn ends_encoded<'a, T, V, E: Into<Cause>>(
    range: &'a Range<T>,
    encode: impl Fn(&'a T) -> Result<V, E>,
) -> Result<Range<V>, Cause> {
    let range = match range {
        Range::Empty => Range::Empty,
        Range::Between(low, high) => Range::Between(low.as_ref(), high.as_ref()),
    };
    ends_decoded(range, encode)
}
