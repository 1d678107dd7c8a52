//! Engines, and what is joined on them.

use super::{panic_of, vector};
use conformable::engine::{Engine, Holds, Host, Joins, Native, On, Piece, Pieces, Views};
use conformable::{AnyShape, Axis, Dyn, Tensor};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// So large that few of them are a result that is written in parts.
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
            to.take(&Tensor::full(AnyShape::from(&sizes[..]), [1; 64]));
        }
    }
}

/// How many of the 3 * 128 elements are those of the pieces, which all of them are, or what the panic says.
fn joined(first: &[[usize; 2]], then: &[[usize; 2]]) -> Result<usize, String> {
    let pieces = Others { asked: Cell::new(0), first: first.to_vec(), then: then.to_vec() };
    let join = || <Native as Joins<Large>>::concat(&pieces, 1, &AnyShape::from(&[3, 128][..])).unwrap();
    let all = catch_unwind(AssertUnwindSafe(join)).map_err(|panic| *panic.downcast::<&str>().expect("text"))?;
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
    // ranges that are not those of the first time
    assert_eq!(joined(&[[1, 96], [3, 32]], &[[3, 32], [1, 96]]), Ok(3 * 128));
    // more ranges than are recorded
    let many: Vec<_> = (0..16).map(|i| [[1, 3][i % 2], 8]).collect();
    assert_eq!(joined(&many, &many.iter().rev().copied().collect::<Vec<_>>()), Ok(3 * 128));
}

#[test]
fn tensors_of_this_engine_in_other_shapes() {
    let x = vector(4);
    let big = (Dyn::new(1000),);
    let refused = "cannot reshape (4,) to (1000,)";
    assert!(panic_of(|| Native::retype(x.clone(), &big)).starts_with(refused));
    let hold = <Native as Holds<Tensor<u64, (Dyn,)>, u64>>::hold(x.clone(), &AnyShape::from(&[1000][..]));
    assert!(hold.unwrap_err().to_string().starts_with(refused));
    let release = <Native as Holds<Tensor<u64, (Dyn,)>, u64>>::release(x.clone(), &big);
    assert!(release.unwrap_err().to_string().starts_with(refused));
    let reshape = <Native as Views<u64>>::reshape(x.clone(), &big, &(Dyn::new(10), Dyn::new(10)));
    assert!(reshape.unwrap_err().to_string().starts_with("cannot reshape (4,) to (10, 10)"));
    assert!(<Native as Views<u64>>::broadcast_to(x.clone(), &big, &big).is_err());
    assert_eq!(<Native as Host<u64>>::download(x.clone(), &big).unwrap(), x);
    assert_eq!(Native::retype(x.clone(), &(Dyn::new(2), Dyn::new(2))).sizes(), [2, 2]);
}

#[test]
fn tensors_said_to_be_of_another_shape() {
    let on = |size| On::<u64, (Dyn,), Native>::made(Ok(vector(4)), (Dyn::new(size),)).unwrap();
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
