//! Engines, and joined tensors on them.

use super::{ended, panic_of, quietly, vector};
use conformable::engine::{
    ConcatKernel, Engine, EngineMemory, EngineTensor, FromRaw, Host, IndexSelectKernel, Native, Operand, Picked, Piece,
    Pieces, ViewKernel,
};
use conformable::ops::{AsTensor, Pad};
use conformable::windows::Window;
use conformable::{AnyShape, Axis, Dyn, Heap, Shape, ShapeError, Storage, Tensor};
use std::cell::Cell;

/// Large enough that a result of few of them is written in parts.
type Large = [u64; 64];

/// Pieces that are others each time.
struct Others {
    asked: Cell<usize>,
    first: Vec<[usize; 2]>,
    then: Vec<[usize; 2]>,
}

impl Pieces<Large, Native> for Others {
    fn count(&self) -> usize {
        self.first.len()
    }

    fn each(&self, to: &mut impl Piece<Large, Native>) {
        let sizes = if self.asked.replace(1) == 0 { &self.first } else { &self.then };
        for sizes in sizes {
            to.take(&Tensor::full(AnyShape::from(&sizes[..]), [1; 64]).into_shared());
        }
    }
}

/// The number of the 3 * 128 elements that are from the pieces, which should be all; or the panic's text.
fn joined(first: &[[usize; 2]], then: &[[usize; 2]]) -> Result<usize, String> {
    let pieces = Others { asked: Cell::new(0), first: first.to_vec(), then: then.to_vec() };
    let join = || <Native as ConcatKernel<Large>>::concat(&pieces, 1, &AnyShape::from(&[3, 128][..])).unwrap();
    let all = quietly(join).map_err(|panic| (*panic.downcast::<&str>().expect("text")).to_string())?;
    Ok(all.iter().filter(|x| **x == [1; 64]).count())
}

#[test]
fn pieces_that_change() {
    let (rows, row) = ([3, 64], [1, 64]);
    for first in [[rows, rows], [row, rows], [rows, row], [row, row]] {
        for then in [[rows, rows], [row, rows], [rows, row], [row, row]] {
            assert_eq!(joined(&first, &then), Ok(3 * 128), "{first:?}, then {then:?}");
        }
    }
    assert_eq!(joined(&[rows, rows], &[row]), Err("the pieces are the whole result".into()));
    assert_eq!(joined(&[rows, rows], &[rows, rows, row]), Err("the pieces are as long as the result".into()));
    // ranges that differ from the first ones
    assert_eq!(joined(&[[1, 96], [3, 32]], &[[3, 32], [1, 96]]), Ok(3 * 128));
    // more ranges than are recorded
    let many: Vec<_> = (0..16).map(|i| [[1, 3][i % 2], 8]).collect();
    assert_eq!(joined(&many, &many.iter().rev().copied().collect::<Vec<_>>()), Ok(3 * 128));
}

#[test]
fn tensors_of_this_engine_in_other_shapes() {
    let x = vector(4).into_shared();
    let big = (Dyn::new(1000),);
    let refused = "cannot reshape (4,) to (1000,)";
    assert!(panic_of(|| Native::retype(x.clone(), &big)).starts_with(refused));
    let hold = <Native as FromRaw<Tensor<u64, (Dyn,)>, u64>>::hold(vector(4), &AnyShape::from(&[1000][..]));
    assert!(hold.unwrap_err().to_string().starts_with(refused));
    let release = <Native as FromRaw<Tensor<u64, (Dyn,)>, u64>>::release(x.clone(), &big);
    assert!(release.unwrap_err().to_string().starts_with(refused));
    let reshape = <Native as ViewKernel<u64>>::reshape(x.clone(), &big, &(Dyn::new(10), Dyn::new(10)));
    assert!(reshape.unwrap_err().to_string().starts_with("cannot reshape (4,) to (10, 10)"));
    assert!(<Native as ViewKernel<u64>>::broadcast_to(x.clone(), &big, &big).is_err());
    assert_eq!(<Native as Host<u64>>::download(x.clone(), &big).unwrap(), x);
    assert_eq!(Native::retype(x.clone(), &(Dyn::new(2), Dyn::new(2))).sizes(), [2, 2]);
}

