//! Work on large integers that honours the limits of a run: results are charged before they are computed, and long computations
//! look at the limits on their way.

use std::time::Duration;

use gridwright_control::{Limit, Limits};
use gridwright_term::{BigInt, BigUint, Number, Sign};
use num_integer::Integer;

use crate::numbers::Fault;

/// The bits of the largest integer: to shift or copy it takes about a tenth of a second.
const MOST_BITS: u64 = 1 << 28;

/// Integers of fewer bits are not charged.
const FREE_BITS: u64 = 1 << 16;

/// A product or quotient of so many steps takes about a tenth of a second at most. Tests split much earlier.
const AT_ONCE: u64 = if cfg!(test) { 1 << 10 } else { 1 << 26 };

/// A product of numbers of so many digits takes no longer, as it is not computed step by step.
const SHORT: u64 = if cfg!(test) { 1 << 4 } else { 1 << 16 };

/// What a computation may use.
pub(crate) struct Work<'a> {
    pub(crate) limits: &'a Limits,
    /// When the run must end, by the clock of its limits.
    pub(crate) deadline: Option<Duration>,
    pub(crate) memory: &'a dyn MemoryLimit,
}

/// A limit of memory.
pub(crate) trait MemoryLimit {
    /// The number of bytes that may still be allocated.
    fn available_bytes(&self) -> usize;
}

impl Work<'_> {
    /// Fails if a limit of the run was reached.
    fn look(&self) -> Result<(), Fault> {
        if let Some(stop) = &self.limits.stop
            && stop.is_requested()
        {
            return Err(Fault::Limit(Limit::Stop));
        }
        match self.deadline {
            Some(deadline) if self.limits.now() > deadline => Err(Fault::Limit(Limit::Time)),
            _ => Ok(()),
        }
    }

    /// Fails if the memory limit does not allow an integer of this many bits, once in the computation and twice its size on the heap, or if a limit of
    /// the run was reached.
    pub(crate) fn charge(&self, bits: u64) -> Result<(), Fault> {
        if bits < FREE_BITS {
            return Ok(());
        }
        let bytes = usize::try_from(bits / 8).unwrap_or(usize::MAX);
        if bits > MOST_BITS || bytes.saturating_mul(3) > self.memory.available_bytes() {
            return Err(Fault::Resource);
        }
        self.look()
    }
}

/// The number of 64-bit digits.
fn size(number: &BigInt) -> u64 {
    number.bits() / 64 + 1
}

/// The product.
pub(super) fn multiply(left: &BigInt, right: &BigInt, work: &Work<'_>) -> Result<BigInt, Fault> {
    work.charge(left.bits() + right.bits())?;
    if size(left) < size(right) {
        return multiply_longer(right, left, work);
    }
    multiply_longer(left, right, work)
}

/// The product of two numbers of which the first is not the shorter one. Long ones are split, and the limits looked at between.
fn multiply_longer(long: &BigInt, short: &BigInt, work: &Work<'_>) -> Result<BigInt, Fault> {
    let (most, least) = (size(long), size(short));
    if most.saturating_mul(least) <= AT_ONCE || most <= SHORT {
        return Ok(long * short);
    }
    work.look()?;
    let half = 32 * most;
    let (high, low) = split(long, half);
    let product = |part: &BigInt| {
        if size(part) < least {
            multiply_longer(short, part, work)
        } else {
            multiply_longer(part, short, work)
        }
    };
    Ok((product(&high)? << half) + product(&low)?)
}

/// A number as `high << bits` plus a part below it, of the same sign.
fn split(number: &BigInt, bits: u64) -> (BigInt, BigInt) {
    let high: BigUint = number.magnitude() >> bits;
    let low = number.magnitude() - (&high << bits);
    let sign = number.sign();
    (
        BigInt::from_biguint(sign, high),
        BigInt::from_biguint(sign, low),
    )
}

