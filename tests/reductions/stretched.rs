//! Operations made of reductions and broadcasts: `sum_to`, `softmax`, `log_softmax`.

use super::{cases, groups, named, with_tensor};
use crate::common::numbers::{config, mixed};
use crate::common::strides::{layout, written_at};
use conformable::{AnyShape, AutoBroadcastSpec, Axis, Dyn, Onto, Pdpd, Shape, Size, Tensor, shape};
use ndarray::IxDyn;
use proptest::collection::vec;
use proptest::prelude::*;

/// A shape, and one that broadcasts to it: some of its last axes, some of them 1.
fn stretching() -> impl Strategy<Value = (Vec<usize>, usize, Vec<usize>)> {
    let size = prop_oneof![1 => Just(0), 3 => Just(1), 4 => Just(2), 4 => Just(3), 1 => Just(9)];
    (vec(size, 0..6), any::<u8>(), 0..6_usize, 0..6_usize).prop_map(|(sizes, ones, from, length)| {
        let from = from.min(sizes.len());
        let some = sizes[from..].iter().take(length).enumerate();
        let target = some.map(|(axis, &size)| if ones >> axis & 1 == 1 { 1 } else { size }).collect();
        (sizes, from, target)
    })
}

fn elements(shape: &[usize], seed: usize) -> Tensor<i64, AnyShape> {
    let mut i = seed;
    Tensor::from_fn(AnyShape::from(shape), |_| {
        i += 1;
        (mixed(i) >> 40) as i64 % 50 - 25
    })
}

proptest! {
    #![proptest_config(config(150))]

    /// `<broadcast_to(a), g> = <a, sum_to(g)>`.
    #[test]
    fn sum_to_is_the_adjoint_of_broadcasting((sizes, from, target) in stretching(), layout in layout()) {
        let a = elements(&target, 77);
        let shape = a.shape();
        with_tensor(&sizes, &layout, |i| (mixed(i) >> 40) as i64 % 50 - 25, |_, g| {
            let inner = |sum: &Tensor<i64, AnyShape>| {
                assert_eq!(sum.shape(), shape);
                (&a * sum).sum_all()
            };
            let rule = AutoBroadcastSpec::pdpd(from as isize);
            let product = g.under(rule).try_zip_map(&a, |g, a| g * a).unwrap();
            assert_eq!(product.sum_all(), inner(&g.under(rule).try_sum_to(shape).unwrap()));
            if from + target.len() == sizes.len() {
                let product = (g * &a.try_broadcast_to(g.shape()).unwrap()).sum_all();
                assert_eq!(product, inner(&g.try_sum_to(shape).unwrap()));
                assert_eq!(product, inner(&g.under(Onto).try_sum_to(shape).unwrap()));
                assert_eq!(product, inner(&g.under(conformable::Numpy).try_sum_to(shape).unwrap()));
                assert_eq!(product, inner(&g.under(AutoBroadcastSpec::pdpd(-1)).try_sum_to(shape).unwrap()));
                // elements that are broadcast and summed are counted
                let ones = Tensor::full(g.shape().clone(), 1_i64).try_sum_to(shape).unwrap();
                let times = g.numel().checked_div(a.numel()).unwrap_or(0) as i64;
                assert!(a.numel() == 0 || ones.iter().all(|&n| n == times));
            }
        });
    }
}

#[test]
fn typed_sums_are_erased_ones() {
    type Two = (Dyn, Dyn);
    type Four = (Dyn, Dyn, Dyn, Dyn);
    let any = elements(&[2, 3, 4, 5], 3);
    let dynamic: Tensor<i64, Four> = any.clone().refine().unwrap();
    let fixed: Tensor<i64, Shape![2, 3, 4, 5]> = any.clone().refine().unwrap();
    let middle = any.sum([0, 3]);
    assert_eq!(fixed.under(Pdpd(Axis::<1>)).sum_to::<Shape![3, 4]>(), middle);
    assert_eq!(fixed.under(Pdpd(Axis::<1>)).sum_to::<Shape![3, 1]>().erase(), any.sum([0, 2, 3]).unsqueeze(Axis::<1>));
    let two = Two::from_sizes(&[3, 4]).unwrap();
    assert_eq!(dynamic.under(Pdpd(Axis::<1>)).try_sum_to(&two).unwrap(), middle);
    assert_eq!(fixed.sum_to::<Shape![4, 5]>(), any.sum([0, 1]));
    assert_eq!(fixed.sum_to::<Shape![3, 1, 5]>(), any.sum([0, 2]).unsqueeze(Axis::<1>));
    assert_eq!(fixed.sum_to::<Shape![2, 3, 4, 5]>(), fixed);
    assert_eq!(fixed.sum_to::<()>()[[]], any.sum_all());
    assert_eq!(dynamic.sum_to::<(Size<1>, Size<5>)>(), any.sum([0, 1, 2]).unsqueeze(Axis::<0>));
    assert_eq!(dynamic.flip(..).try_sum_to(&Two::from_sizes(&[4, 5]).unwrap()).unwrap(), any.sum([0, 1]).flip(..));
    let error = dynamic.try_sum_to(&two).unwrap_err();
    assert_eq!(error.axis(), Some(3), "{error}");
    assert!(any.try_sum_to(&AnyShape::from([5, 5])).is_err());
    assert!(any.try_sum_to(&AnyShape::from([1, 2, 3, 4, 5])).is_err());
}

