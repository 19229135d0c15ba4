use std::collections::HashSet;

use bytes::Bytes;
use futures_util::future::try_join;
use futures_util::{SinkExt, TryFutureExt};

/// How a statement runs for many rows of parameters.
pub struct Many {
    pub one: &'static Statement<'static>,
    pub lists: Lists,
    /// Which parameter of the statement for one row each list is of.
    pub order: &'static [usize],
    /// For fewer rows than this, each is run by itself.
    pub few: usize,
    /// How many rows one statement takes.
    pub rows: usize,
    /// Rows of one key take a round each. With more than this, rows are run by themselves.
    pub rounds: i64,
    pub staged: Option<Staged>,
}

/// One statement for several rows, which takes the parameters as lists.
pub enum Lists {
    /// There is none: all rows but few are staged.
    None,
    /// What it changes is counted by itself.
    Plain(Statement<'static>),
    /// It takes the round, too, and returns how many rows that changes and how many rounds there are.
    InRounds(Statement<'static>),
    /// The first changes nothing where rows of one key have to take rounds: then the second runs.
    Both(Statement<'static>, Statement<'static>),
    /// The first is for records of which no two have the same of these values, the second for others.
    Distinct(Statement<'static>, Statement<'static>, &'static [usize]),
}

impl Lists {
    fn first(&self) -> Option<&Statement<'static>> {
        match self {
            Self::None => None,
            Self::Plain(first)
            | Self::InRounds(first)
            | Self::Both(first, _)
            | Self::Distinct(first, ..) => Some(first),
        }
    }

    /// Whether it is known that no two of records have one key.
    fn are_distinct(&self, records: &[Bytes]) -> bool {
        let Self::Distinct(_, _, key) = self else {
            return false;
        };
        let mut keys = HashSet::with_capacity(records.len());
        records.iter().all(|record| {
            let values = values(record).enumerate();
            let own = values.filter(|(at, _)| key.contains(at));
            keys.insert(own.map(|(_, value)| value).collect::<Vec<_>>())
        })
    }

    /// Whether the first runs for records, and what takes rounds where that changes nothing.
    fn of(&self, records: &[Bytes]) -> (bool, Option<&Statement<'static>>) {
        match self {
            Self::None => (false, None),
            Self::Plain(_) => (true, None),
            Self::InRounds(in_rounds) => (false, Some(in_rounds)),
            Self::Both(_, in_rounds) => (true, Some(in_rounds)),
            Self::Distinct(..) if self.are_distinct(records) => (true, None),
            Self::Distinct(_, in_rounds, _) => (false, Some(in_rounds)),
        }
    }
}

/// The same from a table that the rows are copied into.
pub struct Staged {
    /// From how many rows on.
    pub from: usize,
    pub create: &'static str,
    pub copy: Statement<'static>,
    pub statement: Statement<'static>,
    pub drop: &'static str,
}

impl Many {
    /// The table that records go by: without rounds, none is faster than lists.
    fn staged(&self, records: &[Bytes]) -> Option<&Staged> {
        let staged = self.staged.as_ref();
        staged.filter(|s| records.len() >= s.from && !self.lists.are_distinct(records))
    }

    /// Whether records go in one statement, as lists.
    fn is_one(&self, records: &[Bytes]) -> bool {
        records.len() >= self.few && self.staged(records).is_none()
    }
}

/// So few rows of which one fails are run each by itself, more half by half.
const HALVED: usize = 64;

impl Database<'_> {
    /// Runs a statement for each record, all or none, and returns the number of changed rows. Several records are
    /// sent by one statement; where that fails, the halves of them are, in the end each by itself: so an error is that
    /// of a row.
    pub fn many<T: Record>(
        &self,
        many: &'static Many,
        records: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let mut from = records.into_iter();
        let run = async move {
            let first: Vec<_> = from.by_ref().take(2).collect();
            let alone = first.len() < 2; // one statement at most
            let mut from = first.into_iter().chain(from);
            if alone {
                let one = self.prepare(many.one).await?;
                let mut writer = Writer::new(one.params());
                let one_row = writer.take(&mut from, 1, 0)?;
                return self.one_by_one(&one, &one_row, &writer.texts, 0).await;
            }
            let lists = many.lists.first();
            let typed = self.prepare(lists.unwrap_or(many.one));
            let (within, prepared) = try_join(self.in_transaction(), typed).await?;
            let mut writer = match lists {
                Some(_) => Writer::new(&elements(many.order, prepared.params())),
                None => Writer::new(prepared.params()),
            };
            let mut some = writer.take(&mut from, many.rows, 0)?;
            let mut unit = Unit::new(self.client, within);
            // One statement is a whole by itself. In the caller's transaction it has a savepoint, as it may fail.
            if within || some.len() == many.rows || !many.is_one(&some) {
                unit.begin();
            }
            let (mut changed, mut done) = (0, 0);
            while !some.is_empty() {
                let mut parts = vec![&some[..]];
                while let Some(part) = parts.pop() {
                    let mut ran = None;
                    if part.len() >= many.few {
                        let mut savepoint = Unit::new(self.client, true);
                        if done > 0 {
                            savepoint.begin(); // the unit holds what is done
                        }
                        ran = self.at_once(many, part, &mut unit).await?;
                        if ran.is_some() {
                            savepoint.end().await?;
                        } else if done == 0 {
                            unit.undo();
                            unit.begin();
                        }
                        if ran.is_none() && part.len() > HALVED {
                            let (left, right) = part.split_at(part.len() / 2);
                            parts.extend([right, left]);
                            continue;
                        }
                    }
                    changed += match ran {
                        Some(n) => n,
                        None => {
                            let one = self.prepare(many.one).await?;
                            self.one_by_one(&one, part, &writer.texts, done).await?
                        }
                    };
                    done += part.len();
                }
                some = writer.take(&mut from, many.rows, done)?;
            }
            unit.end().await?;
            Ok(changed)
        };
        run.map_err(|e: Error| e.within(many.one.name))
    }

    /// Runs one statement for records, and returns the number of changed rows; none where that cannot be.
    async fn at_once(
        &self,
        many: &Many,
        records: &[Bytes],
        unit: &mut Unit<'_>,
    ) -> Result<Option<u64>> {
        let staged = many.staged(records);
        let ran = match staged {
            Some(staged) => self.by_table(many, staged, records, unit).await,
            None => self.by_lists(many, records, unit).await,
        };
        let refused = Some(&SqlState::INSUFFICIENT_PRIVILEGE); // the table may not be made
        match ran {
            Err(e) if is_of_record(e.code()) || staged.is_some() && e.code() == refused => Ok(None),
            ran => Ok(ran?),
        }
    }

    async fn by_lists(
        &self,
        many: &Many,
        records: &[Bytes],
        unit: &mut Unit<'_>,
    ) -> Result<Option<u64>, tokio_postgres::Error> {
        let (plain, in_rounds) = many.lists.of(records);
        let Some(first) = many.lists.first() else {
            return Ok(None);
        };
        let prepared = self.prepare(first).await?;
        let lists = lists(many.order, prepared.params(), records);
        let mut changed = 0;
        if plain {
            let args = lists.iter().cloned().map(Raw::binary);
            changed = self.client.execute_raw(&prepared, args).await?;
        }
        match in_rounds {
            Some(in_rounds) if changed == 0 => {
                let prepared = self.prepare(in_rounds).await?;
                self.rounds(many, &prepared, &lists, unit).await
            }
            _ => Ok(Some(changed)),
        }
    }

    async fn by_table(
        &self,
        many: &Many,
        staged: &Staged,
        records: &[Bytes],
        unit: &mut Unit<'_>,
    ) -> Result<Option<u64>, tokio_postgres::Error> {
        self.client.batch_execute(staged.create).await?;
        let copy = self.prepare(&staged.copy).await?;
        let mut sink = std::pin::pin!(self.client.copy_in::<_, Bytes>(&copy).await?);
        let mut data = BytesMut::from(COPY_HEAD);
        for record in records {
            data.put_i16(i16::try_from(many.order.len()).unwrap_or(i16::MAX));
            let values: Vec<_> = values(record).collect();
            for &column in many.order {
                data.put_slice(values[column]);
            }
            if data.len() >= CHUNK {
                sink.feed(data.split().freeze()).await?;
            }
        }
        data.put_i16(-1);
        sink.feed(data.freeze()).await?;
        sink.finish().await?;
        let prepared = self.prepare(&staged.statement).await?;
        let changed = self.rounds(many, &prepared, &[], unit).await?;
        self.client.batch_execute(staged.drop).await?;
        Ok(changed)
    }

    async fn rounds(
        &self,
        many: &Many,
        prepared: &tokio_postgres::Statement,
        lists: &[Bytes],
        unit: &mut Unit<'_>,
    ) -> Result<Option<u64>, tokio_postgres::Error> {
        let (mut changed, rounds) = self.round(prepared, lists, 0).await?;
        if rounds > many.rounds {
            return Ok(None);
        }
        if rounds > 1 {
            unit.begin(); // of which each is a statement
            for round in 1..=rounds {
                changed += self.round(prepared, lists, round).await?.0;
            }
        }
        Ok(Some(u64::try_from(changed).unwrap_or(0)))
    }

    /// How many rows a round changes, and how many rounds there are.
    async fn round(
        &self,
        prepared: &tokio_postgres::Statement,
        lists: &[Bytes],
        round: i64,
    ) -> Result<(i64, i64), tokio_postgres::Error> {
        let round = [&8_u32.to_be_bytes()[..], &round.to_be_bytes()].concat();
        let args = lists.iter().cloned().chain([round.into()]);
        let args: Vec<_> = args.map(Raw::binary).collect();
        let mut found = std::pin::pin!(self.client.query_raw(prepared, args).await?);
        let mut counts = (0, 0);
        while let Some(row) = found.next().await {
            let row = row?;
            counts = (row.try_get(0)?, row.try_get(1)?);
        }
        Ok(counts)
    }
}

impl Observed<'_> {
    pub fn many<T: Record>(
        &self,
        many: &'static Many,
        records: impl Source<T>,
    ) -> impl Future<Output = Result<u64>> + Send {
        let run = self.db.many(many, records);
        self.heard(many.one.name, |n| *n, run)
    }
}
