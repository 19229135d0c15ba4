use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

impl Key for NaiveDate {}

impl Key for NaiveDateTime {
    fn text(&self) -> String {
        format!("{self:?}")
    }
}

impl Key for DateTime<Utc> {
    fn text(&self) -> String {
        format!("{self:?}")
    }
}
