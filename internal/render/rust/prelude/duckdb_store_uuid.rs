impl Store for Uuid {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        to.add(self.as_bytes())
    }
}
