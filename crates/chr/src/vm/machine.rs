//! The machine: heap, frames, choices and store of one run, and how it goes on when the loop of `vm/execute.rs` is left.
//!
//! Frames live on one stack of words. A frame begins with the frame and the instruction to go on with, the number of choices
//! a cut goes back to, and its size; slots follow. Nothing here recurses with the program that is run: depth is memory.

use crate::heap::cells::{COLLECT_LEAST, Heap};
use crate::state::profile::Profile;
use crate::store::suspensions::{LEAST, Store};

use std::borrow::Cow;
use std::collections::HashMap;

use gridwright_term::Number;

use crate::code::atoms::{AtomTable, known};
use crate::code::word::Word;
use crate::code::{Callee, Code, Shape, WordMap};
use crate::heap::records::Record;
use crate::state::agenda::Agenda;
use crate::state::buffer_pool::{BufferPool, Buffers};
use crate::state::choice_point::ChoicePoint;
use crate::state::database::Database;
use crate::state::event::Tracer;
use crate::state::exception::{Blamed, Outcome};
use crate::state::group_search::GroupSearch;
use crate::state::host::Solutions;
use crate::state::input::Input;
use crate::state::tabling::Tables;
use crate::store::scan::condition::Check;
use crate::store::scan::group_filter::Prefilters;
use crate::vm::native::Natives;
use gridwright_control::{Limits, Rng};

/// The seed of the random numbers of a run that sets none.
const SEED: u64 = 0;

/// Why the loop that carries out instructions was left.
pub(crate) enum Flow {
    /// The goal succeeded.
    Stopped,
    /// Something failed.
    Failed,
    /// Something was bound that constraints or goals wait for.
    Pending,
}

/// The times that `statistics/2` returned last, in milliseconds and seconds.
#[derive(Debug, Default)]
pub(crate) struct LastAsked {
    pub(crate) runtime: i64,
    pub(crate) walltime: i64,
    pub(crate) real_time: i64,
}

/// Goals between two looks at the limits.
pub(crate) const TICKS: u64 = 1024;

/// A builtin predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) arity: usize,
    pub(crate) run: fn(&mut Machine<'_>) -> Outcome,
}

