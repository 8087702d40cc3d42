//! 512-bit vectors: AVX-512 with BW (16-bit lanes).

use std::arch::x86_64::*;

use crate::board::Row;
use crate::lanes::Lanes;

/// All lanes in one vector; the other five are always empty.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

/// The used lanes.
const USED: u32 = 0x7ff_ffff;

/// The permutation that rotates digits within their band, or bands.
const fn rotation(by_digits: usize, by_bands: usize) -> Row {
    let mut lanes = [0; 48];
    let mut at = 0;
    while at < 27 {
        let (band, digit) = ((at / 9 + by_bands) % 3, (at % 9 + by_digits) % 9);
        lanes[at] = (9 * band + digit) as u16;
        at += 1;
    }
    while at < 48 {
        // Unused lanes stay.
        lanes[at] = at as u16;
        at += 1;
    }
    Row(lanes)
}

static DIGITS_1: Row = rotation(1, 0);
static DIGITS_2: Row = rotation(2, 0);
static DIGITS_3: Row = rotation(3, 0);
static DIGITS_6: Row = rotation(6, 0);
static BANDS_1: Row = rotation(0, 1);
static BANDS_2: Row = rotation(0, 2);

impl Avx512 {
    #[inline(always)]
    fn permuted(self, order: &Row) -> Avx512 {
        // SAFETY: as for all of `Avx512`, the machine has AVX-512; a row has 48 lanes and 32 are read.
        unsafe {
            let order = _mm512_loadu_si512(order.0.as_ptr().cast());
            Avx512(_mm512_permutexvar_epi16(order, self.0))
        }
    }

    /// What two of three have.
    #[inline(always)]
    fn two_of(a: Avx512, b: Avx512, c: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512. The number is the table of the majority.
        unsafe { Avx512(_mm512_ternarylogic_epi32::<0xe8>(a.0, b.0, c.0)) }
    }

    /// What one or all of three have.
    #[inline(always)]
    fn odd_of(a: Avx512, b: Avx512, c: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512. The number is the table of the sum without carry.
        unsafe { Avx512(_mm512_ternarylogic_epi32::<0x96>(a.0, b.0, c.0)) }
    }
}

// SAFETY of what follows: an `Avx512` is created only in `search_avx512`, after AVX-512 F and BW were detected.
impl Lanes for Avx512 {
    #[inline(always)]
    fn load(from: &Row) -> Avx512 {
        // SAFETY: a row has 48 lanes, and 32 are read.
        let word = unsafe { Avx512(_mm512_loadu_si512(from.0.as_ptr().cast())) };
        // SAFETY: the machine has AVX-512 BW.
        unsafe { Avx512(_mm512_maskz_mov_epi16(USED, word.0)) }
    }

