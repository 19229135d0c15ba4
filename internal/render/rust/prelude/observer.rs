/// An observer of all calls.
pub trait Observer: Sync {
    /// Called before a statement or a bulk insert. Its result is called after it.
    fn observe(&self, name: &str) -> End<'_>;
}

/// Called with the number of rows and the error of a call. If the call's future is dropped, this is dropped, too.
pub type End<'o> = Box<dyn FnOnce(u64, Option<&Error>) + Send + 'o>;

/// A database whose calls are reported to an observer, if there is one.
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

/// The rows of a query. The observer is called at their end.
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
