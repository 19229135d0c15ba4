//! Ways to search with rusqlite. Each keeps its statements prepared, as the driver offers it.

use rusqlite::{Connection, ToSql, params_from_iter};

use crate::generated::parts::{
    ItemRow, Parts, SearchNineParams, SearchOneParams, SearchSixParams, SearchThreeParams,
    SearchTwelveParams, SearchTwoParams,
};
use crate::items::{BEGIN, COLUMNS, END, Failure, Filter, Run};

/// What runs for a case.
pub fn ways<'a>(db: &'a Connection, case: &Filter) -> Vec<(&'static str, Run<'a>)> {
    let text = fixed(case);
    let all = is_null_or(case.len());
    vec![
        (
            "text of the case",
            calls(move |f| read(db, &text, f.iter().flatten())),
        ),
        ("clauses", calls(move |f| clauses(db, f))),
        ("sqg", generated(db, case.len())),
        ("IS NULL OR", calls(move |f| read(db, &all, f.iter()))),
    ]
}

/// Runs a search several times.
fn calls<'a>(mut search: impl FnMut(&Filter) -> Result<Vec<ItemRow>, Failure> + 'a) -> Run<'a> {
    Box::new(move |filter, calls| {
        for _ in 1..calls {
            search(filter)?;
        }
        search(filter)
    })
}

/// A text that was written for what is given in this case: what nothing can be faster than.
pub fn fixed(case: &Filter) -> String {
    let given = COLUMNS.iter().zip(case).filter(|(_, v)| v.is_some());
    let clauses: String = given.map(|(c, _)| format!(" AND {c} = ?")).collect();
    format!("{BEGIN}{clauses}{END}")
}

/// Joins the clauses that are asked for in each call, as people do by hand.
fn clauses(db: &Connection, filter: &Filter) -> Result<Vec<ItemRow>, Failure> {
    let mut text = BEGIN.to_owned();
    let mut values = Vec::with_capacity(filter.len());
    for (column, value) in COLUMNS.iter().zip(filter) {
        if let Some(value) = value {
            text.push_str(" AND ");
            text.push_str(column);
            text.push_str(" = ?");
            values.push(value);
        }
    }
    text.push_str(END);
    read(db, &text, values)
}

/// One text for all cases, in which a filter that is NULL lets everything pass.
fn is_null_or(count: usize) -> String {
    let clauses: String = (1..=count)
        .map(|i| format!(" AND (?{i} IS NULL OR {} = ?{i})", COLUMNS[i - 1]))
        .collect();
    format!("{BEGIN}{clauses}{END}")
}

fn read<T: ToSql>(
    db: &Connection,
    text: &str,
    values: impl IntoIterator<Item = T>,
) -> Result<Vec<ItemRow>, Failure> {
    let mut statement = db.prepare_cached(text)?;
    let rows = statement.query_map(params_from_iter(values), |row| {
        Ok(ItemRow {
            id: row.get(0)?,
            name: row.get(1)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Calls the method for the number of parts.
fn generated(db: &Connection, count: usize) -> Run<'_> {
    let parts = Parts::new(db);
    match count {
        1 => calls(move |f| Ok(parts.search_one(&SearchOneParams { c01: f[0] })?)),
        2 => calls(move |f| {
            Ok(parts.search_two(&SearchTwoParams {
                c01: f[0],
                c02: f[1],
            })?)
        }),
        3 => calls(move |f| {
            Ok(parts.search_three(&SearchThreeParams {
                c01: f[0],
                c02: f[1],
                c03: f[2],
            })?)
        }),
        6 => calls(move |f| {
            Ok(parts.search_six(&SearchSixParams {
                c01: f[0],
                c02: f[1],
                c03: f[2],
                c04: f[3],
                c05: f[4],
                c06: f[5],
            })?)
        }),
        9 => calls(move |f| {
            Ok(parts.search_nine(&SearchNineParams {
                c01: f[0],
                c02: f[1],
                c03: f[2],
                c04: f[3],
                c05: f[4],
                c06: f[5],
                c07: f[6],
                c08: f[7],
                c09: f[8],
            })?)
        }),
        _ => calls(move |f| {
            Ok(parts.search_twelve(&SearchTwelveParams {
                c01: f[0],
                c02: f[1],
                c03: f[2],
                c04: f[3],
                c05: f[4],
                c06: f[5],
                c07: f[6],
                c08: f[7],
                c09: f[8],
                c10: f[9],
                c11: f[10],
                c12: f[11],
            })?)
        }),
    }
}
