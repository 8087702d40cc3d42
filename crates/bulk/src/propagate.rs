//! Propagation: inference for all nine digits of all boxes at once.
//!
//! - **Lines.** In a band, the rows that a digit takes in the three boxes are a permutation. A row of a box stays possible only if
//!   the other two rows are possible in the other two boxes. The same holds for columns in a stack.
//! - **Cells.** A cell that only one digit can take gets that digit, and the digit is removed from the rest of its box.
//! - **Places.** A digit with one place left in a box takes it, and other digits are removed from there.
//! - **Triples.** If three digits are confined to one row of a box, other digits are removed from that row; columns likewise.
//!
//! Together these are singles, hidden singles, locked candidates and some triples, applied in turn to the fixpoint.

use crate::board::ALL;
use crate::lanes::Lanes;

/// The candidates in registers: a vector per stack.
pub(crate) type Words<L> = [L; 3];

/// Propagates to the fixpoint and counts the rounds; false if there is no answer.
#[inline(always)]
pub(crate) fn propagate<L: Lanes>(words: &mut Words<L>, rounds: &mut u64) -> bool {
    loop {
        *rounds += 1;
        let before = *words;
        rows(words);
        columns(words);
        // A digit without a place in one box has none in the whole band now.
        if words[0].has_empty() {
            return false;
        }
        let mut covered = L::splat(ALL);
        for word in &mut *words {
            let (once, more) = word.one_and_two_digits();
            covered = covered.and(once);
            *word = word.intersect_or_keep(once.and_not(more));
            let placed = word.singles();
            *word = placed.or(word.and_not(placed.union()));
        }
        if covered.differs(L::splat(ALL)) {
            return false;
        }
        let changed =
            words[0].differs(before[0]) | words[1].differs(before[1]) | words[2].differs(before[2]);
        if !changed {
            return true;
        }
    }
}

/// For every box and digit, the rows with a candidate, and the same rotated by one row and by two.
pub(crate) struct Rows<L> {
    pub(crate) lines: Words<L>,
    pub(crate) one: Words<L>,
    pub(crate) two: Words<L>,
}

/// The rows of every box: bits 0, 3 and 6 of the word of its stack.
#[inline(always)]
pub(crate) fn rows_of<L: Lanes>(words: &Words<L>) -> Rows<L> {
    let mut rows = Rows {
        lines: *words,
        one: *words,
        two: *words,
    };
    for (stack, word) in words.iter().enumerate() {
        let lines = L::or3(*word, word.right::<1>(), word.right::<2>()).and(L::splat(0o111));
        // The rows repeated from bit 9 on, so that shifting rotates.
        let twice = lines.or(lines.left::<9>());
        rows.lines[stack] = lines;
        rows.one[stack] = twice.right::<3>();
        rows.two[stack] = twice.right::<6>();
    }
    rows
}

/// For every box and digit, the columns with a candidate, of all stacks in one vector: bits from 0, 5 and 10 on; and
/// those of the next and the previous band, rotated by one column and by two.
pub(crate) struct Columns<L> {
    pub(crate) lines: L,
    pub(crate) next: [L; 2],
    pub(crate) last: [L; 2],
}

/// The columns of every box, and those of each stack in its own vector.
#[inline(always)]
pub(crate) fn columns_of<L: Lanes>(words: &Words<L>) -> (Columns<L>, Words<L>) {
    let mut each = *words;
    for word in &mut each {
        *word = L::or3(*word, word.right::<3>(), word.right::<6>()).and(L::splat(0o7));
    }
    let lines = L::or3(each[0], each[1].left::<5>(), each[2].left::<10>());
    // Two columns of each stack repeated after it, so that shifting rotates.
    let again = lines.left::<3>().and(L::splat(0b11000_11000_11000));
    let twice = lines.or(again);
    let (next, last) = (twice.next_band(), twice.previous_band());
    let columns = Columns {
        lines,
        next: [next.right::<1>(), next.right::<2>()],
        last: [last.right::<1>(), last.right::<2>()],
    };
    (columns, each)
}

/// The rows of bands: the boxes of a band are the same lane of three vectors.
#[inline(always)]
fn rows<L: Lanes>(words: &mut Words<L>) {
    let Rows { lines, one, two } = rows_of(words);
    let locked = [lines[0].singles(), lines[1].singles(), lines[2].singles()];
    let full = L::or3(locked[0], locked[1].left::<1>(), locked[2].left::<2>());
    let full = full.three_digits();
    let full = [full, full.right::<1>(), full.right::<2>()];
    for (stack, word) in words.iter_mut().enumerate() {
        let (a, b) = ((stack + 1) % 3, (stack + 2) % 3);
        let kept = L::and_or_and(one[a], two[b], two[a], one[b]);
        let kept = kept.unless(full[stack], locked[stack]);
        *word = word.and(L::or3(kept, kept.left::<1>(), kept.left::<2>()));
    }
}

/// The columns of stacks: the boxes of a stack are three lanes of one vector.
#[inline(always)]
fn columns<L: Lanes>(words: &mut Words<L>) {
    let (Columns { next, last, .. }, each) = columns_of(words);
    let locked = L::or3(
        each[0].singles(),
        each[1].singles().left::<5>(),
        each[2].singles().left::<10>(),
    );
    let kept = L::and_or_and(next[0], last[1], next[1], last[0]);
    let kept = kept.unless(locked.three_digits(), locked);
    let kept = [kept, kept.right::<5>(), kept.right::<10>()];
    for (word, kept) in words.iter_mut().zip(kept) {
        let kept = kept.and(L::splat(0o7));
        *word = word.and(L::or3(kept, kept.left::<3>(), kept.left::<6>()));
    }
}
