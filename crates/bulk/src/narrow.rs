//! What is inferred without deciding anything, for all nine digits of all boxes at once.
//!
//! - **Lines.** In a band, a digit stands once in each row and once in each box. So the rows it takes in the three boxes are a permutation, and a
//!   row of a box stays only where the other two rows can go to the other two boxes. The same holds for columns in a stack.
//! - **Cells.** A cell that only one digit can take is that digit's, and the digit stands nowhere else in its box.
//! - **Places.** A digit with one place left in a box has it, and no other digit does.
//!
//! Together these are singles, hidden singles and locked candidates. All are done in turn until nothing changes.

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

/// The rows of bands: the three boxes of a band are the same lane of the three words.
#[inline(always)]
fn rows<L: Lanes>(words: &mut Words<L>) {
    // Of each box, which rows have a cell: bits 0, 3 and 6; and once more from bit 9 on, so that shifting is turning.
    let (mut one, mut two) = (*words, *words);
    for (stack, word) in words.iter().enumerate() {
        let rows = L::any_of(*word, word.right::<1>(), word.right::<2>()).and(L::all(0o111));
        let twice = rows.or(rows.left::<9>());
        one[stack] = twice.right::<3>();
        two[stack] = twice.right::<6>();
    }
    for (stack, word) in words.iter_mut().enumerate() {
        let (a, b) = ((stack + 1) % 3, (stack + 2) % 3);
        let kept = L::either_pair(one[a], two[b], two[a], one[b]);
        *word = word.and(L::any_of(kept, kept.left::<1>(), kept.left::<2>()));
    }
}

/// The columns of stacks: the three boxes of a stack are three lanes of its word. The columns of all stacks are told in one word, five bits each:
/// three columns, and two of them once more.
#[inline(always)]
fn columns<L: Lanes>(words: &mut Words<L>) {
    let mut all = *words;
    for word in &mut all {
        *word = L::any_of(*word, word.right::<3>(), word.right::<6>()).and(L::all(0o7));
    }
    let columns = L::any_of(all[0], all[1].left::<5>(), all[2].left::<10>());
    let again = columns.left::<3>().and(L::all(0b11000_11000_11000));
    let columns = columns.or(again);
    let (one, two) = (columns.next_band(), columns.last_band());
    let kept = L::either_pair(
        one.right::<1>(),
        two.right::<2>(),
        one.right::<2>(),
        two.right::<1>(),
    );
    let kept = [kept, kept.right::<5>(), kept.right::<10>()];
    for (word, kept) in words.iter_mut().zip(kept) {
        let kept = kept.and(L::all(0o7));
        *word = word.and(L::any_of(kept, kept.left::<3>(), kept.left::<6>()));
    }
}
