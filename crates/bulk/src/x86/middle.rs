//! Words of 256 bits: AVX2.

use std::arch::x86_64::*;

use crate::board::Row;
use crate::lanes::Lanes;

/// A word for each band, nine of its sixteen lanes in use; the others are always empty.
#[derive(Clone, Copy)]
pub(crate) struct Middle([__m256i; 3]);

/// Band by band.
macro_rules! each {
    (|$band:ident| $word:expr) => {
        // SAFETY: a `Middle` is made only in `search_middle`, after the machine was asked for AVX2.
        Middle(unsafe {
            [
                {
                    let $band = 0_usize;
                    $word
                },
                {
                    let $band = 1_usize;
                    $word
                },
                {
                    let $band = 2_usize;
                    $word
                },
            ]
        })
    };
}

/// The lanes of a band that are used, as bits.
const USED: u32 = 0x1ff;

/// The lanes whose 16 bits are all set, of lanes that have all or none.
#[inline(always)]
fn set_lanes(word: __m256i) -> u32 {
    // SAFETY: the machine has AVX2, as for all of `Middle`.
    let bits = unsafe {
        let (low, high) = (
            _mm256_castsi256_si128(word),
            _mm256_extracti128_si256::<1>(word),
        );
        _mm_movemask_epi8(_mm_packs_epi16(low, high))
    };
    bits as u32 & USED
}

/// The bits that some of the nine lanes have, and those that several have, in every lane.
#[inline(always)]
fn over_nine(word: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the machine has AVX2.
    unsafe {
        let eight = _mm256_castsi256_si128(word);
        let ninth = _mm_broadcastw_epi16(_mm256_extracti128_si256::<1>(word));
        let other = _mm_shuffle_epi32::<0b01_00_11_10>(eight);
        let mut some = _mm_or_si128(eight, other);
        let mut several = _mm_and_si128(eight, other);
        let other = _mm_shuffle_epi32::<0b10_11_00_01>(some);
        several = _mm_or_si128(
            _mm_or_si128(several, _mm_shuffle_epi32::<0b10_11_00_01>(several)),
            _mm_and_si128(some, other),
        );
        some = _mm_or_si128(some, other);
        // Four lanes are by now alike, so that two halves of 32 bits are all that differ.
        let other = turned_halves(some);
        several = _mm_or_si128(
            _mm_or_si128(several, turned_halves(several)),
            _mm_and_si128(some, other),
        );
        some = _mm_or_si128(some, other);
        several = _mm_or_si128(several, _mm_and_si128(some, ninth));
        some = _mm_or_si128(some, ninth);
        (
            _mm256_broadcastsi128_si256(some),
            _mm256_broadcastsi128_si256(several),
        )
    }
}

/// The bits that at least three of the nine lanes have, in every lane.
#[inline(always)]
fn three_of_nine(word: __m256i) -> __m256i {
    // SAFETY: the machine has AVX2.
    unsafe {
        let eight = _mm256_castsi256_si128(word);
        let ninth = _mm_broadcastw_epi16(_mm256_extracti128_si256::<1>(word));
        let other = _mm_shuffle_epi32::<0b01_00_11_10>(eight);
        let (one, two) = (_mm_or_si128(eight, other), _mm_and_si128(eight, other));
        let other = _mm_shuffle_epi32::<0b10_11_00_01>(one);
        let others = _mm_shuffle_epi32::<0b10_11_00_01>(two);
        let three = _mm_or_si128(_mm_and_si128(one, others), _mm_and_si128(two, other));
        let two = _mm_or_si128(_mm_or_si128(two, others), _mm_and_si128(one, other));
        let one = _mm_or_si128(one, other);
        let (other, others) = (turned_halves(one), turned_halves(two));
        let three = _mm_or_si128(
            _mm_or_si128(three, turned_halves(three)),
            _mm_or_si128(_mm_and_si128(one, others), _mm_and_si128(two, other)),
        );
        let two = _mm_or_si128(_mm_or_si128(two, others), _mm_and_si128(one, other));
        _mm256_broadcastsi128_si256(_mm_or_si128(three, _mm_and_si128(two, ninth)))
    }
}

/// The bits that some of the nine lanes have, in every lane.
#[inline(always)]
fn union_of_nine(word: __m256i) -> __m256i {
    // SAFETY: the machine has AVX2.
    unsafe {
        let eight = _mm256_castsi256_si128(word);
        let ninth = _mm_broadcastw_epi16(_mm256_extracti128_si256::<1>(word));
        let some = _mm_or_si128(eight, _mm_shuffle_epi32::<0b01_00_11_10>(eight));
        let some = _mm_or_si128(some, _mm_shuffle_epi32::<0b10_11_00_01>(some));
        let some = _mm_or_si128(_mm_or_si128(some, turned_halves(some)), ninth);
        _mm256_broadcastsi128_si256(some)
    }
}

