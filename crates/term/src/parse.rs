//! The parser: tokens to terms, by the priorities of a table of operators. It keeps its own stacks, so that the depth of a text is bounded
//! by a limit and not by the stack of the thread.
//!
//! Texts are read as SWI-Prolog reads them: an operator that has no operand is a name, an argument may have any priority, and the bar binds
//! looser than `;`.

use std::fmt;

use num_bigint::BigInt;

use crate::diagnostic::Diagnostic;
use crate::number::Number;
use crate::operators::{CLAUSE, Operator, OperatorError, Operators};
use crate::span::{Position, Span};
use crate::term::Term;
use crate::token::{Token, TokenKind, Tokeniser};

/// The largest depth of terms that [`parse_term`] and [`parse_clauses`] return. It keeps malicious texts from exhausting the stack of
/// recursive callers, even that of a small thread in an unoptimised build.
pub const MAX_DEPTH: usize = 1000;

/// The most arguments of a term that is read.
pub const MAX_ARITY: usize = 0xffff;

/// Operators whose right side is a body.
const BODIES: [&str; 6] = [":-", "-->", "=>", "<=>", "==>", "|"];

/// The most goals of a body that are joined one by one; of more, groups are joined.
const GOALS: usize = 300;

/// What a text in quotes is read as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quotes {
    /// A text.
    #[default]
    Text,
    /// The list of the codes of its characters.
    Codes,
    /// The list of its characters, as names.
    Chars,
    /// A name.
    Name,
}

/// How texts are read, besides the table of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadFlags {
    /// What texts in double quotes are read as.
    pub double_quotes: Quotes,
    /// What texts in back quotes are read as.
    pub back_quotes: Quotes,
    /// The largest depth of a term.
    pub max_depth: usize,
}

impl Default for ReadFlags {
    fn default() -> ReadFlags {
        ReadFlags {
            double_quotes: Quotes::Text,
            back_quotes: Quotes::Codes,
            max_depth: MAX_DEPTH,
        }
    }
}

/// A clause of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The clause.
    pub term: Term,
    /// Its span, with its full stop.
    pub span: Span,
    /// Whether a full stop follows it.
    pub is_stopped: bool,
}

/// Parses one term, with or without a full stop after it.
pub fn parse_term(source: &str, operators: &Operators) -> Result<Term, Diagnostic> {
    parse_term_with(source, operators, &ReadFlags::default())
}

/// Parses one term as [`parse_term`] does, with texts in quotes as the flags say.
pub fn parse_term_with(
    source: &str,
    operators: &Operators,
    flags: &ReadFlags,
) -> Result<Term, Diagnostic> {
    let read = parse_term_until(source, operators, flags, &|| false);
    read.expect("nothing ends it early")
}

/// Parses one term as [`parse_term_with`] does; `None` if `is_over` returns true before its end.
pub fn parse_term_until(
    source: &str,
    operators: &Operators,
    flags: &ReadFlags,
    is_over: &dyn Fn() -> bool,
) -> Option<Result<Term, Diagnostic>> {
    let mut reader = Reader::new(source).until(is_over);
    let clause = reader.next_clause(operators, flags);
    let after = reader.take();
    if reader.was_ended {
        return None;
    }
    Some(match (clause, after) {
        (Some(Err(error)), _) => Err(error),
        (Some(Ok(clause)), None) => Ok(clause.term),
        (clause, found) => {
            let what = match clause {
                None => "a term",
                Some(_) => "the end of the text",
            };
            let parser = Parser::new(&mut reader, operators, flags);
            Err(parser.expected(what, found.as_ref()))
        }
    })
}

