/// Hears of every call.
pub trait Observer: Sync {
    /// A call begins, of a statement or of a bulk insert. When it ends, what this returns is called.
    fn observe(&self, name: &str) -> End<'_>;
}

/// Is called with how many rows a call returned or changed, and with its error. A call whose future is dropped, drops it.
pub type End<'o> = Box<dyn FnOnce(u64, Option<&Error>) + Send + 'o>;

/// A database of whose calls an observer hears, if there is one.
pub struct Observed<'c> {
    db: Database<'c>,
    observer: Option<&'c dyn Observer>,
}

impl<'c> Observed<'c> {
    pub fn new(db: Database<'c>) -> Self {
        Self { db, observer: None }
    }

    pub fn by(self, observer: &'c dyn Observer) -> Self {
        Self {
            observer: Some(observer),
            ..self
        }
    }

    fn begin(&self, name: &str) -> Option<End<'c>> {
        self.observer.map(|observer| observer.observe(name))
    }
}

fn ended<T>(end: Option<End>, result: Result<T>, count: fn(&T) -> u64) -> Result<T> {
    if let Some(end) = end {
        end(result.as_ref().map_or(0, count), result.as_ref().err());
    }
    result
}

/// The rows of a query, of which an observer hears when no more of them are read.
pub struct Heard<'c, R> {
    rows: R,
    count: u64,
    end: Option<End<'c>>,
}

impl<R> Heard<'_, R> {
    fn seen<T>(&mut self, next: Option<&Result<T>>) {
        match next {
            Some(Ok(_)) => self.count += 1,
            Some(Err(error)) => self.ended(Some(error)),
            None => self.ended(None),
        }
    }

    fn ended(&mut self, error: Option<&Error>) {
        if let Some(end) = self.end.take() {
            end(self.count, error);
        }
    }
}

impl<R> Drop for Heard<'_, R> {
    fn drop(&mut self) {
        self.ended(None);
    }
}