#[test]
fn tensors_said_to_be_of_another_shape() {
    let on = |size| EngineTensor::<u64, (Dyn,), Native>::made(Ok(vector(4).into_shared()), (Dyn::new(size),)).unwrap();
    let refused = "cannot reshape (4,) to (100,)";
    assert!(panic_of(|| on(100).erase()).starts_with(refused));
    assert!(on(100).into_engine::<Tensor<u64, (Dyn,)>>().unwrap_err().to_string().starts_with(refused));
    assert!(panic_of(|| on(100).reshape((Dyn::new(5), Dyn::new(20)))).starts_with("cannot reshape (4,) to (5, 20)"));
    assert_eq!(on(100).to_tensor().unwrap(), vector(4));
    assert_eq!((&on(100) + &on(100)).to_tensor().unwrap().into_vec(), [2; 4]);
    assert_eq!((on(100) + on(100)).to_tensor().unwrap().into_vec(), [2; 4]);
    assert_eq!(on(100).sum(Axis::<0>).to_tensor().unwrap()[[]], 4);
    let panic = panic_of(|| conformable::engine::concat(Axis::<0>, (&on(100), &on(1))));
    assert_eq!(panic, "the pieces are the whole result");
}

/// A matrix of this engine with another claimed shape.
fn said(own: [usize; 2], said: [usize; 2]) -> EngineTensor<f32, (Dyn, Dyn), Native> {
    let shape = |[rows, columns]: [usize; 2]| (Dyn::new(rows), Dyn::new(columns));
    EngineTensor::made(Ok(Tensor::full(shape(own), 1.0).into_shared()), shape(said)).unwrap()
}

#[test]
fn every_operation_on_a_tensor_of_another_shape() {
    let sizes = [[2, 3], [3, 2], [0, 3], [1, 1], [6, 6]];
    let mut values = 0;
    for &others in &sizes[..if cfg!(miri) { 2 } else { 5 }] {
        let (x, y) = (said([2, 3], others), said([2, 3], [2, 3]));
        let indices = EngineTensor::<usize, (Dyn,), Native>::made(
            Ok(Tensor::full((Dyn::new(2),), 1).into_shared()),
            (Dyn::new(others[0]),),
        )
        .unwrap();
        let images = || x.try_reshape((Dyn::new(1), Dyn::new(1), Dyn::new(others[0]), Dyn::new(others[1]))).unwrap();
        let all = |x: EngineTensor<f32, (Dyn, Dyn), Native>| x.to_tensor().unwrap().into_vec();
        let row = |x: EngineTensor<f32, (Dyn,), Native>| x.to_tensor().unwrap().into_vec();
        let programs: [&dyn Fn() -> Vec<f32>; 30] = [
            &|| all(&x + &y),
            &|| all(&y * &x),
            &|| all(x.maximum(&y)),
            &|| all(x.equal(&y).where_cond(&x, &y)),
            &|| all(x.sqrt()),
            &|| row(x.sum(Axis::<0>)),
            &|| row(x.max(Axis::<1>)),
            &|| row(x.mean(Axis::<0>)),
            &|| row(x.var(Axis::<1>, 0)),
            &|| all(x.softmax(Axis::<0>)),
            &|| all(x.log_softmax(Axis::<1>)),
            &|| all(x.cumsum(Axis::<0>)),
            &|| all(x.matmul(&y.t())),
            &|| all(x.t().matmul(&y)),
            &|| all(x.t()),
            &|| row(x.index_axis(Axis::<0>, others[0] - 1)),
            &|| all(x.narrow(Axis::<1>, 1..others[1])),
            &|| all(x.flip(..)),
            &|| row(x.diagonal(Axis::<0>, Axis::<1>)),
            &|| row(x.flatten()),
            &|| all(x.tile(Axis::<0>, Dyn::new(2))),
            &|| all(x.repeat(Axis::<1>, Dyn::new(2))),
            &|| all(x.pad(Axis::<0>, (Dyn::new(1), Dyn::new(1)), Pad::Reflect)),
            &|| x.chunk(Axis::<0>, Dyn::new(2)).into_iter().flat_map(all).collect(),
            &|| all(x.split(Axis::<1>, (Dyn::new(1), Dyn::new(2))).1),
            &|| all(x.take(Axis::<0>, &indices)),
            &|| all(x.index_add(Axis::<0>, &indices, &y)),
            &|| images().conv(&images(), Window::new()).to_tensor().unwrap().into_vec(),
            &|| images().max_pool((Dyn::new(2), Dyn::new(2)), Window::new()).to_tensor().unwrap().into_vec(),
            &|| x.tensordot(&y, Axis::<1>, Axis::<1>).to_tensor().unwrap().into_vec(),
        ];
        for (number, program) in programs.iter().enumerate() {
            let Some(elements) = ended(program) else { continue };
            assert!(elements.iter().all(|x| (-10.0..=10.0).contains(x)), "{number} {others:?}: {elements:?}");
            values += 1;
        }
    }
    assert!(values > 30, "only {values} have a value");
}