/// The quotient, truncated, and the remainder, which has the sign of the dividend. The divisor is not 0.
pub(crate) fn divide(
    dividend: &BigInt,
    divisor: &BigInt,
    work: &Work<'_>,
) -> Result<(BigInt, BigInt), Fault> {
    let (long, short) = (size(dividend), size(divisor));
    let steps = long.saturating_sub(short).saturating_mul(short);
    if steps <= AT_ONCE {
        return Ok(dividend.div_rem(divisor));
    }
    // Long division by blocks, whose quotients are so short that each takes little time.
    let block = (AT_ONCE / short).max(1) * 64;
    let below = divisor.magnitude();
    let mut rest = BigUint::ZERO;
    let mut quotient = BigUint::ZERO;
    let mut left = dividend.bits().div_ceil(block);
    let mut digits = dividend.magnitude().clone();
    while left > 0 {
        work.look()?;
        left -= 1;
        let high: BigUint = &digits >> (left * block);
        digits -= &high << (left * block);
        let (part, more) = ((rest << block) + high).div_rem(below);
        quotient = (quotient << block) + part;
        rest = more;
    }
    let negative = (dividend.sign() == Sign::Minus) != (divisor.sign() == Sign::Minus);
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    Ok((
        BigInt::from_biguint(sign, quotient),
        BigInt::from_biguint(dividend.sign(), rest),
    ))
}

/// The quotient rounded down, and the remainder, which has the sign of the divisor. The divisor is not 0.
pub(super) fn divide_floor(
    dividend: &BigInt,
    divisor: &BigInt,
    work: &Work<'_>,
) -> Result<(BigInt, BigInt), Fault> {
    let (quotient, rest) = divide(dividend, divisor, work)?;
    let apart = rest.sign() != Sign::NoSign && rest.sign() != divisor.sign();
    Ok(if apart {
        (quotient - 1, rest + divisor)
    } else {
        (quotient, rest)
    })
}

/// The greatest common divisor.
pub(super) fn gcd(left: &BigInt, right: &BigInt, work: &Work<'_>) -> Result<BigInt, Fault> {
    let (mut left, mut right) = (
        BigInt::from(left.magnitude().clone()),
        BigInt::from(right.magnitude().clone()),
    );
    while right != BigInt::ZERO {
        if size(&left).max(size(&right)) < 1 << 12 {
            return Ok(left.gcd(&right));
        }
        work.look()?;
        let (_, rest) = divide(&left, &right, work)?;
        (left, right) = (right, rest);
    }
    Ok(left)
}

/// The rational of two integers in lowest terms; the denominator is not 0.
pub(super) fn ratio(
    numerator: &BigInt,
    denominator: &BigInt,
    work: &Work<'_>,
) -> Result<Number, Fault> {
    let common = gcd(numerator, denominator, work)?;
    let (above, _) = divide(numerator, &common, work)?;
    let (below, _) = divide(denominator, &common, work)?;
    if size(&above).max(size(&below)) < 1 << 12 {
        return Number::ratio(above, below).ok_or(Fault::ZeroDivisor);
    }
    Ok(Number::reduced(above, below))
}

/// A power with an exponent that is not negative.
pub(super) fn power(base: &BigInt, exponent: &BigInt, work: &Work<'_>) -> Result<BigInt, Fault> {
    let odd = exponent.bit(0);
    if exponent == &BigInt::ZERO || base.bits() == 1 {
        let negative = base.sign() == Sign::Minus && odd;
        return Ok(BigInt::from(if negative { -1 } else { 1 }));
    }
    if base == &BigInt::ZERO {
        return Ok(BigInt::ZERO);
    }
    let exponent = u32::try_from(exponent).map_err(|_| Fault::Resource)?;
    work.charge(least_bits(base, exponent))?;
    if let Some(zeros) = base.trailing_zeros()
        && zeros > 0
    {
        // The twos are a shift.
        let bits = zeros * u64::from(exponent);
        let odd = squared(&(base >> zeros), exponent, work)?;
        work.charge(odd.bits().saturating_add(bits))?;
        return Ok(odd << bits);
    }
    squared(base, exponent, work)
}

/// A number of bits that a power has at least. That of a short base is taken from its sixteenth power, so that few powers are computed in vain.
fn least_bits(base: &BigInt, exponent: u32) -> u64 {
    let exponent = u64::from(exponent);
    if base.bits() <= 64 {
        return (base.pow(16).bits() - 1) * exponent / 16;
    }
    (base.bits() - 1).saturating_mul(exponent)
}

