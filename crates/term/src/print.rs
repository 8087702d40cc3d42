//! The printer: terms to text, with the operators of a table, as few brackets as possible, and quotes where needed.
//! Printed terms parse back to the same term.

use crate::chars::{is_plain, is_symbol, is_word, quoted};
use crate::operators::{ARGUMENT, CLAUSE, Operator, Operators};
use crate::term::Term;
use std::fmt;

/// Operators written without spaces around them.
const TIGHT: &[&str] = &["..", "^", ":"];

/// The priority of a sign. A negative number gets brackets before operators that bind at least as strongly: `-1^2`
/// parses as `(-1)^2`, which many readers do not expect.
const SIGN: u16 = 200;

/// A term and the table of operators to print it with; made by [`Term::display_with`].
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    term: &'a Term,
    operators: &'a Operators,
}

impl Term {
    /// Prints with the operators of a table; `Display` uses the standard one.
    ///
    /// ```
    /// use gridwright_term::{Operators, Term};
    /// let sum = Term::compound("+", [Term::Int(1), Term::name("a")]);
    /// assert_eq!(sum.to_string(), "1 + a");
    /// assert_eq!(sum.display_with(&Operators::none()).to_string(), "+(1, a)");
    /// ```
    pub fn display_with<'a>(&'a self, operators: &'a Operators) -> Printed<'a> {
        Printed {
            term: self,
            operators,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display_with(Operators::standard()).fmt(f)
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer {
            operators: self.operators,
            text: String::new(),
            infix_end: 0,
        };
        printer.term(self.term, CLAUSE, Bare::Allowed);
        f.pad(&printer.text)
    }
}

/// Whether an operator name may stand without brackets: as an argument it may, next to an operator not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bare {
    Allowed,
    Bracketed,
}

/// The syntactic form of a term.
enum Form<'a> {
    Prefix(&'a str, Operator, &'a Term),
    Infix(&'a str, Operator, &'a Term, &'a Term),
    Postfix(&'a str, Operator, &'a Term),
    Closed,
}

struct Printer<'a> {
    operators: &'a Operators,
    text: String,
    /// The end of the last infix operator; a bracket there cannot be mistaken for its argument list.
    infix_end: usize,
}

