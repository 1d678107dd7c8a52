//! Public items that are hidden from the documentation, called with wrong arguments; and sealed traits with a local
//! type as a parameter.

use super::{ended, vector};
use conformable::axes::{AxesOf, Gone, OfAnyRank, OrderOf, PartsOf, SplitFrom, Transpose, ViewBy};
use conformable::ops::{
    BroadcastTensors, Conform, EinsumTensors, IndexElement, JoinTensors, OneAfterAnother, TensorLike,
};
use conformable::product::{EinsumOf, Letter, Letters, MatmulAxes, Misfit, SummedDim, letter};
use conformable::rule::{Gap, HasAxes, NoneDims, NumpyDims, OntoDims, PastEnd, WithinRank};
use conformable::shape::{
    AxesList, Capped, Dynamic, Extent, Length, Measure, Meet, Mutual, Nil, NoneAxes, NumpyAxes, OneWay, OntoAxes,
    PairRule, Reason, Static, Tuple, Unknown, axis, groups, millions, named, thousands, units,
};
use conformable::storage::{Contiguous, Layout, Owner, OwnsVec, Retype, Storage, View};
use conformable::windows::{Motion, Pool, Window};
use conformable::{
    AnyShape, AssignRule, Axis, BroadcastTo, Dim, Dyn, Heap, Inline, Millions, NestedArray, Numpy, Paddle, Pdpd, Rule,
    Shape, Size, Tensor, shape,
};

#[test]
fn shapes_and_dims() {
    assert_eq!(Size::<3>::measuring(4), None);
    assert_eq!((Size::<3>.measure(), Size::<3>::KNOWN, <Dyn>::KNOWN), (3, Some(Size), None));
    assert_eq!((<Dyn>::measuring(usize::MAX).map(Dim::size), <Dyn>::NUMBER), (Some(usize::MAX), None));
    assert_eq!(axis::<_, Dyn>(Dyn::new(2)).size(), named::<u8, _>(Dyn::new(2)).size());
    let _ = ended(|| [groups(usize::MAX), millions(usize::MAX), thousands(usize::MAX), units(usize::MAX)]);
    assert_eq!(Millions::<1, 0, 0>::NUMBER, Some(1_000_000));

    let none = AnyShape::from(&[][..]);
    assert!(<(Dyn, Dyn)>::from_sizes(&[1]).is_err() && <() as Shape>::from_sizes(&[1]).is_err());
    assert!(ended(|| <(Dyn, Dyn)>::sizes_of(&[1, 2, 3])).is_none_or(|sizes| sizes.len() == 2));
    assert!(ended(|| <(Dyn, Dyn)>::blank(9)).is_none_or(|sizes| sizes.len() == 2));
    assert_eq!(AnyShape::blank(3).as_ref(), [0; 3]);
    assert!(<<(Dyn, Size<2>) as Shape>::Axes as AxesList>::from_sizes(&[1, 3]).is_none());
    let axes = || shape![2, 3].axes();
    assert!(NumpyAxes::<_, (), ()>::walk(&axes(), &shape![2, 3].axes()).is_ok());
    assert!(NoneAxes::<_, (), ()>::walk(&(Dyn::new(2),).axes(), &(Dyn::new(3),).axes()).is_err());
    assert!(OntoAxes::<_, (), ()>::walk(&(Dyn::new(2),).axes(), &(Dyn::new(3),).axes()).is_err());
    assert!(OntoAxes::<_, (), ()>::check(&AnyShape::from(&[2][..]), &none).is_ok());
    assert!(NumpyDims::<_, (), ()>::pair(&Dyn::new(2), &Dyn::new(3)).is_err());
    assert!(NoneDims::<_, (), ()>::pair(&Dyn::new(2), &Dyn::new(3)).is_err());
    assert!(OntoDims::<_, (), ()>::pair(&Dyn::new(2), &Dyn::new(3)).is_err());
    assert!((Dyn::new(2),).check_onto(&(Dyn::new(3),)).is_err());
    assert!(
        MatmulAxes::<_, (), ()>::multiplied(&(Dyn::new(2), Dyn::new(3)).axes(), &(Dyn::new(2), Dyn::new(3)).axes())
            .is_err()
    );
    assert!(SummedDim::<_, (), ()>::summed(&Dyn::new(2), &Dyn::new(3)).is_err());

    assert_eq!(Static::make(1, Some, |_| Some("no"), |_| Some("no")), Some(1));
    assert_eq!(Dynamic::make(1, |_| Some("no"), |_| None::<u8>, |_| Some("no")), None);
    assert_eq!(Dynamic::take::<String, _, u8, _>(2, |_| 1, |two| two, |_| 3), 2);
    assert_eq!(Capped::take::<String, u8, _, _>(3, |_| 1, |_| 2, |three| three), 3);
    let mut one = 1;
    Static::with_mut::<_, u8, u8, _>(&mut one, |one| *one = 3, |_| (), |_| ());
    assert_eq!(
        Static::with::<_, u8, u8, _>(&one, |one| *one, |_| 0, |_| 0)
            + Static::map::<_, _, u8, u8, _, u8, u8>(one, 1, |x, y| x + y, |x, _| x, |x, _| x),
        7
    );
    assert!(<conformable::dim!(1..=3)>::new(usize::MAX).is_err());
}

