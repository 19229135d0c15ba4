use std::error::Error as StdError;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration as Wait;

/// An error of a transaction's function.
pub trait TransactionError: From<Error> {
    /// What says whether it is a conflict with another transaction, or comes from one.
    fn error(&self) -> &(dyn StdError + 'static);
}

impl TransactionError for Error {
    fn error(&self) -> &(dyn StdError + 'static) {
        self
    }
}

impl TransactionError for Box<dyn StdError> {
    fn error(&self) -> &(dyn StdError + 'static) {
        &**self
    }
}

impl TransactionError for Box<dyn StdError + Send + Sync> {
    fn error(&self) -> &(dyn StdError + 'static) {
        &**self
    }
}

/// Refuses invalid options within a transaction.
fn refuse_nested(begin: &str) -> Result<()> {
    if begin != BEGIN {
        let why =
            "a transaction within another takes no options but retry: give them to the outer one";
        return Err(Error::new("transaction", why));
    }
    match UNNESTED {
        Some(why) => Err(Error::new("transaction", why)),
        None => Ok(()),
    }
}

/// Whether an error is a conflict with another transaction, or comes from one.
fn conflicts(error: &(dyn StdError + 'static)) -> bool {
    met(error) || error.source().is_some_and(conflicts)
}

const LONGEST_PAUSE: u64 = 1000;

/// How long to wait: at random, so that transactions that have met do not meet again, and ever longer.
fn pause(tries: u32) -> Wait {
    let longest = LONGEST_PAUSE.min(10 << tries.min(10));
    Wait::from_millis(RandomState::new().build_hasher().finish() % (longest + 1))
}
