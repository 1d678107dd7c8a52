//! Calls that read.

use super::given::{Hand, Number};
use super::{Bench, agree, row};
use conformable::{Shape, Storage, Tensor, zip};
use ndarray::{ArrayView, Dimension, IntoDimension, Zip};
use std::fmt::Write;
use std::hint::black_box;

/// The number of elements up to which tensors are printed.
const PRINTED: usize = 400;

/// Calls on three tensors of one shape.
pub(crate) fn all<T: Number, S: Shape, D: Storage, A: Dimension, H: Hand<T>>(
    bench: &Bench,
    tensor: &str,
    x: &[Tensor<T, S, D>; 4],
    a: &[ArrayView<T, A>; 4],
    s: H,
) {
    folds(bench, tensor, x, a, s);
    iterators(bench, tensor, x, a, s);
    others(bench, tensor, x, a, s);
}

fn folds<T: Number, S: Shape, D: Storage, A: Dimension, H: Hand<T>>(
    bench: &Bench,
    tensor: &str,
    x: &[Tensor<T, S, D>; 4],
    a: &[ArrayView<T, A>; 4],
    s: H,
) {
    let zero = T::zero();
    agree!(
        bench,
        tensor,
        "zip((x,)).fold of a sum",
        (x, zip((&x[0],)).fold(zero, |sum, (x,)| sum + x)),
        (a, a[0].fold(zero, |sum, &x| sum + x)),
        (s, s.fold(zero, |sum, x| sum + x))
    );
    agree!(
        bench,
        tensor,
        "zip((x,)).fold with max",
        (x, zip((&x[0],)).fold(zero, |most, (x,)| most.larger(x))),
        (a, a[0].fold(zero, |most, &x| most.larger(x))),
        (s, s.fold(zero, T::larger))
    );
    agree!(
        bench,
        tensor,
        "zip((x,)).fold with min",
        (x, zip((&x[0],)).fold(zero, |least, (x,)| least.smaller(x))),
        (a, a[0].fold(zero, |least, &x| least.smaller(x))),
        (s, s.fold(zero, T::smaller))
    );
    agree!(
        bench,
        tensor,
        "zip((x, y)).fold",
        (x, zip((&x[0], &x[1])).fold(zero, |sum, (x, y)| sum + x * y)),
        (a, Zip::from(&a[0]).and(&a[1]).fold(zero, |sum, &x, &y| sum + x * y)),
        (s, s.fold_two(zero, |sum, x, y| sum + x * y))
    );
    agree!(
        bench,
        tensor,
        "zip((x, y, z)).fold",
        (x, zip((&x[0], &x[1], &x[2])).fold(zero, |sum, (x, y, z)| sum + x * y - z)),
        (a, Zip::from(&a[0]).and(&a[1]).and(&a[2]).fold(zero, |sum, &x, &y, &z| sum + x * y - z)),
        (s, s.fold_three(zero, |sum, x, y, z| sum + x * y - z))
    );
    agree!(
        bench,
        tensor,
        "zip((x,)).for_each",
        (x, {
            let mut sum = zero;
            zip((&x[0],)).for_each(|(x,)| sum += x);
            sum
        }),
        (a, {
            let mut sum = zero;
            a[0].for_each(|&x| sum += x);
            sum
        }),
        (s, {
            let mut sum = zero;
            s.fold((), |(), x| sum += x);
            sum
        })
    );
    agree!(
        bench,
        tensor,
        "zip((x, y)).for_each",
        (x, {
            let mut sum = zero;
            zip((&x[0], &x[1])).for_each(|(x, y)| sum += x * y);
            sum
        }),
        (a, {
            let mut sum = zero;
            Zip::from(&a[0]).and(&a[1]).for_each(|&x, &y| sum += x * y);
            sum
        }),
        (s, {
            let mut sum = zero;
            s.fold_two((), |(), x, y| sum += x * y);
            sum
        })
    );
}

