//! `chr --interactive`: asks one goal after the other of a program, and shows what each answer leaves in the store.

use std::cell::RefCell;

use gridwright::chr::{Answer, Limits, Moment, Program, Run, RunError, Step};
use gridwright::term::{Operators, Span, Term, parse_clauses};

use crate::chr::{Chr, Interrupts, shown};
use crate::chr_step::{Stepper, is_named};
use crate::ending::Ending;
use crate::lines::{Line, Lines};

/// What can be typed.
const HELP: &str = "\
GOAL             ask it: leq(A, B), leq(B, A)
;                the next answer to it
, GOAL           ask the last goal with another one added
:rules [NAME]    list the rules, or those that mention a rule or constraint
:store [NAME]    the store of the last answer, or its constraints of a name
:step GOAL       ask it step by step
:trace on|off    tell every step
:stats           what the last goal counted, rule by rule
:reload          read the program again
:quit            leave (or Ctrl-D)
";

/// The words that begin with a colon.
const WORDS: &[&str] = &[
    ":help", ":quit", ":reload", ":rules", ":stats", ":step", ":store", ":trace",
];

/// A conversation about a program.
pub(crate) struct Shell<'s> {
    options: &'s Chr,
    interrupts: Interrupts,
    lines: RefCell<Lines>,
    tracing: bool,
    /// The last goal, and what is known of it.
    goal: String,
    answer: Option<Answer>,
    stats: String,
}

/// What to do after a line.
enum Next {
    /// Read another.
    Ask,
    /// See to this one.
    Line(String),
    Reload,
    Quit,
}

