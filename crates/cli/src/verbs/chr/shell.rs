//! `chr --interactive`: a prompt for goals.

use std::cell::RefCell;

use gridwright::chr::{Answer, Limits, Moment, Program, Run, RunError, Step};
use gridwright::term::{Operators, Span, Term, parse_clauses, parse_term};

use crate::exit_status::ExitStatus;
use crate::input::lines::{Line, Lines};
use crate::output::wrap::wrapped_message;
use crate::verbs::chr::stepper::{Stepper, is_named};
use crate::verbs::chr::{Chr, apart, shown};
use crate::work::interrupt::Interrupts;

/// The commands.
const HELP: &str = "\
GOAL             run a goal: leq(A, B), leq(B, A)
                 an incomplete goal goes on in the next line; an empty line gives it up
;                next answer
, GOAL           run the last goal with this one added
:rules [NAME]    list the rules, or those that mention NAME
:store [NAME]    show the store of the last answer, or its constraints named NAME
:step GOAL       run a goal in the debugger
:trace on|off    print every step
:stats           counters of the last goal, by rule
:reload          read the program again
:quit            quit (or Ctrl-D)
";

/// The command words.
const COMMANDS: &[&str] = &[
    ":help", ":quit", ":reload", ":rules", ":stats", ":step", ":store", ":trace",
];

/// The state of the prompt.
pub(crate) struct Shell<'s> {
    options: &'s Chr,
    interrupts: Interrupts,
    lines: RefCell<Lines>,
    tracing: bool,
    /// The last goal, its answer and its counters.
    goal: String,
    answer: Option<Answer>,
    stats: String,
}

/// What to do next.
enum Next {
    /// Read another line.
    Read,
    /// Execute this one.
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

    /// Reads and executes lines until the user quits.
    pub(crate) fn run(mut self, mut text: String, mut program: Program) -> ExitStatus {
        self.greet(&program);
        loop {
            self.lines.borrow_mut().complete(completions(&program));
            if let Next::Quit = self.session(&text, &program) {
                return ExitStatus::Success;
            }
            match self.options.load_again(self.interrupts.fresh()) {
                Ok((new_text, new)) => {
                    (text, program) = (new_text, new);
                    self.greet(&program);
                }
                Err(message) => eprintln!("{}", wrapped_message(&message)),
            }
        }
    }

    fn greet(&self, program: &Program) {
        if self.lines.borrow().is_terminal() {
            let rules = rules(program).len();
            let name = self.options.file.display();
            outln!("{name}: {rules} rules. Type a goal, or :help for help.");
        }
    }

    /// Executes lines until the program is reloaded or the user quits.
    fn session(&mut self, text: &str, program: &Program) -> Next {
        let mut next = Next::Read;
        loop {
            next = match next {
                Next::Read => {
                    let line = self.lines.borrow_mut().next("?- ");
                    match line {
                        Line::Text(line) => self.read_rest(line, program.operators()),
                        Line::Interrupted => Next::Read,
                        Line::End => Next::Quit,
                    }
                }
                Next::Line(line) => self.execute(line.trim(), text, program),
                Next::Reload | Next::Quit => return next,
            };
        }
    }

    /// Reads further lines while the goal is incomplete.
    fn read_rest(&self, first: String, operators: &Operators) -> Next {
        let mut text = first;
        while is_incomplete(&text, operators) {
            let line = self.lines.borrow_mut().next("|    ");
            match line {
                Line::Text(line) if line.trim().is_empty() => break,
                Line::Text(line) => {
                    text.push('\n');
                    text += &line;
                }
                Line::Interrupted => return Next::Read,
                Line::End => break,
            }
        }
        Next::Line(text)
    }

    fn execute(&mut self, line: &str, text: &str, program: &Program) -> Next {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let operators = program.operators();
        match word {
            "" => {}
            ":help" | ":h" => out!("{HELP}"),
            ":quit" | ":q" | "halt" | "halt." => return Next::Quit,
            ":reload" | ":r" => return Next::Reload,
            ":rules" => list_rules(text, program, rest),
            ":stats" if self.stats.is_empty() => outln!("no goal has been run yet"),
            ":stats" => out!("{}", self.stats),
            ":store" => self.show_store(rest, operators),
            ":trace" if rest == "on" || rest == "off" => self.tracing = rest == "on",
            ":step" if !rest.is_empty() => {
                self.goal = goal(rest);
                return self.run_goal(program, true);
            }
            ";" => outln!("no more answers"),
            _ if word.starts_with(':') => {
                outln!("unknown command `{line}`; type :help for help")
            }
            _ => match line.strip_prefix(',') {
                Some(_) if self.goal.is_empty() => outln!("there is no last goal to add to"),
                Some(more) => {
                    self.goal = format!("{}, {}", self.goal, goal(more));
                    return self.run_goal(program, false);
                }
                None => {
                    self.goal = goal(line);
                    return self.run_goal(program, false);
                }
            },
        }
        Next::Read
    }

