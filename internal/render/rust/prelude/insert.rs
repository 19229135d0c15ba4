use std::borrow::Borrow;

/// A table that rows are inserted into, several by a statement.
pub struct Table {
    pub name: &'static str,
    /// Inserts one row.
    pub row: &'static str,
    /// What the statement has for each further row.
    pub next: &'static str,
    /// How many rows a statement has.
    pub chunk: usize,
}

impl Database<'_> {
    /// Inserts rows into a table, all or none, and returns their number.
    pub fn bulk_insert<T: Record>(&self, table: &Table, rows: impl Source<T>) -> Result<u64> {
        let insert = || {
            let failed = |e| Error::new("all rows", e);
            let unit = self.begin().map_err(failed)?;
            let inserted = self.insert_rows(table, rows.into_iter())?;
            unit.end().map_err(failed)?;
            Ok(inserted)
        };
        insert().map_err(|e: Error| e.within(&format!("bulk insert into {}", table.name)))
    }

    fn insert_rows<T: Record>(
        &self,
        table: &Table,
        mut rows: impl Iterator<Item: Borrow<T>>,
    ) -> Result<u64> {
        let failed = |e| Error::new("its statement", e);
        let prepare = |sql: &str| self.prepare(sql).map_err(failed);
        let chunk = table.row.to_owned() + &table.next.repeat(table.chunk - 1);
        let (mut several, mut one) = (prepare(&chunk)?, prepare(table.row)?);
        let mut inserted = 0;
        loop {
            let some: Vec<_> = rows.by_ref().take(table.chunk).collect();
            if some.len() == table.chunk {
                insert_some(&mut several, inserted, &some)?;
            } else {
                for (i, row) in some.iter().enumerate() {
                    insert_some(&mut one, inserted + i, std::slice::from_ref(row))?;
                }
            }
            inserted += some.len();
            if some.len() < table.chunk {
                return Ok(inserted as u64);
            }
        }
    }
}

/// Inserts as many rows as a statement has.
fn insert_some<T: Record>(
    statement: &mut Prepared,
    before: usize,
    rows: &[impl Borrow<T>],
) -> Result<()> {
    let mut to = Writer {
        statement,
        bound: 0,
    };
    for (i, row) in rows.iter().enumerate() {
        let place = || format!("row {}", before + i + 1);
        row.borrow().put(&mut to).map_err(|e| e.within(&place()))?;
    }
    let (first, last) = (before + 1, before + rows.len());
    let place = || match rows.len() {
        1 => format!("row {first}"),
        _ => format!("rows {first} to {last}"),
    };
    statement
        .raw_execute()
        .map_err(|e| Error::new(place(), e))?;
    Ok(())
}

impl Observed<'_> {
    pub fn bulk_insert<T: Record>(&self, table: &Table, rows: impl Source<T>) -> Result<u64> {
        self.heard(table.name, |n| *n, |db| db.bulk_insert(table, rows))
    }
}