fn iterators<T: Number, S: Shape, D: Storage, A: Dimension, H: Hand<T>>(
    bench: &Bench,
    tensor: &str,
    [x, y, ..]: &[Tensor<T, S, D>; 4],
    [a, b, ..]: &[ArrayView<T, A>; 4],
    s: H,
) {
    let zero = T::zero();
    agree!(
        bench,
        tensor,
        "for x in &x",
        (x, {
            let mut sum = zero;
            for &x in x {
                sum += x;
            }
            sum
        }),
        (a, {
            let mut sum = zero;
            for &x in a {
                sum += x;
            }
            sum
        }),
        (s, s.fold(zero, |sum, x| sum + x))
    );
    agree!(
        bench,
        tensor,
        "iter().sum",
        (x, x.iter().sum::<T>()),
        (a, a.iter().sum::<T>()),
        (s, s.fold(zero, |sum, x| sum + x))
    );
    agree!(
        bench,
        tensor,
        "iter().copied().fold with max",
        (x, x.iter().copied().fold(zero, T::larger)),
        (a, a.iter().copied().fold(zero, T::larger)),
        (s, s.fold(zero, T::larger))
    );
    agree!(
        bench,
        tensor,
        "iter().for_each",
        (x, {
            let mut sum = zero;
            x.iter().for_each(|&x| sum += x);
            sum
        }),
        (a, {
            let mut sum = zero;
            a.iter().for_each(|&x| sum += x);
            sum
        }),
        (s, {
            let mut sum = zero;
            s.fold((), |(), x| sum += x);
            sum
        })
    );
    agree!(
        bench,
        tensor,
        "iter().zip",
        (x, x.iter().zip(y).fold(zero, |sum, (&x, &y)| sum + x * y)),
        (a, a.iter().zip(b).fold(zero, |sum, (&x, &y)| sum + x * y)),
        (s, s.fold_two(zero, |sum, x, y| sum + x * y))
    );
    agree!(
        bench,
        tensor,
        "iter().rev().fold",
        (x, x.iter().rev().fold(zero, |sum, &x| sum + x)),
        (s, s.rev(zero, |sum, x| sum + x))
    );
    agree!(
        bench,
        tensor,
        "for x in iter().rev()",
        (x, {
            let mut sum = zero;
            for &x in x.iter().rev() {
                sum += x;
            }
            sum
        }),
        (s, s.rev(zero, |sum, x| sum + x))
    );
    agree!(
        bench,
        tensor,
        "iter().all",
        (x, x.iter().all(|&x| x != zero)),
        (a, a.iter().all(|&x| x != zero)),
        (s, s.none(|x| x == zero))
    );
    agree!(
        bench,
        tensor,
        "iter().position",
        (x, x.iter().position(|&x| x == zero).is_none()),
        (a, a.iter().position(|&x| x == zero).is_none()),
        (s, s.none(|x| x == zero))
    );
    agree!(
        bench,
        tensor,
        "iter().map().collect",
        (x, x.iter().map(|&x| x + x).collect::<Vec<_>>()),
        (a, a.iter().map(|&x| x + x).collect::<Vec<_>>()),
        (s, s.doubled())
    );
    agree!(
        bench,
        tensor,
        "indexed_iter, for",
        (x, {
            let mut sum = 0;
            for (index, &x) in x.indexed_iter() {
                if x > zero {
                    sum += index.as_ref().last().unwrap_or(&0);
                }
            }
            sum
        }),
        (a, {
            let mut sum = 0;
            for (index, &x) in a.indexed_iter() {
                if x > zero {
                    sum += last::<A>(index);
                }
            }
            sum
        }),
        (s, s.fold_last(0, |sum, x, last| if x > zero { sum + last } else { sum }))
    );
    agree!(
        bench,
        tensor,
        "indexed_iter().fold",
        (
            x,
            x.indexed_iter().fold(0, |sum, (index, &x)| if x > zero {
                sum + index.as_ref().last().unwrap_or(&0)
            } else {
                sum
            })
        ),
        (a, a.indexed_iter().fold(0, |sum, (index, &x)| if x > zero { sum + last::<A>(index) } else { sum })),
        (s, s.fold_last(0, |sum, x, last| if x > zero { sum + last } else { sum }))
    );
}

fn others<T: Number, S: Shape, D: Storage, A: Dimension, H: Hand<T>>(
    bench: &Bench,
    tensor: &str,
    x: &[Tensor<T, S, D>; 4],
    a: &[ArrayView<T, A>; 4],
    s: H,
) {
    agree!(bench, tensor, "x == x", (x, x[0] == x[0]), (a, a[0] == a[0]), (s, s.equal(black_box(0))));
    agree!(bench, tensor, "x == y, but for the end", (x, x[0] == x[3]), (a, a[0] == a[3]), (s, s.equal(black_box(3))));
    let (x, a) = (&x[0], &a[0]);
    row!(
        bench,
        tensor,
        "view().iter().sum",
        (x, x.view().iter().sum::<T>()),
        (a, a.view().iter().sum::<T>()),
        (s, s.fold(T::zero(), |sum, x| sum + x))
    );
    row!(bench, tensor, "map", (x, x.map(|x| x + x)), (a, a.map(|&x| x + x)), (s, s.doubled()));
    row!(bench, tensor, "to_owned", (x, x.to_owned()), (a, a.to_owned()), (s, s.to_vec()));
    agree!(bench, tensor, "to_vec", (x, x.to_vec()), (a, a.iter().copied().collect::<Vec<_>>()), (s, s.to_vec()));
    if x.numel() <= PRINTED {
        let print = |s: H, print: fn(&mut String, T)| {
            s.fold(String::new(), |mut text, x| {
                print(&mut text, x);
                text
            })
        };
        row!(
            bench,
            tensor,
            "to_string",
            (x, x.to_string()),
            (a, a.to_string()),
            (s, print(s, |text, x| write!(text, "{x}, ").expect("memory")))
        );
        row!(
            bench,
            tensor,
            "{:?}",
            (x, format!("{x:?}")),
            (a, format!("{a:?}")),
            (s, print(s, |text, x| write!(text, "{x:?}, ").expect("memory")))
        );
        row!(
            bench,
            tensor,
            "{:8.3}",
            (x, format!("{x:8.3}")),
            (a, format!("{a:8.3}")),
            (s, print(s, |text, x| write!(text, "{x:8.3}, ").expect("memory")))
        );
    }
}

/// The last element of an index of ndarray's.
fn last<A: Dimension>(index: A::Pattern) -> usize {
    index.into_dimension().slice().last().copied().unwrap_or(0)
}
