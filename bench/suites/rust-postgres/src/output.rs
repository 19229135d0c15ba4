//! What the program prints: a table, or CSV.

use std::fmt::Write;

use crate::Result;
use crate::contest::Entrant;
use crate::method::Method;

/// What the article has: COPY BINARY against VALUES, and megabytes of log for a million rows.
const PUBLISHED: &str = "published: 19 times from insert-values to binary-copy; of log, 62 MB by COPY and 109 MB by INSERT for a million rows";

const HEADER: [&str; 10] = [
    "method",
    "batch",
    "statement",
    "threads",
    "ms",
    "rows/s",
    "relative",
    "client CPU ms",
    "server CPU ms",
    "WAL MB",
];

/// Prints what was measured; the slowest is 1 in the column `relative`.
#[expect(clippy::cast_precision_loss, reason = "rates do not need more")]
pub fn print(entrants: &[Entrant], rows: usize, csv: bool) -> Result<()> {
    let measured: Vec<_> = entrants.iter().filter(|e| e.failed.is_none()).collect();
    let slowest = measured
        .iter()
        .map(|e| e.median(|t| t.wall))
        .fold(0.0, f64::max);
    let mut lines = vec![HEADER.map(str::to_owned)];
    for entrant in &measured {
        let ms = entrant.median(|t| t.wall);
        lines.push([
            entrant.job.method.to_string(),
            entrant.job.batch.to_string(),
            entrant.job.rows_a_statement().min(rows).to_string(),
            entrant.job.threads.to_string(),
            format!("{ms:.1}"),
            format!("{:.0}", rows as f64 / ms * 1e3),
            format!("{:.2}", slowest / ms),
            format!("{:.1}", entrant.median(|t| t.client)),
            format!("{:.1}", entrant.median(|t| t.server)),
            format!("{:.1}", entrant.median(|t| t.wal)),
        ]);
    }
    if csv {
        let mut out = csv::Writer::from_writer(std::io::stdout());
        for line in &lines {
            out.write_record(line)?;
        }
        return Ok(out.flush()?);
    }
    table(&lines);
    let without_ceiling = measured
        .iter()
        .filter(|e| e.job.method != Method::Ceiling)
        .map(|e| e.median(|t| t.wall));
    let (fastest, slowest) = without_ceiling.fold((f64::MAX, 0.0), |(a, b): (f64, f64), ms| {
        (a.min(ms), b.max(ms))
    });
    if slowest > fastest {
        println!(
            "\nspread: {:.1} times from the slowest to the fastest, without the ceiling\n{PUBLISHED}",
            slowest / fastest
        );
    }
    Ok(())
}

fn table(lines: &[[String; 10]]) {
    let width = |column: usize| {
        lines
            .iter()
            .map(|l| l[column].chars().count())
            .max()
            .unwrap_or_default()
    };
    for line in lines {
        let mut text = format!("{:1$}", line[0], width(0));
        for (column, cell) in line.iter().enumerate().skip(1) {
            let _ = write!(text, "  {cell:>0$}", width(column)); // which cannot fail
        }
        println!("{text}");
    }
}
