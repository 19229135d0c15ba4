/// What is bound for a field, which a function of the program may make.
macro_rules! given {
    ($value:expr) => {
        $value
    };
    ($value:expr, $encode:expr) => {
        &sqg::encoded($value, $encode)
    };
}

pub(crate) use given;
