//! Native libraries: predicates in Rust with a state of their own that backtracking undoes, such as a constraint solver.
//!
//! A library attaches numbered variables of its own to variables of the program, as an attribute of its name. When the machine
//! goes back, the state goes back to the level it had; levels begin with the first call after a choice point.

use std::fmt::Debug;
use std::sync::Arc;

use gridwright_control::{Deadline, Limit};

use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

/// A library written in Rust, registered with a program. Its name is that of `use_module(library(Name))`.
pub trait NativeLibrary: Debug + Send + Sync {
    /// The name of the library.
    fn name(&self) -> &'static str;

    /// The part of it that is written in Prolog.
    fn text(&self) -> &'static str;

    /// Its predicates in Rust, with their numbers of arguments. It may define `name:attr_unify_hook/2` and `name:attribute_goals/3`.
    fn predicates(&self) -> &'static [(&'static str, usize)];

    /// The state at the beginning of a run.
    fn start(&self) -> Box<dyn NativeState>;
}

/// The state of a native library in one run.
pub trait NativeState: Debug + Send {
    /// Calls a predicate by its place in [`NativeLibrary::predicates`]; says whether it holds.
    fn call(&mut self, predicate: usize, terms: &mut Terms<'_, '_>) -> Result<bool, NativeError>;

    /// The number of levels that have begun.
    fn depth(&self) -> usize;

    /// Begins a level.
    fn push_level(&mut self);

    /// Undoes what was done at levels above this one; returns how many variables are left.
    fn back_to(&mut self, level: usize) -> usize;

    /// An estimate of the bytes in use.
    fn memory(&self) -> usize;
}

/// What a native predicate ends in besides success and failure.
#[derive(Clone, Copy, Debug)]
pub enum NativeError {
    /// A term is thrown.
    Throw(Cell),
    /// A limit of the run was reached.
    Limit(Limit),
}

/// A term of the running machine, valid until the native predicate returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(Word);

