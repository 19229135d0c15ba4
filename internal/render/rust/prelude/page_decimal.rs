use rust_decimal::Decimal;

impl Key for Decimal {}
