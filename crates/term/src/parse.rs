//! The parser: tokens to terms, by the priorities of a table of operators.

use crate::diagnostic::Diagnostic;
use crate::operators::{ARGUMENT, CLAUSE, Operator, OperatorError, Operators};
use crate::span::{Position, Span};
use crate::term::Term;
use crate::token::{Token, TokenKind, tokenise};

/// The largest depth of nested operators, where a pair of brackets counts as four. It keeps malicious texts from
/// exhausting the stack, even that of a small thread in an unoptimised build.
pub const MAX_DEPTH: usize = 1000;

/// The depth that a pair of brackets or a prefix operator adds.
const BRACKET: usize = 3;

/// Parses one term, with or without a full stop after it.
pub fn parse_term(source: &str, operators: &Operators) -> Result<Term, Diagnostic> {
    let tokens = tokenise(source);
    let mut parser = Parser::new(source, &tokens, operators);
    let term = parser.term(CLAUSE)?;
    if parser.at_end() {
        parser.at += 1;
    }
    match parser.peek() {
        None => Ok(term),
        Some(_) => Err(parser.expected("the end of the text")),
    }
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
    let tokens = tokenise(source);
    let (mut clauses, mut diagnostics) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let start = tokens[at].span;
        let mut parser = Parser {
            at,
            ..Parser::new(source, &tokens, operators)
        };
        let parsed = parser.clause();
        at = parser.at;
        match parsed {
            Ok(term) if at == tokens.len() => {
                let end = tokens[at - 1].span;
                let message = "this clause has no full stop after it";
                diagnostics.push(Diagnostic::error(message, start.to(end)));
                clauses.push((term, start.to(end)));
            }
            Ok(term) => {
                let span = start.to(tokens[at].span);
                if let Err(why) = apply_directive(&term, operators) {
                    diagnostics.push(Diagnostic::error(why, span));
                }
                clauses.push((term, span));
            }
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
        let mut rest = tokens[at..].iter();
        let end = rest.position(|token| token.kind == TokenKind::End);
        at = end.map_or(tokens.len(), |end| at + end + 1);
    }
    (clauses, diagnostics)
}

/// Applies the directive `:- op(Priority, Type, Names)`; ignores any other clause.
fn apply_directive(clause: &Term, operators: &mut Operators) -> Result<(), String> {
    let Some((":-", 1)) = clause.functor() else {
        return Ok(());
    };
    let directive = &clause.args()[0];
    let Some(("op", 3)) = directive.functor() else {
        return Ok(());
    };
    let [Term::Int(priority), Term::Name(fixity), names] = directive.args() else {
        return Err("op/3 takes a priority, a type and a name or a list of names".to_owned());
    };
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
        operators.add(priority, fixity, name).map_err(message)?;
    }
    Ok(())
}

/// The parser: the tokens and a position. It never reads past a full stop.
struct Parser<'a> {
    source: &'a str,
    tokens: &'a [Token],
    operators: &'a Operators,
    at: usize,
    /// The depth of the current term.
    depth: usize,
    /// The height of the operator tree read on this level.
    height: usize,
}

/// A parsed term with its priority.
struct Parsed {
    term: Term,
    priority: u16,
}

