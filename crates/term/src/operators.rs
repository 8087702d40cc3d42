//! Operator tables: which names are prefix, infix or postfix operators, and how strongly they bind.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A table of operators. [`Operators::standard`] has those of Prolog and of finite domains; programs may add their
/// own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operators {
    entries: BTreeMap<String, Entry>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry {
    prefix: Option<Operator>,
    infix: Option<Operator>,
    postfix: Option<Operator>,
}

/// A name as an operator in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operator {
    pub(crate) priority: u16,
    pub(crate) fixity: Fixity,
}

/// The position of an operator and the priorities of its arguments: `f` is the operator, `y` an argument of at most
/// its priority, `x` one of a lower priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fixity {
    /// Infix, not associative: `a = b`.
    Xfx,
    /// Infix, right associative: `a, b, c` is `a, (b, c)`.
    Xfy,
    /// Infix, left associative: `a - b - c` is `(a - b) - c`.
    Yfx,
    /// Prefix, may be nested: `- - a`.
    Fy,
    /// Prefix, not nested.
    Fx,
    /// Postfix, not nested.
    Xf,
    /// Postfix, may be nested.
    Yf,
}

/// Why an operator cannot be defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorError {
    /// The priority is above 1200.
    Priority(u16),
    /// The name is part of the syntax.
    Reserved(String),
    /// The text is not a type of operator.
    Fixity(String),
}

/// The highest priority, that of a clause.
pub(crate) const CLAUSE: u16 = 1200;

/// The priority of arguments, just below the comma.
pub(crate) const ARGUMENT: u16 = 999;

use Fixity::{Fx, Fy, Xf, Xfx, Xfy, Yf, Yfx};

/// Prolog's operators, and those for finite domains under the names of both SWI-Prolog and SICStus.
const STANDARD: &[(u16, Fixity, &str)] = &[
    (1200, Xfx, ":- -->"),
    (1200, Fx, ":- ?-"),
    (1105, Xfy, "|"),
    (1100, Xfy, ";"),
    (1050, Xfy, "-> *->"),
    (1000, Xfy, ","),
    (990, Xfx, ":="),
    (900, Fy, "\\+"),
    (760, Yfx, "#<==> #<=>"),
    (750, Xfy, "#==> #=>"),
    (750, Yfx, "#<== #<="),
    (740, Yfx, "#\\/"),
    (730, Yfx, "#\\"),
    (720, Yfx, "#/\\"),
    (710, Fy, "#\\"),
    (700, Xfx, "= \\= == \\== @< @=< @> @>= =.."),
    (700, Xfx, "is =:= =\\= < =< > >="),
    (700, Xfx, "#= #\\= #< #=< #> #>= in ins"),
    (600, Xfy, ":"),
    (500, Yfx, "+ - /\\ \\/ xor"),
    (450, Xfx, ".."),
    (400, Yfx, "* / // mod rem div << >>"),
    (200, Xfx, "**"),
    (200, Xfy, "^"),
    (200, Fy, "- + \\"),
];

/// The operators with which SWI-Prolog starts.
const PROLOG: &[(u16, Fixity, &str)] = &[
    (1200, Xfx, ":- --> =>"),
    (1200, Fx, ":- ?-"),
    (
        1150,
        Fx,
        "dynamic discontiguous initialization meta_predicate module_transparent multifile public thread_local \
         thread_initialization volatile table",
    ),
    (1105, Xfy, "|"),
    (1100, Xfy, ";"),
    (1050, Xfy, "-> *->"),
    (1000, Xfy, ","),
    (900, Fy, "\\+"),
    (800, Xfx, ":="),
    (700, Xfx, "= \\= == \\== @< @=< @> @>= =.. =@= \\=@= as"),
    (700, Xfx, "is =:= =\\= < =< > >= >:< :<"),
    (600, Xfy, ":"),
    (500, Yfx, "+ - /\\ \\/"),
    (400, Yfx, "* / // mod rem div rdiv << >> xor"),
    (200, Xfx, "**"),
    (200, Xfy, "^"),
    (200, Fy, "- + \\"),
    (1, Fx, "$"),
];