/// A length that is any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Any(u8);

impl Length for Any {
    const ONE: Self = Self(7);

    fn is_one(self) -> bool {
        self.0 % 2 == 0
    }

    fn common(self, other: Self) -> Option<Self> {
        (self.0 % 3 == 0).then_some(other)
    }
}

#[test]
fn rules() {
    assert_eq!(Mutual::pair(Any(2), Any(3)), Some(Any(3)));
    assert_eq!(OneWay::pair(Any(5), Any(1)), None);
    for lengths in [&[][..], &[0, 1], &[2, 3, 4, 5], &[7; 20]] {
        let all: Vec<_> = lengths.iter().copied().map(Any).collect();
        for other in [&all[..], &[Any(1), Any(6)], &[]] {
            let sized = [
                ended(|| Numpy.sizes(&all, other).is_ok()),
                ended(|| Paddle.sizes(&all, other).is_ok()),
                ended(|| Pdpd(Axis::<9>).sizes(other, &all).is_ok()),
            ];
            assert!(sized.iter().all(Option::is_some), "{lengths:?}");
        }
    }
    let _ = ended(|| Numpy.trailing(usize::MAX, 0) + Pdpd(Axis::<16>).trailing(0, usize::MAX));
    let (x, y) = (vector(4), vector(2));
    assert!(
        ended(|| Pdpd(Axis::<9>).check(&AnyShape::from(&[4][..]), &AnyShape::from(&[2][..])).is_err()).unwrap_or(true)
    );
    assert!((&x, &y).broadcast_tensors().is_err());
    assert!(Conform::<Numpy>::conform((&x, &y).into_list(), &Numpy, 0).is_err());
    let thens = Conform::<Numpy>::conform_then((&x, &x).into_list(), &Numpy, 99, |shape, _| Ok(*shape));
    assert_eq!(thens.unwrap(), (Dyn::new(4),));
}

#[test]
fn axes() {
    let of = (Dyn::new(2), Dyn::new(3));
    assert_eq!((AxesOf::<(Dyn, Dyn)>::numbers(&Axis::<1>), AxesOf::<(Dyn, Dyn)>::numbers(&..)), (Some(&[1][..]), None));
    assert_eq!(Axis::<-2>.marked(&of).unwrap(), [1, 0]);
    assert!(
        (&[5isize][..]).of(&AnyShape::from(&[2][..])).is_err() && [0, 0].marked(&AnyShape::from(&[2][..])).is_err()
    );
    assert_eq!(OrderOf::<(Dyn, Dyn)>::order(&(Axis::<1>, Axis::<0>)), [1, 0]);
    // strides of another tensor: no element is read
    assert!(Transpose.view_by(&of, &[usize::MAX; 2]).is_ok());
    let parts = || (Dyn::new(2), Dyn::new(usize::MAX)).into_list();
    let mut sizes = [9; 16];
    assert_eq!(PartsOf::<Axis<0>, (Dyn, Dyn)>::write(&parts(), &mut sizes), 2);
    assert!(ended(|| PartsOf::<Axis<0>, (Dyn, Dyn)>::shapes(&parts(), &of, 7).is_err()).unwrap_or(true));
    assert!((Dyn::new(1), Dyn::new(usize::MAX)).split_from(&of, Axis::<0>).is_err());
    assert_eq!(
        (7u8.known_place(3), (-1isize).known_place(0), i64::MIN.number()),
        (7u8.known_place(3), (-1isize).known_place(0), i128::from(i64::MIN))
    );
    assert!(ended(|| i8::MIN.known_place(usize::MAX)).is_some());
}

#[test]
fn windows() {
    let extremes = [0, 1, 2, 9, isize::MAX as usize, usize::MAX];
    for size in extremes {
        for stride in extremes {
            let (window, dilation, places) = (stride, stride, stride);
            let motion = Motion { size, window, stride: size, dilation, before: size, places, counted: [stride, size] };
            let _ = ended(|| (motion.after(), motion.on_both_sides()));
        }
    }
    let x = (Dyn::new(1), Dyn::new(2), Dyn::new(9));
    let (_, moves) = x.slides_over(&(Dyn::new(2),), &Window::new()).unwrap();
    for sizes in [&[][..], &[1], &[1, 2, 9, 9, 9, 9]] {
        let motions = ended(|| moves.motions(sizes).count());
        assert!(matches!(motions, None | Some(1)));
    }
}

