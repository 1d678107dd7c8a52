//! Strict rules, and the operators of a build with `RUSTFLAGS="--cfg conformable_equal_ranks"`.
//!
//! The tests without `cfg` run in both builds: a program that compiles under strictness compiles without it too.

use conformable::{
    AnyShape, AutoBroadcastSpec, Axis, Bidirectional, Dim, EndsIn, EqualRanks, ErrorKind, Numpy, Onto, Rule, Shape,
    Tensor, Unstretched, shape,
};

/// The error of an operator, which the strict build refuses.
fn column_from_a_row() -> Option<String> {
    let (wanted, found) = (AnyShape::from([3]), AnyShape::from([3, 1]));
    let (wanted, found) = (Tensor::full(wanted, 1.0), Tensor::full(found, 2.0));
    wanted.try_sub(&found).err().map(|error| error.to_string())
}

#[test]
fn the_operators_follow_the_build() {
    let refused = "cannot broadcast (3,) with (3, 1)\n  the ranks 1 and 2 differ";
    assert_eq!(column_from_a_row().as_deref(), cfg!(conformable_equal_ranks).then_some(refused));
    assert_eq!(Numpy.shapes(&[3], &[3, 1]).is_err(), cfg!(conformable_equal_ranks));
}

#[test]
fn rules_by_name_are_the_same_in_both_builds() {
    let (row, column) = (Tensor::from([1, 2]), Tensor::from([[10], [20]]));
    let sums = Tensor::from([[11, 12], [21, 22]]);
    assert_eq!(row.under(Bidirectional) + &column, sums);
    assert_eq!(column.broadcast_to::<Shape![2, 2]>().under(Onto) + &row, sums);
    assert_eq!(row.unsqueeze(Axis::<0>) + &column, sums);
    let numpy: AutoBroadcastSpec = "numpy".parse().unwrap();
    assert!(numpy.shapes(&[3], &[3, 1]).is_ok());
}

#[test]
fn generic_code_of_both_builds() {
    fn twice<S: Shape>(x: &Tensor<i32, S>) -> Tensor<i32, S> {
        x + x + Tensor::scalar(0)
    }
    fn biased<S: EndsIn<D>, D: Dim>(x: &Tensor<i32, S>, bias: &Tensor<i32, (D,)>) -> Tensor<i32, S> {
        x.under(Onto) + bias
    }
    let x = Tensor::from([[1, 2], [3, 4]]);
    assert_eq!(biased(&twice(&x), &Tensor::from([1, 1])), Tensor::from([[3, 5], [7, 9]]));
}

#[test]
fn refusals_name_the_shapes_and_the_reason() {
    let x = Tensor::full(AnyShape::from([2, 3]), 1.0);
    let of = |sizes: &[usize]| Tensor::full(AnyShape::from(sizes), 1.0);
    let error = x.under(EqualRanks(Numpy)).try_add(&of(&[3])).unwrap_err();
    assert_eq!(error.to_string(), "cannot broadcast (2, 3) with (3,)\n  the ranks 2 and 1 differ");
    assert_eq!(error.kind(), ErrorKind::RankMismatch);
    let error = x.under(EqualRanks(Onto)).try_add(&of(&[3])).unwrap_err();
    assert_eq!(error.to_string(), "cannot broadcast (3,) onto (2, 3)\n  the ranks 2 and 1 differ");
    let error = x.under(Unstretched).try_add(&of(&[1, 3])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot broadcast (2, 3) with (1, 3)\n  lhs  2  3\n  rhs  1  3\n       ^ 2 and 1 differ, and no size stretches under `Unstretched`"
    );
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let n = 1;
    let y = Tensor::full(shape![n, 3], 1.0);
    assert!(Tensor::full(shape![2, 3], 1.0).under(Unstretched).try_add(&y).is_err());
}

/// Programs that only the strict build refuses, with the first line of the message and its label.
#[cfg(conformable_equal_ranks)]
#[test]
fn operators_of_unequal_ranks() {
    const PROGRAM: &str = "
        use conformable::{Dim, Dyn, Shape, Tensor};
        pub fn column(wanted: Tensor<f32, (Dyn,)>, found: &Tensor<f32, Shape![_, 1]>) { let _ = wanted - found; }
        pub fn bias<N: Dim, C: Dim>(x: &Tensor<f32, (N, C)>, bias: &Tensor<f32, (C,)>) { let _ = x + bias; }
        pub fn greater(x: &Tensor<f32, Shape![2, 3]>, y: &Tensor<f32, Shape![3]>) { let _ = x.greater(y); }
        pub fn zipped(x: &Tensor<f32, Shape![2, 3]>, y: &Tensor<f32, Shape![3]>) { conformable::zip((x, y)).map(|(x, y)| x * y); }
    ";
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("strict-programs");
    let dependency = format!("conformable = {{ path = {root:?}, default-features = false, features = [\"alloc\"] }}");
    let files = [("src/lib.rs".into(), PROGRAM.into())];
    let errors = conformable_test::generated::errors(&folder, root, &dependency, &files);
    let texts: Vec<_> = errors.iter().map(|(_, error)| error["message"].as_str().unwrap()).collect();
    assert_eq!(
        texts,
        [
            "cannot broadcast `(Dyn,)` with `(Dyn, Size<1>)`",
            "cannot broadcast `(N, C)` with `(C,)`",
            "cannot broadcast `(Size<2>, Size<3>)` with `(Size<3>,)`",
            "cannot broadcast `(Size<2>, Size<3>)` with `(Size<3>,)`",
        ]
    );
    for (_, error) in &errors {
        assert_eq!(error["spans"][0]["label"], "their ranks differ, and strictness requires equal ranks");
    }
}