impl Operators {
    /// A table with only the comma and the bar, which are part of the syntax.
    pub fn none() -> Operators {
        let mut operators = Operators::default();
        operators.set(1000, Xfy, ",");
        operators.set(1105, Xfy, "|");
        operators
    }

    /// The standard table. Clone it to add to it.
    pub fn standard() -> &'static Operators {
        static TABLE: LazyLock<Operators> = LazyLock::new(|| Operators::of(STANDARD));
        &TABLE
    }

    /// The table with which SWI-Prolog starts.
    pub fn prolog() -> &'static Operators {
        static TABLE: LazyLock<Operators> = LazyLock::new(|| Operators::of(PROLOG));
        &TABLE
    }

    fn of(entries: &[(u16, Fixity, &str)]) -> Operators {
        let mut operators = Operators::none();
        for (priority, fixity, names) in entries {
            for name in names.split_whitespace() {
                operators.set(*priority, *fixity, name);
            }
        }
        operators
    }

    /// All operators of the table, in the order of their names: priority, type and name.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Fixity, &str)> {
        self.entries.iter().flat_map(|(name, entry)| {
            let positions = [entry.prefix, entry.infix, entry.postfix]
                .into_iter()
                .flatten();
            positions.map(|operator| (operator.priority, operator.fixity, name.as_str()))
        })
    }

    /// Defines `name` as an operator, replacing its definition in the same position. Priority 0 removes it.
    ///
    /// ```
    /// use gridwright_term::{Fixity, Operators, parse_term};
    /// let mut operators = Operators::standard().clone();
    /// operators.add(700, Fixity::Xfx, "divides")?;
    /// let term = parse_term("3 divides X", &operators).expect("it is an operator now");
    /// assert_eq!(term.functor(), Some(("divides", 2)));
    /// # Ok::<(), gridwright_term::OperatorError>(())
    /// ```
    pub fn add(&mut self, priority: u16, fixity: Fixity, name: &str) -> Result<(), OperatorError> {
        if priority > CLAUSE {
            return Err(OperatorError::Priority(priority));
        }
        // The bar separates the rest of a list, so it must bind looser than arguments.
        let bar = name == "|" && (fixity.place() != Place::Infix || priority <= ARGUMENT + 1);
        if bar || matches!(name, "," | "[]" | "{}") {
            return Err(OperatorError::Reserved(name.to_owned()));
        }
        self.set(priority, fixity, name);
        Ok(())
    }

    fn set(&mut self, priority: u16, fixity: Fixity, name: &str) {
        let entry = self.entries.entry(name.to_owned()).or_default();
        let place = match fixity.place() {
            Place::Prefix => &mut entry.prefix,
            Place::Infix => &mut entry.infix,
            Place::Postfix => &mut entry.postfix,
        };
        *place = (priority > 0).then_some(Operator { priority, fixity });
    }

    pub(crate) fn prefix(&self, name: &str) -> Option<Operator> {
        self.entries.get(name)?.prefix
    }

    pub(crate) fn infix(&self, name: &str) -> Option<Operator> {
        self.entries.get(name)?.infix
    }

    pub(crate) fn postfix(&self, name: &str) -> Option<Operator> {
        self.entries.get(name)?.postfix
    }

    /// The priority of `name` as an infix operator, and the highest priorities of its left and right argument.
    ///
    /// ```
    /// use gridwright_term::Operators;
    /// assert_eq!(Operators::standard().between("-"), Some((500, 500, 499)));
    /// assert_eq!(Operators::standard().between("foo"), None);
    /// ```
    pub fn between(&self, name: &str) -> Option<(u16, u16, u16)> {
        self.infix(name)
            .map(|operator| (operator.priority, operator.left(), operator.right()))
    }

    /// The priority of `name` as a prefix operator, and the highest priority of its argument.
    ///
    /// ```
    /// use gridwright_term::Operators;
    /// assert_eq!(Operators::standard().before("\\+"), Some((900, 900)));
    /// assert_eq!(Operators::standard().before("*"), None);
    /// ```
    pub fn before(&self, name: &str) -> Option<(u16, u16)> {
        self.prefix(name)
            .map(|operator| (operator.priority, operator.right()))
    }

    /// Whether `name` is an operator in any position.
    pub fn contains(&self, name: &str) -> bool {
        let entry = self.entries.get(name);
        entry.is_some_and(|entry| *entry != Entry::default())
    }
}