#[test]
fn storage() {
    type Two = (Size<2>,);
    type Three = (Size<3>,);
    assert!(ended(|| <Inline as Retype>::retype::<u8, Two, Three>([1, 2])).is_none());
    assert!(ended(|| <Inline as Retype>::retype::<u8, AnyShape, Three>(vec![1, 2])).is_none());
    assert_eq!(<Inline as Retype>::retype::<u8, Two, AnyShape>([1, 2]), [1, 2]);
    assert_eq!(<Heap as Retype>::retype::<u8, Two, Three>(vec![1]), [1]);
    assert_eq!(<Heap as OwnsVec>::into_vec::<u8, Two>(vec![1]), [1]);
    assert_eq!(<Heap as Storage>::numel::<u8, Two>(&vec![1]), Some(1));
    assert!(<Heap as Storage>::recycle::<u8, Two, Heap, Three>(vec![1]).is_ok());
    assert!(<Heap as Storage>::recycle::<u8, Two, Inline, Three>(vec![1]).is_err());
    assert!(<Heap as Owner>::reserve::<u64, Two>(usize::MAX).is_none());
    assert!(<Heap as Owner>::reserve::<(), Two>(usize::MAX).is_some());
    assert!(<Heap as Owner>::adopt::<u8, Two>(vec![]).is_ok() && <Inline as Owner>::adopt::<u8, Two>(vec![]).is_err());
    let x = Tensor::from([[1u8, 2], [3, 4]]);
    let data = x.t().into_data();
    let _ = ended(|| <View<'_> as Retype>::retype::<u8, conformable::Shape![2, 2], Three>(data));
    assert_eq!(Contiguous::iter(&x).len(), 4);
}

/// Letters of two vectors.
type OfTwo = ((letter::a,), (letter::b,));

#[test]
fn tensors() {
    let (x, y) = (vector(4), vector(2));
    let letters = (&x, &y);
    assert_eq!(EinsumTensors::<OfTwo>::shapes(&letters), ((Dyn::new(4),), (Dyn::new(2),)));
    let (_, sizes) = <conformable::Einsum![a, b]>::new().of_sizes(&((Dyn::new(3),), (Dyn::new(2),))).unwrap();
    assert_eq!(EinsumTensors::<OfTwo>::terms(&letters, &sizes).into_iter().count(), 2);
    assert_eq!((<letter::z as Letter>::LETTER, <<(letter::q,) as Tuple>::List as Letters>::ALL), (b'z', &b"q"[..]));
    let misfit = Misfit::Unequal { letter: 200, sizes: [1, 2], first: 9 };
    assert!(matches!(misfit, Misfit::Unequal { first: 9, .. }));
    assert_eq!(JoinTensors::pieces([&x, &y], &OneAfterAnother(Axis::<0>)).unwrap().0, (Dyn::new(6),));
    assert!(2u64.zip_onto(x.under(Numpy), |x, y| x + y).is_ok());
    let mut all = vec![];
    NestedArray::<Nil>::push_scalars([[1u8, 2], [3, 4]], &mut |element| all.push(element));
    assert_eq!((all, <[u8; 2] as NestedArray>::shape(Nil)), (vec![1, 2, 3, 4], shape![2]));
}

/// A local type that the library's types implement sealed traits for.
#[derive(Debug)]
struct Mine;

impl NumpyDims<Mine, Mine, Mine> for Dyn {
    type Output = Self;

    fn pair(&self, _: &Mine) -> Result<Self, Reason> {
        Ok(Self::new(1000))
    }
}

impl NoneDims<Mine, Mine, Mine> for Size<2> {
    type Output = Dyn;

    fn pair(&self, _: &Mine) -> Result<Dyn, Reason> {
        Ok(Dyn::new(1000))
    }
}

impl OntoDims<Mine, Mine, Mine> for AnyShape {
    type Output = Dyn;

    fn pair(&self, _: &Mine) -> Result<Dyn, Reason> {
        Ok(Dyn::new(1000))
    }
}

impl Gap<Mine, Mine, Mine> for Axis<9> {
    type Gap = Mine;
}

impl HasAxes<Mine, Mine> for (Dyn, Dyn) {}
impl WithinRank<Mine, Mine> for Axis<9> {}
impl PastEnd<Mine, Mine, Mine> for Dyn {}
impl OfAnyRank<Mine> for (Dyn, Dyn) {}

impl Meet<Mine, Mine> for Unknown {
    type Dim = Size<2>;
}

#[test]
fn sealed_traits_of_foreign_types() {
    fn is<X: HasAxes<Mine, Mine> + OfAnyRank<Mine>>() {}
    is::<(Dyn, Dyn)>();
    // no shape or dim is local, so no operation uses these
    assert_eq!(NumpyDims::pair(&Dyn::new(1), &Mine).map_err(drop), Ok(Dyn::new(1000)));
    assert_eq!(NoneDims::pair(&Size::<2>, &Mine).map_err(drop), Ok(Dyn::new(1000)));
    assert_eq!(OntoDims::pair(&AnyShape::from(&[1][..]), &Mine).map_err(drop), Ok(Dyn::new(1000)));
    assert!(format!("{Gone:?}").contains("Gone"));
}
