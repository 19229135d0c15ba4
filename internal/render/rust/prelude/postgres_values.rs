/// A type whose values are read. The server sends all in its binary format.
pub trait Decode: Sized {
    fn accepts(ty: &Type) -> bool;
    fn decode(ty: &Type, raw: &[u8]) -> Result<Self, Cause>;

    fn null() -> Result<Self, Cause> {
        Err("it is NULL".into())
    }

    /// A value of a list; sizes are those of the dimensions that are left.
    fn item(ty: &Type, sizes: &[usize], input: &mut Input<'_>) -> Result<Self, Cause> {
        if !sizes.is_empty() {
            return Err("an array of more dimensions than it is declared with".into());
        }
        value(ty, input.value()?)
    }
}

/// A type whose values are sent.
pub trait Encode {
    /// Whether values are lists themselves, so that a list of them has several dimensions.
    const IS_LIST: bool = false;

    fn fits(ty: &Type) -> bool;
    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause>;

    /// Whether values of the type are sent as text.
    fn is_text(_: &Type) -> bool {
        false
    }

    /// Puts the value with its length in front.
    fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        put_measured(self, ty, out)
    }

    /// Adds how many values each dimension of a list has.
    fn sizes(&self, _: &mut Vec<usize>) {}

    /// Puts the values of a list.
    fn items(&self, ty: &Type, _: &[usize], out: &mut BytesMut) -> Result<(), Cause> {
        self.put(ty, out)
    }
}

/// Puts a value whose length is known when it is there.
#[inline]
fn put_measured(
    value: &(impl Encode + ?Sized),
    ty: &Type,
    out: &mut BytesMut,
) -> Result<(), Cause> {
    let at = out.len();
    out.put_i32(-1);
    if let IsNull::No = value.encode(ty, out)? {
        let length = i32::try_from(out.len() - at - 4)?;
        out[at..at + 4].copy_from_slice(&length.to_be_bytes());
    }
    Ok(())
}

/// Puts the bytes of a value with their length in front.
#[inline]
fn put_bytes(bytes: &[u8], out: &mut BytesMut) -> Result<(), Cause> {
    out.put_i32(i32::try_from(bytes.len())?);
    out.put_slice(bytes);
    Ok(())
}

/// The same of few bytes whose number is known: length and value go in one step.
#[inline]
fn put_few<const N: usize>(bytes: [u8; N], out: &mut BytesMut) -> Result<(), Cause> {
    let mut value = [0; 20];
    value[..4].copy_from_slice(&(N as u32).to_be_bytes());
    value[4..4 + N].copy_from_slice(&bytes);
    out.put_slice(&value[..4 + N]);
    Ok(())
}

/// The type that a domain is of.
pub fn base(mut ty: &Type) -> &Type {
    while let Kind::Domain(of) = ty.kind() {
        ty = of;
    }
    ty
}

/// Reports whether a type is one of these, or a domain of one. That it is no domain takes the driver a while to say: so
/// this is asked last.
macro_rules! is {
    ($ty:expr, $($of:ident)|+) => {
        matches!(*$ty, $(Type::$of)|+) || matches!(*base($ty), $(Type::$of)|+)
    };
}

fn value<T: Decode>(ty: &Type, raw: Option<&[u8]>) -> Result<T, Cause> {
    raw.map_or_else(T::null, |raw| T::decode(ty, raw))
}

/// Bytes of the server that are read from their start.
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    pub fn bytes(&mut self, n: usize) -> Result<&'a [u8], Cause> {
        let (bytes, rest) = self.0.split_at_checked(n).ok_or("the value is too short")?;
        self.0 = rest;
        Ok(bytes)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Cause> {
        Ok(self.bytes(N)?.try_into()?)
    }

    pub fn i16(&mut self) -> Result<i16, Cause> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    pub fn i32(&mut self) -> Result<i32, Cause> {
        Ok(i32::from_be_bytes(self.array()?))
    }

    pub fn i64(&mut self) -> Result<i64, Cause> {
        Ok(i64::from_be_bytes(self.array()?))
    }

    /// A value with its length in front; NULL is none.
    pub fn value(&mut self) -> Result<Option<&'a [u8]>, Cause> {
        match self.i32()? {
            -1 => Ok(None),
            n => Ok(Some(self.bytes(usize::try_from(n)?)?)),
        }
    }
}

/// Numbers.
macro_rules! number {
    ($rust:ty, $($ty:ident)|+) => {
        impl Decode for $rust {
            fn accepts(ty: &Type) -> bool {
                is!(ty, $($ty)|+)
            }

            fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
                Ok(Self::from_be_bytes(raw.try_into()?))
            }
        }

        impl Encode for $rust {
            fn fits(ty: &Type) -> bool {
                <Self as Decode>::accepts(ty)
            }

            fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
                out.put_slice(&self.to_be_bytes());
                Ok(IsNull::No)
            }

            #[inline]
            fn put(&self, _: &Type, out: &mut BytesMut) -> Result<(), Cause> {
                put_few(self.to_be_bytes(), out)
            }
        }
    };
}

number!(i16, INT2);
number!(i32, INT4);
number!(i64, INT8 | MONEY);
number!(u32, OID);
number!(f32, FLOAT4);
number!(f64, FLOAT8);

impl Decode for bool {
    fn accepts(ty: &Type) -> bool {
        is!(ty, BOOL)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        Ok(raw == [1])
    }
}

impl Encode for bool {
    fn fits(ty: &Type) -> bool {
        is!(ty, BOOL)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_u8(u8::from(*self));
        Ok(IsNull::No)
    }