impl Operator {
    /// The highest priority its left argument may have.
    pub(crate) fn left(self) -> u16 {
        self.priority - u16::from(!matches!(self.fixity, Yfx | Yf))
    }

    /// The highest priority its right argument may have.
    pub(crate) fn right(self) -> u16 {
        self.priority - u16::from(!matches!(self.fixity, Xfy | Fy))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Prefix,
    Infix,
    Postfix,
}

impl Fixity {
    fn place(self) -> Place {
        match self {
            Xfx | Xfy | Yfx => Place::Infix,
            Fy | Fx => Place::Prefix,
            Xf | Yf => Place::Postfix,
        }
    }
}

impl FromStr for Fixity {
    type Err = OperatorError;

    /// Parses a type as written in `op/3`, such as `xfx`.
    fn from_str(text: &str) -> Result<Fixity, OperatorError> {
        Ok(match text {
            "xfx" => Xfx,
            "xfy" => Xfy,
            "yfx" => Yfx,
            "fy" => Fy,
            "fx" => Fx,
            "xf" => Xf,
            "yf" => Yf,
            _ => return Err(OperatorError::Fixity(text.to_owned())),
        })
    }
}

impl fmt::Display for OperatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperatorError::Priority(priority) => {
                write!(f, "{priority} is not a priority; the highest is {CLAUSE}")
            }
            OperatorError::Reserved(name) => {
                write!(
                    f,
                    "`{name}` is part of the syntax and cannot be such an operator"
                )
            }
            OperatorError::Fixity(text) => {
                write!(
                    f,
                    "`{text}` is not a type of operator: xfx, xfy, yfx, fy, fx, xf or yf"
                )
            }
        }
    }
}

impl std::error::Error for OperatorError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_table_is_consistent() {
        let mut again = Operators::none();
        for (priority, fixity, names) in STANDARD {
            for name in names.split(' ').filter(|name| !matches!(*name, "," | "|")) {
                assert_eq!(again.add(*priority, *fixity, name), Ok(()), "{name}");
            }
        }
        assert_eq!(&again, Operators::standard());
    }

    #[test]
    fn invalid_operators_are_rejected() {
        let mut table = Operators::standard().clone();
        let reserved = "`|` is part of the syntax and cannot be such an operator";
        for (priority, fixity, name, message) in [
            (
                1201,
                Xfx,
                "a",
                "1201 is not a priority; the highest is 1200",
            ),
            (900, Xfy, "|", reserved),
            (1100, Fy, "|", reserved),
            (0, Xfy, ",", &reserved.replace('|', ",")),
        ] {
            let error = table.add(priority, fixity, name).expect_err(message);
            assert_eq!(error.to_string(), message);
        }
        let error = "xyf".parse::<Fixity>().expect_err("it is no type");
        let message = "`xyf` is not a type of operator: xfx, xfy, yfx, fy, fx, xf or yf";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn operators_can_be_removed() {
        let mut table = Operators::standard().clone();
        assert!(table.contains("is"));
        assert_eq!(table.add(0, Xfx, "is"), Ok(()));
        assert!(!table.contains("is"));
        assert_eq!(table.add(200, Yf, "is"), Ok(()));
        assert!(table.postfix("is").is_some());
    }
}
