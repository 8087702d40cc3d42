//! The machine: heap, frames, choices and store of one run, and the loop that carries out instructions.
//!
//! Frames live on one stack of words. A frame begins with the frame and the instruction to go on with, the number of choices
//! a cut goes back to, and its size; slots follow. Nothing here recurses with the program that is run: depth is memory.

use std::collections::HashMap;

use crate::agenda::Agenda;
use crate::choices::{Choice, Undo};
use crate::code::{Callee, Code, Instr, Shape};
use crate::compact;
use crate::counters::Counters;
use crate::frames::FRAME;
use crate::history::History;
use crate::limits::{Limit, Limits};
use crate::names::{Names, known};
use crate::natives::NATIVES;
use crate::profile::{Probe, Profiler, Tally};
use crate::store::{Cell, DEAD_ROW, ROW};
use crate::stored::Stored;
use crate::table::Table;
use crate::thrown::{Answer, Thrown};
use crate::trace::Tracer;
use crate::word::Word;

/// Goals between two looks at the limits.
const TICKS: u64 = 1024;

/// The state of one run.
#[derive(Debug)]
pub(crate) struct Machine<'p> {
    pub(crate) code: &'p Code,
    pub(crate) names: Names,
    pub(crate) heap: Vec<Word>,
    pub(crate) trail: Vec<Undo>,
    pub(crate) env: Vec<u64>,
    pub(crate) choices: Vec<Choice<'p>>,
    /// Arguments kept by choices.
    pub(crate) saved: Vec<Word>,
    pub(crate) args: [Word; 256],
    /// The frame to go on with, and the instruction.
    pub(crate) e: usize,
    pub(crate) cp: u32,
    pub(crate) pc: u32,
    /// Frames and heap cells below these belong to a choice.
    pub(crate) protect: usize,
    pub(crate) old_heap: usize,
    /// Watched variables that were bound and whose constraints are still to wake.
    pub(crate) pending: Vec<(usize, usize)>,
    /// Room for the constraints that wake together.
    pub(crate) woken: Vec<u64>,
    /// How many guards are running as goals.
    pub(crate) guards: u32,
    /// Whether a guard is run only to see whether it holds.
    pub(crate) asking: bool,
    // The store.
    pub(crate) rows: Vec<u64>,
    pub(crate) cells: Vec<Cell>,
    /// Heads of the lists of indexes, which are kept when they become empty.
    pub(crate) buckets: Vec<u32>,
    /// Heads of the lists of watched variables.
    pub(crate) watched: Vec<u32>,
    pub(crate) tables: Vec<Table>,
    /// How large the store may become before it is compacted, and how much it must have grown since.
    pub(crate) compact_at: usize,
    pub(crate) compact_step: usize,
    pub(crate) next_id: u64,
    /// Constraints with a lower number than this belong to a choice.
    pub(crate) old_id: u64,
    /// How many constraints of each symbol are in the store, and the epoch in which each number was last trailed.
    pub(crate) live: Vec<u32>,
    pub(crate) counted: Vec<u64>,
    /// Grows whenever a choice is added, taken up or forgotten.
    pub(crate) epoch: u64,
    pub(crate) history: Vec<History>,
    // Rules with priorities.
    pub(crate) agenda: Agenda,
    /// The priority of the rules that are tried or whose body runs now; only what comes before it interrupts.
    pub(crate) level: u32,
    // What outlives backtracking.
    pub(crate) findalls: Vec<Vec<Stored>>,
    pub(crate) globals: HashMap<u32, Stored>,
    pub(crate) flags: HashMap<u32, i64>,
    pub(crate) back_globals: HashMap<u32, Word>,
    pub(crate) output: String,
    pub(crate) prolog_flags: HashMap<u32, Stored>,
    pub(crate) limits: Limits,
    pub(crate) deadline: Option<std::time::Duration>,
    pub(crate) steps: u64,
    /// Totals; what is told of each rule is put together from the two after it.
    pub(crate) counters: Counters,
    pub(crate) tallies: Vec<Tally>,
    pub(crate) probes: Vec<Probe>,
    pub(crate) profiler: Option<Profiler>,
    pub(crate) tracer: Tracer<'p>,
    pub(crate) operators: &'p gridwright_term::Operators,
    pub(crate) hosts: &'p crate::host::Hosts,
}

