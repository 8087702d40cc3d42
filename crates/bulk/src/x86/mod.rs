//! Words of 256 and 512 bits on x86-64 machines, and the only module of the house with `unsafe`; see `docs/decisions/0022-a-crate-for-bulk-sudoku.md`.
//!
//! There are two reasons for it. Instructions that not every machine has may be called only where the machine was asked: [`Middle`] and [`Wide`] are
//! made nowhere but below `search_middle` and `search_wide`, which ask. And words are read from and written to memory by pointers: every row has room
//! for 48 lanes, and each access says why it stays within.
#![expect(
    unsafe_code,
    reason = "vector instructions, behind detection at run time"
)]

mod middle;
mod wide;

use middle::Middle;
use wide::Wide;

use crate::board::Board;
use crate::search::{Run, Wanted, search};

/// Whether the machine has what [`Middle`] uses.
pub(crate) fn has_middle() -> bool {
    has_small() && is_x86_feature_detected!("avx2")
}

/// Whether the machine has what [`Wide`] uses.
pub(crate) fn has_wide() -> bool {
    has_small() && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

/// Whether the machine has the small instructions that both use beside their words.
fn has_small() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// The search with words of 256 bits.
pub(crate) fn search_middle(stack: &mut Vec<Board>, wanted: Wanted<'_>) -> Run {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn inner(stack: &mut Vec<Board>, wanted: Wanted<'_>) -> Run {
        search::<Middle>(stack, wanted)
    }
    assert!(
        has_middle(),
        "the machine was asked when the engine was made"
    );
    // SAFETY: the machine has these features.
    unsafe { inner(stack, wanted) }
}

/// The search with words of 512 bits.
pub(crate) fn search_wide(stack: &mut Vec<Board>, wanted: Wanted<'_>) -> Run {
    #[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt,popcnt")]
    fn inner(stack: &mut Vec<Board>, wanted: Wanted<'_>) -> Run {
        search::<Wide>(stack, wanted)
    }
    assert!(has_wide(), "the machine was asked when the engine was made");
    // SAFETY: the machine has these features.
    unsafe { inner(stack, wanted) }
}