impl<'s> Shell<'s> {
    pub(crate) fn new(options: &'s Chr, interrupts: Interrupts) -> Shell<'s> {
        Shell {
            options,
            interrupts,
            lines: RefCell::new(Lines::open("chr_history", Vec::new())),
            tracing: false,
            goal: String::new(),
            answer: None,
            stats: String::new(),
        }
    }

    /// Talks until it is left.
    pub(crate) fn run(mut self, mut text: String, mut program: Program) -> Ending {
        self.greet(&program);
        loop {
            self.lines.borrow_mut().complete(words(&program));
            if let Next::Quit = self.talk(&text, &program) {
                return Ending::Well;
            }
            match self.options.load() {
                Ok((new_text, new)) => {
                    (text, program) = (new_text, new);
                    self.greet(&program);
                }
                Err(message) => eprintln!("{}", message.trim_end()),
            }
        }
    }

    fn greet(&self, program: &Program) {
        if self.lines.borrow().is_terminal() {
            let rules = rules(program).len();
            let name = self.options.file.display();
            outln!("{name}: {rules} rules. Type a goal; :help tells what else.");
        }
    }

    /// Sees to lines until the program is to be read again or left.
    fn talk(&mut self, text: &str, program: &Program) -> Next {
        let mut next = Next::Ask;
        loop {
            next = match next {
                Next::Ask => {
                    let line = self.lines.borrow_mut().next("?- ");
                    match line {
                        Line::Text(line) => Next::Line(line),
                        Line::Interrupted => Next::Ask,
                        Line::End => Next::Quit,
                    }
                }
                Next::Line(line) => self.obey(line.trim(), text, program),
                Next::Reload | Next::Quit => return next,
            };
        }
    }

    fn obey(&mut self, line: &str, text: &str, program: &Program) -> Next {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let operators = program.operators();
        match word {
            "" => {}
            ":help" | ":h" => out!("{HELP}"),
            ":quit" | ":q" | "halt" | "halt." => return Next::Quit,
            ":reload" | ":r" => return Next::Reload,
            ":rules" => list_rules(text, program, rest),
            ":stats" if self.stats.is_empty() => outln!("nothing was asked yet"),
            ":stats" => out!("{}", self.stats),
            ":store" => self.show_store(rest, operators),
            ":trace" if rest == "on" || rest == "off" => self.tracing = rest == "on",
            ":step" if !rest.is_empty() => {
                self.goal = goal(rest);
                return self.ask(program, true);
            }
            ";" => outln!("there is no other answer"),
            _ if word.starts_with(':') => {
                outln!("`{line}` is nothing to do here; :help tells what is")
            }
            _ => match line.strip_prefix(',') {
                Some(_) if self.goal.is_empty() => outln!("there is no goal yet to add to"),
                Some(more) => {
                    self.goal = format!("{}, {}", self.goal, goal(more));
                    return self.ask(program, false);
                }
                None => {
                    self.goal = goal(line);
                    return self.ask(program, false);
                }
            },
        }
        Next::Ask
    }

    /// Asks the goal, and gives its answers as long as others are wanted; returns the first line that is about something else.
    fn ask(&mut self, program: &Program, stepping: bool) -> Next {
        let operators = program.operators();
        let stop = self.interrupts.fresh();
        let mut tell = |step: &Step| outln!("{}", step.text(operators));
        let stepper = RefCell::new(Stepper::new(&self.lines, operators, stop.clone()));
        let mut go = |step: &Step, moment: &Moment<'_>| stepper.borrow_mut().step(step, moment);
        self.answer = None;
        let mut run = match program.query(&self.goal, self.options.limits(stop)) {
            Ok(run) => run,
            Err(error) => {
                eprint!("{}", error.render(&self.goal, "goal"));
                return Next::Ask;
            }
        };
        match (stepping, self.tracing) {
            (true, _) => run.watch(&mut go),
            (false, true) => run.trace(&mut tell),
            (false, false) => {}
        }
        loop {
            let next = run.next_answer();
            out!("{}", run.take_output());
            self.stats = stats(&run, program);
            // A run that was left may come to an end before it looks at the switch.
            if stepper.borrow().has_quit() {
                return Next::Ask;
            }
            match next {
                Ok(Some(answer)) => {
                    let answer = answer.named();
                    out!("{}", shown(&answer, operators));
                    self.answer = Some(answer);
                }
                Ok(None) => {
                    outln!("no");
                    return Next::Ask;
                }
                Err(RunError::Limit(limit)) => {
                    outln!("stopped: {limit}");
                    return Next::Ask;
                }
                Err(error) => {
                    eprintln!("error: {error}");
                    return Next::Ask;
                }
            }
            let line = self.lines.borrow_mut().next("?- ");
            match line {
                Line::Text(line) if line.trim() == ";" => {}
                Line::Text(line) => return Next::Line(line),
                Line::Interrupted => return Next::Ask,
                Line::End => return Next::Quit,
            }
        }
    }

    fn show_store(&self, name: &str, operators: &Operators) {
        let store = self.answer.iter().flat_map(|answer| &answer.store);
        let mut empty = true;
        for term in store.filter(|term| name.is_empty() || is_named(term, name)) {
            empty = false;
            outln!("{}", term.display_with(operators));
        }
        if empty {
            outln!("nothing");
        }
    }
}

/// A goal as it is asked: without the full stop that people end it with.
fn goal(line: &str) -> String {
    line.trim().trim_end_matches('.').trim().to_owned()
}

fn stats(run: &Run<'_>, program: &Program) -> String {
    let counters = run.counters();
    format!(
        "{}{} constraints called, {} stored, {} removed, {} woken; {} returns to a choice; {} bytes\n{}",
        counters.table(),
        counters.calls,
        counters.inserts,
        counters.removals,
        counters.wakes,
        counters.backtracks,
        run.memory(),
        program.index_report()
    )
}

/// Everything that can be completed: what can be called, the names of rules, and the words of the shell.
fn words(program: &Program) -> Vec<String> {
    let mut all: Vec<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
    all.extend(program.callable().into_iter().map(|(name, _)| name));
    all.extend(rules(program).into_iter().map(|(name, _)| name));
    all.sort();
    all.dedup();
    all
}

/// The names of the rules and the lines on which they begin.
fn rules(program: &Program) -> Vec<(String, usize)> {
    let Ok(run) = program.query("true", Limits::default()) else {
        return Vec::new();
    };
    let counters = run.counters();
    let rules = counters.rules.iter();
    rules.map(|rule| (rule.name.clone(), rule.line)).collect()
}

/// Lists the rules as they are written, with their lines; of those, what mentions a name.
fn list_rules(text: &str, program: &Program, name: &str) {
    let (clauses, _) = parse_clauses(text, &mut program.operators().clone());
    let line_of = |span: Span| text[..span.start].matches('\n').count() + 1;
    let rules = rules(program);
    let mut found = false;
    for (clause, span) in clauses {
        let line = line_of(span);
        let Some((rule, _)) = rules.iter().find(|(_, begins)| *begins == line) else {
            continue;
        };
        if name.is_empty() || rule == name || mentions(&clause, name) {
            found = true;
            outln!(
                "{line:>4}  {}",
                text[span.start..span.end].replace('\n', "\n      ")
            );
        }
    }
    if !found {
        outln!("no rule mentions `{name}`");
    }
}

/// Whether a name is the functor of something inside a term.
fn mentions(term: &Term, name: &str) -> bool {
    let inside = match term {
        Term::List(items) => items.iter().any(|item| mentions(item, name)),
        _ => term.args().iter().any(|arg| mentions(arg, name)),
    };
    inside || is_named(term, name)
}