/// Parses all clauses of a text, each with its span. A clause with an error becomes a diagnostic, and parsing
/// continues after its full stop. The directive `:- op(Priority, Type, Names)` changes `operators` for the clauses
/// after it.
///
/// ```
/// use gridwright_term::{Operators, parse_clauses};
///
/// let source = ":- op(700, xfx, likes).\nmary likes wine.\nmary likes.\nX likes Y :- friends(X, Y).\n";
/// let (clauses, diagnostics) = parse_clauses(source, &mut Operators::standard().clone());
/// assert_eq!(clauses.len(), 3);
/// assert_eq!(diagnostics[0].render(source, "likes.pl"), "\
/// likes.pl:3:11: error: expected a term, found the end of the clause
///     mary likes.
///               ^
/// ");
/// ```
pub fn parse_clauses(
    source: &str,
    operators: &mut Operators,
) -> (Vec<(Term, Span)>, Vec<Diagnostic>) {
    let (mut clauses, mut diagnostics) = (Vec::new(), Vec::new());
    let mut reader = Reader::new(source);
    while let Some(read) = reader.next_clause(operators, &ReadFlags::default()) {
        match read {
            Ok(Clause {
                term,
                span,
                is_stopped,
            }) => {
                if !is_stopped {
                    diagnostics.push(missing_stop(span));
                } else if let Some(Err(why)) = operator_directive(&term, operators) {
                    diagnostics.push(Diagnostic::error(why, span));
                }
                clauses.push((term, span));
            }
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    (clauses, diagnostics)
}

/// The error that a clause has no full stop.
pub fn missing_stop(span: Span) -> Diagnostic {
    Diagnostic::error("this clause has no full stop after it", span)
}

/// Applies the directive `:- op(Priority, Type, Names)`; `None` for any other clause.
pub fn operator_directive(clause: &Term, operators: &mut Operators) -> Option<Result<(), String>> {
    let (Some((":-", 1)), [directive]) = (clause.functor(), clause.args()) else {
        return None;
    };
    let (Some(("op", 3)), [priority, fixity, names]) = (directive.functor(), directive.args())
    else {
        return None;
    };
    Some(operators.define(priority, fixity, names))
}

impl Operators {
    /// Defines operators as `op(Priority, Type, Names)` says.
    pub fn define(&mut self, priority: &Term, fixity: &Term, names: &Term) -> Result<(), String> {
        let (Term::Int(priority), Term::Name(fixity)) = (priority, fixity) else {
            return Err("op/3 takes a priority, a type and a name or a list of names".to_owned());
        };
        let mut names = names;
        while let (Some((":", 2)), [Term::Name(_), inner]) = (names.functor(), names.args()) {
            names = inner;
        }
        let names = match names {
            Term::List(names) => &names[..],
            name => std::slice::from_ref(name),
        };
        let message = |why: OperatorError| why.to_string();
        let fixity = fixity.parse().map_err(message)?;
        let priority = u16::try_from(*priority)
            .map_err(|_| format!("{priority} is not a priority; the highest is {CLAUSE}"))?;
        for name in names {
            let Term::Name(name) = name else {
                let what = "is not a name, so it cannot be an operator";
                return Err(format!("`{name}` {what}"));
            };
            self.add(priority, fixity, name).map_err(message)?;
        }
        Ok(())
    }
}

/// Reads the clauses of a text one by one, so that the table of operators and the flags may change between them.
///
/// ```
/// use gridwright_term::{Operators, Quotes, ReadFlags, Reader};
///
/// let mut reader = Reader::new("a(\"x\"). b(\"x\").");
/// let mut flags = ReadFlags::default();
/// let mut next = |flags: &ReadFlags| reader.next_clause(Operators::standard(), flags);
/// assert_eq!(next(&flags).expect("a clause")?.term.to_string(), "a(\"x\")");
/// flags.double_quotes = Quotes::Codes;
/// assert_eq!(next(&flags).expect("a clause")?.term.to_string(), "b([120])");
/// assert_eq!(next(&flags), None);
/// # Ok::<(), gridwright_term::Diagnostic>(())
/// ```
pub struct Reader<'a> {
    source: &'a str,
    tokens: Tokeniser<'a>,
    peeked: Option<Token>,
    /// Whether reading must end.
    is_over: &'a dyn Fn() -> bool,
    /// The number of tokens that are read before that is checked again.
    n_unchecked: usize,
    /// Whether reading ended before the end of the text.
    was_ended: bool,
}

/// The number of tokens between two checks of whether reading must end.
const TOKENS_PER_CHECK: usize = 256;

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("tokens", &self.tokens)
            .field("peeked", &self.peeked)
            .field("was_ended", &self.was_ended)
            .finish_non_exhaustive()
    }
}

