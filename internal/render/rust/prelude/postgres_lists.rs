/// What an array of rows that a statement makes holds.
static RECORD: Type = Type::RECORD;

/// What a list is of; of an array of several dimensions, what the innermost lists are of.
fn element(ty: &Type) -> Option<&Type> {
    match base(ty).kind() {
        Kind::Array(of) => Some(of),
        Kind::Multirange(_) => Some(ty), // the driver does not say which range
        Kind::Simple if is_vector(ty) => Some(&REAL),
        Kind::Pseudo if *ty == Type::RECORD_ARRAY => Some(&RECORD),
        _ => None,
    }
}

/// Reads an array of any number of dimensions, or a multirange.
impl<T: Decode> Decode for Vec<T> {
    fn accepts(ty: &Type) -> bool {
        element(ty).is_some_and(|of| T::accepts(of) || T::accepts(ty))
    }

    fn decode(ty: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let of = element(ty).ok_or("not a list")?;
        if is_vector(ty) {
            return vector_of(ty, raw);
        }
        let mut input = Input(raw);
        if let Kind::Multirange(_) = base(ty).kind() {
            let n = input.i32()?;
            return (0..n).map(|_| value(of, input.value()?)).collect();
        }
        let dimensions = input.i32()?;
        input.bytes(8)?; // whether a NULL is there, and the element's type
        let mut sizes = Vec::new();
        for _ in 0..dimensions {
            sizes.push(usize::try_from(input.i32()?)?);
            input.bytes(4)?; // the lower bound
        }
        if sizes.is_empty() {
            return Ok(Self::new());
        }
        Self::item(of, &sizes, &mut input)
    }

    fn item(ty: &Type, sizes: &[usize], input: &mut Input<'_>) -> Result<Self, Cause> {
        match sizes {
            [] if element(ty).is_some() => value(ty, input.value()?),
            [] => Err("an array of fewer dimensions than it is declared with".into()),
            [n, rest @ ..] => (0..*n).map(|_| T::item(ty, rest, input)).collect(),
        }
    }
}

/// Sends an array of any number of dimensions, or a multirange.
impl<T: Encode> Encode for [T] {
    const IS_LIST: bool = true;

    fn fits(ty: &Type) -> bool {
        element(ty).is_some_and(|of| T::fits(of) || T::fits(ty))
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        let of = match base(ty).kind() {
            Kind::Array(of) => of,
            Kind::Multirange(_) => {
                out.put_i32(i32::try_from(self.len())?);
                self.iter().try_for_each(|value| value.put(ty, out))?;
                return Ok(IsNull::No);
            }
            _ => {
                put_vector(self, ty, out)?;
                return Ok(IsNull::No);
            }
        };
        if !T::IS_LIST {
            let length = i32::try_from(self.len())?.to_be_bytes();
            let mut head = [0; 20]; // as below, of one dimension or, where nothing is in the list, of none
            (head[3], head[7], head[19]) = (u8::from(!self.is_empty()), 1, 1);
            head[8..12].copy_from_slice(&of.oid().to_be_bytes());
            head[12..16].copy_from_slice(&length);
            let end = if self.is_empty() { 12 } else { 20 };
            out.put_slice(&head[..end]);
            self.iter().try_for_each(|value| value.put(of, out))?;
            return Ok(IsNull::No);
        }
        let mut sizes = vec![self.len()];
        if let (None, Some(first)) = (element(of), self.first()) {
            first.sizes(&mut sizes);
        }
        if sizes.contains(&0) {
            sizes.clear();
        }
        out.put_i32(i32::try_from(sizes.len())?);
        out.put_i32(1); // a NULL may be there
        out.put_u32(of.oid());
        for &n in &sizes {
            out.put_i32(i32::try_from(n)?);
            out.put_i32(1);
        }
        if !sizes.is_empty() || self.iter().any(has_items) {
            self.items(of, &sizes, out)?;
        }
        Ok(IsNull::No)
    }

    fn sizes(&self, sizes: &mut Vec<usize>) {
        sizes.push(self.len());
        if let Some(first) = self.first() {
            first.sizes(sizes);
        }
    }

    fn items(&self, ty: &Type, sizes: &[usize], out: &mut BytesMut) -> Result<(), Cause> {
        match sizes {
            [] if element(ty).is_some() => self.put(ty, out),
            [n, rest @ ..] if *n == self.len() => {
                self.iter().try_for_each(|v| v.items(ty, rest, out))
            }
            _ => Err("the lists of an array differ in length".into()),
        }
    }
}

/// Whether a value is a list that is not empty.
fn has_items(value: &impl Encode) -> bool {
    let mut sizes = Vec::new();
    value.sizes(&mut sizes);
    sizes.first().is_some_and(|n| *n > 0)
}

impl<T: Encode> Encode for Vec<T> {
    const IS_LIST: bool = true;

    fn fits(ty: &Type) -> bool {
        <[T]>::fits(ty)
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        <[T]>::encode(self, ty, out)
    }

    fn sizes(&self, sizes: &mut Vec<usize>) {
        <[T]>::sizes(self, sizes);
    }

    fn items(&self, ty: &Type, sizes: &[usize], out: &mut BytesMut) -> Result<(), Cause> {
        <[T]>::items(self, ty, sizes, out)
    }
}