/// A power by squaring.
fn squared(base: &BigInt, exponent: u32, work: &Work<'_>) -> Result<BigInt, Fault> {
    let mut value = BigInt::from(1);
    for at in (0..32 - exponent.leading_zeros()).rev() {
        value = multiply(&value, &value, work)?;
        if exponent >> at & 1 == 1 {
            value = multiply(&value, base, work)?;
        }
    }
    Ok(value)
}

/// A power modulo a number that is at least 1; the base and the exponent are not negative. The squares on the way are charged, so the modulus may have
/// half as many bits as the largest integer.
pub(super) fn power_modulo(
    base: &BigInt,
    exponent: &BigInt,
    modulus: &BigInt,
    work: &Work<'_>,
) -> Result<BigInt, Fault> {
    if modulus == &BigInt::from(1) {
        return Ok(BigInt::ZERO);
    }
    let (_, base) = divide(base, modulus, work)?;
    let product = size(modulus).saturating_mul(size(modulus));
    if product.saturating_mul(exponent.bits()) <= AT_ONCE {
        return Ok(base.modpow(exponent, modulus));
    }
    let mut value = BigInt::from(1);
    for at in (0..exponent.bits()).rev() {
        work.look()?;
        value = divide(&multiply(&value, &value, work)?, modulus, work)?.1;
        if exponent.bit(at) {
            value = divide(&multiply(&value, &base, work)?, modulus, work)?.1;
        }
    }
    Ok(value)
}

/// The integer part of a root, by Newton's method from above; the number is not negative, and the degree at least 1.
pub(crate) fn root(number: &BigInt, degree: u32, work: &Work<'_>) -> Result<BigInt, Fault> {
    if u64::from(degree) >= number.bits() {
        return Ok(BigInt::from(u8::from(number.sign() != Sign::NoSign)));
    }
    if size(number) < 1 << 8 {
        return Ok(number.nth_root(degree));
    }
    let mut guess = BigInt::from(1) << (number.bits() / u64::from(degree) + 1);
    loop {
        work.look()?;
        let below = power(&guess, &BigInt::from(degree - 1), work)?;
        let (part, _) = divide(number, &below, work)?;
        let next = (&guess * (degree - 1) + part) / degree;
        if next >= guess {
            return Ok(guess);
        }
        guess = next;
    }
}

/// The decimal digits of an integer.
pub(crate) fn decimal(number: &BigInt, work: &Work<'_>) -> Result<String, Fault> {
    let mut text = String::new();
    if number.sign() == Sign::Minus {
        text.push('-');
    }
    let magnitude = BigInt::from(number.magnitude().clone());
    digits(&magnitude, 0, &mut text, work)?;
    Ok(text)
}