/// Neighbouring lanes exchanged.
#[inline(always)]
fn turned_halves(word: __m128i) -> __m128i {
    // SAFETY: the machine has AVX2.
    unsafe { _mm_or_si128(_mm_slli_epi32::<16>(word), _mm_srli_epi32::<16>(word)) }
}

impl Lanes for Middle {
    #[inline(always)]
    fn load(from: &Row) -> Middle {
        // Three loads of sixteen lanes, the last of which ends at lane 34 of 48.
        each!(|band| {
            let word = _mm256_loadu_si256(from.0.as_ptr().add(9 * band).cast());
            let used = _mm256_setr_epi16(-1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0);
            _mm256_and_si256(word, used)
        })
    }

    #[inline(always)]
    fn store(self, to: &mut Row) {
        for band in 0..3 {
            // SAFETY: the last of the three ends at lane 34 of 48. What a band writes behind its lanes, the next one writes again.
            unsafe {
                _mm256_storeu_si256(to.0.as_mut_ptr().add(9 * band).cast(), self.0[band]);
            }
        }
    }

    #[inline(always)]
    fn all(bits: u16) -> Middle {
        each!(|_band| _mm256_set1_epi16(bits as i16))
    }

    #[inline(always)]
    fn and(self, other: Middle) -> Middle {
        each!(|band| _mm256_and_si256(self.0[band], other.0[band]))
    }

    #[inline(always)]
    fn or(self, other: Middle) -> Middle {
        each!(|band| _mm256_or_si256(self.0[band], other.0[band]))
    }

    #[inline(always)]
    fn without(self, other: Middle) -> Middle {
        each!(|band| _mm256_andnot_si256(other.0[band], self.0[band]))
    }

    #[inline(always)]
    fn any_of(a: Middle, b: Middle, c: Middle) -> Middle {
        a.or(b).or(c)
    }

    #[inline(always)]
    fn either_pair(a: Middle, b: Middle, c: Middle, d: Middle) -> Middle {
        a.and(b).or(c.and(d))
    }

    #[inline(always)]
    fn unless(self, first: Middle, second: Middle) -> Middle {
        self.without(first.without(second))
    }

    #[inline(always)]
    fn left<const N: u32>(self) -> Middle {
        each!(|band| _mm256_sll_epi16(self.0[band], _mm_cvtsi32_si128(N as i32)))
    }

    #[inline(always)]
    fn right<const N: u32>(self) -> Middle {
        each!(|band| _mm256_srl_epi16(self.0[band], _mm_cvtsi32_si128(N as i32)))
    }

    #[inline(always)]
    fn next_band(self) -> Middle {
        Middle([self.0[1], self.0[2], self.0[0]])
    }

    #[inline(always)]
    fn last_band(self) -> Middle {
        Middle([self.0[2], self.0[0], self.0[1]])
    }

    #[inline(always)]
    fn over_digits(self) -> (Middle, Middle) {
        let (a, b, c) = (
            over_nine(self.0[0]),
            over_nine(self.0[1]),
            over_nine(self.0[2]),
        );
        (Middle([a.0, b.0, c.0]), Middle([a.1, b.1, c.1]))
    }

    #[inline(always)]
    fn three_digits(self) -> Middle {
        let [a, b, c] = self.0;
        Middle([three_of_nine(a), three_of_nine(b), three_of_nine(c)])
    }

    #[inline(always)]
    fn union(self) -> Middle {
        let [a, b, c] = self.0;
        Middle([union_of_nine(a), union_of_nine(b), union_of_nine(c)])
    }

    #[inline(always)]
    fn where_it_meets(self, mask: Middle) -> Middle {
        each!(|band| {
            let met = _mm256_and_si256(self.0[band], mask.0[band]);
            let none = _mm256_cmpeq_epi16(met, _mm256_setzero_si256());
            _mm256_or_si256(met, _mm256_and_si256(none, self.0[band]))
        })
    }

    #[inline(always)]
    fn singles(self) -> Middle {
        each!(|band| {
            let less = _mm256_add_epi16(self.0[band], _mm256_set1_epi16(-1));
            let rest = _mm256_and_si256(self.0[band], less);
            let single = _mm256_cmpeq_epi16(rest, _mm256_setzero_si256());
            _mm256_and_si256(single, self.0[band])
        })
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        let empty = each!(|band| _mm256_cmpeq_epi16(self.0[band], _mm256_setzero_si256()));
        set_lanes(empty.0[0]) | set_lanes(empty.0[1]) | set_lanes(empty.0[2]) != 0
    }

    #[inline(always)]
    fn differs(self, other: Middle) -> bool {
        let differs = each!(|band| _mm256_xor_si256(self.0[band], other.0[band]));
        let differs = Middle::any_of(differs, differs.next_band(), differs.last_band());
        // SAFETY: the machine has AVX2.
        unsafe { _mm256_testz_si256(differs.0[0], differs.0[0]) == 0 }
    }
}
