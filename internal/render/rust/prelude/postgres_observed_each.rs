impl Observed<'_> {
    pub fn each<R: Record, F: Found>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let each = self.db.each(statement, records, by);
        self.heard(statement.name, |all| found_in(all), each)
    }

    pub fn each_or_none<R: Record, F: Found>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let each = self.db.each_or_none(statement, records, by);
        self.heard(statement.name, |all| found_in(all), each)
    }
}

/// How many rows were found.
fn found_in<F: Found>(all: &[F]) -> u64 {
    all.iter().map(F::count).sum()
}