impl Printer<'_> {
    /// Writes a term, in brackets if its priority is above `max`.
    fn term(&mut self, term: &Term, max: u16, bare: Bare) {
        let form = self.form(term);
        let bracket = match &form {
            Form::Prefix(_, operator, _) | Form::Infix(_, operator, _, _) => {
                operator.priority > max
            }
            Form::Postfix(name, operator, _) => {
                // What follows may make the parser read a name as infix.
                let is_infix = self.operators.infix(name).is_some();
                operator.priority > max || is_infix && bare == Bare::Bracketed
            }
            Form::Closed => {
                let operator = matches!(term, Term::Name(name) if self.operators.contains(name));
                operator && bare == Bare::Bracketed
            }
        };
        if bracket {
            self.open_bracket();
        }
        match form {
            Form::Prefix(name, operator, argument) => self.prefix(name, operator, argument),
            Form::Infix(name, operator, left, right) => self.infix(name, operator, left, right),
            Form::Postfix(name, operator, argument) => {
                self.left(operator, argument);
                self.text.push(' ');
                self.word(&atom_text(name));
            }
            Form::Closed => self.closed(term),
        }
        if bracket {
            self.text.push(')');
        }
    }

    fn form<'t>(&self, term: &'t Term) -> Form<'t> {
        let Term::Compound(name, args) = term else {
            return Form::Closed;
        };
        match &args[..] {
            // A minus directly before a number would be parsed as its sign.
            [number] if name == "-" && number.is_negative() == Some(false) => Form::Closed,
            [argument] => match (self.operators.prefix(name), self.operators.postfix(name)) {
                (Some(operator), _) => Form::Prefix(name, operator, argument),
                (None, Some(operator)) => Form::Postfix(name, operator, argument),
                (None, None) => Form::Closed,
            },
            [left, right] => match self.operators.infix(name) {
                Some(operator) => Form::Infix(name, operator, left, right),
                None => Form::Closed,
            },
            _ => Form::Closed,
        }
    }

    fn prefix(&mut self, name: &str, operator: Operator, argument: &Term) {
        self.word(&atom_text(name));
        if operator.priority > SIGN {
            self.text.push(' ');
        }
        let before = self.text.len();
        self.right(operator, argument);
        if name == "-" && self.text[before..].starts_with(|c: char| c.is_ascii_digit()) {
            self.text.insert(before, ' ');
        }
    }

    fn infix(&mut self, name: &str, operator: Operator, left: &Term, right: &Term) {
        self.left(operator, left);
        if name == "," {
            self.text.push_str(", ");
        } else if TIGHT.contains(&name) {
            self.word(name);
            self.infix_end = self.text.len();
        } else {
            self.text.push(' ');
            match name {
                "|" => self.word(name),
                _ => self.word(&atom_text(name)),
            }
            self.text.push(' ');
        }
        self.right(operator, right);
    }

    /// Writes the left argument of an operator.
    fn left(&mut self, operator: Operator, left: &Term) {
        let signed = left.is_negative() == Some(true) && operator.priority <= SIGN;
        self.operand(left, operator.left(), signed);
    }

    /// Writes the right argument of an operator. A left-associative one of the same priority would take the operator into its own left side.
    fn right(&mut self, operator: Operator, right: &Term) {
        let takes = match self.form(right) {
            Form::Infix(_, inner, _, _) | Form::Postfix(_, inner, _) => {
                inner.left() >= operator.priority
            }
            Form::Prefix(..) | Form::Closed => false,
        };
        self.operand(right, operator.right(), takes);
    }

    fn operand(&mut self, term: &Term, max: u16, bracket: bool) {
        if bracket {
            self.open_bracket();
            self.term(term, CLAUSE, Bare::Allowed);
            self.text.push(')');
        } else {
            self.term(term, max, Bare::Bracketed);
        }
    }

    /// Writes a term that is not an operator with its arguments.
    fn closed(&mut self, term: &Term) {
        match term {
            Term::Int(value) => self.word(&value.to_string()),
            Term::Number(number) => self.word(&number.to_string()),
            Term::Text(text) => self.word(&quoted(text, '"')),
            Term::Name(name) if name == "{}" => {
                self.open_curly();
                self.text.push('}');
            }
            Term::Opaque(value) => self.word(&value.to_string()),
            Term::Name(name) => self.word(&atom_text(name)),
            Term::Var(name) => self.word(name),
            Term::Compound(name, args) if name == "{}" && args.len() == 1 => {
                self.open_curly();
                self.term(&args[0], CLAUSE, Bare::Allowed);
                self.text.push('}');
            }
            Term::Compound(name, args) => {
                // `{}` as a functor is quoted: bare curly brackets hold a term.
                match name.as_str() {
                    "{}" => self.word("'{}'"),
                    name => self.word(&atom_text(name)),
                }
                self.text.push('(');
                self.items(args);
                self.text.push(')');
            }
            Term::List(items) => {
                self.text.push('[');
                self.items(items);
                self.text.push(']');
            }
            Term::OpenList(items, rest) => {
                self.text.push('[');
                self.items(items);
                self.text.push('|');
                self.term(rest, ARGUMENT, Bare::Allowed);
                self.text.push(']');
            }
        }
    }

    fn items(&mut self, items: &[Term]) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.text.push_str(", ");
            }
            self.term(item, ARGUMENT, Bare::Allowed);
        }
    }

    /// Opens a bracket that does not begin an argument list: a space separates it from a possible functor.
    fn open_bracket(&mut self) {
        let is_free = self.infix_end == self.text.len()
            || self.text.is_empty()
            || self.text.ends_with([' ', '(', '[', '{', '|']);
        self.text.push_str(if is_free { "(" } else { " (" });
    }

    /// Opens a curly bracket, which must not follow a name directly.
    fn open_curly(&mut self) {
        if self
            .text
            .ends_with(|c: char| is_word(c) || is_symbol(c) || c == '\'')
        {
            self.text.push(' ');
        }
        self.text.push('{');
    }

    /// Writes a token, with a space where it would otherwise merge with the one before.
    fn word(&mut self, word: &str) {
        let class = |c: char| match c {
            c if is_word(c) => 1,
            c if is_symbol(c) => 2,
            '\'' | '"' => 1,
            _ => 0,
        };
        let last = self.text.chars().next_back().map_or(0, class);
        let first = word.chars().next().map_or(0, class);
        if last == first && first > 0 {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}

/// A name, quoted if needed.
fn atom_text(name: &str) -> String {
    match is_plain(name) {
        true => name.to_owned(),
        false => quoted(name, '\''),
    }
}
