//! Words of 512 bits: AVX-512 with its instructions for lanes of 16 bits.

use std::arch::x86_64::*;

use crate::board::Row;
use crate::lanes::Lanes;

/// All lanes in one word; the five that are left over are always empty.
#[derive(Clone, Copy)]
pub(crate) struct Wide(__m512i);

/// The lanes of [`Wide`] that are used.
const USED: u32 = 0x7ff_ffff;

/// Which lane each lane takes, for turning digits within their band, or bands.
const fn turned(by_digits: usize, by_bands: usize) -> Row {
    let mut lanes = [0; 48];
    let mut at = 0;
    while at < 27 {
        let (band, digit) = ((at / 9 + by_bands) % 3, (at % 9 + by_digits) % 9);
        lanes[at] = (9 * band + digit) as u16;
        at += 1;
    }
    while at < 48 {
        // A lane that is not used takes itself.
        lanes[at] = at as u16;
        at += 1;
    }
    Row(lanes)
}

static DIGITS_1: Row = turned(1, 0);
static DIGITS_2: Row = turned(2, 0);
static DIGITS_3: Row = turned(3, 0);
static DIGITS_6: Row = turned(6, 0);
static BANDS_1: Row = turned(0, 1);
static BANDS_2: Row = turned(0, 2);

impl Wide {
    /// The lanes in another order.
    #[inline(always)]
    fn turned(self, order: &Row) -> Wide {
        // SAFETY: as for all of `Wide`, the machine has AVX-512; a row has 48 lanes and 32 are read.
        unsafe {
            let order = _mm512_loadu_si512(order.0.as_ptr().cast());
            Wide(_mm512_permutexvar_epi16(order, self.0))
        }
    }

    /// What two of three have.
    #[inline(always)]
    fn two_of(a: Wide, b: Wide, c: Wide) -> Wide {
        // SAFETY: the machine has AVX-512. The number is the table of the majority.
        unsafe { Wide(_mm512_ternarylogic_epi32::<0xe8>(a.0, b.0, c.0)) }
    }

    /// What one or all of three have.
    #[inline(always)]
    fn odd_of(a: Wide, b: Wide, c: Wide) -> Wide {
        // SAFETY: the machine has AVX-512. The number is the table of the sum without carry.
        unsafe { Wide(_mm512_ternarylogic_epi32::<0x96>(a.0, b.0, c.0)) }
    }
}

// SAFETY of what follows: a `Wide` is made only in `search_wide`, after the machine was asked for AVX-512 F and BW.
impl Lanes for Wide {
    #[inline(always)]
    fn load(from: &Row) -> Wide {
        // SAFETY: a row has 48 lanes, and 32 are read.
        let word = unsafe { Wide(_mm512_loadu_si512(from.0.as_ptr().cast())) };
        // SAFETY: the machine has AVX-512 BW.
        unsafe { Wide(_mm512_maskz_mov_epi16(USED, word.0)) }
    }

