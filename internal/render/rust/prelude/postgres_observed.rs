impl<'c> Observed<'c> {
    async fn heard<T>(
        &self,
        name: &str,
        count: fn(&T) -> u64,
        call: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let end = self.begin(name);
        ended(end, call.await, count)
    }

    pub async fn all<T>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<T>,
    ) -> Result<Vec<T>> {
        let count = |rows: &Vec<T>| rows.len() as u64;
        let all = self.db.all(statement, args, by);
        self.heard(statement.name, count, all).await
    }

    pub async fn one<T>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<T>,
    ) -> Result<Option<T>> {
        let count = |row: &Option<T>| u64::from(row.is_some());
        let one = self.db.one(statement, args, by);
        self.heard(statement.name, count, one).await
    }

    pub async fn only<T>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<T>,
    ) -> Result<T> {
        let only = self.db.only(statement, args, by);
        self.heard(statement.name, |_| 1, only).await
    }

    pub async fn stream<T>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<T>,
    ) -> Result<Heard<'c, Rows<T>>> {
        let end = self.begin(statement.name);
        match self.db.stream(statement, args, by).await {
            Ok(rows) => Ok(Heard {
                rows,
                count: 0,
                end,
            }),
            Err(error) => ended(end, Err(error), |_| 0),
        }
    }

    pub async fn execute(&self, statement: &Statement<'_>, args: Args<'_>) -> Result<u64> {
        let execute = self.db.execute(statement, args);
        self.heard(statement.name, |n| *n, execute).await
    }

    pub async fn run(&self, statement: &Statement<'_>, args: Args<'_>) -> Result<()> {
        let run = self.db.run(statement, args);
        self.heard(statement.name, |()| 0, run).await
    }
}

impl<T> Stream for Heard<'_, Rows<T>> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = std::task::ready!(self.rows.poll_next_unpin(cx));
        self.seen(next.as_ref());
        Poll::Ready(next)
    }
}
