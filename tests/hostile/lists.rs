//! Lists of tensors, and types that act as tensors, whose answers are wrong or change.

use super::{ended, panic_of, vector};
use conformable::ops::{
    AsTensor, Conform, EinsumTensors, Home, HostMemory, JoinTensors, OfOneShape, OneAfterAnother, TensorLike,
    broadcast, concat_into, einsum, stack_into, zip,
};
use conformable::product::{Bind, Chosen, Equation, Letters, Misfit, Sizes, letter};
use conformable::shape::{Axes, LetterText, List, Nil, Tuple};
use conformable::{
    AnyShape, Axis, Dyn, Heap, IndexFor, NestedArray, Numpy, Shape, ShapeError, Size, Tensor, concat, stack,
};
use std::cell::Cell;

type Vector = Tensor<u64, (Dyn,)>;

/// One tensor, and then others.
struct Changing {
    asked: Cell<usize>,
    tensors: Vec<Vector>,
}

impl Changing {
    fn new(lengths: &[usize]) -> Self {
        Self { asked: Cell::new(0), tensors: lengths.iter().map(|&length| vector(length)).collect() }
    }
}

impl AsTensor for Changing {
    type Elem = u64;
    type Shape = (Dyn,);
    type Storage = Heap;

    fn tensor(&self) -> &Vector {
        let asked = self.asked.replace(self.asked.get() + 1);
        &self.tensors[asked % self.tensors.len()]
    }
}

const LENGTHS: [[usize; 2]; 6] = [[4, 4], [4, 5], [4, 3], [0, 4], [4, 0], [1, 4]];

#[test]
fn tensors_that_change() {
    let lengths = &LENGTHS[..if cfg!(miri) { 3 } else { 6 }];
    for &lengths in lengths {
        for others in LENGTHS {
            let both = || [Changing::new(&lengths), Changing::new(&others)];
            let results = [
                ended(|| concat(Axis::<0>, both()).into_vec()),
                ended(|| concat(Axis::<0>, &both()[..]).into_vec()),
                ended(|| concat(Axis::<0>, &both().into_iter().collect::<Vec<_>>()).into_vec()),
                ended(|| stack(Axis::<0>, both()).into_vec()),
                ended(|| stack(Axis::<1>, &both()).into_vec()),
                ended(|| {
                    let mut out = vector(8);
                    concat_into(Axis::<0>, both(), &mut out);
                    out.into_vec()
                }),
                ended(|| {
                    let mut out: Tensor<u64, (Dyn, Dyn)> = Tensor::full((Dyn::new(2), Dyn::new(4)), 1);
                    stack_into(Axis::<0>, both(), &mut out);
                    out.into_vec()
                }),
            ];
            for result in results.into_iter().flatten() {
                assert!(result.iter().all(|x| *x == 1), "{lengths:?} {others:?}: {result:?}");
            }
            let [x, y] = both();
            let sum = ended(|| conformable::einsum!(i -> i; x).into_vec());
            assert!(sum.iter().flatten().all(|x| *x == 1), "{sum:?}");
            let product = ended(|| conformable::einsum!(i, j -> j i; x, y).into_vec());
            assert!(product.iter().flatten().all(|x| *x == 1), "{product:?}");
            let dot = ended(|| conformable::einsum!(i, i -> ; x, y).into_vec());
            assert!(dot.iter().flatten().all(|x| *x <= 5), "{dot:?}");
        }
    }
}

/// Tensors whose result is claimed to have another shape.
struct Joined<S>(S, Vec<Vector>);

/// Implements the lists that are joined: `joined!(OneAfterAnother<X>, X)`.
macro_rules! joined {
    ($How:ty $(, $X:ident)?) => {
        impl<'a, S: Shape, $($X)?> JoinTensors<$How> for &'a Joined<S> {
            type Elem = u64;
            type Output = S;
            type Place = Heap;
            type Count = Dyn;
            type Pieces = &'a [Vector];

            fn pieces(self, _: &$How) -> Result<(S, Self::Pieces), ShapeError> {
                Ok((self.0.clone(), &self.1))
            }
        }
    };
}

joined!(OneAfterAnother<X>, X);
joined!(OfOneShape);