impl<'a> Parser<'a> {
    fn new(source: &'a str, tokens: &'a [Token], operators: &'a Operators) -> Parser<'a> {
        Parser {
            source,
            tokens,
            operators,
            at: 0,
            depth: 0,
            height: 0,
        }
    }

    /// Parses a term up to a full stop or the end of the text, which is not consumed.
    fn clause(&mut self) -> Result<Term, Diagnostic> {
        let term = self.term(CLAUSE)?;
        if self.peek().is_none() || self.at_end() {
            return Ok(term);
        }
        Err(self.expected("an operator or a full stop"))
    }

    /// Parses a term of at most the priority `max`.
    fn term(&mut self, max: u16) -> Result<Term, Diagnostic> {
        let depth = self.depth;
        let height = std::mem::take(&mut self.height);
        self.descend(1)?;
        let mut left = self.primary(max)?;
        while let Some((name, operator, is_infix)) = self.continuation() {
            if operator.priority > max || left.priority > operator.left() {
                break;
            }
            // A left-associative chain is as deep as it is long, though parsing it does not recurse.
            if self.height == MAX_DEPTH {
                return Err(self.too_deep());
            }
            self.at += 1;
            let mut args = vec![left.term];
            if is_infix {
                args.push(self.term(operator.right())?);
            }
            left = Parsed {
                term: Term::Compound(name, args),
                priority: operator.priority,
            };
            self.height += 1;
        }
        self.depth = depth;
        self.height = self.height.max(height);
        Ok(left.term)
    }

    /// Increases the depth, which `term` restores.
    fn descend(&mut self, levels: usize) -> Result<(), Diagnostic> {
        self.depth += levels;
        match self.depth <= MAX_DEPTH {
            true => Ok(()),
            false => Err(self.too_deep()),
        }
    }

    fn too_deep(&self) -> Diagnostic {
        let note = "lists may have any length";
        Diagnostic::error("this is nested too deeply", self.here()).with_note(note)
    }

    /// The infix or postfix operator at the current token, and whether it is infix.
    fn continuation(&self) -> Option<(String, Operator, bool)> {
        let name = match self.peek()? {
            TokenKind::Name(name) => name.clone(),
            TokenKind::Punct(c @ (',' | '|')) => c.to_string(),
            _ => return None,
        };
        if let Some(operator) = self.operators.infix(&name) {
            return Some((name, operator, true));
        }
        let operator = self.operators.postfix(&name)?;
        Some((name, operator, false))
    }

    /// Parses a term without infix and postfix operators: a constant, a compound, a bracketed term, or a prefix
    /// operator with its argument.
    fn primary(&mut self, max: u16) -> Result<Parsed, Diagnostic> {
        let Some(token) = self.tokens.get(self.at) else {
            return Err(self.expected("a term"));
        };
        let term = match &token.kind {
            TokenKind::Name(name) => return self.name(name, token.span, max),
            TokenKind::Punct(open @ ('(' | '[' | '{')) => self.bracketed(*open)?,
            TokenKind::Var(name) => self.take(Term::var(name)),
            TokenKind::Text(text) => self.take(Term::text(text)),
            TokenKind::Int(size) => match i64::try_from(*size) {
                Ok(value) => self.take(Term::Int(value)),
                Err(_) => {
                    let message = "this number does not fit into 64 bits";
                    return Err(Diagnostic::error(message, token.span));
                }
            },
            TokenKind::Punct(_) | TokenKind::End | TokenKind::Bad(_) => {
                return Err(self.expected("a term"));
            }
        };
        Ok(Parsed { term, priority: 0 })
    }

    fn take(&mut self, term: Term) -> Term {
        self.at += 1;
        term
    }

    /// Parses a term that begins with a name: a compound, a negative number, a prefix operator with its argument, or
    /// the name alone.
    fn name(&mut self, name: &str, span: Span, max: u16) -> Result<Parsed, Diagnostic> {
        let next = self.tokens.get(self.at + 1);
        let joined = next.filter(|next| next.joined).map(|next| &next.kind);
        let alone = match next.map(|next| &next.kind) {
            None | Some(TokenKind::End) => true,
            Some(TokenKind::Punct(c)) => ")]},|".contains(*c),
            Some(_) => false,
        };
        let prefix = self.operators.prefix(name);
        let (term, priority) = match (joined, prefix) {
            (Some(TokenKind::Punct('(')), _) => {
                self.at += 1;
                (Term::compound(name, self.arguments()?), 0)
            }
            (Some(TokenKind::Int(size)), _) if name == "-" => {
                self.at += 2;
                // `i64::MIN` has no positive counterpart, so the value is negated before it is narrowed.
                let value = 0_i64
                    .checked_sub_unsigned(*size)
                    .expect("the tokeniser allows up to 2^63");
                (Term::Int(value), 0)
            }
            (_, Some(operator)) if !alone => {
                if operator.priority > max {
                    let message = format!(
                        "the operator `{name}` needs brackets around it and its argument here"
                    );
                    return Err(Diagnostic::error(message, span));
                }
                self.descend(BRACKET)?;
                self.at += 1;
                let argument = self.term(operator.right())?;
                (Term::compound(name, [argument]), operator.priority)
            }
            _ if !alone && self.operators.contains(name) => return Err(self.expected("a term")),
            _ => (self.take(Term::name(name)), 0),
        };
        Ok(Parsed { term, priority })
    }

    /// Parses a bracketed term.
    fn bracketed(&mut self, open: char) -> Result<Term, Diagnostic> {
        let opened = self.here();
        self.descend(BRACKET)?;
        self.at += 1;
        match open {
            '[' if self.take_punct(']') => Ok(Term::list([])),
            '[' => {
                let items = self.items()?;
                let (rest, expected) = match self.take_punct('|') {
                    true => (self.term(ARGUMENT)?, "`]`"),
                    false => (Term::list([]), "`,`, `|` or `]`"),
                };
                self.close(']', expected, opened)?;
                Ok(Term::open_list(items, rest))
            }
            '{' if self.take_punct('}') => Ok(Term::name("{}")),
            '{' => {
                let term = self.term(CLAUSE)?;
                self.close('}', "an operator or `}`", opened)?;
                Ok(Term::compound("{}", [term]))
            }
            _ => {
                let term = self.term(CLAUSE)?;
                self.close(')', "an operator or `)`", opened)?;
                Ok(term)
            }
        }
    }

    /// Parses the arguments of a compound with their brackets.
    fn arguments(&mut self) -> Result<Vec<Term>, Diagnostic> {
        let opened = self.here();
        self.descend(BRACKET)?;
        self.at += 1;
        if self.take_punct(')') {
            return Ok(Vec::new());
        }
        let items = self.items()?;
        self.close(')', "`,` or `)`", opened)?;
        Ok(items)
    }

    /// Parses terms separated by commas.
    fn items(&mut self) -> Result<Vec<Term>, Diagnostic> {
        let mut items = vec![self.term(ARGUMENT)?];
        while self.take_punct(',') {
            items.push(self.term(ARGUMENT)?);
        }
        Ok(items)
    }

    fn close(&mut self, bracket: char, expected: &str, opened: Span) -> Result<(), Diagnostic> {
        if self.take_punct(bracket) {
            return Ok(());
        }
        let Position { line, column } = opened.position(self.source);
        let note = format!("the bracket was opened at {line}:{column}");
        Err(self.expected(expected).with_note(note))
    }

    fn take_punct(&mut self, c: char) -> bool {
        let found = self.peek() == Some(&TokenKind::Punct(c));
        self.at += usize::from(found);
        found
    }

    fn peek(&self) -> Option<&'a TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn at_end(&self) -> bool {
        self.peek() == Some(&TokenKind::End)
    }

