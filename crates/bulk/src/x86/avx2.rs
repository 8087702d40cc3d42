//! 256-bit vectors: AVX2.
//!
//! Nine lanes of a band do not fit into half a vector of eight, and one vector per band would be half empty. So the
//! first eight digits of each band take half a vector, and the ninth digits of all bands share one.

use std::arch::x86_64::*;

use crate::board::Row;
use crate::lanes::Lanes;

/// Two vectors. The first has digits one to eight of the first two bands, a half each. The second has those of the
/// last band, and in its upper half the ninth digit of every band; the other five lanes are always empty.
#[derive(Clone, Copy)]
pub(crate) struct Avx2([__m256i; 2]);

/// Applies an expression to both vectors.
macro_rules! each {
    (|$at:ident| $word:expr) => {
        // SAFETY: a `Avx2` is made only in `search_avx2`, after AVX2 was detected.
        Avx2(unsafe {
            [
                {
                    let $at = 0_usize;
                    $word
                },
                {
                    let $at = 1_usize;
                    $word
                },
            ]
        })
    };
}

/// The used lanes as bits, in the order of packing.
const USED: u32 = 0x07ff_ffff;

/// Swaps neighbouring lanes.
#[inline(always)]
fn swap_pairs(word: __m256i) -> __m256i {
    // SAFETY: the machine has AVX2, as for all of `Avx2`.
    unsafe {
        let order = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
        ));
        _mm256_shuffle_epi8(word, order)
    }
}

/// The bits set in at least one and in at least two of eight lanes, in every lane of the half.
#[inline(always)]
fn over_eight(word: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the machine has AVX2.
    unsafe {
        let other = _mm256_shuffle_epi32::<0b01_00_11_10>(word);
        let mut some = _mm256_or_si256(word, other);
        let mut several = _mm256_and_si256(word, other);
        let other = _mm256_shuffle_epi32::<0b10_11_00_01>(some);
        several = _mm256_or_si256(
            _mm256_or_si256(several, _mm256_shuffle_epi32::<0b10_11_00_01>(several)),
            _mm256_and_si256(some, other),
        );
        some = _mm256_or_si256(some, other);
        // Groups of four lanes are equal now, so only neighbours differ.
        let other = swap_pairs(some);
        several = _mm256_or_si256(
            _mm256_or_si256(several, swap_pairs(several)),
            _mm256_and_si256(some, other),
        );
        (_mm256_or_si256(some, other), several)
    }
}

/// The bits set in at least two and in at least three of eight lanes, in every lane of the half.
#[inline(always)]
fn two_and_three_of_eight(word: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the machine has AVX2.
    unsafe {
        let other = _mm256_shuffle_epi32::<0b01_00_11_10>(word);
        let (one, two) = (_mm256_or_si256(word, other), _mm256_and_si256(word, other));
        let other = _mm256_shuffle_epi32::<0b10_11_00_01>(one);
        let others = _mm256_shuffle_epi32::<0b10_11_00_01>(two);
        let three = _mm256_or_si256(_mm256_and_si256(one, others), _mm256_and_si256(two, other));
        let two = _mm256_or_si256(_mm256_or_si256(two, others), _mm256_and_si256(one, other));
        let one = _mm256_or_si256(one, other);
        let (other, others) = (swap_pairs(one), swap_pairs(two));
        let three = _mm256_or_si256(
            _mm256_or_si256(three, swap_pairs(three)),
            _mm256_or_si256(_mm256_and_si256(one, others), _mm256_and_si256(two, other)),
        );
        let two = _mm256_or_si256(_mm256_or_si256(two, others), _mm256_and_si256(one, other));
        (two, three)
    }
}

