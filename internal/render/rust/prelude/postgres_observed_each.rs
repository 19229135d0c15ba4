impl Observed<'_> {
    pub fn each<R: Record, T: Send>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> impl Future<Output = Result<Vec<Vec<T>>>> + Send {
        let each = self.db.each(statement, records, by);
        self.heard(statement.name, |all| total(all), each)
    }

    pub fn each_or_none<R: Record, T: Send>(
        &self,
        statement: &Statement<'_>,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> impl Future<Output = Result<Vec<Vec<T>>>> + Send {
        let each = self.db.each_or_none(statement, records, by);
        self.heard(statement.name, |all| total(all), each)
    }
}
