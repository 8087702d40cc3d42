//! What is inferred without deciding anything, for all nine digits of all boxes at once.
//!
//! - **Lines.** In a band, a digit stands once in each row and once in each box. So the rows it takes in the three boxes are a permutation, and a
//!   row of a box stays only where the other two rows can go to the other two boxes. The same holds for columns in a stack.
//! - **Cells.** A cell that only one digit can take is that digit's, and the digit stands nowhere else in its box.
//! - **Places.** A digit with one place left in a box has it, and no other digit does.
//! - **Threes.** A row of a box has three cells. Where three digits have no other row to go to in the box, no other digit goes there; columns likewise.
//!
//! Together these are singles, hidden singles, locked candidates and some triples. All are done in turn until nothing changes.

use crate::board::ALL;
use crate::lanes::Lanes;

/// What may still be, in registers: a word for every stack.
pub(crate) type Words<L> = [L; 3];

/// Narrows a board to the fixpoint, and counts how often it looks at all of it; false if there is no answer.
#[inline(always)]
pub(crate) fn narrow<L: Lanes>(words: &mut Words<L>, rounds: &mut u64) -> bool {
    loop {
        *rounds += 1;
        let before = *words;
        rows(words);
        columns(words);
        // A digit without a place in one box has by now none in the whole band.
        if words[0].has_empty() {
            return false;
        }
        let mut covered = L::all(ALL);
        for word in &mut *words {
            let (once, more) = word.over_digits();
            covered = covered.and(once);
            *word = word.where_it_meets(once.without(more));
            let placed = word.singles();
            *word = placed.or(word.without(placed.union()));
        }
        if covered.differs(L::all(ALL)) {
            return false;
        }
        let changed =
            words[0].differs(before[0]) | words[1].differs(before[1]) | words[2].differs(before[2]);
        if !changed {
            return true;
        }
    }
}

/// What the boxes say of their rows: which have a cell for the digit, and the same turned by one row and by two.
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
        let lines = L::any_of(*word, word.right::<1>(), word.right::<2>()).and(L::all(0o111));
        // The rows once more from bit 9 on, so that shifting is turning.
        let twice = lines.or(lines.left::<9>());
        rows.lines[stack] = lines;
        rows.one[stack] = twice.right::<3>();
        rows.two[stack] = twice.right::<6>();
    }
    rows
}

/// What the boxes say of their columns, those of all stacks in one word: bits from 0, 5 and 10 on. Beside them stand those of the next band and of the
/// last, turned by one column and by two.
pub(crate) struct Columns<L> {
    pub(crate) lines: L,
    pub(crate) next: [L; 2],
    pub(crate) last: [L; 2],
}

/// The columns of every box, and those of each stack in a word of its own.
#[inline(always)]
pub(crate) fn columns_of<L: Lanes>(words: &Words<L>) -> (Columns<L>, Words<L>) {
    let mut each = *words;
    for word in &mut each {
        *word = L::any_of(*word, word.right::<3>(), word.right::<6>()).and(L::all(0o7));
    }
    let lines = L::any_of(each[0], each[1].left::<5>(), each[2].left::<10>());
    // Two columns of each stack once more behind it, so that shifting is turning.
    let again = lines.left::<3>().and(L::all(0b11000_11000_11000));
    let twice = lines.or(again);
    let (next, last) = (twice.next_band(), twice.last_band());
    let columns = Columns {
        lines,
        next: [next.right::<1>(), next.right::<2>()],
        last: [last.right::<1>(), last.right::<2>()],
    };
    (columns, each)
}

/// The rows of bands: the three boxes of a band are the same lane of the three words.
#[inline(always)]
fn rows<L: Lanes>(words: &mut Words<L>) {
    let Rows { lines, one, two } = rows_of(words);
    let locked = [lines[0].singles(), lines[1].singles(), lines[2].singles()];
    let full = L::any_of(locked[0], locked[1].left::<1>(), locked[2].left::<2>());
    let full = full.three_digits();
    let full = [full, full.right::<1>(), full.right::<2>()];
    for (stack, word) in words.iter_mut().enumerate() {
        let (a, b) = ((stack + 1) % 3, (stack + 2) % 3);
        let kept = L::either_pair(one[a], two[b], two[a], one[b]);
        let kept = kept.unless(full[stack], locked[stack]);
        *word = word.and(L::any_of(kept, kept.left::<1>(), kept.left::<2>()));
    }
}

/// The columns of stacks: the three boxes of a stack are three lanes of its word.
#[inline(always)]
fn columns<L: Lanes>(words: &mut Words<L>) {
    let (Columns { next, last, .. }, each) = columns_of(words);
    let locked = L::any_of(
        each[0].singles(),
        each[1].singles().left::<5>(),
        each[2].singles().left::<10>(),
    );
    let kept = L::either_pair(next[0], last[1], next[1], last[0]);
    let kept = kept.unless(locked.three_digits(), locked);
    let kept = [kept, kept.right::<5>(), kept.right::<10>()];
    for (word, kept) in words.iter_mut().zip(kept) {
        let kept = kept.and(L::all(0o7));
        *word = word.and(L::any_of(kept, kept.left::<3>(), kept.left::<6>()));
    }
}