    /// The span of the current token, or of the end of the text.
    fn here(&self) -> Span {
        let end = Span::new(self.source.len(), self.source.len());
        self.tokens.get(self.at).map_or(end, |token| token.span)
    }

    /// The error that something else stands in place of `what`. A bad token has its own message.
    fn expected(&self, what: &str) -> Diagnostic {
        let mut notes = Vec::new();
        let found = match self.peek() {
            Some(TokenKind::Bad(why)) => return Diagnostic::error(why, self.here()),
            Some(TokenKind::Name(name)) if self.operators.contains(name) => {
                if self.operators.infix(name).is_some() && what != "a term" {
                    notes.push(format!("`{name}` cannot follow this without brackets"));
                }
                format!("the operator `{name}`")
            }
            Some(TokenKind::Name(name)) => format!("the name `{name}`"),
            Some(TokenKind::Var(name)) => format!("the variable `{name}`"),
            Some(TokenKind::Int(_)) => "a number".to_owned(),
            Some(TokenKind::Text(_)) => "a text".to_owned(),
            Some(TokenKind::Punct(c)) => format!("`{c}`"),
            Some(TokenKind::End) => "the end of the clause".to_owned(),
            None => "the end of the text".to_owned(),
        };
        let message = format!("expected {what}, found {found}");
        Diagnostic {
            notes,
            ..Diagnostic::error(message, self.here())
        }
    }
}
