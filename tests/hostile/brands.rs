//! Brands that are claimed for other sizes, and axes that say that a size was compared.

use super::{ended, panic_of, vector};
use conformable::axes::HasAxis;
use conformable::brand::{Brand, BrandAt, Branded, Index, branded};
use conformable::ops::IndexElement;
use conformable::{AnyShape, Axis, Dim, Dyn, Shape, ShapeError, Size, Tensor, shape};
use std::any::Any;
use std::mem::swap;
use std::thread;

struct Words;

type Word<'id> = Dyn<Brand<'id, Words>>;

/// An axis of every size.
#[derive(Clone, Copy, Debug)]
struct Fits;

impl<B> BrandAt<Fits, B> for (Dyn,) {
    type Output = (Dyn,);

    fn brand_at(&self, _: &Fits, _: B) -> Result<(Dyn,), ShapeError> {
        Ok((Dyn::new(usize::MAX),))
    }
}

impl<B> BrandAt<Fits, B> for AnyShape {
    type Output = Self;

    fn brand_at(&self, _: &Fits, _: B) -> Result<Self, ShapeError> {
        Ok(self.clone())
    }
}

/// An axis whose number is wrong, and where a brand is a size without one.
#[derive(Clone, Copy, Debug)]
struct Lie;

macro_rules! lies {
    ($($S:ty: $axis:literal;)*) => {$(
        impl HasAxis<Lie> for $S {
            const AXIS: isize = $axis;
            type Item = Dyn;
            type Put<P> = (Dyn,);
            type Without = ();
            type Two<P, Q> = (P, Q);
        }
    )*};
}

lies!((Dyn,): 0; (Dyn, Dyn): 1; (): 0; (Dyn, Size<1>): -1;);

#[test]
fn sizes_that_are_said_to_be_compared() {
    branded(100, |words: Branded<'_, Words>| {
        let last = words.index(99).unwrap();
        let at = words.indices(&Tensor::from([99, 0])).unwrap();
        for n in [0, 1, 99, 101] {
            let text = panic_of(|| words.along(Fits, &vector(n)).map(|x| x[last]));
            assert_eq!(text, "the only axis has another size than its brand");
            let any = vector(n).erase();
            assert!(ended(|| words.along(Fits, &any).map(|_| ())).is_none());
            assert!(words.along(Lie, &vector(n)).is_err());
            let x = Tensor::from_fn(shape![n, n], |[i, j]| i + j);
            assert!(words.along(Lie, &x).is_err());
            assert!(ended(|| words.brand(Fits, vector(n)).map(|x| x.numel())).is_none());
            assert!(ended(|| words.brand(Lie, x.clone()).map(|x| x.numel())).is_none_or(|x| x.is_err()));
        }
        let x = vector(100);
        assert_eq!(words.along(Fits, &x).unwrap()[last], x[99]);
        assert_eq!(words.along(Lie, &x).unwrap().take(&at), x.take(Axis::<0>, &Tensor::from([99, 0])));
        assert!(ended(|| words.along(Lie, &Tensor::scalar(1)).map(|_| ())).is_none_or(|x| x.is_err()));
    });
}

#[test]
fn dims_that_claim_a_brand() {
    branded(3, |words: Branded<'_, Words>| {
        let x = words.brand(Axis::<0>, vector(3)).unwrap();
        let claimed = |n| vector(n).refine::<(Word<'_>,)>().unwrap();
        let same = |_: Branded<'_, Words>, _: &(Word<'_>,)| ();
        same(words, x.shape());
        let claims = [claimed(1), claimed(4), Tensor::full(<(Word<'_>,)>::from_sizes(&[2]).unwrap(), 1)];
        for y in claims {
            let y = Tensor::full(unify(*x.shape(), *y.shape()), 1);
            assert!(panic_of(|| &x + &y).starts_with("cannot broadcast"));
            let along = words.along(Axis::<0>, &y);
            assert!(along.unwrap_err().to_string().contains("is not a (Words = 3,)"));
        }
        assert_eq!(Word::from_size(7).unwrap().size(), 7);
    });
}

/// Two dims of one brand.
fn unify<'id>(_: (Word<'id>,), other: (Word<'id>,)) -> (Word<'id>,) {
    other
}

/// Each call has a brand of its own, also where all names are equal.
fn nested(n: usize) -> u64 {
    let x = vector(n);
    branded(n, |words: Branded<'_, Words>| {
        let inner = if n == 0 { 0 } else { nested(n - 1) };
        let along = words.along(Axis::<0>, &x).unwrap();
        words.all().map(|i| along[i]).sum::<u64>() + inner
    })
}

#[test]
fn recursion_threads_and_swaps() {
    assert_eq!(nested(9), (0..=9).map(|n| vector(n).iter().sum::<u64>()).sum::<u64>());
    branded(4, |words: Branded<'_, Words>| {
        let x = vector(4);
        let along = words.along(Axis::<0>, &x).unwrap();
        let at = |i: usize| words.index(i).unwrap();
        let read = thread::scope(|scope| {
            let reads: Vec<_> = words.all().map(|i| scope.spawn(move || along[i])).collect();
            reads.into_iter().map(|read| read.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(read, x.to_vec());
        let sevens = Tensor::full(shape![2 + 2], 7);
        let (mut left, mut right) = (words.along(Axis::<0>, &x).unwrap(), words.along(Axis::<0>, &sevens).unwrap());
        let (mut first, mut last) = (at(0), at(3));
        swap(&mut left, &mut right);
        swap(&mut first, &mut last);
        assert_eq!([left[first], right[last]], [7, x[0]]);
        // a brand of a brand's name, and text of it: no value leaves
        branded(2, |inner: Branded<'_, Index<'_, Words>>| {
            let kept: Box<dyn Any> = Box::new(inner.all().map(Index::get).collect::<Vec<_>>());
            assert_eq!(*kept.downcast::<Vec<usize>>().unwrap(), [0, 1]);
        });
        assert!(ended(|| branded(9, |_: Branded<'_, Words>| panic!("a panic inside"))).is_none());
        // hidden methods of indices
        assert_eq!(at(2).known_place(0), 2);
        assert_eq!(at(2).place(2), None);
    });
}
