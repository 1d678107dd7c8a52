//! Tensors made of coordinates, of a diagonal, and of random numbers.

#![allow(clippy::many_single_char_names, reason = "operands")]
#![allow(clippy::type_complexity, reason = "the types of results are tested")]

use conformable::{AnyShape, Axis, Dyn, Inline, Shape, Size, Tensor, View, meshgrid, shape, try_meshgrid};

#[test]
fn coordinates_of_a_grid() {
    type Grid = (Size<2>, Dyn, Size<2>);
    let (x, y, z) = (Tensor::from([1, 2]), Tensor::from(vec![0.5, 1.5, 2.5]), Tensor::inline(['a', 'b']));
    let (a, b, c): (Tensor<i32, Grid, View<'_>>, Tensor<f64, Grid, View<'_>>, Tensor<char, Grid, View<'_, Inline>>) =
        meshgrid((&x, &y, &z));
    for (i, j, k) in (0..2).flat_map(|i| (0..3).flat_map(move |j| (0..2).map(move |k| (i, j, k)))) {
        assert_eq!((a[[i, j, k]], b[[i, j, k]], c[[i, j, k]]), (x[[i]], y[[j]], z[[k]]));
    }
    // of any shape, of other strides, and without elements
    let any = x.clone().erase();
    let flipped = y.flip(Axis::<0>);
    let (a, b) = meshgrid((&any, &flipped));
    let both: (Tensor<i32, (Dyn, Dyn), View<'_>>, Tensor<f64, (Dyn, Dyn), View<'_>>) = (a, b);
    assert_eq!((both.0.to_vec(), both.1.to_vec()), (vec![1, 1, 1, 2, 2, 2], vec![2.5, 1.5, 0.5, 2.5, 1.5, 0.5]));
    let empty: Tensor<i32, Shape![0]> = Tensor::zeros(shape![0]);
    assert_eq!(meshgrid((&x, &empty)).0.sizes(), [2, 0]);
    assert_eq!(meshgrid((&x,)).0, x);
    meshgrid(());
    let matrix = Tensor::from([[1, 2]]).erase();
    let error = try_meshgrid((&x, &matrix)).unwrap_err().to_string();
    assert!(error.starts_with("(1, 2) is not a (_,)"), "{error}");
    let one = Tensor::scalar(1_u8);
    let long = one.broadcast_to_shape(shape![isize::MAX.unsigned_abs()]);
    let error = try_meshgrid((&long, &long)).unwrap_err().to_string();
    assert!(error.contains("more elements than memory can address"), "{error}");
}

#[test]
fn masks_of_triangles() {
    for (rows, columns) in [(3, 5), (5, 3), (0, 2), (2, 0), (1, 1)] {
        let ones = Tensor::full(shape![rows, columns], 1_u8);
        for diagonal in [isize::MIN, -6, -1, 0, 1, 2, 7, isize::MAX] {
            let (lower, upper) = (ones.tril(diagonal).equal(&ones), ones.triu(diagonal).equal(&ones));
            assert_eq!(Tensor::tril_mask(shape![rows, columns], diagonal), lower, "{diagonal}");
            assert_eq!(Tensor::triu_mask(shape![rows, columns], diagonal), upper, "{diagonal}");
            let any = AnyShape::from([2, rows, columns]);
            assert_eq!(Tensor::tril_mask(any.clone(), diagonal).index_axis(0, 1), lower.clone().erase());
            assert_eq!(Tensor::triu_mask(any, diagonal).index_axis(0, 1), upper.erase());
        }
    }
    let mask: Tensor<bool, Shape![2, 2], Inline> = Tensor::inline_tril_mask(shape![2, 2], 0);
    assert_eq!(mask.into_array(), [[true, false], [true, true]]);
    assert_eq!(Tensor::inline_triu_mask(shape![2, 2], 1).into_array(), [[false, true], [false, false]]);
    assert!(Tensor::try_tril_mask(AnyShape::from([3]), 0).is_err());
    assert!(Tensor::try_triu_mask(AnyShape::from([usize::MAX, usize::MAX]), 0).is_err());
}

#[cfg(feature = "rand")]
#[test]
fn random_elements_are_those_of_the_generator() {
    use rand::distr::Uniform;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    let rng = || ChaCha8Rng::seed_from_u64(7);
    let mut numbers = rng();
    let expected: Vec<f32> = (0..24).map(|_| numbers.random()).collect();
    let x: Tensor<f32, Shape![2, 3, 4]> = Tensor::rand(shape![2, 3, 4], &mut rng());
    assert_eq!(x.to_vec(), expected);
    assert_eq!(Tensor::<f32, _>::rand(AnyShape::from([24]), &mut rng()).to_vec(), expected);
    assert_eq!(Tensor::<f32, Shape![2, 3, 4], _>::inline_rand(shape![2, 3, 4], &mut rng()).to_vec(), expected);
    let dynamic: &mut dyn rand::RngCore = &mut rng();
    let x: Tensor<f64, _> = Tensor::randn(shape![100, 100], dynamic);
    let (mean, deviation) = (x.mean_all(), (&x * &x).mean_all().sqrt());
    assert!(mean.abs() < 0.05 && (deviation - 1.0).abs() < 0.05, "{mean} {deviation}");
    let range = Uniform::new(-3, 4).unwrap();
    let x = Tensor::from_distribution(shape![500], range, &mut rng());
    assert_eq!((x.min_all(), x.max_all()), (-3, 3));
    assert!(Tensor::<f32, _>::try_rand(AnyShape::from([usize::MAX, 2]), &mut rng()).is_err());
    assert!(Tensor::<f32, _>::rand(shape![0, 3], &mut rng()).is_empty());
}