/// What a term is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shown<'a> {
    /// An unbound variable.
    Var,
    /// An integer.
    Int(i64),
    /// An atom; `[]` too.
    Atom(&'a str),
    /// A compound term with its functor; a list has the functor `'[|]'/2`.
    Compound(&'a str, usize),
    /// A number or text of another kind.
    Other,
}

/// The terms of the running machine, for a native predicate: its arguments, and what is made of them.
#[derive(Debug)]
pub struct Terms<'a, 'p> {
    machine: &'a mut Machine<'p>,
    library: u32,
    arity: usize,
}

impl Terms<'_, '_> {
    /// The number of arguments of the call.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Whether two terms are the same, as `==/2` says.
    pub fn is_identical(&self, left: Cell, right: Cell) -> bool {
        self.machine.identical(left.0, right.0)
    }

    /// An argument of the call.
    pub fn arg(&self, at: usize) -> Cell {
        self.deref(Cell(self.machine.args[at]))
    }

    fn deref(&self, cell: Cell) -> Cell {
        Cell(self.machine.deref(cell.0))
    }

    /// What a term is.
    pub fn show(&self, cell: Cell) -> Shown<'_> {
        let word = self.machine.deref(cell.0);
        match word.tag() {
            Tag::Ref => Shown::Var,
            Tag::List => Shown::Compound("[|]", 2),
            _ => match (self.machine.as_int(word), self.machine.parts(word)) {
                (Some(value), _) => Shown::Int(value),
                (None, Some((functor, _))) => {
                    let name = self.machine.atoms.text(functor.name() as usize);
                    match functor.arity() {
                        0 => Shown::Atom(name),
                        arity => Shown::Compound(name, arity),
                    }
                }
                (None, None) => Shown::Other,
            },
        }
    }

    /// An argument of a compound term, counted from 0.
    pub fn child(&self, cell: Cell, at: usize) -> Cell {
        let word = self.machine.deref(cell.0);
        let (_, place) = self.machine.parts(word).expect("it is a compound term");
        self.deref(Cell(self.machine.heap[place + at]))
    }

    /// The items of a list, and what stands after them, `[]` for a proper list. Of a cyclic list, some items, and a list after them.
    pub fn items(&self, list: Cell) -> (Vec<Cell>, Cell) {
        let (count, _) = self.machine.heap.skip_list(list.0);
        let mut items = Vec::with_capacity(count);
        let mut rest = self.machine.deref(list.0);
        for _ in 0..count {
            items.push(self.deref(Cell(self.machine.heap[rest.place()])));
            rest = self.machine.deref(self.machine.heap[rest.place() + 1]);
        }
        (items, Cell(rest))
    }

    /// An integer.
    pub fn int(&mut self, value: i64) -> Cell {
        Cell(self.machine.int(value))
    }

    /// An atom.
    pub fn atom(&mut self, name: &str) -> Cell {
        Cell(self.machine.atom(name))
    }

    /// A compound term.
    pub fn compound(&mut self, name: &str, args: &[Cell]) -> Cell {
        let words: Vec<Word> = args.iter().map(|cell| cell.0).collect();
        let name = self.machine.atoms.number(name);
        Cell(self.machine.new_compound(name, &words))
    }

    /// A list that ends in `rest`.
    pub fn list(&mut self, items: &[Cell], rest: Option<Cell>) -> Cell {
        let words: Vec<Word> = items.iter().map(|cell| cell.0).collect();
        let rest = rest.map_or(Word::NIL, |cell| cell.0);
        Cell(self.machine.heap.new_open_list(&words, rest))
    }

    /// A new variable.
    pub fn new_var(&mut self) -> Cell {
        Cell(self.machine.new_var())
    }

    /// Makes two terms equal; false if that is not possible, and then the call must fail.
    pub fn unify(&mut self, left: Cell, right: Cell) -> bool {
        self.machine.unify(left.0, right.0)
    }

    /// `error(Formal, _)`, to be thrown.
    pub fn error(&mut self, formal: Cell) -> NativeError {
        let context = self.machine.new_var();
        let name = self.machine.atoms.number("error");
        NativeError::Throw(Cell(self.machine.new_compound(name, &[formal.0, context])))
    }

    fn module(&mut self) -> Word {
        let library = &self.machine.natives.libraries[self.library as usize];
        let name = library.name();
        self.machine.atom(name)
    }

    /// The library's variable that is attached to a variable of the program.
    pub fn attached(&mut self, cell: Cell) -> Option<usize> {
        let var = self.machine.deref(cell.0);
        if !var.is_ref() || !self.machine.heap.is_watched(var) {
            return None;
        }
        let module = self.module();
        let value = self.machine.heap.get_attribute(var, module)?;
        usize::try_from(self.machine.deref(value).value()).ok()
    }

    /// Attaches a variable of the library, by its number, to a variable of the program.
    pub fn attach(&mut self, cell: Cell, number: usize) {
        let var = self.machine.deref(cell.0);
        let module = self.module();
        let value = Word::count(number);
        self.machine.heap.put_attribute(var, module, value);
        let var = self.machine.deref(cell.0);
        self.machine.natives.own(self.library, number, var);
    }

    /// What a variable of the library is attached to now: a variable or the term it was bound to. Nothing, if it never was.
    pub fn owner(&self, number: usize) -> Option<Cell> {
        let vars = &self.machine.natives.states[self.library as usize].vars;
        let word = *vars.get(number)?;
        (word != Word::NIL).then(|| self.deref(Cell(word)))
    }

    /// Gives the owner of a variable of the library its value. Constraints and goals that wait for it wake; the library itself does not.
    pub fn settle(&mut self, number: usize, value: i64) -> bool {
        let Some(owner) = self.owner(number) else {
            return true;
        };
        let value = self.machine.int(value);
        if owner.0.is_ref() {
            let module = self.module();
            self.machine.heap.del_attribute(owner.0, module);
        }
        self.machine.unify(owner.0, value)
    }

    /// The deadline of the run.
    pub fn deadline(&self) -> Deadline {
        self.machine.natives.deadline.clone()
    }
}

/// The native libraries of a run.
#[derive(Debug, Default)]
pub(crate) struct Natives<'p> {
    deadline: Deadline,
    libraries: &'p [Arc<dyn NativeLibrary>],
    states: Vec<Attached>,
    /// The levels that have begun, each with the depth that its library had before.
    levels: Vec<(u32, usize)>,
    /// The numbers that got a variable of the program, each with its library and how many levels had begun.
    owned: Vec<(usize, u32, usize)>,
}

