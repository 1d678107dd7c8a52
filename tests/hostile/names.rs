//! Names whose search ends at any axis, another one each time.

use super::ended;
use conformable::axes::{ByName, Search};
use conformable::rule::{Aligned, Appends, MetAt, WithName};
use conformable::shape::{AxisName, Equals};
use conformable::{Axis, Dim, Dyn, Shape, Tensor};
use std::cell::Cell;

/// A name whose hash equals itself in a way of its own.
struct Liar;
struct Lie;
struct Found;

/// The axis that the search finds.
struct Somewhere;

impl AxisName for Liar {
    type Hash = Lie;
    type Name = Self;
}

impl Equals<Self> for Lie {
    type Answer = Found;
}

impl<D, Outer, At, Lhs, Rhs> Search<WithName<Liar, D>, Outer, Liar, At, Aligned<Lhs, Rhs>> for Found {
    type Axis = Somewhere;
}

impl<Outer, At> Search<Dyn<Liar>, Outer, Liar, At, (Dyn<Liar>,)> for Found {
    type Axis = Axis<-1>;
}

impl<Left: Shape, D> Appends<Left, D> for Somewhere {
    type Output = Left;
    const NEW: bool = false;
}

thread_local! {
    /// The right axes that are found, in turn.
    static PLACES: Cell<[Option<usize>; 2]> = const { Cell::new([None; 2]) };
}

impl<D: Dim, Lhs, Rhs> MetAt<D, Lhs, Rhs> for Somewhere {
    type Dim = D;

    fn place() -> Option<usize> {
        let [now, next] = PLACES.get();
        PLACES.set([next, now]);
        now
    }
}

fn vector(size: usize) -> Tensor<i64, (Dyn<Liar>,)> {
    Tensor::from_fn((Dyn::labelled(size),), |[i]| i64::try_from(i).unwrap())
}

#[test]
fn views_are_in_bounds() {
    for places in [[None, None], [None, Some(0)], [Some(0), None], [Some(0), Some(0)], [Some(0), Some(7)], [Some(7); 2]]
    {
        for [left, right] in [[3, 3], [3, 5], [5, 3], [0, 3], [3, 0], [1, 4]] {
            let (x, y) = (vector(left), vector(right));
            PLACES.set(places);
            if let Some(Ok((x, y))) = ended(|| x.try_align(&y)) {
                assert_eq!(x.iter().sum::<i64>(), (0..left).map(|i| i64::try_from(i).unwrap()).sum::<i64>());
                assert!(y.iter().all(|&y| y < i64::try_from(right).unwrap()), "{places:?}");
            }
        }
    }
}

#[test]
fn products_are_of_elements_in_bounds() {
    for places in [[None, None], [None, Some(0)], [Some(0), None], [Some(0), Some(0)], [Some(0), Some(7)], [Some(7); 2]]
    {
        for [left, right] in [[3, 3], [3, 5], [5, 3], [0, 3], [3, 0], [1, 4]] {
            PLACES.set(places);
            let product = ended(|| vector(left).try_matmul_over(ByName::<Liar>::NEW, &vector(right)));
            let most = (0..left.max(right)).map(|i| i64::try_from(i * i).unwrap()).sum::<i64>();
            assert!(
                product.is_none_or(|product| product.map_or(true, |product| product[[]] <= 2 * most)),
                "{places:?}"
            );
        }
    }
}
