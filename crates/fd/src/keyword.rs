//! Options with names: parsing and printing by a table of names.

use std::fmt;

/// The error of parsing a name that is not in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// The names in the table.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is none of {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// The first name of an item in a table of names.
pub(crate) fn name<T: PartialEq>(names: &[(&'static str, T)], item: &T) -> &'static str {
    names
        .iter()
        .find(|(_, other)| other == item)
        .map_or("", |(name, _)| name)
}

/// The item of a name in a table.
pub(crate) fn parse<T: Copy>(names: &[(&'static str, T)], name: &str) -> Result<T, UnknownName> {
    names
        .iter()
        .find(|(other, _)| *other == name)
        .map(|(_, item)| *item)
        .ok_or_else(|| UnknownName {
            name: name.to_owned(),
            known: names.iter().map(|(name, _)| *name).collect(),
        })
}

/// Implements parsing and printing for types with a table `NAMES`.
macro_rules! impl_keyword {
    ($($kind:ty),*) => { $(
        impl std::str::FromStr for $kind {
            type Err = $crate::keyword::UnknownName;

            fn from_str(name: &str) -> Result<$kind, Self::Err> {
                $crate::keyword::parse(<$kind>::NAMES, name)
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::keyword::name(<$kind>::NAMES, self))
            }
        }
    )* };
}
