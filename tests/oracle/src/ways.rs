//! The other ways to a result: forms that write to a tensor or use threads, and tensors on an engine.
//!
//! Each has the result or the refusal of the form that allocates, whose result is compared with NumPy.

use crate::steps::Made;
use crate::values::{Any, Bits, Value};
#[cfg(feature = "ways")]
use conformable::Threads;
use conformable::engine::{EngineTensor, Error, Native};
use conformable::{AnyShape, Axis, Shape, ShapeError, Storage, Tensor, ViewMut};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Statements of the build that takes all ways.
macro_rules! also {
    ($($statement:tt)*) => {
        #[cfg(feature = "ways")]
        {
            $($statement)*
        }
    };
}

/// A tensor of any shape on this crate's engine.
pub(crate) type OnEngine<T> = EngineTensor<T, AnyShape, Native>;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Into,
    Par,
    Threads,
    Engine,
}

const NAMES: [&str; 4] = ["into", "par", "threads", "engine"];

/// A bit for each way that the step has taken.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn take(way: Way) {
    TAKEN.fetch_or(1 << way as usize, Ordering::Relaxed);
}

/// The names of the ways since the last call.
pub(crate) fn taken() -> Vec<&'static str> {
    let bits = TAKEN.swap(0, Ordering::Relaxed);
    (0..).zip(NAMES).filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, name)| name).collect()
}

/// How the results of two ways are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Equal {
    /// The sizes and the bits.
    Bits,
    /// The sizes; sums of floats were in another order.
    Near,
    /// A target may have other sizes, to which the result broadcasts.
    Stretched,
}

fn same<T: Bits, S: Shape, D: Storage>(way: Way, x: &Any<T>, y: &Tensor<T, S, D>, equal: Equal) {
    let largest = x.iter().map(|x| x.magnitude()).fold(1.0, f64::max);
    let alike = |(x, y): (&T, &T)| x.bits() == y.bits() || equal == Equal::Near && x.is_near(*y, largest);
    let equal = x.sizes()[..] == *y.sizes().as_ref() && x.iter().zip(y.iter()).all(alike);
    assert!(equal, "{way:?} has another result, of sizes {:?} and not {:?}", y.sizes().as_ref(), x.sizes());
}