    #[inline]
    fn put(&self, _: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        put_few([u8::from(*self)], out)
    }
}

/// Whether a type's binary format is its text, but for what stands in front of jsonb.
fn is_plain(ty: &Type) -> bool {
    match *ty {
        Type::TEXT
        | Type::VARCHAR
        | Type::BPCHAR
        | Type::NAME
        | Type::UNKNOWN
        | Type::XML
        | Type::JSON
        | Type::JSONB
        | Type::JSONPATH => true,
        _ => matches!(ty.kind(), Kind::Enum(_)) || ty.name() == "citext",
    }
}

fn has_version(ty: &Type) -> bool {
    *ty == Type::JSONB || *ty == Type::JSONPATH
}

impl Decode for String {
    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::TEXT | Type::VARCHAR) || is_plain(base(ty)) || is!(ty, CHAR)
    }

    fn decode(ty: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let text = match *ty {
            Type::TEXT | Type::VARCHAR => raw,
            _ => match *base(ty) {
                Type::CHAR => return Ok(text_of_char(raw)),
                Type::JSONB | Type::JSONPATH => raw
                    .strip_prefix(&[1])
                    .ok_or("an unknown version of the format")?,
                _ => raw,
            },
        };
        Ok(std::str::from_utf8(text)?.to_owned())
    }
}

/// The text of a "char", which the server writes \ooo where it is not ASCII.
fn text_of_char(raw: &[u8]) -> String {
    match raw {
        [0] => String::new(),
        [byte] if byte.is_ascii() => char::from(*byte).to_string(),
        _ => raw.iter().map(|byte| format!("\\{byte:03o}")).collect(),
    }
}

/// The one byte of a "char".
fn char_of(text: &str) -> Result<u8, Cause> {
    match text.as_bytes() {
        [] => Ok(0),
        [byte] => Ok(*byte),
        [b'\\', octal @ ..] if octal.len() == 3 => Ok(u8::from_str_radix(&text[1..], 8)?),
        _ => Err(format!("{text:?} is not one byte").into()),
    }
}

impl Encode for str {
    fn fits(_: &Type) -> bool {
        true
    }

    fn is_text(ty: &Type) -> bool {
        !<String as Decode>::accepts(ty)
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        let ty = base(ty);
        if *ty == Type::CHAR {
            out.put_u8(char_of(self)?);
            return Ok(IsNull::No);
        }
        if has_version(ty) {
            out.put_u8(1);
        }
        out.put_slice(self.as_bytes());
        Ok(IsNull::No)
    }

    #[inline]
    fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        match *ty {
            Type::TEXT | Type::VARCHAR => put_bytes(self.as_bytes(), out),
            _ => put_measured(self, ty, out),
        }
    }
}

impl Decode for Vec<u8> {
    fn accepts(ty: &Type) -> bool {
        is!(ty, BYTEA)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        Ok(raw.to_vec())
    }
}

impl Encode for [u8] {
    fn fits(ty: &Type) -> bool {
        is!(ty, BYTEA)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_slice(self);
        Ok(IsNull::No)
    }
}

/// Addresses of network cards.
macro_rules! address {
    ($rust:ty, $ty:ident) => {
        impl Decode for $rust {
            fn accepts(ty: &Type) -> bool {
                is!(ty, $ty)
            }

            fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
                Ok(raw.try_into()?)
            }
        }

        impl Encode for $rust {
            fn fits(ty: &Type) -> bool {
                is!(ty, $ty)
            }

            fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
                out.put_slice(self);
                Ok(IsNull::No)
            }
        }
    };
}

address!([u8; 6], MACADDR);
address!([u8; 8], MACADDR8);

impl<T: Decode> Decode for Option<T> {
    fn accepts(ty: &Type) -> bool {
        T::accepts(ty)
    }

    fn decode(ty: &Type, raw: &[u8]) -> Result<Self, Cause> {
        T::decode(ty, raw).map(Some)
    }

    fn null() -> Result<Self, Cause> {
        Ok(None)
    }
}

impl<T: Encode> Encode for Option<T> {
    fn fits(ty: &Type) -> bool {
        T::fits(ty)
    }

    fn is_text(ty: &Type) -> bool {
        T::is_text(ty)
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        match self {
            Some(value) => value.encode(ty, out),
            None => Ok(IsNull::Yes),
        }
    }

    #[inline]
    fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        match self {
            Some(value) => value.put(ty, out),
            None => {
                out.put_i32(-1);
                Ok(())
            }
        }
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    const IS_LIST: bool = T::IS_LIST;

    fn fits(ty: &Type) -> bool {
        T::fits(ty)
    }

    fn is_text(ty: &Type) -> bool {
        T::is_text(ty)
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        (**self).encode(ty, out)
    }

    fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        (**self).put(ty, out)
    }

    fn sizes(&self, sizes: &mut Vec<usize>) {
        (**self).sizes(sizes);
    }

    fn items(&self, ty: &Type, sizes: &[usize], out: &mut BytesMut) -> Result<(), Cause> {
        (**self).items(ty, sizes, out)
    }
}

/// What is owned is sent as what is borrowed.
macro_rules! owned {
    ($owned:ty, $borrowed:ty) => {
        impl Encode for $owned {
            fn fits(ty: &Type) -> bool {
                <$borrowed>::fits(ty)
            }

            fn is_text(ty: &Type) -> bool {
                <$borrowed>::is_text(ty)
            }

            fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
                <$borrowed>::encode(self, ty, out)
            }

            #[inline]
            fn put(&self, ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
                <$borrowed>::put(self, ty, out)
            }
        }
    };
}

owned!(String, str);
owned!(Vec<u8>, [u8]);
