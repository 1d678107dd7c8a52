//! Every processor gives the same bits: a hash of the results of all functions over a part of the inputs.

use conformable_maths as maths;

/// FNV-1a over the bits of the results; every NaN has the same value.
struct Hash(u64);

impl Hash {
    fn add(&mut self, bits: u64) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Adds the results of functions: `add!(hash, f32, x: exp ln)`.
macro_rules! add {
    ($hash:ident, $T:ident, $x:ident: $($name:ident)*) => {$(
        let y = maths::$T::$name($x);
        $hash.add(if y.is_nan() { u64::MAX } else { y.to_bits().into() });
    )*};
}

#[test]
fn every_processor_gives_the_same_bits() {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for bits in (0..=u32::MAX).step_by(1_000_003) {
        let x = f32::from_bits(bits);
        add!(hash, f32, x: exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh sigmoid silu softplus erf gelu gelu_tanh);
        // exponents of `f64` too, and digits that `f32` does not have
        let x = f64::from_bits(u64::from(bits) << 32 | u64::from(bits.rotate_left(13)));
        add!(hash, f64, x: exp ln sin cos near_sin near_cos tanh sigmoid silu softplus erf gelu gelu_tanh);
    }
    assert_eq!(hash.0, 0x0cee_dc7b_5df2_ac4a, "the hash of the results is now {:#x}", hash.0);
}