/// A tensor of this engine that changes.
struct Changing {
    asked: Cell<usize>,
    all: [EngineTensor<u64, (Dyn,), Native>; 2],
}

impl AsTensor<EngineMemory<Native>> for Changing {
    type Elem = u64;
    type Shape = (Dyn,);
    type Storage = Heap;

    fn tensor(&self) -> &EngineTensor<u64, (Dyn,), Native> {
        &self.all[self.asked.replace(self.asked.get() + 1) % 2]
    }
}

#[test]
fn tensors_of_this_engine_that_change() {
    for lengths in [[4, 4], [4, 5], [4, 3], [0, 4]] {
        for others in [[4, 4], [5, 3], [4, 0]] {
            let one = |lengths: [usize; 2]| Changing { asked: Cell::new(0), all: lengths.map(|n| vector(n).into()) };
            let both = || [one(lengths), one(others)];
            for joined in [
                ended(|| conformable::engine::concat(Axis::<0>, both()).to_tensor().unwrap().into_vec()),
                ended(|| conformable::engine::stack(Axis::<0>, both()).to_tensor().unwrap().into_vec()),
            ] {
                assert!(joined.iter().flatten().all(|x| *x == 1), "{joined:?}");
            }
        }
    }
}

/// An engine with tensors of any shape, and with indices that differ at each call.
#[derive(Clone, Copy, Debug)]
struct Liar;

thread_local! {
    /// The lengths of the tensors that it returns.
    static LENGTHS: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

fn any<T: Copy, S: Shape>(element: T, shape: &S) -> Tensor<T, S> {
    let [first, then] = LENGTHS.get();
    LENGTHS.set([then, first]);
    let mut sizes = shape.sizes();
    sizes.as_mut().fill(first);
    Tensor::full(S::from_sizes(sizes.as_ref()).unwrap(), element)
}

impl Engine for Liar {
    type Tensor<T: Copy, S: Shape> = Option<T>;
    type Device = ();
    type Index = i8;
    type Error = ShapeError;

    fn device<T: Copy, S: Shape>(_: &Option<T>) {}

    fn retype<T: Copy, S: Shape, O: Shape>(tensor: Option<T>, _: &O) -> Option<T> {
        tensor
    }
}

impl<T: Copy> Host<T> for Liar {
    fn upload<S: Shape, D: Storage>(tensor: &Tensor<T, S, D>, (): &()) -> Result<Option<T>, ShapeError> {
        Ok(tensor.iter().next().copied())
    }

    fn full<S: Shape>(_: &S, element: T, (): &()) -> Result<Option<T>, ShapeError> {
        Ok(Some(element))
    }

    fn moved<S: Shape>(tensor: impl Operand<Option<T>>, (): &()) -> Result<Option<T>, ShapeError> {
        Ok(tensor.owned())
    }

    fn download<S: Shape>(tensor: impl Operand<Option<T>>, shape: &S) -> Result<Tensor<T, S>, ShapeError> {
        Ok(any(tensor.owned().expect("an element"), shape))
    }
}

impl<T: Copy> IndexSelectKernel<T> for Liar {
    fn take<S: Shape, I: Shape, O: Shape>(
        tensor: &Option<T>,
        indices: &Option<i8>,
        _: &Picked<'_, S, I, O>,
    ) -> Result<Option<T>, ShapeError> {
        Ok(tensor.filter(|_| indices.is_some_and(|index| index >= 0)))
    }

    fn gather<S: Shape, I: Shape, O: Shape>(
        tensor: &Option<T>,
        _: &Option<i8>,
        _: &Picked<'_, S, I, O>,
    ) -> Result<Option<T>, ShapeError> {
        Ok(*tensor)
    }
}

#[test]
fn an_engine_that_lies() {
    let shape = || (Dyn::new(300), Dyn::new(2));
    for lengths in [[2, 2], [2, 5], [0, 3], [7, 0]] {
        LENGTHS.set(lengths);
        for index in [0, -1, i8::MIN, i8::MAX] {
            let x = EngineTensor::<u8, _, Liar>::full(shape(), 1, &()).unwrap();
            let indices = EngineTensor::<i8, _, Liar>::full((Dyn::new(4),), index, &()).unwrap();
            let taken = ended(|| x.take(Axis::<0>, &indices).to_tensor().unwrap().into_vec());
            assert!(taken.is_none_or(|all| all.iter().all(|x| *x == 1)));
            let columns = ended(|| x.take(Axis::<1>, &indices).to_tensor().unwrap().len());
            assert!(columns.is_none_or(|len| len <= 49));
            assert!(x.to_tensor().unwrap().iter().all(|x| *x == 1));
        }
    }
}