impl Avx2 {
    /// The ninth digit of every band, in all lanes of the half with the other digits.
    #[inline(always)]
    fn ninths(self) -> Avx2 {
        // SAFETY: the machine has AVX2.
        unsafe {
            let both = _mm256_permute4x64_epi64::<0b11_10_11_10>(self.0[1]);
            let first_two = _mm256_setr_epi16(
                0x0100, 0x0100, 0x0100, 0x0100, 0x0100, 0x0100, 0x0100, 0x0100, 0x0302, 0x0302,
                0x0302, 0x0302, 0x0302, 0x0302, 0x0302, 0x0302,
            );
            let last = _mm256_set1_epi16(0x0504);
            Avx2([
                _mm256_shuffle_epi8(both, first_two),
                _mm256_shuffle_epi8(both, last),
            ])
        }
    }

    /// Copies the common value of each half to the lane of its ninth digit.
    #[inline(always)]
    fn copy_to_ninths(self) -> Avx2 {
        // SAFETY: the machine has AVX2.
        unsafe {
            let [bands, last] = self.0;
            let (first, second) = (
                _mm256_castsi256_si128(bands),
                _mm256_extracti128_si256::<1>(bands),
            );
            let ninths = _mm_blend_epi16::<0b010>(first, second);
            let ninths = _mm_blend_epi16::<0b100>(ninths, _mm256_castsi256_si128(last));
            Avx2([bands, _mm256_inserti128_si256::<1>(last, ninths)])
        }
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn load(from: &Row) -> Avx2 {
        let ninth = |band: usize| i32::from(from.0[9 * band + 8]);
        // SAFETY: the machine has AVX2. Three loads of eight lanes, the last of which ends at lane 26 of 48.
        unsafe {
            let eight = |band: usize| _mm_loadu_si128(from.0.as_ptr().add(9 * band).cast());
            let ninths = _mm_insert_epi16::<1>(_mm_cvtsi32_si128(ninth(0)), ninth(1));
            let ninths = _mm_insert_epi16::<2>(ninths, ninth(2));
            Avx2([
                _mm256_set_m128i(eight(1), eight(0)),
                _mm256_set_m128i(ninths, eight(2)),
            ])
        }
    }

    #[inline(always)]
    fn store(self, to: &mut Row) {
        // SAFETY: the machine has AVX2. Three stores of eight lanes, the last of which ends at lane 26 of 48.
        unsafe {
            let ninths = _mm256_extracti128_si256::<1>(self.0[1]);
            let eights = [
                _mm256_castsi256_si128(self.0[0]),
                _mm256_extracti128_si256::<1>(self.0[0]),
                _mm256_castsi256_si128(self.0[1]),
            ];
            for (band, eight) in eights.into_iter().enumerate() {
                _mm_storeu_si128(to.0.as_mut_ptr().add(9 * band).cast(), eight);
            }
            to.0[8] = _mm_extract_epi16::<0>(ninths) as u16;
            to.0[17] = _mm_extract_epi16::<1>(ninths) as u16;
            to.0[26] = _mm_extract_epi16::<2>(ninths) as u16;
        }
    }

    #[inline(always)]
    fn splat(bits: u16) -> Avx2 {
        each!(|_at| _mm256_set1_epi16(bits as i16))
    }

    #[inline(always)]
    fn and(self, other: Avx2) -> Avx2 {
        each!(|at| _mm256_and_si256(self.0[at], other.0[at]))
    }

    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        each!(|at| _mm256_or_si256(self.0[at], other.0[at]))
    }

    #[inline(always)]
    fn and_not(self, other: Avx2) -> Avx2 {
        each!(|at| _mm256_andnot_si256(other.0[at], self.0[at]))
    }

    #[inline(always)]
    fn left<const N: u32>(self) -> Avx2 {
        each!(|at| _mm256_sll_epi16(self.0[at], _mm_cvtsi32_si128(N as i32)))
    }

    #[inline(always)]
    fn right<const N: u32>(self) -> Avx2 {
        each!(|at| _mm256_srl_epi16(self.0[at], _mm_cvtsi32_si128(N as i32)))
    }

