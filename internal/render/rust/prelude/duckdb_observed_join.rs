impl Observed<'_> {
    pub fn joined<T: Record>(&self, how: &Joined<T>, records: impl Source<T>) -> Result<u64> {
        self.heard(how.one.name, |n| *n, |db| db.joined(how, records))
    }
}
