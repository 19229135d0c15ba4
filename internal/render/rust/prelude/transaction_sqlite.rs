impl Database<'_> {
    fn in_transaction(&self) -> Result<bool, rusqlite::Error> {
        Ok(!self.connection.is_autocommit())
    }
}
