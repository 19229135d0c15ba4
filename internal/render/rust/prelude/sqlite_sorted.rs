/// A statement that is run for each of many rows in the order of their key: SQLite then goes through its table once.
pub struct Sorted<T> {
    pub one: &'static Statement<'static>,
    pub key: fn(&T) -> i64,
    /// With fewer rows, sorting gains nothing.
    pub from: usize,
    /// How many rows are held and sorted at a time.
    pub rows: usize,
}

impl Database<'_> {
    /// Runs a statement for each record, sorted, all or none, and returns the number of changed rows. Records of one
    /// key stay in their order.
    pub fn batch_sorted<T: Record>(
        &self,
        sorted: &Sorted<T>,
        records: impl Source<T>,
    ) -> Result<u64> {
        let failed = |e| Error::new(sorted.one.name, e);
        let unit = self.begin().map_err(failed)?;
        let mut records = records.into_iter();
        let (mut changed, mut before) = (0, 0);
        loop {
            let some: Vec<_> = records.by_ref().take(sorted.rows).collect();
            let mut places: Vec<usize> = (0..some.len()).collect();
            if some.len() >= sorted.from {
                places.sort_by_cached_key(|&i| (sorted.key)(some[i].borrow()));
            }
            let number = |i: usize| before + places[i] + 1;
            let in_order = places.iter().map(|&i| some[i].borrow() as &T);
            changed += self.run_each::<T>(sorted.one, number, in_order)?;
            before += some.len();
            if some.len() < sorted.rows {
                unit.end().map_err(failed)?;
                return Ok(changed);
            }
        }
    }
}

impl Observed<'_> {
    pub fn batch_sorted<T: Record>(
        &self,
        sorted: &Sorted<T>,
        records: impl Source<T>,
    ) -> Result<u64> {
        let name = sorted.one.name;
        self.heard(name, |n| *n, |db| db.batch_sorted(sorted, records))
    }
}