/// The state of one run.
#[derive(Debug)]
pub(crate) struct Machine<'p> {
    pub(crate) code: &'p Code,
    pub(crate) builtins: &'p [Builtin],
    pub(crate) atoms: AtomTable,
    pub(crate) heap: Heap,
    pub(crate) env: Vec<u64>,
    pub(crate) choices: Vec<ChoicePoint<'p>>,
    /// Arguments kept by choices.
    pub(crate) saved: Vec<Word>,
    pub(crate) args: [Word; 256],
    /// The frame to go on with, and the instruction.
    pub(crate) e: usize,
    pub(crate) cp: u32,
    pub(crate) pc: u32,
    /// Frames below this belong to a choice point.
    pub(crate) protect: usize,
    /// A buffer for the constraints that wake together.
    pub(crate) woken: Vec<u64>,
    /// How many goals that are terms are begun inside each other.
    pub(crate) nested_goals: u32,
    /// How many guards are running as goals.
    pub(crate) guards: u32,
    /// The rule from which comes what is thrown now.
    pub(crate) blamed: Option<Blamed>,
    /// Whether a guard is run only to see whether it holds.
    pub(crate) asking: bool,
    pub(crate) store: Store<'p>,
    /// How long the trails may become before the store is compacted.
    pub(crate) trail_at: usize,
    /// How large the heap may become before what nothing leads to is taken out.
    pub(crate) collect_at: usize,
    // Rules with priorities.
    pub(crate) agenda: Agenda,
    // What outlives backtracking.
    pub(crate) findalls: Vec<Vec<Record>>,
    /// What is left of the host predicates to which a choice point leads.
    pub(crate) solutions: Vec<Solutions>,
    pub(crate) globals: WordMap<u32, Record>,
    pub(crate) flags: WordMap<u32, Number>,
    pub(crate) output: String,
    /// What was written to the error stream, and the outputs that wait while another is collected.
    pub(crate) errors: String,
    pub(crate) captures: Vec<String>,
    /// Where lines of the standard input come from, and what was read of the present one.
    pub(crate) input: Input<'p>,
    pub(crate) database: Database,
    pub(crate) call_tables: Tables,
    /// A buffer for the variables of a clause that is unified.
    pub(crate) record_vars: Vec<Word>,
    /// How many choice points have a cleanup, and the cleanups that are due.
    pub(crate) cleanups: u32,
    pub(crate) due: Vec<Word>,
    /// The native libraries and their states.
    pub(crate) natives: Natives<'p>,
    pub(crate) prolog_flags: HashMap<u32, Record>,
    pub(crate) limits: Limits,
    pub(crate) last_asked: LastAsked,
    /// The random numbers of the run.
    pub(crate) rng: Rng,
    pub(crate) deadline: Option<std::time::Duration>,
    /// How many builtins were run as tests: they are no goals, and long searches may consist of nothing else.
    pub(crate) tests: u64,
    /// The place on the heap below which a builtin that is run as a test binds no variable; 0 outside tests.
    pub(crate) locked: usize,
    /// The variables of the query.
    pub(crate) asked: Vec<(String, Word)>,
    pub(crate) steps: u64,
    pub(crate) profile: Profile,
    /// A buffer for what candidates are compared with.
    pub(crate) checks: Vec<Check>,
    pub(crate) prefilters: Prefilters,
    pub(crate) group_search: GroupSearch,
    pub(crate) tracer: Tracer<'p>,
    /// Whether a tracer, a profiler, priorities or the reference interpreter observe every step.
    pub(crate) observed: bool,
    /// Whether the reference interpreter searches for partners.
    pub(crate) interpreted: bool,
    /// The operators, those of the program until `op/3` is called.
    pub(crate) operators: Cow<'p, gridwright_term::Operators>,
    pub(crate) hosts: &'p crate::state::host::Hosts,
    pub(crate) buffer_pool: Option<&'p BufferPool>,
}