    #[inline(always)]
    fn store(self, to: &mut Row) {
        // SAFETY: a row has 48 lanes, and 32 are written.
        unsafe { _mm512_storeu_si512(to.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn splat(bits: u16) -> Avx512 {
        // SAFETY: the machine has AVX-512.
        unsafe { Avx512(_mm512_set1_epi16(bits as i16)) }
    }

    #[inline(always)]
    fn and(self, other: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512.
        unsafe { Avx512(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512.
        unsafe { Avx512(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn and_not(self, other: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512.
        unsafe { Avx512(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    fn or3(a: Avx512, b: Avx512, c: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512. The number is the table of the disjunction.
        unsafe { Avx512(_mm512_ternarylogic_epi32::<0xfe>(a.0, b.0, c.0)) }
    }

    #[inline(always)]
    fn and_or_and(a: Avx512, b: Avx512, c: Avx512, d: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512. The number is the table of: the first, or the second and third.
        unsafe {
            let pair = _mm512_and_si512(a.0, b.0);
            Avx512(_mm512_ternarylogic_epi32::<0xf8>(pair, c.0, d.0))
        }
    }

    #[inline(always)]
    fn unless(self, first: Avx512, second: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512. The number is the table of: the first, and the third or not the second.
        unsafe { Avx512(_mm512_ternarylogic_epi32::<0xb0>(self.0, first.0, second.0)) }
    }

    #[inline(always)]
    fn left<const N: u32>(self) -> Avx512 {
        // SAFETY: the machine has AVX-512 BW.
        unsafe { Avx512(_mm512_slli_epi16::<N>(self.0)) }
    }

    #[inline(always)]
    fn right<const N: u32>(self) -> Avx512 {
        // SAFETY: the machine has AVX-512 BW.
        unsafe { Avx512(_mm512_srli_epi16::<N>(self.0)) }
    }

    #[inline(always)]
    fn next_band(self) -> Avx512 {
        self.permuted(&BANDS_1)
    }

    #[inline(always)]
    fn previous_band(self) -> Avx512 {
        self.permuted(&BANDS_2)
    }

    #[inline(always)]
    fn one_and_two_digits(self) -> (Avx512, Avx512) {
        let (b, c) = (self.permuted(&DIGITS_3), self.permuted(&DIGITS_6));
        let some = Avx512::or3(self, b, c);
        let several = Avx512::two_of(self, b, c);
        let (b, c) = (some.permuted(&DIGITS_1), some.permuted(&DIGITS_2));
        let more = Avx512::or3(
            several,
            several.permuted(&DIGITS_1),
            several.permuted(&DIGITS_2),
        );
        let several = more.or(Avx512::two_of(some, b, c));
        (Avx512::or3(some, b, c), several)
    }

    #[inline(always)]
    fn three_digits(self) -> Avx512 {
        // Three lanes are added into two-bit numbers; three such numbers reach three with two twos, a two and a one,
        // or three ones.
        let (b, c) = (self.permuted(&DIGITS_3), self.permuted(&DIGITS_6));
        let (ones, twos) = (Avx512::odd_of(self, b, c), Avx512::two_of(self, b, c));
        let (b, c) = (ones.permuted(&DIGITS_1), ones.permuted(&DIGITS_2));
        let (d, e) = (twos.permuted(&DIGITS_1), twos.permuted(&DIGITS_2));
        let some_two = Avx512::or3(twos, d, e);
        let two_and_one = some_two.and(Avx512::or3(ones, b, c));
        let three_ones = ones.and(b).and(c);
        Avx512::or3(Avx512::two_of(twos, d, e), two_and_one, three_ones)
    }

    #[inline(always)]
    fn union(self) -> Avx512 {
        let some = Avx512::or3(self, self.permuted(&DIGITS_3), self.permuted(&DIGITS_6));
        Avx512::or3(some, some.permuted(&DIGITS_1), some.permuted(&DIGITS_2))
    }

    #[inline(always)]
    fn intersect_or_keep(self, mask: Avx512) -> Avx512 {
        // SAFETY: the machine has AVX-512 BW.
        unsafe {
            let met = _mm512_and_si512(self.0, mask.0);
            let lanes = _mm512_test_epi16_mask(self.0, mask.0);
            Avx512(_mm512_mask_mov_epi16(self.0, lanes, met))
        }
    }

    #[inline(always)]
    fn singles(self) -> Avx512 {
        // SAFETY: the machine has AVX-512 BW.
        unsafe {
            let less = _mm512_add_epi16(self.0, _mm512_set1_epi16(-1));
            let lanes = _mm512_testn_epi16_mask(self.0, less);
            Avx512(_mm512_maskz_mov_epi16(lanes, self.0))
        }
    }

    #[inline(always)]
    fn has_empty(self) -> bool {
        // SAFETY: the machine has AVX-512 BW.
        let empty = unsafe { _mm512_testn_epi16_mask(self.0, self.0) };
        empty & USED != 0
    }

    #[inline(always)]
    fn differs(self, other: Avx512) -> bool {
        // SAFETY: the machine has AVX-512 BW.
        let lanes = unsafe { _mm512_cmpneq_epi16_mask(self.0, other.0) };
        lanes & USED != 0
    }
}
