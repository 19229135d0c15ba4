/// The entries of a map, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Map<K, V>(pub Vec<(K, V)>);

impl<K: Decode, V: Decode> Decode for Map<K, V> {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        let entries = typed::<duckdb::arrow::array::MapArray>(array, row)?.value(row);
        let (keys, values) = (entries.column(0), entries.column(1));
        let entry = |i| Ok((K::decode(keys, i)?, V::decode(values, i)?));
        (0..entries.len())
            .map(entry)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl<K: Encode, V: Encode> Encode for Map<K, V> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        as_json(self)
    }

    /// A key that holds other values is no key of JSON: its map is a list of entries.
    fn json(&self, to: &mut String) -> Result<(), Cause> {
        let listed = K::holds_others();
        to.push(if listed { '[' } else { '{' });
        for (i, (key, value)) in self.0.iter().enumerate() {
            if i > 0 {
                to.push(',');
            }
            let mut name = String::new();
            key.json(&mut name)?;
            match () {
                () if listed => to.push_str(&format!("{{\"key\":{name},\"value\":")),
                () if name.starts_with('"') => to.push_str(&format!("{name}:")),
                () => to.push_str(&format!("\"{name}\":")),
            }
            value.json(to)?;
            if listed {
                to.push('}');
            }
        }
        to.push(if listed { ']' } else { '}' });
        Ok(())
    }

    fn holds_others() -> bool {
        true
    }
}