/// The naive formulas for each element, with the maximum subtracted.
fn softmax_by_loops(array: &ndarray::ArrayViewD<f64>, axes: &[usize], logarithm: bool) -> Vec<f64> {
    let (kept, groups) = groups(array, axes);
    let numbers: Vec<(f64, f64)> = groups
        .iter()
        .map(|group| {
            let greatest = group.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (greatest, group.iter().map(|x| (x - greatest).exp()).sum())
        })
        .collect();
    let of = |(index, &x): (IxDyn, &f64)| {
        let kept_axes = (0..array.ndim()).filter(|axis| !axes.contains(axis));
        let place = kept_axes.zip(&kept).fold(0, |place, (axis, size)| place * size + index[axis]);
        let (greatest, sum) = numbers[place];
        if logarithm { x - (greatest + sum.ln()) } else { (x - greatest).exp() / sum }
    };
    array.indexed_iter().map(of).collect()
}

fn near<'a>(computed: impl IntoIterator<Item = f64>, expected: impl IntoIterator<Item = &'a f64>, eps: f64) {
    let (mut computed, mut expected) = (computed.into_iter(), expected.into_iter());
    loop {
        match (computed.next(), expected.next()) {
            (Some(x), Some(y)) => assert!((x - y).abs() <= eps * y.abs() + eps * 1e-3, "{x} {y}"),
            (x, y) => return assert!(x.is_none() && y.is_none()),
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn softmax_and_its_logarithm((sizes, axes) in cases(), layout in layout(), far in any::<bool>()) {
        // integers, which the narrow floats hold too; some of them too large for `exp`
        let element = |i| (mixed(i) >> 20) as f64 % 12.0 + if far { 2000.0 } else { -6.0 };
        with_tensor(&sizes, &layout, element, |array, x| {
            let names = &named(&axes, x.rank())[..];
            for logarithm in [false, true] {
                let expected = softmax_by_loops(array, &axes, logarithm);
                let computed = if logarithm { x.log_softmax(names) } else { x.softmax(names) };
                near(computed.iter().copied(), &expected, if logarithm && far { 1e-9 } else { 1e-12 });
                let small = x.map(|x| x as f32);
                let computed = if logarithm { small.log_softmax(names) } else { small.softmax(names) };
                if logarithm {
                    // the subtraction rounds
                    let pairs = computed.iter().zip(&expected);
                    let off = pairs.map(|(&x, y)| (f64::from(x) - y).abs()).fold(0.0, f64::max);
                    assert!(off <= if far { 4e-4 } else { 4e-6 }, "{off}");
                } else {
                    near(computed.iter().map(|&x| x.into()), &expected, 1e-5);
                }
                #[cfg(feature = "half")]
                if !far {
                    let small = x.map(half::f16::from_f64);
                    let computed = if logarithm { small.log_softmax(names) } else { small.softmax(names) };
                    near(computed.iter().map(|x| x.to_f64()), &expected, 4e-3);
                    let mut place = small.clone();
                    if logarithm { place.log_softmax_in_place(names) } else { place.softmax_in_place(names) }
                    near(place.iter().map(|x| x.to_f64()), &expected, 4e-3);
                }
                let mut memory = layout.memory(&sizes, |_| 0.0);
                if layout.stretched == 0 {
                    let mut place = layout.view_mut(&mut memory);
                    place.assign(array);
                    let mut place: Tensor<f64, AnyShape, conformable::ViewMut> = Tensor::try_from(&mut place).unwrap();
                    if logarithm { place.log_softmax_in_place(names) } else { place.softmax_in_place(names) }
                    near(place.iter().copied(), &expected, if logarithm && far { 1e-9 } else { 1e-12 });
                }
                let out = written_at(&sizes, &layout, 0.0, |out| {
                    if logarithm { x.log_softmax_into(names, out) } else { x.softmax_into(names, out) }
                });
                near(out.iter().copied(), &expected, if logarithm && far { 1e-9 } else { 1e-12 });
            }
        });
    }
}

#[test]
fn softmax_of_shapes_in_types() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [0.0, f64::INFINITY, 0.0], [f64::NEG_INFINITY, 0.0, f64::NEG_INFINITY]]);
    let y: Tensor<f64, Shape![3, 3]> = x.softmax(Axis::<-1>);
    assert_eq!(y.to_string(), x.clone().erase().softmax([1]).to_string());
    assert!((y[[0, 2]] - 0.665_240_955_774_821_6).abs() < 1e-15);
    assert!(y[[1, 1]].is_nan());
    assert_eq!([y[[2, 0]], y[[2, 1]], y[[2, 2]]], [0.0, 1.0, 0.0]);
    let sums = x.map(|x| x.clamp(-5.0, 5.0)).softmax((Axis::<1>, Axis::<0>)).sum_all();
    assert!((sums - 1.0).abs() < 1e-15);
    let mut wrong = Tensor::<f64, _>::zeros(shape![3, 2]).erase();
    assert!(x.clone().erase().try_softmax_into([1], &mut wrong).is_err());
    assert_eq!(wrong.sum_all(), 0.0);
    let inline = Tensor::inline([[0.0_f32, 0.0], [1.0, 1.0]]);
    let y: Tensor<f32, Shape![2, 2], conformable::Inline> = inline.softmax(..);
    assert!((y.sum_all() - 1.0).abs() < 1e-6);
}
