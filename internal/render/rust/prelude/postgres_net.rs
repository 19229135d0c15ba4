use std::net::IpAddr;

/// An address with the length of its network's prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inet {
    pub address: IpAddr,
    pub prefix: u8,
}

impl Decode for Inet {
    fn accepts(ty: &Type) -> bool {
        matches!(*base(ty), Type::INET | Type::CIDR)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let mut input = Input(raw);
        let [_, prefix, _, length] = input.array()?;
        let address = match length {
            4 => IpAddr::from(input.array::<4>()?),
            _ => IpAddr::from(input.array::<16>()?),
        };
        Ok(Self { address, prefix })
    }
}

impl Encode for Inet {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        let is_cidr = u8::from(*base(ty) == Type::CIDR);
        match self.address {
            IpAddr::V4(address) => {
                out.put_slice(&[2, self.prefix, is_cidr, 4]);
                out.put_slice(&address.octets());
            }
            IpAddr::V6(address) => {
                out.put_slice(&[3, self.prefix, is_cidr, 16]);
                out.put_slice(&address.octets());
            }
        }
        Ok(IsNull::No)
    }
}