impl<'p> Machine<'p> {
    pub(crate) fn new(
        code: &'p Code,
        operators: &'p gridwright_term::Operators,
        hosts: &'p crate::host::Hosts,
        limits: Limits,
    ) -> Machine<'p> {
        let mut env = vec![0; 1 << 10];
        env[3] = FRAME as u64;
        let deadline = limits
            .time
            .zip(limits.clock.as_ref())
            .map(|(time, clock)| clock.now() + time);
        Machine {
            code,
            names: code.names.clone(),
            heap: Vec::with_capacity(1 << 10),
            trail: Vec::new(),
            env,
            choices: Vec::new(),
            saved: Vec::new(),
            args: [Word::NIL; 256],
            e: 0,
            cp: 0,
            pc: 0,
            protect: 0,
            old_heap: 0,
            pending: Vec::new(),
            woken: Vec::new(),
            guards: 0,
            asking: false,
            rows: vec![0; DEAD_ROW + ROW],
            cells: vec![Cell::default()],
            buckets: vec![0; code.constraints.len()],
            watched: Vec::new(),
            tables: vec![Table::default(); code.indexes.len()],
            compact_at: compact::LEAST,
            compact_step: compact::LEAST,
            next_id: 1,
            old_id: 0,
            live: vec![0; code.constraints.len()],
            counted: vec![0; code.constraints.len()],
            epoch: 0,
            history: vec![History::default(); code.rules.len()],
            agenda: Agenda::default(),
            level: u32::MAX,
            findalls: Vec::new(),
            globals: HashMap::new(),
            flags: HashMap::new(),
            back_globals: HashMap::new(),
            output: String::new(),
            prolog_flags: HashMap::new(),
            limits,
            deadline,
            steps: 0,
            counters: Counters::default(),
            tallies: vec![Tally::default(); code.rules.len()],
            probes: vec![Probe::default(); code.probes as usize],
            profiler: None,
            tracer: Tracer::default(),
            operators,
            hosts,
        }
    }

    /// Carries out instructions until the goal succeeds or has failed.
    pub(crate) fn run(&mut self) -> Answer {
        loop {
            match self.go() {
                Ok(found) => return Ok(found),
                Err(thrown) => self.recover(thrown)?,
            }
        }
    }

    pub(crate) fn go(&mut self) -> Answer {
        let code = self.code;
        loop {
            if !self.pending.is_empty() && !self.wake() {
                if !self.backtrack()? {
                    return Ok(false);
                }
                continue;
            }
            let holds = match &code.instrs[self.pc as usize] {
                Instr::Call(callee, shapes) => {
                    self.load(shapes);
                    self.cp = self.pc + 1;
                    self.enter(*callee)?
                }
                Instr::Exec(callee, shapes) => {
                    self.load(shapes);
                    self.leave();
                    self.enter(*callee)?
                }
                Instr::Proceed => {
                    self.leave();
                    self.pc = self.cp;
                    true
                }
                Instr::Test(test) => {
                    self.pc += 1;
                    self.test(test, self.e)?
                }
                Instr::Is(shape, expr) => {
                    let value = self.eval(expr, self.e)?;
                    let word = self.int(value);
                    self.pc += 1;
                    self.unify_shape(shape, word, self.e)
                }
                Instr::Unify(left, right) => {
                    self.counters.unifications += 1;
                    self.pc += 1;
                    let right = self.build(right, self.e);
                    self.unify_shape(left, right, self.e)
                }
                Instr::Make(slot) => {
                    let var = self.new_var();
                    self.env[self.e + usize::from(*slot)] = var.0;
                    self.pc += 1;
                    true
                }
                Instr::Mark(slot) => {
                    self.env[self.e + usize::from(*slot)] = self.choices.len() as u64;
                    self.pc += 1;
                    true
                }
                Instr::Try(other) => {
                    self.push_alternative(*other);
                    self.pc += 1;
                    true
                }
                Instr::CutTo(slot) => {
                    self.cut_to(self.env[self.e + usize::from(*slot)] as usize);
                    self.pc += 1;
                    true
                }
                Instr::SoftCut(slot) => {
                    self.soft_cut(self.env[self.e + usize::from(*slot)] as usize);
                    self.pc += 1;
                    true
                }
                Instr::Cut => {
                    self.cut_to(self.env[self.e + 2] as usize);
                    self.pc += 1;
                    true
                }
                Instr::Branch(tests, other) => {
                    let holds = self.all(tests, self.e)?;
                    self.pc = if holds { self.pc + 1 } else { *other };
                    true
                }
                Instr::Jump(to) => {
                    self.pc = *to;
                    true
                }
                Instr::Fail => false,
                Instr::Resume => self.resume()?,
                Instr::Guarded => self.guarded()?,
                Instr::Stop => return Ok(true),
                Instr::WakeStart => self.wake_start(),
                Instr::WakeNext => self.wake_next()?,
                Instr::TurnNext => self.turn_next()?,
                own => self.own(own)?,
            };
            if !holds && !self.backtrack()? {
                return Ok(false);
            }
        }
    }

    /// Builds the arguments of a call.
    #[inline]
    fn load(&mut self, shapes: &[Shape]) {
        for (at, shape) in shapes.iter().enumerate() {
            self.args[at] = match shape {
                Shape::Slot(slot) => Word(self.env[self.e + usize::from(*slot)]),
                Shape::Const(word) => *word,
                _ => self.build(shape, self.e),
            };
        }
    }

    /// Calls what `callee` says with the arguments loaded.
    #[inline]
    pub(crate) fn enter(&mut self, callee: Callee) -> Answer {
        self.steps += 1;
        if self.steps.is_multiple_of(TICKS) {
            self.look_at_limits()?;
        }
        match callee {
            Callee::Constraint(constraint) => {
                if self.rows.len() > self.compact_at {
                    self.compact();
                }
                if self.code.careful {
                    return self.post(constraint);
                }
                self.activate(constraint)
            }
            Callee::Waiting(constraint) => {
                self.check_types(constraint)?;
                self.pc = self.cp;
                self.queue(constraint);
                Ok(true)
            }
            Callee::Clauses(pred) => self.call_clauses(pred),
            Callee::Native(native) => {
                self.pc = self.cp;
                (NATIVES[native as usize].run)(self)
            }
            Callee::Unknown(functor) => {
                if let Some(host) = self.hosts.find(&self.names, functor) {
                    self.pc = self.cp;
                    return self.call_host(host, functor.arity());
                }
                let name = Word::name(functor.name());
                let arity = self.int(functor.arity() as i64);
                let indicator = self.new_compound(known::SLASH, &[name, arity]);
                Err(self.existence_error("procedure", indicator))
            }
        }
    }

    #[cold]
    fn look_at_limits(&mut self) -> Result<(), Box<Thrown>> {
        let over = |limit| Err(Box::new(Thrown::Limit(limit)));
        if self
            .limits
            .stop
            .as_ref()
            .is_some_and(|stop| stop.is_pressed())
        {
            return over(Limit::Stop);
        }
        if self.limits.steps.is_some_and(|most| self.steps > most) {
            return over(Limit::Steps);
        }
        if self.limits.memory.is_some_and(|most| self.memory() > most) {
            return over(Limit::Memory);
        }
        if let (Some(deadline), Some(clock)) = (self.deadline, &self.limits.clock)
            && clock.now() > deadline
        {
            return over(Limit::Time);
        }
        Ok(())
    }

    /// Bytes in use, without small change.
    pub(crate) fn memory(&self) -> usize {
        8 * (self.heap.len() + self.env.len() + self.saved.len())
            + 16 * self.trail.len()
            + self.store_memory()
            + self.history.iter().map(History::memory).sum::<usize>()
            + self.output.len()
    }
}
