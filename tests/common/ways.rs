//! A result that is the same from every storage.

use conformable::{RuleFor, Shape, Tensor, zip};

/// The result of an operation on two tensors under a rule, asserted to be the same for every storage that the shapes
/// support, and for every form of `zip`.
///
/// # Panics
///
/// If the results differ.
pub(crate) fn every_way<X, L, R>(
    rule: X,
    lhs: &Tensor<f64, L>,
    rhs: &Tensor<f64, R>,
    op: fn(f64, f64) -> f64,
) -> Tensor<f64, X::Output>
where
    X: RuleFor<L, R>,
    L: Shape,
    R: Shape,
{
    let result = lhs.under(rule).try_zip_map(rhs, op).expect("they conform");
    let expected = result.as_slice();
    let (mut l, mut r) = (lhs.clone(), rhs.clone());
    assert_eq!(lhs.view().under(rule).zip_map(&rhs.view(), op).as_slice(), expected);
    assert_eq!(l.view_mut().under(rule).zip_map(&r.view_mut(), op).as_slice(), expected);
    assert_eq!(lhs.under(rule).zip_map(&rhs.view(), op).as_slice(), expected);
    assert_eq!(zip((lhs, rhs)).under(rule).map(|(l, r)| op(l, r)).as_slice(), expected);
    assert_eq!(
        zip((&lhs.view(), rhs)).under(rule).try_map(|(l, r)| op(l, r)).expect("they conform").as_slice(),
        expected
    );
    let folded = zip((lhs, rhs)).under(rule).fold(Vec::new(), |mut folded, (l, r)| {
        folded.push(op(l, r));
        folded
    });
    assert_eq!(folded, expected);
    #[cfg(feature = "ndarray")]
    {
        let (l, r) = (lhs.as_ndarray().reversed_axes().to_owned().reversed_axes(), rhs.as_ndarray().to_owned());
        let l = Tensor::<f64, L, conformable::storage::ndarray::Ndarray<_>>::try_from(l).expect("the same sizes");
        let r = Tensor::<f64, R, conformable::View>::try_from(&r).expect("the same sizes").to_owned();
        assert_eq!(l.under(rule).zip_map(&r, op).as_slice(), expected);
    }
    result
}
