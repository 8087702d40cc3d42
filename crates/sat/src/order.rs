//! Which variable is decided next: the one most active in recent conflicts (Moskewicz et al. 2001, Chaff; Eén and Sörensson 2003).

/// A heap of variables by activity.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    score: Vec<f64>,
    heap: Vec<u32>,
    /// Each variable's place in the heap, or `ABSENT`.
    place: Vec<u32>,
    bump: f64,
    /// What older conflicts count for after each new one.
    pub(crate) decay: f64,
}

const ABSENT: u32 = u32::MAX;

impl Order {
    pub(crate) fn new() -> Order {
        Order {
            bump: 1.0,
            decay: 0.95,
            ..Order::default()
        }
    }

    pub(crate) fn add_var(&mut self) {
        let var = self.score.len() as u32;
        self.score.push(0.0);
        self.place.push(ABSENT);
        self.insert(var as usize);
    }

    pub(crate) fn score(&self, var: usize) -> f64 {
        self.score[var]
    }

    /// Notes that a variable took part in a conflict.
    pub(crate) fn used(&mut self, var: usize) {
        let score = &mut self.score[var];
        *score += self.bump;
        if *score > 1e100 {
            for score in &mut self.score {
                *score *= 1e-100;
            }
            self.bump *= 1e-100;
        }
        let place = self.place[var];
        if place != ABSENT {
            self.up(place as usize);
        }
    }

    /// Makes recent conflicts count more.
    pub(crate) fn conflict_is_over(&mut self) {
        self.bump /= self.decay;
    }

    /// The most active variable in the heap.
    pub(crate) fn first(&self) -> Option<usize> {
        self.heap.first().map(|&var| var as usize)
    }

    pub(crate) fn take_first(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        self.heap.swap_remove(0);
        self.place[first as usize] = ABSENT;
        if !self.heap.is_empty() {
            self.place[self.heap[0] as usize] = 0;
            self.down(0);
        }
        Some(first as usize)
    }

    /// Puts a variable in, unless it is there.
    #[inline]
    pub(crate) fn insert(&mut self, var: usize) {
        if self.place[var] == ABSENT {
            self.place[var] = self.heap.len() as u32;
            self.heap.push(var as u32);
            self.up(self.heap.len() - 1);
        }
    }

    /// Ties go to the first variable.
    #[inline]
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.score[a as usize], self.score[b as usize]);
        x > y || (x == y && a < b)
    }

    fn up(&mut self, mut i: usize) {
        let var = self.heap[i];
        while i > 0 {
            let parent = (i - 1) / 2;
            let above = self.heap[parent];
            if !self.before(var, above) {
                break;
            }
            self.heap[i] = above;
            self.place[above as usize] = i as u32;
            i = parent;
        }
        self.heap[i] = var;
        self.place[var as usize] = i as u32;
    }

    fn down(&mut self, mut i: usize) {
        let var = self.heap[i];
        loop {
            let mut child = 2 * i + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            let below = self.heap[child];
            if !self.before(below, var) {
                break;
            }
            self.heap[i] = below;
            self.place[below as usize] = i as u32;
            i = child;
        }
        self.heap[i] = var;
        self.place[var as usize] = i as u32;
    }
}