#[test]
fn tensors_of_another_result() {
    for &size in if cfg!(miri) { &[7, 8][..] } else { &[0, 1, 3, 7, 8, 9, 100] } {
        let all = Joined((Dyn::new(size),), vec![vector(3), vector(5)]);
        // an empty result reads no piece
        assert_eq!(ended(|| concat(Axis::<0>, &all).into_vec()), matches!(size, 0 | 8).then(|| vec![1; size]));
        assert_eq!(ended(|| stack(Axis::<0>, &all).into_vec()), (size == 0).then(Vec::new));
        assert_eq!(ended(|| stack(Axis::<-1>, &all).into_vec()), (size == 0).then(Vec::new));
        let columns = Joined((Dyn::new(size), Dyn::new(2)), vec![vector(3), vector(5)]);
        assert_eq!(ended(|| concat(Axis::<1>, &columns).into_vec()), (size == 0).then(Vec::new));
        let mut out = vector(8);
        let _ = ended(|| concat_into(Axis::<0>, &all, &mut out));
        assert_eq!(out, vector(8));
    }
    let none = Joined((Dyn::new(4),), vec![]);
    assert!(ended(|| concat(Axis::<0>, &none)).is_none());
    let any = Joined(AnyShape::from(&[2, 4][..]), vec![vector(4), vector(4)]);
    assert!(ended(|| concat(Axis::<0>, &any)).is_none());
}

/// A type that acts as a tensor and returns another one, or none.
struct Other(usize);

impl TensorLike<u64> for Other {
    type Shape = (Dyn,);
    type Storage = Heap;

    fn with_tensor<V>(self, f: impl FnOnce(&Vector) -> V) -> V {
        if self.0 > 50 { panic!("there is none") } else { f(&vector(self.0)) }
    }
}

#[test]
fn what_stands_for_a_tensor() {
    let (x, indices) = (vector(4), Tensor::<usize, _>::full((Dyn::new(2),), 1));
    for length in [0, 1, 2, 3, 4, 5, 51] {
        let mut y = x.clone();
        let _ = ended(|| y.index_copy(Axis::<0>, &indices, Other(length)));
        let _ = ended(|| y.index_add(Axis::<0>, &indices, Other(length)));
        let _ = ended(|| y.scatter(Axis::<0>, &indices, Other(length)));
        assert!(y.iter().all(|y| *y <= 3));
        let fits = matches!(length, 1 | 4);
        assert_eq!(ended(|| x.equal(Other(length)).to_vec()), fits.then(|| vec![true; 4]));
        assert_eq!(ended(|| x.maximum(Other(length)).to_vec()), fits.then(|| vec![1; 4]));
        let chosen = ended(|| x.equal(1).where_cond(Other(length), Other(length % 5)).to_vec());
        assert!(chosen.iter().flatten().all(|x| *x == 1));
    }
}

/// A list of tensors with a wrong common shape.
struct Zipped<'a, S>(S, &'a Vector, &'a Vector);

type OfTwo<'a> = Axes<&'a Vector, Axes<&'a Vector, Nil>>;

impl<S: Shape> Tuple for Zipped<'_, S> {
    type List = Self;
    type Length = Size<2>;

    fn into_list(self) -> Self {
        self
    }
}

impl<S: Shape> List for Zipped<'_, S> {
    type Tuple = Self;

    fn into_tuple(self) -> Self {
        self
    }
}

impl<'a, S: Shape> Conform<Numpy> for Zipped<'a, S> {
    type Output = S;
    type Items = <OfTwo<'a> as Conform<Numpy>>::Items;
    type Place = Heap;
    type Operands = <OfTwo<'a> as Conform<Numpy>>::Operands;
    const LEN: usize = usize::MAX;