impl<'a> Reader<'a> {
    /// A reader at the start of a text.
    pub fn new(source: &'a str) -> Reader<'a> {
        let mut tokens = Tokeniser::new(source);
        tokens.multiline = true;
        Reader {
            source,
            tokens,
            peeked: None,
            is_over: &|| false,
            n_unchecked: TOKENS_PER_CHECK,
            was_ended: false,
        }
    }

    /// The same reader, which ends when `is_over` returns true: this is checked within clauses too, whose length is not bounded.
    #[must_use]
    pub fn until(self, is_over: &'a dyn Fn() -> bool) -> Reader<'a> {
        Reader { is_over, ..self }
    }

    /// Reads the next clause; `None` at the end of the text, or if reading had to end. After an error, reading continues after the next full stop.
    pub fn next_clause(
        &mut self,
        operators: &Operators,
        flags: &ReadFlags,
    ) -> Option<Result<Clause, Diagnostic>> {
        let start = self.peek()?.span;
        let mut parser = Parser::new(self, operators, flags);
        let parsed = parser.clause(start);
        if parsed.is_err() {
            while let Some(token) = self.take() {
                if token.kind == TokenKind::End {
                    break;
                }
            }
        }
        // The clause in which reading ended is incomplete.
        (!self.was_ended).then_some(parsed)
    }

    fn peek(&mut self) -> Option<&Token> {
        if self.peeked.is_none() {
            self.peeked = self.next_token();
        }
        self.peeked.as_ref()
    }

    fn take(&mut self) -> Option<Token> {
        self.peeked.take().or_else(|| self.next_token())
    }

    /// The next token of the text; `None` at its end, or if reading must end.
    fn next_token(&mut self) -> Option<Token> {
        if self.n_unchecked == 0 {
            self.n_unchecked = TOKENS_PER_CHECK;
            self.was_ended |= (self.is_over)();
        }
        self.n_unchecked -= 1;
        match self.was_ended {
            true => None,
            false => self.tokens.next_token(),
        }
    }
}

/// A term that was read, as an operand.
struct Operand {
    term: Term,
    priority: u16,
    depth: usize,
    /// The operator it is made with, for messages.
    at: Span,
}

/// An operator that waits for its right operand.
struct Waiting {
    name: String,
    operator: Operator,
    is_infix: bool,
    at: Span,
    /// How many commas wait here one on another: this one and those directly below.
    n_commas: usize,
}

/// What a bracket that is open contains.
enum Inside {
    /// Nothing: this is the clause itself.
    Clause,
    Round,
    Curly,
    Arguments(String),
    List,
    /// The rest of a list, after its bar.
    Rest,
}

/// A bracket that is open, and where its parts begin on the stacks.
struct Open {
    inside: Inside,
    opened: Span,
    operands: usize,
    waiting: usize,
    items: usize,
    /// The depth of its deepest item.
    depth: usize,
}

struct Parser<'a, 't> {
    reader: &'a mut Reader<'t>,
    operators: &'a Operators,
    flags: &'a ReadFlags,
    operands: Vec<Operand>,
    waiting: Vec<Waiting>,
    items: Vec<Term>,
    open: Vec<Open>,
    /// Whether an operand was just read, so that an infix operator may follow.
    has_operand: bool,
}

type Parsed<T> = Result<T, Diagnostic>;

impl<'a, 't> Parser<'a, 't> {
    fn new(
        reader: &'a mut Reader<'t>,
        operators: &'a Operators,
        flags: &'a ReadFlags,
    ) -> Parser<'a, 't> {
        Parser {
            reader,
            operators,
            flags,
            operands: Vec::new(),
            waiting: Vec::new(),
            items: Vec::new(),
            open: Vec::new(),
            has_operand: false,
        }
    }

    /// Parses a clause with its full stop.
    fn clause(&mut self, start: Span) -> Parsed<Clause> {
        self.enter(Inside::Clause, start)?;
        let mut span = start;
        loop {
            let Some(token) = self.reader.take() else {
                let term = self.finish_clause(None)?;
                return Ok(Clause {
                    term,
                    span,
                    is_stopped: false,
                });
            };
            span = span.to(token.span);
            if token.kind == TokenKind::End {
                let end = token.span;
                let finished = self.finish_clause(Some(&token));
                if finished.is_err() {
                    self.reader.peeked = Some(token);
                }
                return Ok(Clause {
                    term: finished?,
                    span: span.to(end),
                    is_stopped: true,
                });
            }
            match self.has_operand {
                true => self.after_operand(token)?,
                false => self.before_operand(token)?,
            }
        }
    }

    fn finish_clause(&mut self, end: Option<&Token>) -> Parsed<Term> {
        self.settle();
        if !self.has_operand {
            return Err(self.expected("a term", end));
        }
        if self.open.len() > 1 {
            return Err(self.unclosed(end));
        }
        Ok(self.close_terms()?.term)
    }

    /// Opens a bracket.
    fn enter(&mut self, inside: Inside, opened: Span) -> Parsed<()> {
        if self.open.len() > self.flags.max_depth {
            return Err(too_deep(opened));
        }
        self.open.push(Open {
            inside,
            opened,
            operands: self.operands.len(),
            waiting: self.waiting.len(),
            items: self.items.len(),
            depth: 0,
        });
        self.has_operand = false;
        Ok(())
    }

    fn inside(&self) -> &Open {
        self.open.last().expect("the clause itself is open")
    }

    fn push(&mut self, term: Term, depth: usize, at: Span) {
        self.operands.push(Operand {
            term,
            priority: 0,
            depth,
            at,
        });
        self.has_operand = true;
    }

    /// The operator that waits for an operand in the present bracket.
    fn last_waiting(&self) -> Option<&Waiting> {
        self.waiting[self.inside().waiting..].last()
    }

    /// Where an operand is missing, turns a prefix operator before it into a name.
    fn settle(&mut self) {
        if !self.has_operand && self.last_waiting().is_some_and(|last| !last.is_infix) {
            let last = self.waiting.pop().expect("there is one");
            self.push(Term::Name(last.name), 0, last.at);
        }
    }

    /// Handles a token where an operand must begin.
    fn before_operand(&mut self, token: Token) -> Parsed<()> {
        let at = token.span;
        match token.kind {
            TokenKind::Name(name) => self.name(name, at),
            TokenKind::Var(name) => {
                self.refuse_dict(at)?;
                self.push(Term::Var(name), 0, at);
                Ok(())
            }
            kind @ (TokenKind::Int(_) | TokenKind::Number(_)) => {
                let term = number(kind, false);
                self.push(term, 0, at);
                Ok(())
            }
            TokenKind::Text(text) => {
                self.text(text, self.flags.double_quotes, at);
                Ok(())
            }
            TokenKind::BackQuoted(text) => {
                self.text(text, self.flags.back_quotes, at);
                Ok(())
            }
            TokenKind::Punct('(') => self.enter(Inside::Round, at),
            TokenKind::Punct(open @ ('[' | '{')) => {
                let close = if open == '[' { ']' } else { '}' };
                let next = self.reader.peek();
                if next.is_some_and(|next| next.kind == TokenKind::Punct(close)) {
                    let at = at.to(self.reader.take().expect("it was seen").span);
                    if self.next_opens() {
                        self.reader.take();
                        let name = if open == '[' { "[]" } else { "{}" };
                        return self.enter(Inside::Arguments(name.to_owned()), at);
                    }
                    let term = match open {
                        '[' => Term::list([]),
                        _ => Term::name("{}"),
                    };
                    self.push(term, 0, at);
                    return Ok(());
                }
                self.enter(
                    if open == '[' {
                        Inside::List
                    } else {
                        Inside::Curly
                    },
                    at,
                )
            }
            TokenKind::Punct(c @ (',' | '|')) => {
                let operator = self.operators.infix(&c.to_string());
                let separates = match self.inside().inside {
                    Inside::Arguments(_) => c == ',',
                    Inside::List | Inside::Rest => true,
                    _ => false,
                };
                match operator {
                    _ if separates => self.settle(),
                    Some(operator) if c == ',' => self.settle_before(operator),
                    _ => {}
                }
                match self.has_operand {
                    true => self.after_operand(token),
                    false => Err(self.expected("a term", Some(&token))),
                }
            }
            TokenKind::Punct(')')
                if matches!(self.inside().inside, Inside::Arguments(_))
                    && self.items.len() == self.inside().items
                    && self.last_waiting().is_none() =>
            {
                self.close(token)
            }
            TokenKind::Punct(_) => {
                self.settle();
                match self.has_operand {
                    true => self.after_operand(token),
                    false => Err(self.expected("a term", Some(&token))),
                }
            }
            TokenKind::End | TokenKind::Bad(_) => Err(self.expected("a term", Some(&token))),
        }
    }

    /// Whether a bracket follows directly, which makes what is before it a functor.
    fn next_opens(&mut self) -> bool {
        let next = self.reader.peek();
        next.is_some_and(|next| next.joined && next.kind == TokenKind::Punct('('))
    }

    /// Refuses SWI-Prolog's dicts, which begin with a curly bracket directly after a name or variable.
    fn refuse_dict(&mut self, at: Span) -> Parsed<()> {
        let next = self.reader.peek();
        match next.is_some_and(|next| next.joined && next.kind == TokenKind::Punct('{')) {
            false => Ok(()),
            true => {
                let note = "use a compound or a list of pairs; for a goal in curly brackets, put a space before the bracket";
                Err(Diagnostic::error("dicts are not supported", at).with_note(note))
            }
        }
    }

    /// Reads a name where an operand must begin: a functor, the sign of a number, a prefix operator or a constant.
    fn name(&mut self, name: String, at: Span) -> Parsed<()> {
        if self.next_opens() {
            let bracket = self.reader.take().expect("it was seen");
            return self.enter(Inside::Arguments(name), bracket.span);
        }
        let first = self.reader.source.as_bytes()[at.start];
        if first == b'\'' {
            self.refuse_dict(at)?;
            self.push(Term::Name(name), 0, at);
            return Ok(());
        }
        if name == "-" {
            let next = self.reader.peek();
            let is_number =
                |kind: &TokenKind| matches!(kind, TokenKind::Int(_) | TokenKind::Number(_));
            if next.is_some_and(|next| next.joined && is_number(&next.kind)) {
                let next = self.reader.take().expect("it was seen");
                let term = number(next.kind, true);
                self.push(term, 0, at.to(next.span));
                return Ok(());
            }
        }
        if first.is_ascii_lowercase() {
            self.refuse_dict(at)?;
        }
        if let Some(operator) = self.operators.prefix(&name) {
            self.waiting.push(Waiting {
                name,
                operator,
                is_infix: false,
                at,
                n_commas: 0,
            });
            return Ok(());
        }
        if let Some((operator, is_infix)) = self.operator_after(&name) {
            self.settle_before(operator);
            match (self.has_operand, is_infix) {
                (true, true) => return self.infix(name, operator, at),
                (true, false) => return self.postfix(name, operator, at),
                (false, _) => {}
            }
        }
        self.push(Term::Name(name), 0, at);
        Ok(())
    }

    /// The operator that a name is after an operand, and whether it is infix. One that may be infix and postfix is infix if an operand follows.
    fn operator_after(&mut self, name: &str) -> Option<(Operator, bool)> {
        let (infix, postfix) = (self.operators.infix(name), self.operators.postfix(name));
        match (infix, postfix) {
            (Some(_), Some(postfix)) if !self.operand_follows() => Some((postfix, false)),
            (Some(infix), _) => Some((infix, true)),
            (None, postfix) => postfix.map(|postfix| (postfix, false)),
        }
    }

    /// Whether the next token may begin an operand.
    fn operand_follows(&mut self) -> bool {
        let (operators, source) = (self.operators, self.reader.source);
        let Some(next) = self.reader.peek() else {
            return false;
        };
        match &next.kind {
            TokenKind::Name(name) => {
                let after = &source[next.span.end..];
                let is_sign = name == "-" && after.starts_with(|c: char| c.is_ascii_digit());
                let begins = is_sign || after.starts_with('(') || operators.prefix(name).is_some();
                let joins = operators.infix(name).is_some() || operators.postfix(name).is_some();
                begins || !joins
            }
            TokenKind::Punct(c) => matches!(c, '(' | '[' | '{'),
            TokenKind::End => false,
            _ => true,
        }
    }

    /// Before an infix or postfix operator without a left operand: a prefix operator that binds too strongly for it is its operand.
    fn settle_before(&mut self, operator: Operator) {
        let last = self.last_waiting();
        if last.is_some_and(|last| !last.is_infix && operator.left() > last.operator.right()) {
            self.settle();
        }
    }

    fn text(&mut self, text: String, quotes: Quotes, at: Span) {
        let (term, depth) = match quotes {
            Quotes::Text => (Term::Text(text), 0),
            Quotes::Name => (Term::Name(text), 0),
            Quotes::Codes => (
                Term::list(text.chars().map(|c| Term::Int(u32::from(c).into()))),
                1,
            ),
            Quotes::Chars => (Term::list(text.chars().map(Term::name)), 1),
        };
        self.push(term, depth, at);
    }

    /// Handles a token after an operand: an operator, or the end of a part.
    fn after_operand(&mut self, token: Token) -> Parsed<()> {
        let at = token.span;
        match &token.kind {
            TokenKind::Name(name) => {
                match self.operator_after(name) {
                    Some((operator, true)) => return self.infix(name.clone(), operator, at),
                    Some((operator, false)) => return self.postfix(name.clone(), operator, at),
                    None => {}
                }
                if name == "." {
                    let note = "a full stop that ends a clause has a space or a line end after it";
                    let message = "dicts, and functions on them, are not supported";
                    return Err(Diagnostic::error(message, at).with_note(note));
                }
                Err(self.expected(self.wanted(), Some(&token)))
            }
            TokenKind::Punct(',') => match self.inside().inside {
                Inside::Arguments(_) | Inside::List => self.next_item(),
                Inside::Rest => Err(self.unclosed(Some(&token))),
                _ => self.comma(token),
            },
            TokenKind::Punct('|') => match self.inside().inside {
                Inside::List => {
                    self.next_item()?;
                    self.open.last_mut().expect("the list is open").inside = Inside::Rest;
                    Ok(())
                }
                Inside::Rest => Err(self.unclosed(Some(&token))),
                _ => self.comma(token),
            },
            TokenKind::Punct(')' | ']' | '}') => self.close(token),
            _ => Err(self.expected(self.wanted(), Some(&token))),
        }
    }

    /// The comma or the bar as an operator.
    fn comma(&mut self, token: Token) -> Parsed<()> {
        let TokenKind::Punct(c) = token.kind else {
            unreachable!("it is a comma or a bar");
        };
        match self.operators.infix(&c.to_string()) {
            Some(operator) => self.infix(c.to_string(), operator, token.span),
            None => Err(self.expected(self.wanted(), Some(&token))),
        }
    }

    fn infix(&mut self, name: String, operator: Operator, at: Span) -> Parsed<()> {
        self.reduce(operator.left())?;
        let n_commas = match (&*name, self.waiting.last()) {
            (",", last) => last.map_or(0, |last| last.n_commas) + 1,
            _ => 0,
        };
        self.waiting.push(Waiting {
            name,
            operator,
            is_infix: true,
            at,
            n_commas,
        });
        self.has_operand = false;
        Ok(())
    }

    fn postfix(&mut self, name: String, operator: Operator, at: Span) -> Parsed<()> {
        self.reduce(operator.left())?;
        let operand = self.operands.pop().expect("there is an operand");
        let operand = self.checked(operand, operator.left())?;
        let depth = self.deeper(operand.depth, at)?;
        self.operands.push(Operand {
            term: Term::Compound(name, vec![operand.term]),
            priority: operator.priority,
            depth,
            at,
        });
        Ok(())
    }

    /// Applies the waiting operators of the present bracket that bind at least as strongly as `priority`.
    fn reduce(&mut self, priority: u16) -> Parsed<()> {
        while self
            .last_waiting()
            .is_some_and(|last| last.operator.priority <= priority)
        {
            self.apply()?;
        }
        Ok(())
    }

    /// How many commas wait on top of an operator that has goals on its right; 0 if the goals are not those of the clause itself.
    fn waiting_goals(&self) -> usize {
        let count = self.waiting.last().map_or(0, |last| last.n_commas);
        let before = self.waiting.len() - count;
        let is_body = before > 0 && BODIES.contains(&self.waiting[before - 1].name.as_str());
        match self.open.len() == 1 && is_body {
            true => count,
            false => 0,
        }
    }

    /// Applies the commas of a body with very many goals: groups of them, joined by commas, so that the term does not become deep.
    fn apply_goals(&mut self, count: usize) -> Parsed<()> {
        let commas = self.waiting.split_off(self.waiting.len() - count);
        let goals = self.operands.split_off(self.operands.len() - count - 1);
        let priority = commas[0].operator.priority;
        let ends = commas.iter().map(|comma| comma.at);
        let mut groups: Vec<Vec<(Operand, Span)>> = Vec::new();
        for (goal, at) in goals.into_iter().zip(ends.chain([commas[count - 1].at])) {
            let goal = self.checked(goal, commas[0].operator.left())?;
            match groups.last_mut().filter(|group| group.len() < GOALS) {
                Some(group) => group.push((goal, at)),
                None => groups.push(vec![(goal, at)]),
            }
        }
        let joined = |parser: &Self, parts: Vec<(Operand, Span)>| {
            let mut parts = parts.into_iter().rev();
            let (mut whole, mut last) = parts.next().expect("a group is not empty");
            for (left, at) in parts {
                whole = Operand {
                    depth: parser.deeper(left.depth.max(whole.depth), at)?,
                    term: Term::Compound(",".to_owned(), vec![left.term, whole.term]),
                    priority,
                    at,
                };
                last = at;
            }
            Ok((whole, last))
        };
        let groups: Parsed<Vec<_>> = groups
            .into_iter()
            .map(|group| joined(self, group))
            .collect();
        let (body, _) = joined(self, groups?)?;
        self.operands.push(body);
        Ok(())
    }

    /// Applies the last waiting operator.
    fn apply(&mut self) -> Parsed<()> {
        if self.waiting.len() > GOALS {
            let goals = self.waiting_goals();
            if goals > GOALS {
                return self.apply_goals(goals);
            }
        }
        let Waiting {
            name,
            operator,
            is_infix,
            at,
            ..
        } = self.waiting.pop().expect("an operator waits");
        let right = self.operands.pop().expect("there is an operand");
        let right = self.checked(right, operator.right())?;
        let (args, depth) = match is_infix {
            false => (vec![right.term], right.depth),
            true => {
                let left = self.operands.pop().expect("there is a left operand");
                let left = self.checked(left, operator.left())?;
                (vec![left.term, right.term], left.depth.max(right.depth))
            }
        };
        let depth = self.deeper(depth, at)?;
        self.operands.push(Operand {
            term: Term::Compound(name, args),
            priority: operator.priority,
            depth,
            at,
        });
        Ok(())
    }

    /// An operand, if its priority is at most `max`.
    fn checked(&self, operand: Operand, max: u16) -> Parsed<Operand> {
        if operand.priority <= max {
            return Ok(operand);
        }
        let name = &self.reader.source[operand.at.start..operand.at.end];
        let arguments = match operand.term.args() {
            [_] => "its argument",
            _ => "its arguments",
        };
        let message =
            format!("the operator `{name}` needs brackets around it and {arguments} here");
        Err(Diagnostic::error(message, operand.at))
    }

    fn deeper(&self, depth: usize, at: Span) -> Parsed<usize> {
        match depth < self.flags.max_depth {
            true => Ok(depth + 1),
            false => Err(too_deep(at)),
        }
    }

    /// Applies all operators of the present bracket, and returns its term.
    fn close_terms(&mut self) -> Parsed<Operand> {
        while self.last_waiting().is_some() {
            self.apply()?;
        }
        debug_assert_eq!(self.operands.len(), self.inside().operands + 1);
        Ok(self.operands.pop().expect("a part has a term"))
    }

    /// Ends an item of a list or of arguments.
    fn next_item(&mut self) -> Parsed<()> {
        let item = self.close_terms()?;
        self.items.push(item.term);
        let open = self.open.last_mut().expect("a bracket is open");
        open.depth = open.depth.max(item.depth);
        self.has_operand = false;
        Ok(())
    }

    /// Closes a bracket.
    fn close(&mut self, token: Token) -> Parsed<()> {
        let wanted = match self.inside().inside {
            Inside::Clause => return Err(self.expected(self.wanted(), Some(&token))),
            Inside::Round | Inside::Arguments(_) => ')',
            Inside::Curly => '}',
            Inside::List | Inside::Rest => ']',
        };
        if token.kind != TokenKind::Punct(wanted) {
            return Err(self.unclosed(Some(&token)));
        }
        let last = match self.has_operand {
            true => Some(self.close_terms()?),
            false => None,
        };
        let open = self.open.pop().expect("a bracket is open");
        let at = open.opened;
        let mut depth = open.depth;
        if let Some(last) = &last {
            depth = depth.max(last.depth);
        }
        let term = match (open.inside, last) {
            (Inside::Round, Some(last)) => {
                // Brackets do not make a term deeper, but they are on a stack while they are open.
                self.push(last.term, last.depth, at);
                return Ok(());
            }
            (Inside::Curly, Some(last)) => Term::compound("{}", [last.term]),
            (Inside::Arguments(name), last) => {
                let mut args = self.items.split_off(open.items);
                args.extend(last.map(|last| last.term));
                if args.len() > MAX_ARITY {
                    let message = format!("a term has at most {MAX_ARITY} arguments");
                    return Err(
                        Diagnostic::error(message, at).with_note("lists may have any length")
                    );
                }
                Term::Compound(name, args)
            }
            (Inside::List, Some(last)) => {
                let mut items = self.items.split_off(open.items);
                items.push(last.term);
                Term::List(items)
            }
            (Inside::Rest, Some(last)) => {
                Term::open_list(self.items.split_off(open.items), last.term)
            }
            _ => unreachable!("only arguments may be empty"),
        };
        let depth = self.deeper(depth, at)?;
        self.push(term, depth, at);
        Ok(())
    }

    /// What may follow the operand that was read.
    fn wanted(&self) -> &'static str {
        match self.inside().inside {
            Inside::Clause => "an operator or a full stop",
            Inside::Round => "an operator or `)`",
            Inside::Curly => "an operator or `}`",
            Inside::Arguments(_) => "`,` or `)`",
            Inside::List => "`,`, `|` or `]`",
            Inside::Rest => "`]`",
        }
    }

    /// The error that something else stands in place of the end of a bracket.
    fn unclosed(&self, found: Option<&Token>) -> Diagnostic {
        let Position { line, column } = self.inside().opened.position(self.reader.source);
        let note = format!("the bracket was opened at {line}:{column}");
        self.unexpected(self.wanted(), found).with_note(note)
    }

    /// The error that something else stands in place of `what`, with the place of an open bracket.
    fn expected(&self, what: &str, found: Option<&Token>) -> Diagnostic {
        match self.open.last() {
            Some(open) if what != "a term" && !matches!(open.inside, Inside::Clause) => {
                self.unclosed(found)
            }
            _ => self.unexpected(what, found),
        }
    }

    /// The error that something else stands in place of `what`. A bad token has its own message.
    fn unexpected(&self, what: &str, found: Option<&Token>) -> Diagnostic {
        let end = Span::new(self.reader.source.len(), self.reader.source.len());
        let at = found.map_or(end, |token| token.span);
        let mut notes = Vec::new();
        let found = match found.map(|token| &token.kind) {
            Some(TokenKind::Bad(why)) => return Diagnostic::error(why, at),
            Some(TokenKind::Name(name)) if self.operators.contains(name) => {
                if self.operators.infix(name).is_some() && what != "a term" {
                    notes.push(format!("`{name}` cannot follow this without brackets"));
                }
                format!("the operator `{name}`")
            }
            Some(TokenKind::Name(name)) => format!("the name `{name}`"),
            Some(TokenKind::Var(name)) => format!("the variable `{name}`"),
            Some(TokenKind::Int(_) | TokenKind::Number(_)) => "a number".to_owned(),
            Some(TokenKind::Text(_) | TokenKind::BackQuoted(_)) => "a text".to_owned(),
            Some(TokenKind::Punct(c)) => format!("`{c}`"),
            Some(TokenKind::End) => "the end of the clause".to_owned(),
            None => "the end of the text".to_owned(),
        };
        let message = format!("expected {what}, found {found}");
        Diagnostic {
            notes,
            ..Diagnostic::error(message, at)
        }
    }
}

fn too_deep(at: Span) -> Diagnostic {
    let note = "lists may have any length";
    Diagnostic::error("this is nested too deeply", at).with_note(note)
}

/// The term of a number token.
fn number(kind: TokenKind, is_negative: bool) -> Term {
    let number = match kind {
        TokenKind::Int(size) => match i64::try_from(size) {
            Ok(value) => return Term::Int(if is_negative { -value } else { value }),
            Err(_) => Number::from(BigInt::from(size)),
        },
        TokenKind::Number(number) => number,
        _ => Number::Int(0),
    };
    Term::from(if is_negative {
        number.negated()
    } else {
        number
    })
}
