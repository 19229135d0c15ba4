use futures_util::TryFutureExt;

/// How a query is asked for many rows of parameters at a time.
pub struct Lookup {
    pub one: &'static Statement<'static>,
    /// The query for several rows, which takes the parameters as lists. Behind the columns of a row that it returns is
    /// the number of the parameters that the row is for.
    pub lists: Statement<'static>,
    /// Which parameter of the query for one row each list is of.
    pub order: &'static [usize],
    /// How many rows one query takes.
    pub rows: usize,
}

impl Database<'_> {
    /// What a query returns for each of records, in their order.
    pub fn look_up<R: Record, T: Send>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> impl Future<Output = Result<Vec<Vec<T>>>> + Send {
        let mut from = records.into_iter();
        let run = async move {
            let one = self.prepare(lookup.one).await?;
            let prepared = self.prepare(&lookup.lists).await?;
            let mut writer = Writer::new(one.params());
            let mut all = Vec::new();
            loop {
                let some = writer.take(&mut from, lookup.rows, all.len())?;
                if some.is_empty() {
                    return Ok(all);
                }
                let lists = lists(lookup.order, prepared.params(), &some);
                let lists = lists.into_iter().map(Raw::binary);
                let mut rows = std::pin::pin!(self.client.query_raw(&prepared, lists).await?);
                let mut found: Vec<_> = some.iter().map(|_| Vec::new()).collect();
                while let Some(row) = rows.next().await {
                    let row = row?;
                    let number: i64 = row.try_get(row.len() - 1)?;
                    let of = usize::try_from(number - 1).unwrap_or(usize::MAX);
                    found[of].push(by(&row)?);
                }
                all.extend(found);
            }
        };
        run.map_err(|e: Error| e.within(lookup.one.name))
    }

    /// The same where the query changes rows: all of the records take effect or none.
    pub fn look_up_or_none<R: Record, T: Send>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<T>,
    ) -> impl Future<Output = Result<Vec<Vec<T>>>> + Send {
        let found = self.look_up(lookup, records, by);
        let failed = |e| Error::new(lookup.one.name, e);
        async move {
            let unit = self.begin().await.map_err(failed)?;
            let all = found.await?;
            unit.end().await.map_err(failed)?;
            Ok(all)
        }
    }
}