    /// Runs the goal and prints an answer for every `;`; returns the first other line.
    fn run_goal(&mut self, program: &Program, stepping: bool) -> Next {
        let operators = program.operators();
        let stop = self.interrupts.fresh();
        let mut print = |step: &Step| outln!("{}", step.text(operators));
        let stepper = RefCell::new(Stepper::new(&self.lines, operators, stop.clone()));
        let mut on_step =
            |step: &Step, moment: &Moment<'_>| stepper.borrow_mut().step(step, moment);
        self.answer = None;
        let mut run = match program.query(&self.goal, self.options.limits(stop)) {
            Ok(run) => run,
            Err(error) => {
                eprint!("{}", error.render(&self.goal, "goal"));
                return Next::Read;
            }
        };
        match (stepping, self.tracing) {
            (true, _) => run.watch(&mut on_step),
            (false, true) => run.trace(&mut print),
            (false, false) => {}
        }
        loop {
            let next = run.next_answer();
            out!("{}", apart(run.take_output()));
            eprint!("{}", run.take_errors());
            self.stats = stats(&run, program);
            // A run that the user quit may end before it checks the stop flag.
            if stepper.borrow().has_quit() {
                return Next::Read;
            }
            match next {
                Ok(Some(answer)) => {
                    let answer = answer.named();
                    out!("{}", shown(&answer, operators));
                    self.answer = Some(answer);
                }
                Ok(None) => {
                    outln!("no");
                    return Next::Read;
                }
                Err(RunError::Halt(_)) => return Next::Quit,
                Err(RunError::Limit(limit)) => {
                    outln!("{}", limit.describe());
                    return Next::Read;
                }
                Err(error) => {
                    eprintln!("error: {error}");
                    return Next::Read;
                }
            }
            let line = self.lines.borrow_mut().next("?- ");
            match line {
                Line::Text(line) if line.trim() == ";" => {}
                Line::Text(line) => return self.read_rest(line, operators),
                Line::Interrupted => return Next::Read,
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
            outln!("(empty)");
        }
    }
}

/// Whether a goal needs another line: reading it stops at the end of the text.
fn is_incomplete(text: &str, operators: &Operators) -> bool {
    let start = text.trim_start();
    let start = start.strip_prefix(":step ").unwrap_or(start);
    if start.is_empty() || start.starts_with([':', ';']) {
        return false;
    }
    let goal = start.strip_prefix(',').unwrap_or(start).trim_end();
    let goal = goal.strip_suffix('.').unwrap_or(goal);
    match parse_term(goal, operators) {
        Ok(_) => false,
        Err(error) => error.span.start >= goal.len(),
    }
}

/// A goal without its full stop.
fn goal(line: &str) -> String {
    line.trim().trim_end_matches('.').trim().to_owned()
}

fn stats(run: &Run<'_>, program: &Program) -> String {
    let counters = run.counters();
    format!(
        "{}{} constraints called, {} stored, {} removed, {} woken; {} backtracks; {} bytes\n{}",
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

/// The completions: predicates, rules and commands.
fn completions(program: &Program) -> Vec<String> {
    let mut all: Vec<String> = COMMANDS.iter().map(|word| (*word).to_owned()).collect();
    all.extend(program.callable().into_iter().map(|(name, _)| name));
    all.extend(rules(program).into_iter().map(|(name, _)| name));
    all.sort();
    all.dedup();
    all
}

/// The names of the rules and their first lines.
fn rules(program: &Program) -> Vec<(String, usize)> {
    let Ok(run) = program.query("true", Limits::default()) else {
        return Vec::new();
    };
    let counters = run.counters();
    let rules = counters.rules.iter();
    rules.map(|rule| (rule.name.clone(), rule.line)).collect()
}

/// Prints the source of the rules with line numbers, or of those that mention a name.
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

/// Whether a name is a functor within a term.
fn mentions(term: &Term, name: &str) -> bool {
    let inside = match term {
        Term::List(items) => items.iter().any(|item| mentions(item, name)),
        _ => term.args().iter().any(|arg| mentions(arg, name)),
    };
    inside || is_named(term, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_goals_go_on_in_the_next_line() {
        let table = [
            ("leq(A, B)", false),
            ("leq(A, B).", false),
            ("leq(A,", true),
            ("leq(A, B),", true),
            ("leq(A, B), (true ;", true),
            ("X = [1, 2", true),
            ("X = \"abc", false),
            ("X = 'abc", false),
            ("X = a +", true),
            (", leq(B,", true),
            (":step leq(A,", true),
            ("foo )", false),
            ("foo bar", false),
            ("", false),
            (";", false),
            (":rules leq(", false),
        ];
        for (text, expected) in table {
            assert_eq!(
                is_incomplete(text, Operators::standard()),
                expected,
                "{text}"
            );
        }
    }
}
