use std::borrow::Borrow;

/// How a statement runs for many rows of parameters.
pub struct Joined<T: 'static> {
    pub one: &'static Statement<'static>,
    pub columns: &'static [(&'static str, Kind)],
    pub append: fn(&T, &mut Columns) -> Result<()>,
    /// One statement for several rows.
    pub all: Around,
    /// Where several rows may have one key.
    pub keyed: Option<Keyed>,
    /// For fewer rows than this, each is run by itself.
    pub few: usize,
    /// How many rows one statement takes.
    pub rows: usize,
}

/// Rows of one key, which go in their order, by rounds.
pub struct Keyed {
    /// A query of how many rows of one key there are at most.
    pub count: Around,
    /// Makes a table of the rounds.
    pub divide: Around,
    /// A query of the rounds in their order, each with how often what it changes counts.
    pub rounds: &'static str,
    /// The statement for the rows of a round.
    pub round: &'static str,
    /// A query of the rows that are run each by itself.
    pub rest: Option<&'static str>,
    pub drop: &'static str,
}

impl<T> Joined<T> {
    /// The rows, which come behind others, for the table function.
    fn ticket<R: Borrow<T>>(&self, rows: &[R], before: usize) -> Result<Ticket> {
        let fill = || {
            let mut columns = Columns::new(self.columns);
            for row in rows {
                columns.push(before, |to| (self.append)(row.borrow(), to))?;
            }
            columns.take()
        };
        let chunks = fill().map_err(|e: Error| e.within(self.one.name))?;
        Ok(Ticket::new(chunks))
    }
}