    fn conform(self, rule: &Numpy, operands: usize) -> Result<(S, Self::Operands), ShapeError> {
        let list = (self.1, self.2).into_list();
        Ok((self.0, <OfTwo<'a> as Conform<Numpy>>::conform(list, rule, operands.min(2))?.1))
    }

    fn conform_then<R>(
        self,
        rule: &Numpy,
        operands: usize,
        then: impl FnOnce(&S, Self::Operands) -> Result<R, ShapeError>,
    ) -> Result<R, ShapeError> {
        let (shape, operands) = self.conform(rule, operands)?;
        then(&shape, operands)
    }
}

#[test]
fn tensors_that_conform_to_another_shape() {
    let zips = |sizes: &[usize], x: &Vector, y: &Vector| {
        let shape = || AnyShape::from(sizes);
        let mut out = Tensor::full(shape(), 1);
        let add = |(x, y): (u64, u64)| x * y;
        let results = [
            ended(|| zip(Zipped(shape(), x, y)).map(add).into_vec()),
            ended(|| {
                let mut all = vec![];
                zip(Zipped(shape(), x, y)).for_each(|items| all.push(add(items)));
                all
            }),
            ended(|| vec![zip(Zipped(shape(), x, y)).fold(1, |one, items| one * add(items))]),
            ended(|| {
                zip(Zipped(shape(), x, y)).map_into(&mut out, add);
                zip(Zipped(shape(), x, y)).update(&mut out, |out, items| *out *= add(items));
                out.to_vec()
            }),
        ];
        for result in results.into_iter().flatten() {
            assert!(result.iter().all(|x| *x == 1), "{sizes:?}: {result:?}");
        }
    };
    for sizes in [&[][..], &[0], &[1], &[3], &[4], &[5], &[100], &[2, 4], &[4, 2], &[2, 0], &[0, 4], &[1, 1, 4]] {
        for lengths in [[4, 4], [1, 4], [1, 1], [0, 1], [0, 0]] {
            zips(sizes, &vector(lengths[0]), &vector(lengths[1]));
        }
    }
}

thread_local! {
    /// The sizes of the result of an equation.
    static SIZES: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

/// Letters that differ from the axes, and from those of the result.
struct Wrong<const N: usize>;

impl<const N: usize> Tuple for Wrong<N> {
    type List = Self;
    type Length = Size<1>;

    fn into_list(self) -> Self {
        self
    }
}

impl<const N: usize> List for Wrong<N> {
    type Tuple = Self;

    fn into_tuple(self) -> Self {
        self
    }
}

impl<const N: usize> Letters for Wrong<N> {
    const TEXT: LetterText = <<(letter::a,) as Tuple>::List as Letters>::TEXT;
    const ALL: &'static [u8] =
        ["a", "ab", "aa", "", "\u{7F}\0", "c", "ba", "AAAAAAAABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi"][N].as_bytes();
}

impl<const N: usize, Env, S, Whole, Written> Bind<Env, S, Whole, Written> for Wrong<N> {
    type Env = Env;

    fn bind(_: &[usize], _: &mut Sizes, _: u8) -> Result<(), Misfit> {
        Ok(())
    }
}

impl<const N: usize, Env, Written> Chosen<Env, Written> for Wrong<N> {
    type Output = (Dyn, Dyn);

    fn choose(_: &Sizes) -> (Dyn, Dyn) {
        let [rows, columns] = SIZES.get();
        (Dyn::new(rows), Dyn::new(columns))
    }
}

/// The products by all of these letters: `products!(x, y => values; 0 1 2)`.
macro_rules! products {
    ($x:expr, $y:expr => $values:ident; $($n:literal)*) => {
        $(products!(of $x, $y => $values; $n; 0 1 2 3 4 5 6 7);)*
    };
    (of $x:expr, $y:expr => $values:ident; $m:literal; $($n:literal)*) => {
        $(products!(one $x, $y => $values; $m $n 1); products!(one $x, $y => $values; $m $n 6);)*
    };
    (one $x:expr, $y:expr => $values:ident; $m:literal $n:literal $o:literal) => {
        let product = ended(|| einsum(Equation::<(Wrong<$m>, Wrong<$n>), Wrong<$o>>::new(), ($x, $y)).to_vec());
        $values.extend(product);
    };
}

#[test]
fn letters_that_are_others() {
    let matrix = |rows, columns| Tensor::full((Dyn::new(rows), Dyn::new(columns)), 1u64);
    for &sizes in if cfg!(miri) { &[[2, 3]][..] } else { &[[2, 3], [3, 2], [0, 3], [9, 9]] } {
        SIZES.set(sizes);
        let mut values: Vec<Vec<u64>> = vec![];
        products!(&matrix(2, 3), &matrix(2, 3) => values; 1 2 4 6 7);
        products!(&matrix(3, 0), &matrix(3, 2) => values; 1 6);
        products!(&vector(9), &vector(9) => values; 0 3 5);
        products!(&vector(2), &matrix(2, 3) => values; 0 5);
        if !cfg!(miri) {
            products!(&matrix(9, 9), &matrix(9, 9) => values; 1 2 6);
        }
        assert!(values.iter().flatten().all(|x| *x <= 81), "{values:?}");
        assert!(!values.is_empty() || sizes == [9, 9]);
    }
}

/// Tensors whose letters do not fit their shapes, and change.
struct Lettered<'t>(Vec<(&'t Vector, &'t [u8])>);

impl EinsumTensors<((letter::i,), (letter::i,))> for Lettered<'_> {
    type Elem = u64;
    type Shapes = ((Dyn,), (Dyn,));
    type Place = Heap;

    fn shapes(&self) -> Self::Shapes {
        ((Dyn::new(4),), (Dyn::new(4),))
    }

    fn terms<'a>(
        &'a self,
        _: &Sizes,
    ) -> impl AsRef<[<HostMemory as Home>::Term<'a, u64>]> + IntoIterator<Item = <HostMemory as Home>::Term<'a, u64>>
    where
        u64: 'a,
    {
        self.0.iter().map(|&(tensor, letters)| HostMemory::term(tensor, letters)).collect::<Vec<_>>()
    }
}

#[test]
fn terms_of_other_letters() {
    let (x, y) = (vector(4), vector(5));
    let product = |all: &[(&Vector, &[u8])]| {
        ended(|| einsum(<conformable::Einsum![i, i -> i]>::new(), Lettered(all.to_vec())).into_vec())
    };
    assert_eq!(product(&[(&x, b"i"), (&x, b"i")]), Some(vec![1; 4]));
    assert_eq!(product(&[(&x, b"i"), (&y, b"i")]), None);
    assert_eq!(product(&[(&y, b"i"), (&y, b"i")]), None);
    assert_eq!(product(&[(&x, b"ij"), (&x, b"")]), None);
    let letters: [&[u8]; 3] = [b"i", b"j", b"z"];
    for all in [&[][..], &[(&x, letters[1])], &[(&y, letters[1]), (&x, letters[2])], &[(&x, letters[0]); 40]] {
        assert!(product(all).iter().flatten().all(|x| *x <= 20), "{all:?}");
    }
}

/// An index that is another each time.
struct Index<'a>(&'a Cell<usize>, &'a [&'a [usize]]);

