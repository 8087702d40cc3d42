//! A line of propagators or variables, first in, first out: an array and the place of its head.

/// Numbers in line, first in, first out.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    waiting: Vec<u32>,
    /// Those before this place have gone.
    head: usize,
}

impl Ring {
    #[inline]
    pub(super) fn push(&mut self, number: u32) {
        if self.waiting.len() == self.waiting.capacity() {
            self.make_room();
        }
        self.waiting.push(number);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let number = *self.waiting.get(self.head)?;
        self.head += 1;
        if self.head == self.waiting.len() {
            self.clear();
        }
        Some(number)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Those in line.
    pub(super) fn waiting(&self) -> &[u32] {
        &self.waiting[self.head..]
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.head = 0;
    }

    /// Takes back the places of those who have gone, if that is worth the copying; else the ring grows.
    #[cold]
    fn make_room(&mut self) {
        if self.head > self.waiting.len() / 2 {
            self.waiting.drain(..self.head);
            self.head = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_in_first_out_without_growing() {
        let mut ring = Ring::default();
        ring.push(0);
        for number in 1..1000 {
            ring.push(number);
            assert_eq!(ring.pop(), Some(number - 1));
        }
        assert_eq!(ring.waiting(), [999]);
        assert!(ring.waiting.capacity() < 100);
        assert_eq!(ring.pop(), Some(999));
        assert!(ring.is_empty());
        assert_eq!(ring.pop(), None);
    }
}
