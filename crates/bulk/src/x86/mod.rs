//! 256-bit and 512-bit vectors on x86-64, the only module of the workspace with `unsafe`; see
//! `docs/decisions/0022-a-crate-for-bulk-sudoku.md`.
//!
//! There are two reasons for it. Instructions that not every machine has may be executed only after detection:
//! [`Avx2`] and [`Avx512`] are created only below `search_avx2` and `search_avx512`, which check. And vectors are
//! loaded and stored through pointers: every row has 48 lanes, and each access states why it stays within.
#![expect(
    unsafe_code,
    reason = "vector instructions, behind detection at run time"
)]

mod avx2;
mod avx512;

use avx2::Avx2;
use avx512::Avx512;

use crate::board::Board;
use crate::search::{Run, SearchOptions, search};

/// Whether the machine supports [`Avx2`].
pub(crate) fn has_avx2() -> bool {
    has_scalar_extensions() && is_x86_feature_detected!("avx2")
}

/// Whether the machine supports [`Avx512`].
pub(crate) fn has_avx512() -> bool {
    has_scalar_extensions()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
}

/// Whether the machine supports the scalar instructions that both use.
fn has_scalar_extensions() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// The search with 256-bit vectors.
pub(crate) fn search_avx2(stack: &mut Vec<Board>, options: SearchOptions<'_>) -> Run {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn inner(stack: &mut Vec<Board>, options: SearchOptions<'_>) -> Run {
        search::<Avx2>(stack, options)
    }
    assert!(has_avx2(), "detected when the engine was created");
    // SAFETY: the machine has these features.
    unsafe { inner(stack, options) }
}

/// The search with 512-bit vectors.
pub(crate) fn search_avx512(stack: &mut Vec<Board>, options: SearchOptions<'_>) -> Run {
    #[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt,popcnt")]
    fn inner(stack: &mut Vec<Board>, options: SearchOptions<'_>) -> Run {
        search::<Avx512>(stack, options)
    }
    assert!(has_avx512(), "detected when the engine was created");
    // SAFETY: the machine has these features.
    unsafe { inner(stack, options) }
}