impl<S, Sizes> IndexFor<S, Sizes> for Index<'_> {
    fn axes(&self) -> &[usize] {
        let asked = self.0.replace(self.0.get() + 1);
        self.1[asked % self.1.len()]
    }
}

#[test]
fn indices_that_change() {
    let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let all: [&[usize]; 7] = [&[1, 2], &[2, 0], &[], &[0], &[0, 0, 0], &[usize::MAX, usize::MAX], &[0, 3]];
    for first in all {
        for second in if cfg!(miri) { &all[..2] } else { &all } {
            let (asked, both) = (Cell::new(0), [first, *second]);
            assert_eq!(x.get(Index(&asked, &both)).is_some(), first == [1, 2]);
            assert_eq!(ended(|| x[Index(&Cell::new(0), &both)]), (first == [1, 2]).then_some(6));
            assert_eq!(x.get_mut(Index(&Cell::new(0), &both)).is_some(), first == [1, 2]);
            assert_eq!(ended(|| x[Index(&Cell::new(0), &both)] = 6).is_some(), first == [1, 2]);
            let columns = x.t();
            assert_eq!(columns.get(Index(&Cell::new(0), &both)).is_some(), first == [2, 0]);
        }
    }
}

/// An array with any number of elements.
struct Array {
    size: usize,
    elements: usize,
}

impl<Outer> NestedArray<Outer> for Array {
    type Elem = u64;
    type Shape = (Dyn,);

    fn shape(_: Outer) -> (Dyn,) {
        (Dyn::new(6),)
    }

    fn push_scalars(self, push: &mut impl FnMut(u64)) {
        assert!(self.size == 6, "no array");
        (0..self.elements).for_each(|_| push(1));
    }
}

#[test]
fn arrays_of_other_lengths() {
    for elements in [0, 1, 2, 3, 4, 100] {
        let arrays = || [Array { size: 6, elements }, Array { size: 6, elements }];
        let made = ended(|| Vector::from(arrays()).into_vec());
        assert_eq!(made, (elements == 3).then(|| vec![1; 6]));
        let panics = [Array { size: 6, elements }, Array { size: 7, elements }];
        assert!(panic_of(|| Vector::from(panics)).contains("no array"));
    }
}

#[test]
fn tensors_that_are_stretched() {
    let (x, y) = (vector(3), vector(0));
    assert!(ended(|| broadcast((&x, &y))).is_none());
    let z = vector(1);
    let (x, one) = broadcast((&y, &z));
    assert_eq!((x.len(), one.len()), (0, 0));
    assert_eq!(one.to_vec(), [0; 0]);
}
