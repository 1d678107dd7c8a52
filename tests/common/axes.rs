//! Axes and dims as types, chosen by a number or a letter.

/// `with_axis!(3, X => f(X))` is `f` of axis 3 as a type. The axes are -2 to 4, or those after a semicolon.
macro_rules! with_axis {
    ($axis:expr, $X:ident => $then:expr) => {
        $crate::common::axes::with_axis!($axis, $X => $then; -2 -1 0 1 2 3 4)
    };
    ($axis:expr, $X:ident => $then:expr; $($n:literal)*) => {
        match $crate::common::axes::number_of($axis) {
            $($n => {
                #[allow(non_snake_case, reason = "some names are those of types")]
                let $X = conformable::Axis::<$n>;
                $then
            })*
            other => panic!("no axis {other} among the types"),
        }
    };
}

/// The same of an axis between -7 and 6.
macro_rules! with_far_axis {
    ($axis:expr, $X:ident => $then:expr) => {
        $crate::common::axes::with_axis!($axis, $X => $then; -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6)
    };
}

/// Any letter, as a dim that is known at run time.
macro_rules! unknown {
    ($letter:ident) => {
        conformable::Dyn
    };
}

pub(crate) use {unknown, with_axis, with_far_axis};

/// The number of an axis, from whichever integer names it.
pub(crate) fn number_of(axis: impl TryInto<isize>) -> isize {
    axis.try_into().ok().expect("a small axis")
}
