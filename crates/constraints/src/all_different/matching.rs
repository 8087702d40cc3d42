//! A matching of views to values, one view more at a time: what propagation and reasons at level domain share.
//! The rows of values belong to who asks.

use crate::bits::Bits;

pub(super) const NOBODY: u32 = u32::MAX;

/// Who is matched to what, and room to change it.
#[derive(Default, Debug)]
pub(super) struct Matching {
    /// The number of the value matched to each view, or `NOBODY`.
    pub(super) mate: Vec<u32>,
    /// The view of each matched value.
    pub(super) owner: Vec<u32>,
    /// The views the last search for a match reached.
    pub(super) queue: Vec<u32>,
    from: Vec<u32>,
}

impl Matching {
    pub(super) fn new(n_views: usize, n_values: usize) -> Matching {
        Matching {
            mate: vec![NOBODY; n_views],
            owner: vec![NOBODY; n_values],
            queue: Vec::with_capacity(n_views),
            from: vec![NOBODY; n_values],
        }
    }

    /// Finds a match for one more view by moving others along the shortest alternating path.
    /// Otherwise gives all values that it reaches; the views reached are left in the queue.
    pub(super) fn augment<const W: usize>(
        &mut self,
        rows: &[Bits<W>],
        root: usize,
        used: &mut Bits<W>,
    ) -> Result<(), Bits<W>> {
        let mut seen = Bits::EMPTY;
        self.queue.clear();
        self.queue.push(root as u32);
        let mut at = 0;
        while at < self.queue.len() {
            let mut place = self.queue[at] as usize;
            at += 1;
            let fresh = rows[place].without(&seen);
            if let Some(free) = fresh.without(used).first() {
                used.insert(free);
                let mut number = free;
                loop {
                    let old = std::mem::replace(&mut self.mate[place], number as u32);
                    self.owner[number] = place as u32;
                    if place == root {
                        return Ok(());
                    }
                    number = old as usize;
                    place = self.from[number] as usize;
                }
            }
            seen |= fresh;
            for number in fresh.iter() {
                self.from[number] = place as u32;
                self.queue.push(self.owner[number]);
            }
        }
        Err(seen)
    }
}
