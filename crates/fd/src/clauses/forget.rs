//! Which nogoods are kept: those from few levels for good, others while they are used.

use super::Clauses;

/// Forgetting begins when there are this many nogoods, and then waits for so many more each time.
const FIRST_REDUCTION: usize = 1000;
const MORE_EACH_TIME: usize = 200;

/// Nogoods from so few levels are never forgotten.
const CORE: u32 = 2;

/// Nogoods from so few levels that are used are spared twice, others once.
const MIDDLE: u32 = 6;

/// So many clauses of runs that are over are kept before they are swept out: sweeping looks at all clauses.
const MOST_DATED: usize = 1000;

impl Clauses {
    /// Notes that a nogood took part in a conflict, and how many levels its atoms come from now.
    pub(crate) fn used(&mut self, id: u32, n_levels: usize) {
        let clause = &mut self.clauses[id as usize];
        clause.n_levels = clause.n_levels.min(n_levels as u32);
        clause.spared = if clause.n_levels <= MIDDLE { 2 } else { 1 };
    }

    /// Whether it is time to forget.
    pub(crate) fn are_many(&self) -> bool {
        self.n_new >= FIRST_REDUCTION + MORE_EACH_TIME * self.n_reductions
    }

    /// Forgets nogoods once there are many: most of those not used of late, first those of many levels.
    /// Nogoods of two levels stay. Called at the root, where no clause is a reason that is still asked for.
    pub(crate) fn reduce(&mut self) {
        if !self.are_many() {
            return;
        }
        self.n_reductions += 1;
        self.n_new = 0;
        let mut candidates: Vec<u32> = Vec::new();
        for (id, clause) in self.clauses.iter_mut().enumerate() {
            if !clause.alive || clause.permanent || clause.n_levels <= CORE || clause.len <= 2 {
                continue;
            }
            if clause.spared > 0 {
                clause.spared -= 1;
            } else {
                candidates.push(id as u32);
            }
        }
        candidates.sort_by_key(|&id| {
            let clause = &self.clauses[id as usize];
            std::cmp::Reverse((clause.n_levels, clause.len))
        });
        candidates.truncate(candidates.len() * 3 / 4);
        for id in candidates {
            self.forget(id);
        }
        self.rebuild();
    }

    /// Forgets the clauses of runs that are over, once they are many. Called at the root, before a run adds its own.
    pub(crate) fn forget_runs(&mut self) {
        if self.n_dated < MOST_DATED {
            return;
        }
        for id in 0..self.clauses.len() as u32 {
            let clause = &self.clauses[id as usize];
            if clause.alive && clause.dated {
                self.forget(id);
            }
        }
        self.rebuild();
    }

    /// Frees a clause; its watches stay until [`Clauses::rebuild`].
    fn forget(&mut self, id: u32) {
        let clause = &mut self.clauses[id as usize];
        clause.alive = false;
        self.n_learnt -= usize::from(!clause.permanent);
        self.n_dated -= usize::from(clause.dated);
        self.free.push(id);
    }

    /// Packs the atoms of the clauses that are alive and watches them anew.
    fn rebuild(&mut self) {
        for list in &mut self.watches {
            list.clear();
        }
        self.in_use.fill(0);
        let old = std::mem::take(&mut self.arena);
        self.arena.reserve(old.len());
        for id in 0..self.clauses.len() as u32 {
            if !self.clauses[id as usize].alive {
                continue;
            }
            let start = self.begin(id);
            let clause = &mut self.clauses[id as usize];
            let from = std::mem::replace(&mut clause.start, start) as usize;
            let to = from + clause.len as usize;
            self.arena.extend_from_slice(&old[from..to]);
            self.end(start);
            self.watch(id);
        }
    }
}