    #[inline(always)]
    fn store(self, to: &mut Row) {
        // SAFETY: a row has 48 lanes, and 32 are written.
        unsafe { _mm512_storeu_si512(to.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn all(bits: u16) -> Wide {
        // SAFETY: the machine has AVX-512.
        unsafe { Wide(_mm512_set1_epi16(bits as i16)) }
    }

    #[inline(always)]
    fn and(self, other: Wide) -> Wide {
        // SAFETY: the machine has AVX-512.
        unsafe { Wide(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Wide) -> Wide {
        // SAFETY: the machine has AVX-512.
        unsafe { Wide(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Wide) -> Wide {
        // SAFETY: the machine has AVX-512.
        unsafe { Wide(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    fn any_of(a: Wide, b: Wide, c: Wide) -> Wide {
        // SAFETY: the machine has AVX-512. The number is the table of the disjunction.
        unsafe { Wide(_mm512_ternarylogic_epi32::<0xfe>(a.0, b.0, c.0)) }
    }

    #[inline(always)]
    fn either_pair(a: Wide, b: Wide, c: Wide, d: Wide) -> Wide {
        // SAFETY: the machine has AVX-512. The number is the table of: the first, or the second and third.
        unsafe {
            let pair = _mm512_and_si512(a.0, b.0);
            Wide(_mm512_ternarylogic_epi32::<0xf8>(pair, c.0, d.0))
        }
    }

    #[inline(always)]
    fn unless(self, first: Wide, second: Wide) -> Wide {
        // SAFETY: the machine has AVX-512. The number is the table of: the first, and the third or not the second.
        unsafe { Wide(_mm512_ternarylogic_epi32::<0xb0>(self.0, first.0, second.0)) }
    }

    #[inline(always)]
    fn left<const N: u32>(self) -> Wide {
        // SAFETY: the machine has AVX-512 BW.
        unsafe { Wide(_mm512_slli_epi16::<N>(self.0)) }
    }

    #[inline(always)]
    fn right<const N: u32>(self) -> Wide {
        // SAFETY: the machine has AVX-512 BW.
        unsafe { Wide(_mm512_srli_epi16::<N>(self.0)) }
    }

    #[inline(always)]
    fn next_band(self) -> Wide {
        self.turned(&BANDS_1)
    }

    #[inline(always)]
    fn last_band(self) -> Wide {
        self.turned(&BANDS_2)
    }

    #[inline(always)]
    fn over_digits(self) -> (Wide, Wide) {
        let (b, c) = (self.turned(&DIGITS_3), self.turned(&DIGITS_6));
        let some = Wide::any_of(self, b, c);
        let several = Wide::two_of(self, b, c);
        let (b, c) = (some.turned(&DIGITS_1), some.turned(&DIGITS_2));
        let more = Wide::any_of(
            several,
            several.turned(&DIGITS_1),
            several.turned(&DIGITS_2),
        );
        let several = more.or(Wide::two_of(some, b, c));
        (Wide::any_of(some, b, c), several)
    }

    #[inline(always)]
    fn three_digits(self) -> Wide {
        // Three lanes are counted in two bits, and three such numbers come to three with two twos, with a two and a one, or with three ones.
        let (b, c) = (self.turned(&DIGITS_3), self.turned(&DIGITS_6));
        let (ones, twos) = (Wide::odd_of(self, b, c), Wide::two_of(self, b, c));
        let (b, c) = (ones.turned(&DIGITS_1), ones.turned(&DIGITS_2));
        let (d, e) = (twos.turned(&DIGITS_1), twos.turned(&DIGITS_2));
        let some_two = Wide::any_of(twos, d, e);
        let two_and_one = some_two.and(Wide::any_of(ones, b, c));
        let three_ones = ones.and(b).and(c);
        Wide::any_of(Wide::two_of(twos, d, e), two_and_one, three_ones)
    }

    #[inline(always)]
    fn union(self) -> Wide {
        let some = Wide::any_of(self, self.turned(&DIGITS_3), self.turned(&DIGITS_6));
        Wide::any_of(some, some.turned(&DIGITS_1), some.turned(&DIGITS_2))
    }

    #[inline(always)]
    fn where_it_meets(self, mask: Wide) -> Wide {
        // SAFETY: the machine has AVX-512 BW.
        unsafe {
            let met = _mm512_and_si512(self.0, mask.0);
            let lanes = _mm512_test_epi16_mask(self.0, mask.0);
            Wide(_mm512_mask_mov_epi16(self.0, lanes, met))
        }
    }

    #[inline(always)]
    fn singles(self) -> Wide {
        // SAFETY: the machine has AVX-512 BW.
        unsafe {
            let less = _mm512_add_epi16(self.0, _mm512_set1_epi16(-1));
            let lanes = _mm512_testn_epi16_mask(self.0, less);
            Wide(_mm512_maskz_mov_epi16(lanes, self.0))
        }
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        // SAFETY: the machine has AVX-512 BW.
        let empty = unsafe { _mm512_testn_epi16_mask(self.0, self.0) };
        empty & USED != 0
    }

    #[inline(always)]
    fn differs(self, other: Wide) -> bool {
        // SAFETY: the machine has AVX-512 BW.
        let lanes = unsafe { _mm512_cmpneq_epi16_mask(self.0, other.0) };
        lanes & USED != 0
    }
}
