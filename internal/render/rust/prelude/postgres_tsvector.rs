/// The words of a text, in the server's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TsVector(pub Vec<Lexeme>);

/// A word, and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lexeme {
    pub word: String,
    /// The lower 14 bits are the place, the upper 2 its weight: 3 is A, 0 is D.
    pub places: Vec<u16>,
}

impl Decode for TsVector {
    fn accepts(ty: &Type) -> bool {
        is!(ty, TS_VECTOR)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let mut input = Input(raw);
        let mut words = Vec::new();
        for _ in 0..input.i32()? {
            let end = input.0.iter().position(|byte| *byte == 0);
            let word = std::str::from_utf8(input.bytes(end.ok_or("a word without an end")?)?)?;
            input.bytes(1)?;
            let mut places = Vec::new();
            for _ in 0..input.i16()? {
                places.push(u16::from_be_bytes(input.array()?));
            }
            words.push(Lexeme {
                word: word.to_owned(),
                places,
            });
        }
        Ok(Self(words))
    }
}

impl Encode for TsVector {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_i32(i32::try_from(self.0.len())?);
        for lexeme in &self.0 {
            out.put_slice(lexeme.word.as_bytes());
            out.put_u8(0);
            out.put_u16(u16::try_from(lexeme.places.len())?);
            lexeme.places.iter().for_each(|place| out.put_u16(*place));
        }
        Ok(IsNull::No)
    }
}