    #[inline(always)]
    fn next_band(self) -> Avx2 {
        // SAFETY: the machine has AVX2.
        unsafe {
            let [bands, last] = self.0;
            let order = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                2, 3, 4, 5, 0, 1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
            ));
            let ninths = _mm256_shuffle_epi8(last, order);
            Avx2([
                _mm256_permute2x128_si256::<0x21>(bands, last),
                _mm256_blend_epi32::<0xf0>(bands, ninths),
            ])
        }
    }

    #[inline(always)]
    fn previous_band(self) -> Avx2 {
        // SAFETY: the machine has AVX2.
        unsafe {
            let [bands, last] = self.0;
            let order = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                4, 5, 0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
            ));
            let ninths = _mm256_shuffle_epi8(last, order);
            let second = _mm256_permute2x128_si256::<0x01>(bands, bands);
            Avx2([
                _mm256_permute2x128_si256::<0x20>(last, bands),
                _mm256_blend_epi32::<0xf0>(second, ninths),
            ])
        }
    }

    #[inline(always)]
    fn one_and_two_digits(self) -> (Avx2, Avx2) {
        let (first, last) = (over_eight(self.0[0]), over_eight(self.0[1]));
        let (some, several) = (Avx2([first.0, last.0]), Avx2([first.1, last.1]));
        let ninths = self.ninths();
        let several = several.or(some.and(ninths));
        (some.or(ninths).copy_to_ninths(), several.copy_to_ninths())
    }

    #[inline(always)]
    fn three_digits(self) -> Avx2 {
        let (first, last) = (
            two_and_three_of_eight(self.0[0]),
            two_and_three_of_eight(self.0[1]),
        );
        let (two, three) = (Avx2([first.0, last.0]), Avx2([first.1, last.1]));
        three.or(two.and(self.ninths())).copy_to_ninths()
    }

    #[inline(always)]
    fn union(self) -> Avx2 {
        let some = each!(|at| {
            let word = self.0[at];
            let some = _mm256_or_si256(word, _mm256_shuffle_epi32::<0b01_00_11_10>(word));
            let some = _mm256_or_si256(some, _mm256_shuffle_epi32::<0b10_11_00_01>(some));
            _mm256_or_si256(some, swap_pairs(some))
        });
        some.or(self.ninths()).copy_to_ninths()
    }

    #[inline(always)]
    fn intersect_or_keep(self, mask: Avx2) -> Avx2 {
        each!(|at| {
            let met = _mm256_and_si256(self.0[at], mask.0[at]);
            let none = _mm256_cmpeq_epi16(met, _mm256_setzero_si256());
            _mm256_or_si256(met, _mm256_and_si256(none, self.0[at]))
        })
    }

    #[inline(always)]
    fn singles(self) -> Avx2 {
        each!(|at| {
            let less = _mm256_add_epi16(self.0[at], _mm256_set1_epi16(-1));
            let rest = _mm256_and_si256(self.0[at], less);
            let single = _mm256_cmpeq_epi16(rest, _mm256_setzero_si256());
            _mm256_and_si256(single, self.0[at])
        })
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        let empty = each!(|at| _mm256_cmpeq_epi16(self.0[at], _mm256_setzero_si256()));
        // SAFETY: the machine has AVX2.
        let lanes = unsafe { _mm256_movemask_epi8(_mm256_packs_epi16(empty.0[0], empty.0[1])) };
        lanes as u32 & USED != 0
    }

    #[inline(always)]
    fn differs(self, other: Avx2) -> bool {
        let differs = each!(|at| _mm256_xor_si256(self.0[at], other.0[at]));
        // SAFETY: the machine has AVX2.
        unsafe {
            let differs = _mm256_or_si256(differs.0[0], differs.0[1]);
            _mm256_testz_si256(differs, differs) == 0
        }
    }
}
