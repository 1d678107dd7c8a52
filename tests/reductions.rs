//! Reductions against loops over indices: ranks, axes, strides, element types.

use conformable::*;

/// A view of any strides of the elements of an array: transposed, reversed, with gaps.
fn naive<T: Copy, A: Copy>(
    x: &Tensor<T, AnyShape, impl Storage>,
    axes: &[usize],
    init: A,
    mut f: impl FnMut(A, T) -> A,
) -> Tensor<A, AnyShape> {
    let sizes = x.sizes();
    let kept: Vec<usize> = (0..sizes.len()).filter(|axis| !axes.contains(axis)).collect();
    let shape: AnyShape = kept.iter().map(|&axis| sizes[axis]).collect();
    let mut result = Tensor::full(shape, init);
    for (index, &element) in x.indexed_iter() {
        let at: AnyShape = kept.iter().map(|&axis| index.as_ref()[axis]).collect();
        result[&*at] = f(result[&*at], element);
    }
    result
}

#[test]
fn slice() {
    for sizes in [
        vec![],
        vec![3],
        vec![2, 3],
        vec![7, 100],
        vec![100, 7],
        vec![4, 5, 6],
        vec![3, 1, 70, 2],
        vec![2, 0, 3],
        vec![130, 300],
    ] {
        let shape = AnyShape::from(&sizes[..]);
        let mut seed = 1u32;
        let x = Tensor::from_fn(shape, |_| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 16) as i32 % 100
        });
        for set in 0..1u32 << sizes.len() {
            let axes: Vec<usize> = (0..sizes.len()).filter(|axis| set >> axis & 1 == 1).collect();
            let named: Vec<isize> = axes.iter().map(|&axis| axis as isize).collect();
            assert_eq!(x.sum(&named[..]), naive(&x, &axes, 0, |a, b| a + b), "{sizes:?} {axes:?}");
            assert_eq!(
                x.reduce(&named[..], 1, |a: i32, b| a.wrapping_mul(31).wrapping_add(b)),
                naive(&x, &axes, 1, |a: i32, b| a.wrapping_mul(31).wrapping_add(b)),
                "{sizes:?} {axes:?}"
            );
            if sizes.iter().all(|&size| size > 0) {
                assert_eq!(x.max(&named[..]), naive(&x, &axes, i32::MIN, |a, b| a.max(b)), "{sizes:?} {axes:?}");
                let floats = x.map(f64::from);
                let count = axes.iter().map(|&axis| sizes[axis]).product::<usize>() as f64;
                let mean = naive(&floats, &axes, 0.0, |a, b| a + b / count);
                let computed = floats.mean(&named[..]);
                assert!(mean.iter().zip(computed.iter()).all(|(a, b)| (a - b).abs() < 1e-10));
                let squares = naive(&floats, &axes, 0.0, |a, b| a + b * b / count);
                let var = floats.variance(&named[..], 0);
                assert!(
                    squares.iter().zip(mean.iter()).zip(var.iter()).all(|((s, m), v)| (s - m * m - v).abs() < 1e-8)
                );
                let places = naive(&x, &axes, (i32::MIN, 0usize, 0usize), |(best, at, place), b| {
                    if b > best { (b, place, place + 1) } else { (best, at, place + 1) }
                });
                assert_eq!(x.argmax(&named[..]), places.map(|(_, at, _)| at), "{sizes:?} {axes:?}");
            }
        }
    }
}
