//! A failed allocation of a result is an error, or a panic that says so, but not an abort.

use conformable::{Axis, Dyn, ErrorKind, Pdpd, ShapeError, Tensor, View, zip};
use conformable_test::allocator::Counting;

/// An allocator that refuses each block whose size is a multiple of the number of elements.
#[global_allocator]
static ALLOCATOR: Counting = Counting { refuses: |bytes| bytes > 0 && bytes % NUMEL == 0 };

const SHAPE: (Dyn, Dyn) = (Dyn::new(2049), Dyn::new(1023));

/// The text of the error, or of the panic, for a number of bytes.
fn no_memory_text(bytes: usize) -> String {
    format!("cannot allocate the {bytes} bytes of the shape (2049, 1023)")
}

/// Asserts that a result is the error for a number of bytes.
fn no_memory<T>(result: Result<T, ShapeError>, bytes: usize) {
    let Err(error) = result else { panic!("there is no such memory") };
    assert_eq!((error.kind(), error.to_string()), (ErrorKind::OutOfMemory, no_memory_text(bytes)));
}

type Column = Tensor<u8, (Dyn, Dyn)>;
type Row = Tensor<u8, (Dyn,)>;

/// A column and a row, whose results have the shape.
fn operands() -> (Column, Row) {
    (Tensor::full((Dyn::new(2049), Dyn::new(1)), 1), Tensor::full((Dyn::new(1023),), 2))
}

const NUMEL: usize = 2049 * 1023;

#[test]
fn tensors_that_are_made() {
    no_memory(Tensor::try_full(SHAPE, 0_u64), 8 * NUMEL);
    no_memory(Tensor::try_full(SHAPE, 1_u8), NUMEL);
    no_memory(Tensor::<u64, _>::try_zeros(SHAPE), 8 * NUMEL);
    no_memory(Tensor::<u8, _>::try_ones(SHAPE), NUMEL);
    no_memory(Tensor::try_full(SHAPE, String::from("one")), NUMEL * size_of::<String>());
    no_memory(Tensor::try_from_fn(SHAPE, |_| -> u8 { unreachable!("there is no place for it") }), NUMEL);
    // one byte less, and sizes that need no memory
    assert_eq!(Tensor::try_full((Dyn::new(NUMEL - 1),), 1_u8).unwrap().numel(), NUMEL - 1);
    assert_eq!(Tensor::try_full(SHAPE, ()).unwrap().numel(), NUMEL);
    assert_eq!(Tensor::try_from_fn(SHAPE, |_| ()).unwrap().numel(), NUMEL);
}

#[test]
fn results() {
    let (x, y) = operands();
    no_memory(x.try_add(&y), NUMEL);
    no_memory(x.try_less(&y), NUMEL);
    no_memory(x.try_zip_map(&y, |x, y| u64::from(x + y)), 8 * NUMEL);
    no_memory(zip((&x, &y)).try_map(|(x, y)| u32::from(x + y)), 4 * NUMEL);
    no_memory(x.view().try_mul(&y.view()), NUMEL);
    no_memory(x.try_less(&Tensor::scalar(0)).unwrap().try_where_cond(&y, &x), NUMEL);
    let wide: Tensor<u8, _, View> = y.try_broadcast_to(&SHAPE).unwrap();
    no_memory(wide.under(Pdpd(Axis::<0>)).try_add(&Tensor::full((Dyn::new(2049),), 2)), NUMEL);
    #[cfg(feature = "rayon")]
    no_memory(zip((&x, &y)).try_par_map(|(x, y)| u64::from(x + y)), 8 * NUMEL);
    // operations that need no memory still work
    assert_eq!(zip((&x, &y)).try_fold(0, |sum, (x, y)| sum + usize::from(x + y)).unwrap(), 3 * NUMEL);
    assert_eq!(x.try_zip_map(&y, |_, _| ()).unwrap().numel(), NUMEL);
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn panics() {
    fn panics<T>(bytes: usize, f: impl FnOnce() -> T) {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f));
        let Err(payload) = result else { panic!("there is no such memory") };
        assert_eq!(*payload.downcast::<String>().unwrap(), no_memory_text(bytes));
    }
    let (x, y) = operands();
    let wide = y.try_broadcast_to(&SHAPE).unwrap();
    panics(8 * NUMEL, || Tensor::<u64, _>::zeros(SHAPE));
    panics(NUMEL, || Tensor::<u8, _>::ones(SHAPE));
    panics(8 * NUMEL, || Tensor::from_fn(SHAPE, |[i, j]| (i + j) as u64));
    panics(NUMEL, || &x + &y);
    panics(NUMEL, || x.clone() + &y);
    panics(NUMEL, || &x + y.clone());
    panics(NUMEL, || x.clone() + y.clone());
    panics(NUMEL, || wide.to_owned());
    panics(NUMEL, || wide.to_heap());
    panics(NUMEL, || wide + 1);
    panics(8 * NUMEL, || wide.map(u64::from));
    panics(NUMEL, || zip((&x, &y)).map(|(x, y)| x + y));
    #[cfg(feature = "rayon")]
    panics(NUMEL, || zip((&x, &y)).par_map(|(x, y)| x + y));
}

#[cfg(feature = "engine")]
#[test]
fn views_on_this_engine_request_nothing() {
    use conformable::Shape;
    use conformable::engine::EngineTensor;
    use conformable_test::allocator::allocated;

    let x = EngineTensor::from(Tensor::full((Dyn::new(20), Dyn::new(30)), 1_u16));
    let typed = EngineTensor::from(Tensor::from([[1, 2, 3], [4, 5, 6]]));
    let bytes = [
        allocated(|| x.clone()),
        allocated(|| x.t()),
        allocated(|| x.permute((Axis::<1>, Axis::<0>))),
        allocated(|| x.narrow(Axis::<0>, 3..9)),
        allocated(|| x.index_axis(Axis::<1>, 5)),
        allocated(|| x.try_broadcast_to(&(Dyn::new(4), Dyn::new(20), Dyn::new(30)))),
        allocated(|| x.flatten()),
        allocated(|| x.clone().erase()),
        allocated(|| typed.t().broadcast_to::<Shape![5, 3, 2]>()),
    ];
    assert_eq!(bytes, [0; 9]);
}
