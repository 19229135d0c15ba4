use bytes::Bytes;

/// Whether a value of a record is wrong or breaks a constraint; 42601 is of a type of an extension.
fn is_of_record(code: Option<&SqlState>) -> bool {
    code.map(SqlState::code)
        .is_some_and(|code| code.starts_with("22") || code.starts_with("23") || code == "42601")
}

/// The types of the values of records that are sent as lists of these types.
fn elements(order: &[usize], lists: &[Type]) -> Vec<Type> {
    let mut types = vec![Type::UNKNOWN; order.len()];
    for (&column, list) in order.iter().zip(lists) {
        types[column] = element(list).unwrap_or(list).clone();
    }
    types
}

/// Lists of the values of records, as arrays of these types: which value of a record each is of, order says.
fn lists(order: &[usize], types: &[Type], records: &[Bytes]) -> Vec<Bytes> {
    let length = u32::try_from(records.len()).unwrap_or(u32::MAX); // no more than one statement takes
    let mut columns: Vec<_> = order.iter().map(|_| BytesMut::new()).collect();
    for record in records {
        for (column, value) in columns.iter_mut().zip(values(record)) {
            column.put_slice(value);
        }
    }
    let list = |(&column, ty): (&usize, &Type)| {
        let mut list = BytesMut::with_capacity(columns[column].len() + 24);
        list.put_u32(u32::try_from(columns[column].len()).unwrap_or(u32::MAX) + 20);
        list.put_slice(&[0, 0, 0, 1, 0, 0, 0, 1]); // one dimension; a NULL may be there
        list.put_u32(element(ty).map_or(0, Type::oid));
        list.put_u32(length);
        list.put_u32(1);
        list.put_slice(&columns[column]);
        list.freeze()
    };
    order.iter().zip(types).map(list).collect()
}
