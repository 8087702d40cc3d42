//! Graphs and node sets as bit sets: breadth-first search a word of nodes at a time.
//!
//! The neighbours of a node are stored as the non-empty words of a bit set. On boards neighbours have nearby numbers, so adding
//! all of them takes one or two words.

/// The neighbours of every node.
#[derive(Clone, Debug)]
pub struct BitGraph {
    /// The words of all nodes, concatenated: index and bits of each word, ascending for each node.
    words: Vec<(u32, u64)>,
    /// Where the words of each node end.
    ends: Vec<u32>,
}

/// A set of nodes that is visited by whole words.
#[derive(Clone, Debug)]
pub struct NodeSet {
    n_nodes: usize,
    words: Vec<u64>,
    /// The first word that may be non-empty, and one past the last.
    first: usize,
    end: usize,
}

impl BitGraph {
    /// The neighbours of every node, in the order of nodes.
    pub fn new<I: IntoIterator<Item = usize>>(neighbours: impl IntoIterator<Item = I>) -> BitGraph {
        let (mut words, mut ends) = (Vec::<(u32, u64)>::new(), Vec::new());
        for nodes in neighbours {
            let start = words.len();
            for node in nodes {
                let (word, bit) = ((node / 64) as u32, 1 << (node % 64));
                match words[start..].iter_mut().find(|(other, _)| *other == word) {
                    Some((_, bits)) => *bits |= bit,
                    None => words.push((word, bit)),
                }
            }
            words[start..].sort_unstable();
            ends.push(words.len() as u32);
        }
        BitGraph { words, ends }
    }

    /// The number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    fn of(&self, node: usize) -> &[(u32, u64)] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start as usize..self.ends[node] as usize]
    }

    /// Adds the neighbours of all nodes in a word of a set, given as its index and its bits.
    #[inline]
    pub fn add_neighbours(&self, (word, bits): (usize, u64), to: &mut NodeSet) {
        for node in nodes_in_word(word, bits) {
            let neighbours = self.of(node);
            let (Some(&(first, _)), Some(&(last, _))) = (neighbours.first(), neighbours.last())
            else {
                continue;
            };
            for &(word, bits) in neighbours {
                to.words[word as usize] |= bits;
            }
            to.first = to.first.min(first as usize);
            to.end = to.end.max(last as usize + 1);
        }
    }
}

impl NodeSet {
    /// The empty subset of `n_nodes` nodes.
    pub fn new(n_nodes: usize) -> NodeSet {
        let words = vec![0; n_nodes.div_ceil(64)];
        let (first, end) = (words.len(), 0);
        NodeSet {
            n_nodes,
            words,
            first,
            end,
        }
    }

    /// Adds every node.
    pub fn add_all(&mut self) {
        self.words.fill(!0);
        if let (Some(last), n @ 1..) = (self.words.last_mut(), self.n_nodes % 64) {
            *last = (1 << n) - 1;
        }
        (self.first, self.end) = (0, self.words.len());
    }

    /// Empties the set and returns its non-empty words: index and bits, ascending.
    pub fn take(&mut self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let (first, end) = (self.first.min(self.end), self.end);
        (self.first, self.end) = (self.words.len(), 0);
        let words = self.words[first..end].iter_mut();
        let taken = (first..).zip(words.map(std::mem::take));
        taken.filter(|&(_, bits)| bits != 0)
    }
}

/// The nodes in a word of a set.
pub fn nodes_in_word(word: usize, bits: u64) -> impl Iterator<Item = usize> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(64 * word + bit)
    })
}