/// The state of a library, and the variables of the program that it has variables for.
#[derive(Debug)]
struct Attached {
    state: Option<Box<dyn NativeState>>,
    vars: Vec<Word>,
}

impl<'p> Natives<'p> {
    pub(crate) fn new(libraries: &'p [Arc<dyn NativeLibrary>], deadline: Deadline) -> Natives<'p> {
        let attached = |library: &Arc<dyn NativeLibrary>| Attached {
            state: Some(library.start()),
            vars: Vec::new(),
        };
        Natives {
            deadline,
            libraries,
            states: libraries.iter().map(attached).collect(),
            levels: Vec::new(),
            owned: Vec::new(),
        }
    }

    /// Notes the variable of the program that a number belongs to. One that was bound to this variable stands for it already.
    fn own(&mut self, library: u32, number: usize, var: Word) {
        let vars = &mut self.states[library as usize].vars;
        if vars.len() <= number {
            vars.resize(number + 1, Word::NIL);
        }
        if vars[number] == Word::NIL {
            vars[number] = var;
            self.owned.push((self.levels.len(), library, number));
        }
    }

    /// An estimate of the bytes in use.
    pub(crate) fn memory(&self) -> usize {
        let state = |one: &Attached| {
            one.vars.len() * 8 + one.state.as_ref().map_or(0, |state| state.memory())
        };
        self.states.iter().map(state).sum()
    }

    /// How many levels have begun.
    #[inline]
    pub(crate) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Undoes all levels but the first `count`.
    #[inline]
    pub(crate) fn undo_to(&mut self, count: usize) {
        if self.levels.len() > count {
            self.undo_levels(count);
        }
    }

    #[cold]
    fn undo_levels(&mut self, count: usize) {
        while let Some((_, library, number)) = self.owned.pop_if(|owned| owned.0 > count) {
            if let Some(var) = self.states[library as usize].vars.get_mut(number) {
                *var = Word::NIL;
            }
        }
        while self.levels.len() > count {
            let (library, depth) = self.levels.pop().expect("there are more");
            // A level further down undoes those above it too.
            if !self.levels[count..].iter().any(|level| level.0 == library) {
                let attached = &mut self.states[library as usize];
                if let Some(state) = &mut attached.state {
                    let left = state.back_to(depth);
                    attached.vars.truncate(left);
                }
            }
        }
    }

    /// Shows the variables that libraries know.
    pub(crate) fn each_root(&self, see: &mut dyn FnMut(Word)) {
        for attached in &self.states {
            attached.vars.iter().for_each(|&word| see(word));
        }
    }

    /// Changes the same words.
    pub(crate) fn move_roots(&mut self, moved: impl Fn(Word) -> Word) {
        for attached in &mut self.states {
            for word in &mut attached.vars {
                *word = moved(*word);
            }
        }
    }
}

impl Machine<'_> {
    /// Calls a native predicate with the arguments loaded.
    pub(crate) fn call_native(&mut self, number: u32) -> Outcome {
        let native = self.code.natives[number as usize];
        self.pc = self.cp;
        let begun = self.choices.last().map_or(0, |choice| choice.natives);
        let natives = &mut self.natives;
        let Some(mut state) = natives.states[native.library as usize].state.take() else {
            return Ok(false);
        };
        if !natives.levels[begun..]
            .iter()
            .any(|level| level.0 == native.library)
        {
            natives.levels.push((native.library, state.depth()));
            state.push_level();
        }
        let mut terms = Terms {
            machine: self,
            library: native.library,
            arity: native.functor.arity(),
        };
        let outcome = state.call(native.index as usize, &mut terms);
        self.natives.states[native.library as usize].state = Some(state);
        match outcome {
            Ok(holds) => Ok(holds),
            Err(NativeError::Throw(ball)) => Err(self.throw(ball.0)),
            Err(NativeError::Limit(limit)) => Err(Box::new(Thrown::Limit(limit))),
        }
    }
}
