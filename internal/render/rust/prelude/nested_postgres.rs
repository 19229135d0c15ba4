impl<I: Stream<Item = Result<R>> + Unpin, R: Nested + Unpin> Stream for Gathered<I, R> {
    type Item = Result<R>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        while let Some(rows) = &mut self.rows {
            let next = std::task::ready!(rows.poll_next_unpin(cx));
            if let Some(complete) = self.completed(next) {
                return Poll::Ready(Some(complete));
            }
        }
        Poll::Ready(None)
    }
}

impl Database<'_> {
    /// All rows of a query, put together.
    pub async fn all_nested<R: Nested>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<R>,
    ) -> Result<Vec<R>> {
        self.all(statement, args, by).await.map(nested)
    }

    /// The first of them.
    pub async fn one_nested<R: Nested>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<R>,
    ) -> Result<Option<R>> {
        let rows = self.all_nested(statement, args, by).await?;
        Ok(rows.into_iter().next())
    }

    /// The same where there has to be one.
    pub async fn only_nested<R: Nested>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<R>,
    ) -> Result<R> {
        required(statement.name, self.one_nested(statement, args, by).await?)
    }

    /// Rows put together, while they come.
    pub async fn stream_nested<R: Nested>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<R>,
    ) -> Result<Gathered<Rows<R>, R>> {
        let rows = self.stream(statement, args, by).await;
        rows.map(Gathered::new)
    }
}

impl<'c> Observed<'c> {
    pub async fn all_nested<R: Nested>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<R>,
    ) -> Result<Vec<R>> {
        let count = |rows: &Vec<R>| rows.len() as u64;
        let call = self.db.all_nested(statement, args, by);
        self.heard(statement.name, count, call).await
    }

    pub async fn one_nested<R: Nested>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<R>,
    ) -> Result<Option<R>> {
        let count = |row: &Option<R>| u64::from(row.is_some());
        let call = self.db.one_nested(statement, args, by);
        self.heard(statement.name, count, call).await
    }

    pub async fn only_nested<R: Nested>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<R>,
    ) -> Result<R> {
        let call = self.db.only_nested(statement, args, by);
        self.heard(statement.name, |_| 1, call).await
    }

    pub async fn stream_nested<R: Nested>(
        &self,
        statement: &Statement<'_>,
        args: Args<'_>,
        by: Reader<R>,
    ) -> Result<Heard<'c, Gathered<Rows<R>, R>>> {
        let end = self.begin(statement.name);
        match self.db.stream_nested(statement, args, by).await {
            Ok(rows) => Ok(Heard {
                rows,
                count: 0,
                end,
            }),
            Err(error) => ended(end, Err(error), |_| 0),
        }
    }
}

impl<R: Nested + Unpin> Stream for Heard<'_, Gathered<Rows<R>, R>> {
    type Item = Result<R>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = std::task::ready!(self.rows.poll_next_unpin(cx));
        self.seen(next.as_ref());
        Poll::Ready(next)
    }
}
