//! The command line.

use clap::{Parser, ValueEnum};
use tokio_postgres::Config;

use crate::method::Method;
use crate::{Failure, Result};

/// The file that is read where none is named.
pub const INPUT_FILE: &str = "ingest.csv";

/// How many parameters a statement can have: the protocol counts them in 16 bits. Some clients take a signed number
/// for it, and stop at 32,767.
pub const MOST_PARAMETERS: usize = 65_535;

/// Compares ways to insert records from a CSV file into PostgreSQL, in batches.
///
/// The table `power_generation` is made in a schema of its own, `batch_ingest`, which is dropped at the end. The file
/// is read before the clock starts, and what is stored is compared with it after every run.
#[derive(Parser, Debug)]
#[command(version)]
pub struct Options {
    /// What to compare.
    #[arg(value_enum)]
    pub methods: Vec<Method>,

    /// Rows a batch, several numbers separated by commas.
    #[arg(short, long, value_delimiter = ',', default_value = "1000", value_parser = positive)]
    pub batch_sizes: Vec<usize>,

    /// One transaction for all batches (of a thread) in place of one a batch.
    #[arg(short, long)]
    pub transactions: bool,

    /// Print CSV in place of a table.
    #[arg(short = 'o', long)]
    pub csv_output: bool,

    /// All methods.
    #[arg(short, long, conflicts_with = "methods")]
    pub all: bool,

    /// Where the server is, as a URL or as key=value; without TLS.
    #[arg(short, long, env = "CONNECTION_STRING", hide_env_values = true)]
    pub connection_string: Option<String>,

    /// The records, in the order of the table's columns [default: ingest.csv, which is made where it is not there]
    #[arg(short = 'f', long)]
    pub input_file: Option<String>,

    /// How many records the file gets that is made.
    #[arg(short, long, default_value = "1000000", value_parser = positive)]
    pub rows: usize,

    /// Connections that load at the same time, each a share of the batches.
    #[arg(short = 'j', long, default_value = "1", value_parser = positive)]
    pub threads: usize,

    /// Runs of each method, which take turns; their median is shown.
    #[arg(short = 'n', long, default_value = "1", value_parser = positive)]
    pub rounds: usize,

    /// The server's setting for prepared statements.
    #[arg(short, long, value_enum, default_value = "auto")]
    pub plan_cache_mode: PlanCacheMode,

    /// Parameters that a statement may have: batches of VALUES with more become several statements in a transaction.
    #[arg(short, long, default_value_t = MOST_PARAMETERS, value_parser = parameters)]
    pub max_parameters: usize,

    /// A plan of `sqg bench`.
    #[arg(long, hide = true)]
    pub plan: Option<String>,
}

/// `plan_cache_mode` of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum PlanCacheMode {
    Auto,
    ForceGenericPlan,
    ForceCustomPlan,
}

impl Options {
    /// The methods that were asked for.
    pub fn chosen(&self) -> Result<Vec<Method>> {
        let mut methods = if self.all {
            Method::COMPARED.to_vec()
        } else {
            self.methods.clone()
        };
        methods.dedup();
        if methods.is_empty() {
            return Err(Failure::new(
                "no method is named: --all takes all, --help lists them",
            ));
        }
        Ok(methods)
    }

    pub fn connection(&self) -> Result<Config> {
        match &self.connection_string {
            // What is wrong with it is said without it: it may hold a password.
            Some(text) => text
                .parse()
                .map_err(|_| Failure::new("the connection string is not a valid one")),
            None => Err(Failure::new(
                "--connection-string, or CONNECTION_STRING in the environment, is wanted",
            )),
        }
    }
}

fn positive(text: &str) -> std::result::Result<usize, String> {
    match text.replace('_', "").parse() {
        Ok(0) | Err(_) => Err("it takes whole numbers from 1 on".to_owned()),
        Ok(n) => Ok(n),
    }
}

fn parameters(text: &str) -> std::result::Result<usize, String> {
    let least = crate::rows::COLUMNS;
    match positive(text)? {
        n if (least..=MOST_PARAMETERS).contains(&n) => Ok(n),
        _ => Err(format!(
            "a row has {least}, and the protocol takes {MOST_PARAMETERS}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(words: &[&str]) -> std::result::Result<Options, clap::Error> {
        Options::try_parse_from([&["batch-ingest"], words].concat())
    }

    #[test]
    fn no_option_has_the_name_of_another() {
        Options::command().debug_assert();
    }

    #[test]
    fn defaults_are_the_articles() {
        let o = parse(&["copy"]).unwrap();
        assert_eq!(o.batch_sizes, [1000]);
        assert!(!o.transactions && !o.csv_output && o.threads == 1);
        assert_eq!(o.chosen().unwrap(), [Method::Copy]);
    }

    #[test]
    fn lists_of_sizes_and_methods() {
        let o = parse(&[
            "-b",
            "1000,5_000,1000000",
            "-t",
            "-o",
            "-j",
            "3",
            "insert-values",
            "binary-copy",
        ])
        .unwrap();
        assert_eq!(o.batch_sizes, [1000, 5000, 1_000_000]);
        assert!(o.transactions && o.csv_output && o.threads == 3);
        assert_eq!(
            o.chosen().unwrap(),
            [Method::InsertValues, Method::BinaryCopy]
        );
    }

    #[test]
    fn all_are_the_six_the_generated_one_and_the_ceiling() {
        assert_eq!(parse(&["--all"]).unwrap().chosen().unwrap().len(), 8);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for words in [
            &["-b", "0", "copy"][..],
            &["-b", "10,x", "copy"],
            &["-j", "0", "copy"],
            &["-m", "6", "copy"],
            &["-m", "65536", "copy"],
            &["--all", "copy"],
            &["fastest"],
        ] {
            assert!(parse(words).is_err(), "{words:?}");
        }
        assert!(parse(&[]).unwrap().chosen().is_err());
    }

    #[test]
    fn a_bad_connection_string_is_not_repeated() {
        let o = parse(&["-c", "password=secret nonsense", "copy"]).unwrap();
        assert!(!o.connection().unwrap_err().to_string().contains("secret"));
    }
}