/// Writes the digits of a number, so many at least, by halves.
fn digits(number: &BigInt, least: usize, text: &mut String, work: &Work<'_>) -> Result<(), Fault> {
    if size(number) < 8 * SHORT.min(1 << 10) {
        let digits = number.to_string();
        let zeros = least.saturating_sub(digits.len());
        text.extend(std::iter::repeat_n('0', zeros));
        text.push_str(&digits);
        return Ok(());
    }
    work.look()?;
    // About half of them.
    let half = u32::try_from(number.bits() * 3 / 20).map_err(|_| Fault::Resource)?;
    let below = power(&BigInt::from(10), &half.into(), work)?;
    let (high, low) = divide(number, &below, work)?;
    let half = half as usize;
    digits(&high, least.saturating_sub(half), text, work)?;
    digits(&low, half, text, work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::expr::Unary;
    use crate::numbers::functions::unary;
    use gridwright_control::{Rng, Stop};

    /// So many bytes.
    struct Bytes(usize);

    impl MemoryLimit for Bytes {
        fn available_bytes(&self) -> usize {
            self.0
        }
    }

    fn with(limits: &Limits) -> Work<'_> {
        Work {
            limits,
            deadline: None,
            memory: &Bytes(1 << 30),
        }
    }

    fn random(rng: &mut Rng, digits: usize) -> BigInt {
        let digits: Vec<u32> = (0..digits).map(|_| rng.bits() as u32).collect();
        let sign = if rng.one_in(2) {
            Sign::Minus
        } else {
            Sign::Plus
        };
        BigInt::new(sign, digits)
    }

    #[test]
    fn long_work_has_the_results_of_short_work() {
        let limits = Limits::default();
        let work = with(&limits);
        let mut rng = Rng::new(1);
        let long = random(&mut rng, 3000);
        let short = random(&mut rng, 1400);
        let product = multiply(&short, &long, &work).expect("there is room");
        assert!(product == &long * &short);
        let rest = random(&mut rng, 100);
        let rest = BigInt::from_biguint(product.sign(), rest.magnitude().clone());
        let divided = divide(&(&product + &rest), &short, &work).expect("there is room");
        assert!(divided == (long, rest));
        for digits in [1, 2, 20] {
            let mut next = || BigInt::from(random(&mut rng, digits).magnitude().clone());
            let (base, exponent, modulus) = (next(), next(), next() + 1);
            let found = power_modulo(&base, &exponent, &modulus, &work);
            assert_eq!(found, Ok(base.modpow(&exponent, &modulus)));
        }
    }

    #[test]
    fn roots_and_digits() {
        let limits = Limits::default();
        let work = with(&limits);
        let mut rng = Rng::new(2);
        let base = BigInt::from(random(&mut rng, 600).magnitude().clone());
        let cube = power(&base, &BigInt::from(3), &work).expect("there is room");
        assert_eq!(root(&cube, 3, &work), Ok(base.clone()));
        assert_eq!(root(&(&cube - 1), 3, &work), Ok(&base - 1));
        assert_eq!(root(&BigInt::from(10), 2, &work), Ok(BigInt::from(3)));
        assert_eq!(root(&BigInt::from(10), 50, &work), Ok(BigInt::from(1)));
        assert_eq!(root(&BigInt::ZERO, 2, &work), Ok(BigInt::ZERO));
        let number = random(&mut rng, 4000);
        let text = decimal(&number, &work).expect("there is room");
        assert!(text == number.to_string());
    }

    #[test]
    fn what_is_too_large_is_refused_before_it_is_computed() {
        let stop = Stop::new();
        stop.request();
        let limits = Limits {
            stop: Some(stop),
            ..Limits::default()
        };
        let work = Work {
            memory: &Bytes(1 << 20),
            ..with(&limits)
        };
        let two = BigInt::from(2);
        let huge = BigInt::from(1) << 70_usize;
        assert_eq!(power(&two, &huge, &work), Err(Fault::Resource));
        assert_eq!(
            power(&two, &BigInt::from(1 << 24), &work),
            Err(Fault::Resource)
        );
        let stopped = power(&two, &BigInt::from(1 << 20), &work);
        assert_eq!(stopped, Err(Fault::Limit(Limit::Stop)));
        let free = Limits::default();
        assert!(power(&two, &BigInt::from(1 << 20), &with(&free)).is_ok());
        assert_eq!(power(&BigInt::from(-1), &huge, &work), Ok(BigInt::from(1)));
        // The twos of an even base are charged too.
        let little = Work {
            memory: &Bytes(1 << 15),
            ..with(&free)
        };
        let long = (BigInt::from(1) << 66_usize) - 2;
        for (base, exponent) in [(BigInt::from(6), 40_000), (long, 1335)] {
            let found = power(&base, &BigInt::from(exponent), &little);
            assert_eq!(found, Err(Fault::Resource), "{base}");
        }
        let most = (BigInt::from(1) << MOST_BITS) - 1;
        let complement =
            |value: BigInt| unary(Unary::Complement, &Number::from(value), &with(&free));
        assert!(complement(&most - 1).is_ok());
        assert!(complement(most) == Err(Fault::Resource));
        let work = with(&limits);
        let one = BigInt::from(1);
        assert_eq!(
            power_modulo(&two, &(&one << (1_usize << 20)), &one, &work),
            Ok(BigInt::ZERO)
        );
        let long = BigInt::from(3) << (64_usize << 7);
        let end = power_modulo(&two, &long, &long, &work);
        assert_eq!(end, Err(Fault::Limit(Limit::Stop)));
        let end = multiply(&long, &long, &work);
        assert_eq!(end, Err(Fault::Limit(Limit::Stop)));
    }
}
