//! The names of levels, inferences and methods, as plans and commands write them.

use std::fmt;
use std::str::FromStr;

use crate::constraint::Consistency;
use crate::search::branching::{UnknownName, item_in, name_in};
use crate::search::{Inference, Method};

impl Consistency {
    /// Every name and what it stands for.
    pub const NAMES: &'static [(&'static str, Consistency)] = &[
        ("value", Consistency::Value),
        ("bounds", Consistency::Bounds),
        ("domain", Consistency::Domain),
    ];
}

impl Inference {
    /// Every name and what it stands for.
    pub const NAMES: &'static [(&'static str, Inference)] = &[
        ("check", Inference::Check),
        ("forward", Inference::Forward),
        ("full", Inference::Full),
    ];
}

impl Method {
    /// Every name and what it stands for.
    pub const NAMES: &'static [(&'static str, Method)] = &[
        ("depth_first", Method::DepthFirst),
        ("limited_discrepancy", Method::LimitedDiscrepancy),
    ];
}

macro_rules! named {
    ($($kind:ty),*) => { $(
        impl FromStr for $kind {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<$kind, UnknownName> {
                item_in(<$kind>::NAMES, name)
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(name_in(<$kind>::NAMES, self))
            }
        }
    )* };
}

named!(Consistency, Inference, Method);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (name, level) in Consistency::NAMES {
            assert_eq!(name.parse(), Ok(*level));
            assert_eq!(level.to_string(), *name);
        }
        let error = "gac".parse::<Inference>().expect_err("no such name");
        assert_eq!(error.to_string(), "`gac` is none of check, forward, full");
    }
}
