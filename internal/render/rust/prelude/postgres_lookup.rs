use std::collections::HashMap;

use bytes::Bytes;
use futures_util::TryFutureExt;
use futures_util::future::try_join;

/// How a query is asked for many rows of parameters at a time.
pub struct Lookup {
    pub one: &'static Statement<'static>,
    /// The query for several rows, which takes the parameters as lists.
    pub lists: Statement<'static>,
    /// Which parameter of the query for one row each list is of.
    pub order: &'static [usize],
    /// Fewer rows than this are asked for each by itself.
    pub few: usize,
    /// How many rows one query takes.
    pub rows: usize,
    /// Behind the columns of a row that it returns is the one parameter that the row is for, not the number of the
    /// parameters.
    pub keyed: bool,
    /// Where two records have one key, the query changes and returns nothing.
    pub apart: bool,
}

impl Database<'_> {
    /// What a query returns for each of records, in their order. A few are asked for by the query for one.
    pub fn look_up<R: Record, F: Found>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let mut from = records.into_iter();
        let run = async move {
            let first: Vec<_> = from.by_ref().take(lookup.few).collect();
            let few = first.len() < lookup.few;
            let mut from = first.into_iter().chain(from);
            if few {
                return self.find_each(lookup.one, from, by).await;
            }
            let prepared = self.prepare(&lookup.lists).await?;
            let mut writer = Writer::new(&elements(lookup.order, prepared.params()));
            let mut all = Vec::new();
            loop {
                let some = writer.take(&mut from, lookup.rows, all.len())?;
                if some.is_empty() {
                    return Ok(all);
                }
                self.find(lookup, &prepared, &some, by, &mut all).await?;
            }
        };
        run.map_err(|e: Error| e.within(lookup.one.name))
    }

    /// Adds what one query returns for each of records. Returns how many rows that are.
    async fn find<F: Found>(
        &self,
        lookup: &Lookup,
        prepared: &tokio_postgres::Statement,
        records: &[Bytes],
        by: Reader<F::One>,
        all: &mut Vec<F>,
    ) -> Result<usize> {
        let lists = lists(lookup.order, prepared.params(), records);
        let lists = lists.into_iter().map(Raw::binary);
        let mut rows = std::pin::pin!(self.client.query_raw(prepared, lists).await?);
        let keys = lookup.keyed.then(|| Keys::new(records));
        let start = all.len();
        all.resize_with(start + records.len(), F::default);
        let found = &mut all[start..];
        let nth = |i: usize, e: Error| e.within(&format!("row {}", start + i + 1));
        let mut count = 0;
        while let Some(row) = rows.next().await {
            let row = row?;
            count += 1;
            let last = row.len() - 1;
            let Some(keys) = &keys else {
                let number: i64 = row.try_get(last)?;
                let of = usize::try_from(number - 1).unwrap_or(usize::MAX);
                found[of].add(&row, by).map_err(|e| nth(of, e))?;
                continue;
            };
            let Sent(key) = row.try_get(last)?;
            let first = keys.first.get(key);
            let cause = "a row is found for a value that was not asked for";
            let mut of = Some(*first.ok_or_else(|| Error::new("", cause))?);
            while let Some(i) = of {
                found[i].add(&row, by).map_err(|e| nth(i, e))?;
                of = keys.next[i];
            }
        }
        Ok(count)
    }

    /// The same where the query changes rows: all of the records take effect or none. Where one statement fails because
    /// of a record, or may return nothing as two have one key, each of them runs by itself: so an error says of which.
    pub fn look_up_or_none<R: Record, F: Found>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let mut from = records.into_iter();
        let run = async move {
            let first: Vec<_> = from.by_ref().take(lookup.few).collect();
            let few = first.len() < lookup.few;
            let mut from = first.into_iter().chain(from);
            if few {
                return self.find_each(lookup.one, from, by).await;
            }
            let (within, prepared) =
                try_join(self.in_transaction(), self.prepare(&lookup.lists)).await?;
            let mut writer = Writer::new(&elements(lookup.order, prepared.params()));
            let mut some = writer.take(&mut from, lookup.rows, 0)?;
            let mut unit = Unit::new(self.client, within);
            if within || some.len() == lookup.rows {
                unit.begin(); // else one statement is a whole by itself
            }
            let mut all = Vec::new();
            while !some.is_empty() {
                let done = all.len();
                let mut savepoint = Unit::new(self.client, true);
                if done > 0 {
                    savepoint.begin(); // the unit holds what is done
                }
                let found = self.find(lookup, &prepared, &some, by, &mut all).await;
                match found {
                    Err(e) if !is_of_record(e.code()) => return Err(e),
                    Ok(count) if count > 0 || !lookup.apart => savepoint.end().await?,
                    _ => {
                        all.truncate(done);
                        savepoint.undo();
                        if done == 0 {
                            unit.undo();
                            unit.begin();
                        }
                        let one = self.prepare(lookup.one).await?;
                        self.find_all(&one, &some, &writer.texts, by, &mut all)
                            .await?;
                    }
                }
                some = writer.take(&mut from, lookup.rows, all.len())?;
            }
            unit.end().await?;
            Ok(all)
        };
        run.map_err(|e: Error| e.within(lookup.one.name))
    }
}

/// Records by their one value.
struct Keys<'r> {
    first: HashMap<&'r [u8], usize>,
    /// Behind each record, another one with its value.
    next: Vec<Option<usize>>,
}

impl<'r> Keys<'r> {
    fn new(records: &'r [Bytes]) -> Self {
        let mut first = HashMap::with_capacity(records.len());
        let keys = records.iter().enumerate();
        // What is sent has its length in front.
        let next = keys.map(|(i, record)| first.insert(&record[4..], i));
        let next = next.collect();
        Self { first, next }
    }
}

/// A value as the server has sent it.
struct Sent<'a>(&'a [u8]);

impl<'a> FromSql<'a> for Sent<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Cause> {
        Ok(Self(raw))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl Observed<'_> {
    pub fn look_up<R: Record, F: Found>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let found = self.db.look_up(lookup, records, by);
        self.heard(lookup.one.name, |all| found_in(all), found)
    }

    pub fn look_up_or_none<R: Record, F: Found>(
        &self,
        lookup: &'static Lookup,
        records: impl Source<R>,
        by: Reader<F::One>,
    ) -> impl Future<Output = Result<Vec<F>>> + Send {
        let found = self.db.look_up_or_none(lookup, records, by);
        self.heard(lookup.one.name, |all| found_in(all), found)
    }
}