impl<'p> Machine<'p> {
    pub(crate) fn new(
        code: &'p Code,
        builtins: &'p [Builtin],
        operators: &'p gridwright_term::Operators,
        hosts: &'p crate::state::host::Hosts,
        limits: Limits,
        buffer_pool: Option<&'p BufferPool>,
    ) -> Machine<'p> {
        let Buffers {
            env,
            suspensions,
            heap,
        } = Buffers::of(buffer_pool);
        let deadline = Machine::deadline(&limits);
        Machine {
            code,
            builtins,
            atoms: code.atoms.clone(),
            heap: Heap::new(heap),
            store: Store::new(code, suspensions),
            env,
            choices: Vec::new(),
            saved: Vec::new(),
            args: [Word::NIL; 256],
            e: 0,
            cp: 0,
            pc: 0,
            protect: 0,
            woken: Vec::new(),
            nested_goals: 0,
            guards: 0,
            blamed: None,
            asking: false,
            trail_at: LEAST,
            collect_at: COLLECT_LEAST,
            agenda: Agenda::new(),
            findalls: Vec::new(),
            solutions: Vec::new(),
            globals: WordMap::default(),
            flags: WordMap::default(),
            output: String::new(),
            errors: String::new(),
            captures: Vec::new(),
            input: Input::default(),
            database: Database::default(),
            call_tables: Tables::default(),
            record_vars: Vec::new(),
            cleanups: 0,
            due: Vec::new(),
            natives: Natives::default(),
            prolog_flags: HashMap::new(),
            limits,
            last_asked: LastAsked::default(),
            rng: Rng::new(SEED),
            deadline,
            tests: 0,
            locked: 0,
            asked: Vec::new(),
            steps: 0,
            profile: Profile::new(code),
            checks: Vec::new(),
            prefilters: Prefilters::default(),
            group_search: GroupSearch::default(),
            tracer: Tracer::default(),
            observed: code.prioritised,
            interpreted: false,
            operators: Cow::Borrowed(operators),
            hosts,
            buffer_pool,
        }
    }

    /// When a run that starts now must end.
    pub(crate) fn deadline(limits: &Limits) -> Option<std::time::Duration> {
        let (time, clock) = limits.time.zip(limits.clock.as_ref())?;
        Some(clock.now().saturating_add(time))
    }

    /// Carries out instructions until the goal succeeds or has failed.
    pub(crate) fn run(&mut self) -> Outcome {
        loop {
            match self.go() {
                Ok(found) => return Ok(found),
                Err(thrown) => {
                    let (e, at) = (self.e, [self.pc, self.cp]);
                    if let Err(thrown) = self.recover(thrown) {
                        self.blame_written(e, at);
                        return Err(thrown);
                    }
                    self.blamed = None;
                }
            }
        }
    }

    pub(crate) fn go(&mut self) -> Outcome {
        loop {
            let flow = if self.heap.pending.is_empty() || self.wake() {
                self.execute()?
            } else {
                Flow::Failed
            };
            match flow {
                Flow::Stopped => return Ok(true),
                Flow::Pending => {}
                Flow::Failed => {
                    if !self.backtrack()? {
                        return Ok(false);
                    }
                }
            }
        }
    }

    /// The number of choices noted in a slot.
    pub(crate) fn mark(&self, slot: u16) -> usize {
        Word(self.env[self.e + usize::from(slot)]).value() as usize
    }

    /// Builds the arguments of a call.
    #[inline]
    pub(crate) fn load(&mut self, shapes: &[Shape]) {
        for (at, shape) in shapes.iter().enumerate() {
            self.args[at] = match shape {
                Shape::Slot(slot) => Word(self.env[self.e + usize::from(*slot)]),
                Shape::Const(word) => *word,
                _ => self.build(shape, self.e),
            };
        }
    }

    /// Calls what `callee` says with the arguments loaded.
    #[inline(always)]
    pub(crate) fn enter(&mut self, callee: Callee) -> Outcome {
        self.steps += 1;
        if self.steps.is_multiple_of(TICKS) || self.store.suspensions.len() > self.store.compact_at
        {
            self.pause(callee)?;
        }
        match callee {
            Callee::Constraint(constraint) if !self.code.careful => self.activate(constraint),
            callee => self.enter_other(callee),
        }
    }

    /// Calls anything but a constraint that only becomes active.
    fn enter_other(&mut self, callee: Callee) -> Outcome {
        match callee {
            Callee::Constraint(constraint) => self.post(constraint),
            Callee::Checked(constraint) if self.code.careful => self.post(constraint),
            Callee::Checked(constraint) => {
                self.check_types(constraint)?;
                self.activate(constraint)
            }
            Callee::Waiting(constraint) => {
                self.check_types(constraint)?;
                self.pc = self.cp;
                self.queue(constraint);
                Ok(true)
            }
            Callee::Clauses(pred) => self.call_clauses(pred),
            Callee::Native(native) => self.call_native(native),
            Callee::Builtin(builtin) => {
                self.pc = self.cp;
                (self.builtins[builtin as usize].run)(self)
            }
            Callee::Unknown(functor) => {
                if let Some(number) = self.database.find(functor) {
                    return self.call_dynamic(number);
                }
                if let Some(host) = self.hosts.find(&self.atoms, functor) {
                    self.pc = self.cp;
                    return self.call_host(host, functor.arity());
                }
                let name = Word::atom(functor.name());
                let arity = self.int(functor.arity() as i64);
                let indicator = self.new_compound(known::SLASH, &[name, arity]);
                Err(self.existence_error("procedure", indicator))
            }
        }
    }
}

impl Drop for Machine<'_> {
    fn drop(&mut self) {
        if let Some(buffer_pool) = self.buffer_pool {
            buffer_pool.keep(Buffers {
                env: std::mem::take(&mut self.env),
                suspensions: std::mem::take(&mut self.store.suspensions),
                heap: self.heap.take(),
            });
        }
    }
}
