use duckdb::arrow::array as arrays;
use duckdb::types::Value as Owned;

/// What a column of a table holds while its rows are on their way.
#[derive(Clone, Copy)]
pub enum Kind {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
    Text,
    Blob,
    Uuid,
    Date,
    Timestamp,
    TimestampTz,
    /// All digits, and those behind the point.
    Decimal(u8, i8),
    List(&'static Kind),
}

impl Kind {
    /// The type of Arrow's, and how many bytes a value has where all have as many.
    fn layout(self) -> (arrow::DataType, usize) {
        use arrow::DataType as Type;
        let micros = |zone| Type::Timestamp(arrow::TimeUnit::Microsecond, zone);
        match self {
            Self::Bool => (Type::Boolean, 1),
            Self::I8 => (Type::Int8, 1),
            Self::I16 => (Type::Int16, 2),
            Self::I32 => (Type::Int32, 4),
            Self::I64 => (Type::Int64, 8),
            Self::U8 => (Type::UInt8, 1),
            Self::U16 => (Type::UInt16, 2),
            Self::U32 => (Type::UInt32, 4),
            Self::U64 => (Type::UInt64, 8),
            Self::F32 => (Type::Float32, 4),
            Self::F64 => (Type::Float64, 8),
            Self::Text => (Type::LargeUtf8, 0),
            Self::Blob => (Type::LargeBinary, 0),
            Self::Uuid => (Type::FixedSizeBinary(16), 16),
            Self::Date => (Type::Date32, 4),
            Self::Timestamp => (micros(None), 8),
            Self::TimestampTz => (micros(Some("UTC".into())), 8),
            Self::Decimal(digits, scale) => (Type::Decimal64(digits, scale), 8),
            Self::List(of) => (Type::LargeList(of.field("item").into()), 0),
        }
    }

    fn field(self, name: &str) -> arrow::Field {
        let field = arrow::Field::new(name, self.layout().0, true);
        match self {
            Self::Uuid => {
                let key = "ARROW:extension:name".to_owned();
                field.with_metadata([(key, "arrow.uuid".to_owned())].into())
            }
            _ => field,
        }
    }
}

/// The values of a column.
pub struct Column {
    kind: Kind,
    width: usize,
    values: usize,
    data: Vec<u8>,
    /// Where values end that differ in length.
    ends: Vec<i64>,
    /// Which values there are; nothing while none is NULL.
    given: Option<Vec<bool>>,
    /// What lists hold.
    items: Option<Box<Self>>,
}

/// A type whose values columns hold as they are.
pub trait Store {
    fn store(&self, to: &mut Column) -> Result<(), Cause>;
}

impl Column {
    fn new(kind: Kind) -> Self {
        let items = match kind {
            Kind::List(of) => Some(Box::new(Self::new(*of))),
            _ => None,
        };
        Self {
            kind,
            width: kind.layout().1,
            values: 0,
            data: Vec::new(),
            ends: vec![0],
            given: None,
            items,
        }
    }

    /// Ends a value whose bytes are there.
    fn end(&mut self, end: usize) -> Result<(), Cause> {
        if self.width == 0 {
            self.ends.push(i64::try_from(end)?);
        }
        self.values += 1;
        if let Some(given) = &mut self.given {
            given.push(true);
        }
        Ok(())
    }

    /// Adds a value by its bytes.
    #[inline]
    fn add(&mut self, value: &[u8]) -> Result<(), Cause> {
        self.data.extend_from_slice(value);
        self.end(self.data.len())
    }

    fn add_null(&mut self) {
        self.data.resize(self.data.len() + self.width, 0);
        if self.width == 0 {
            self.ends.extend(self.ends.last().copied());
        }
        let given = self.given.get_or_insert_with(|| vec![true; self.values]);
        given.push(false);
        self.values += 1;
    }

    /// Adds what is bound for a value: bytes, or a text that the statement makes the value of.
    fn add_encoded(&mut self, value: &dyn Encode) -> Result<(), Cause> {
        use ToSqlOutput::{Borrowed, Owned as Own};
        match value.encode()? {
            Own(Owned::Null) => {
                self.add_null();
                Ok(())
            }
            Own(Owned::Text(text)) => self.add(text.as_bytes()),
            Borrowed(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => self.add(bytes),
            Own(Owned::Blob(bytes)) => self.add(&bytes),
            Own(Owned::Boolean(value)) => self.add(value.to_string().as_bytes()),
            Own(Owned::TinyInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::SmallInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::Int(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::BigInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::HugeInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::UTinyInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::USmallInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::UInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::UBigInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::UHugeInt(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::Float(number)) => self.add(number.to_string().as_bytes()),
            Own(Owned::Double(number)) => self.add(number.to_string().as_bytes()),
            _ => Err("it has no text".into()),
        }
    }

    /// The values as Arrow has them; others take their place.
    fn take(&mut self) -> Result<arrays::ArrayData, Cause> {
        let next = Vec::with_capacity(self.data.len());
        let data = std::mem::replace(&mut self.data, next);
        let values = std::mem::take(&mut self.values);
        let mut array = arrays::ArrayDataBuilder::new(self.kind.layout().0)
            .len(values)
            .nulls(self.given.take().map(Into::into))
            .align_buffers(true);
        if self.width == 0 {
            array = array.add_buffer(std::mem::replace(&mut self.ends, vec![0]).into());
        }
        array = match (self.kind, &mut self.items) {
            (_, Some(items)) => array.add_child_data(items.take()?),
            (Kind::Bool, _) => {
                let mut bits = arrays::BooleanBufferBuilder::new(values);
                data.iter().for_each(|byte| bits.append(*byte != 0));
                array.add_buffer(bits.finish().into_inner())
            }
            _ => array.add_buffer(data.into()),
        };
        Ok(array.build()?)
    }
}

macro_rules! stored {
    ($number:ty) => {
        impl Store for $number {
            #[inline]
            fn store(&self, to: &mut Column) -> Result<(), Cause> {
                to.add(&self.to_ne_bytes())
            }
        }
    };
}

stored!(i8);
stored!(i16);
stored!(i32);
stored!(i64);
stored!(u8);
stored!(u16);
stored!(u32);
stored!(u64);
stored!(f32);
stored!(f64);

impl Store for bool {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        to.add(&[u8::from(*self)])
    }
}

impl Store for String {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        to.add(self.as_bytes())
    }
}

impl Store for Blob {
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        to.add(&self.0)
    }
}

impl<T: Store> Store for Option<T> {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        match self {
            Some(value) => value.store(to),
            None => {
                to.add_null();
                Ok(())
            }
        }
    }
}

impl<T: Store> Store for Vec<T> {
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        let items = to.items.as_mut().ok_or("the column has no lists")?;
        self.iter().try_for_each(|item| item.store(items))?;
        let end = items.values;
        to.end(end)
    }
}
