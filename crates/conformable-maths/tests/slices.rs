//! The functions over slices return the bits of the functions of one number, for every length.

use conformable_maths as maths;

/// Checks each function: `same!(f32: exp ln)`.
macro_rules! same {
    ($T:ident $x:expr => $($name:ident)*) => {$(
        for count in [0, 1, 7, 8, 31, 512, 700] {
            let x: &[$T] = &$x[..count];
            let expected: Vec<_> = x.iter().map(|&x| maths::$T::$name(x).to_bits()).collect();
            let mut y = vec![0.0; count];
            maths::$T::into::$name(x, &mut y);
            let mut z = x.to_vec();
            maths::$T::in_place::$name(&mut z);
            for (results, form) in [(y, "into"), (z, "in_place")] {
                let results: Vec<_> = results.iter().map(|y| y.to_bits()).collect();
                assert_eq!(results, expected, "{} {form} of {count}", stringify!($name));
            }
        }
    )*};
}

#[test]
fn of_f32() {
    let mut x: Vec<f32> = (0..700_u16).map(|i| (f32::from(i) - 350.0) * 0.37).collect();
    (x[3], x[600]) = (1e30, f32::INFINITY);
    same!(f32 x => exp exp2 exp_m1 sin cos tanh sigmoid silu softplus erf gelu gelu_tanh);
    for x in &mut x {
        *x = x.abs();
    }
    same!(f32 x => ln ln_1p log2 log10);
}

#[test]
fn of_f64() {
    let mut x: Vec<f64> = (0..700_u16).map(|i| (f64::from(i) - 350.0) * 0.37).collect();
    same!(f64 x => sin cos);
    (x[3], x[600]) = (1e300, f64::INFINITY);
    same!(f64 x => exp sin cos tanh sigmoid silu softplus gelu_tanh);
    for x in &mut x {
        *x = x.abs();
    }
    same!(f64 x => ln);
}

#[test]
#[should_panic(expected = "different lengths")]
fn of_different_lengths() {
    maths::f32::into::exp(&[0.0; 3], &mut [0.0; 4]);
}