/// A form that writes to a tensor: one that is dense, one whose elements are spaced, and tensors of other sizes, which
/// it does not change.
pub(crate) fn into<T: Bits>(
    made: &Result<Any<T>, ShapeError>,
    equal: Equal,
    write: impl Fn(&mut Tensor<T, AnyShape, ViewMut<'_>>) -> Result<(), ShapeError>,
) {
    take(Way::Into);
    let right = made.as_ref().map_or_else(|_| vec![2, 3], |made| made.sizes().to_vec());
    let longer = right.iter().enumerate().map(|(axis, size)| size + usize::from(axis + 1 == right.len())).collect();
    let higher = [&[1], &right[..]].concat();
    for sizes in [right, longer, higher] {
        let shape: AnyShape = sizes.iter().copied().collect();
        let wanted = made.as_ref().ok().filter(|made| equal == Equal::Stretched || made.sizes()[..] == sizes);
        let wanted = wanted.and_then(|made| made.try_broadcast_to(&shape).ok()).map(|made| made.to_heap());
        for (spaced, fill) in [1, 2].into_iter().zip(T::FILLS) {
            let all: AnyShape = sizes.iter().copied().chain([spaced]).collect();
            let mut all = Tensor::full(all, fill);
            let result = write(&mut all.view_mut().into_index_axis(Axis::<-1>, spaced - 1));
            let is_kept = |x: &T| x.bits() == fill.bits();
            match (result, &wanted) {
                (Ok(()), Some(made)) => same(Way::Into, made, &all.index_axis(Axis::<-1>, spaced - 1), equal),
                (Ok(()), None) => panic!("Into accepts sizes {sizes:?}"),
                (Err(error), Some(_)) => panic!("Into is refused, and the other form is not: {error}"),
                (Err(_), None) => assert!(all.iter().all(is_kept), "Into has changed a tensor that it refuses"),
            }
            assert!(spaced == 1 || all.index_axis(Axis::<-1>, 0).iter().all(is_kept), "Into writes outside of a view");
        }
    }
}

/// A form that panics if the other form is refused.
pub(crate) fn par<T: Bits, S: Shape>(made: &Result<Any<T>, ShapeError>, form: impl FnOnce() -> Tensor<T, S>) {
    if let Ok(made) = made {
        take(Way::Par);
        same(Way::Par, made, &form(), Equal::Bits);
    }
}

/// The same operation on an engine.
pub(crate) fn engine<T: Bits, S: Shape>(
    made: &Result<Any<T>, ShapeError>,
    equal: Equal,
    form: Result<EngineTensor<T, S, Native>, Error<Native>>,
) {
    take(Way::Engine);
    engine_agrees(made, equal, form);
}

/// [`engine`], for an operand of a step.
pub(crate) fn engine_agrees<T: Bits, S: Shape>(
    made: &Result<Any<T>, ShapeError>,
    equal: Equal,
    form: Result<EngineTensor<T, S, Native>, Error<Native>>,
) {
    match (made, form.and_then(|form| form.to_tensor())) {
        (Ok(made), Ok(form)) => same(Way::Engine, made, &form, equal),
        (Ok(_), Err(error)) => panic!("Engine is refused, and the other form is not: {error}"),
        (Err(error), Ok(_)) => panic!("Engine accepts it, and not: {error}"),
        (Err(error), Err(form)) => {
            assert_eq!(error.to_string(), form.to_string(), "Engine has another refusal");
        }
    }
}

/// Runs a step, also on threads that divide its operations: they have the same result.
pub(crate) fn threads(run: impl Fn() -> Made + Send + Sync) -> Made {
    let made = run();
    also! {
        static THREADS: LazyLock<Threads> = LazyLock::new(|| Threads::new(3).expect("threads start"));
        let bits = |made: &Made| match made {
            Ok(made) => Ok(made.iter().map(Value::bits).collect::<Vec<_>>()),
            Err(error) => Err(error.clone()),
        };
        take(Way::Threads);
        assert!(bits(&made) == bits(&THREADS.run(&run)), "Threads has another result");
    }
    made
}

/// The result of an operation, after the forms that follow have made the same: `| try_name_into`, `par name`,
/// `engine try_name`; `near try_name` on an engine that sums in another order. The operands are views of those of the
/// step.
macro_rules! ways {
    (($x:ident = $($of:tt)+) $($forms:tt)+) => { ways!(@forms $x [$x = $($of)+] $($forms)+) };
    (
        @forms $x:ident $of:tt $op:ident $(::<$($g:ty),+>)? $(| $into:ident $(::<$($h:ty),+>)?)?, $arguments:tt
        $(, par $par:ident $(::<$($p:ty),+>)?)? $(, engine $engine:ident $(::<$($q:ty),+>)?)? $(, near $near:ident)?
    ) => {{
        let made = $x.$op$(::<$($g),+>)? $arguments.map(|x| x.to_heap().erase());
        also! {
            $(ways::into(&made, ways::Equal::Bits, |out| ways!(@into out, $x [$into$(::<$($h),+>)?] $arguments));)?
            $(ways::par(&made, || $x.par().$par$(::<$($p),+>)? $arguments);)?
            $(ways!(@engine made Bits, $of [$engine$(::<$($q),+>)?] $arguments);)?
            $(ways!(@engine made Near, $of [$near] $arguments);)?
        }
        made
    }};
    (@into $out:ident, $x:ident [$($into:tt)+] ($($argument:expr),*)) => { $x.$($into)+($($argument,)* $out) };
    (@engine $made:ident $equal:ident, [$x:ident = $held:expr $(, $y:ident = $more:expr)*] [$($engine:tt)+] $arguments:tt) => {
        if let (Ok($x), $(Ok($y),)*) = ($held.on_engine(&$x), $($more.on_engine(&$y),)*) {
            ways::engine(&$made, ways::Equal::$equal, $x.$($engine)+ $arguments);
        }
    };
}

/// An operation on two tensors, also on an engine.
macro_rules! two {
    ($x:ident $of:ident $op:ident $(| $into:ident)? $(, par $par:ident)?) => {{
        let y = $of[1].like(&$x)?;
        ways!(($x = $of[0], y = $of[1]) $op $(| $into)?, (&y) $(, par $par)?, engine $op)?
    }};
}

/// The result of an operator. On owned operands, which may have the memory of the result, it is the same.
macro_rules! operator {
    ($x:ident $sign:tt $of:ident, $try_op:ident) => {{
        let y = $of[1].like(&$x)?;
        let made = two!($x $of $try_op);
        agree(&made, &($x.to_heap() $sign &y));
        agree(&made, &(&$x $sign y.to_heap()));
        agree(&made, &($x.to_heap() $sign y.to_heap()));
        let made: Result<_, ShapeError> = Ok(made);
        also! { ways::par(&made, || $x.par() $sign &y); }
        one(&made?)
    }};
}

/// A change in place through a view. An engine has the changed tensor as a result.
macro_rules! change {
    ($of:ident $T:ident, $y:tt $op:ident $arguments:tt $(, engine $engine:ident)?) => {
        changed($of[0].changed::<$T>(|x| {
            let made = x.$op $arguments;
            also! { $(change!(@engine $of $T made x, $y $engine $arguments);)? }
            made
        }))
    };
    (@engine $of:ident $T:ident $made:ident $x:ident, ($($y:ident = $held:expr),*) $engine:ident $arguments:tt) => {
        if let (Ok(before), $(Ok($y),)*) = ($of[0].engine::<$T>(), $($held.on_engine(&$y),)*) {
            let made = $made.as_ref().map(|()| $x.to_heap()).map_err(Clone::clone);
            ways::engine(&made, ways::Equal::Bits, before.$engine $arguments);
        }
    };
}

/// A call along the axes of a step: all of them or a list, which stay with size 1 if the step keeps them. With all ways
/// there are fewer types of axes, since each call is compiled for all of them.
macro_rules! along {
    ($x:ident, $k:expr, $axes:ident => $call:expr) => {
        match ($k.ints("axes"), $k.is("keep")) {
            #[cfg(not(feature = "ways"))]
            (None, false) => {
                let $axes = ..;
                $call
            }
            #[cfg(not(feature = "ways"))]
            (None, true) => {
                let $axes = Keep(..);
                $call
            }
            #[cfg(not(feature = "ways"))]
            (Some(axes), false) if axes.len() == 1 && $k.is("number") => {
                let $axes = axes[0];
                $call
            }
            (axes, keep) => {
                let axes = axes.unwrap_or_else(|| (0..$x.rank() as isize).collect());
                if keep {
                    let $axes = Keep(&axes[..]);
                    $call
                } else {
                    let $axes = &axes[..];
                    $call
                }
            }
        }
    };
}

/// A reduction or a scan along axes.
macro_rules! reduced {
    (
        $x:ident $of:ident $k:ident, $op:ident | $into:ident
        $(($argument:expr))? $(, par $par:ident)? $(, engine $engine:ident)? $(, near $near:ident)?
    ) => {
        along!($x, $k, axes => ways!(
            ($x = $of[0]) $op | $into, (axes $(, $argument)?) $(, par $par)? $(, engine $engine)? $(, near $near)?
        ))?
    };
}

/// A call with indices of the type that an operand has.
macro_rules! indexed {
    ($held:expr, $i:ident => $call:expr) => {
        match $held.value {
            Value::U8(_) => {
                let $i = $held.seen::<u8>()?;
                $call
            }
            _ => {
                let $i = $held.seen::<i64>()?;
                $call
            }
        }
    };
}

/// A function of each element, which cannot be refused.
macro_rules! each {
    ($x:ident $of:ident, $name:ident($($argument:expr)?)) => {{
        let made: Result<_, ShapeError> = Ok($x.$name($($argument)?));
        also! {
            ways::par(&made, || $x.par().$name($($argument)?));
            ways::engine(&made, ways::Equal::Bits, $of[0].on_engine(&$x).map(|x| x.$name($($argument)?)));
        }
        one(&made?)
    }};
}

pub(crate) use {along, also, change, each, indexed, operator, reduced, two, ways};
