//! Small tensors of constant sizes, whose loops have constant lengths: the results have the bits of those of a view,
//! whose loops have run-time lengths.

use conformable::{Axis, Inline, Keep, Shape, StaticShape, Tensor};

/// Numbers whose sums round, then numbers with NaN, an infinity, and both zeros.
fn floats(numel: usize) -> Vec<f64> {
    let number = |i: usize| match i % 23 {
        5 => f64::NAN,
        11 => f64::INFINITY,
        17 => -0.0,
        rest => (i * 7919 % 1009) as f64 / 3.0 - 50.0 * rest as f64,
    };
    (0..numel).map(|i| if i < numel / 2 { (i * 31 % 101) as f64 / 7.0 - 3.0 } else { number(i) }).collect()
}

/// Compares reductions of a tensor and of a view of it without constant sizes: `along!(x, axes; sum () max ())`.
macro_rules! along {
    ($x:expr, $axes:expr; $($method:ident ($($argument:expr)?))*) => {$({
        let (x, axes) = (&$x, $axes);
        let ours = x.$method(axes $(, $argument)?);
        let of_view = x.view().erase().$method(axes $(, $argument)?);
        let what = concat!(stringify!($method), " along ", stringify!($axes));
        // as text, in which a NaN is equal to another and zeros have signs
        assert_eq!(format!("{:?}", ours.to_vec()), format!("{:?}", of_view.to_vec()), "{what} of {:?}", x.shape());
    })*};
}

/// Compares what two forms of a reduction write.
macro_rules! into {
    ($x:expr, $axes:expr; $($method:ident $into:ident ($($argument:expr)?))*) => {$({
        let [new, mut target] = [(); 2].map(|()| $x.$method($axes $(, $argument)?));
        target.fill(Default::default());
        $x.$into($axes $(, $argument)?, &mut target);
        assert_eq!(format!("{new:?}"), format!("{target:?}"));
    })*};
}

/// One reduction of each kind of loop, of a type each; `every_form_of_every_type` has the others.
macro_rules! reductions {
    ($doubles:expr, $singles:expr, $bytes:expr, $integers:expr; $($axes:expr),*) => {$(
        along!($doubles, $axes; sum () argmax () var (1) log_sum_exp ());
        into!($doubles, $axes; sum sum_into ());
        along!($singles, $axes; sum () max ());
        along!($bytes, $axes; sum ());
        along!($bytes.map(|x| x > 0), $axes; any ());
        along!($integers, $axes; max () argmin ());
    )*};
}

/// Compares reductions of tensors of a shape, on the heap and inline. Under miri, which takes a minute for a larger
/// shape, those of up to 24 elements.
macro_rules! shapes {
    ($($S:ty: $($axes:expr),*;)*) => {$(if !cfg!(miri) || <$S>::NUMEL.unwrap() <= 24 {
        let numbers = floats(<$S>::NUMEL.unwrap());
        let shape = || <$S as StaticShape>::SHAPE;
        let doubles: Tensor<f64, $S> = Tensor::from_vec(shape(), numbers.clone()).unwrap();
        let singles: Tensor<f32, $S, Inline> = doubles.map(|x| x as f32).to_inline();
        let bytes: Tensor<u8, $S> = doubles.map(|x| (x as i64).rem_euclid(2) as u8);
        let integers: Tensor<i32, $S, Inline> = doubles.map(|x| x as i32 % 1000).to_inline();
        reductions!(doubles, singles, bytes, integers; $($axes),*);
        assert_eq!(format!("{:?}", doubles.sum_all()), format!("{:?}", doubles.view().sum_all()));
        assert_eq!(format!("{:?}", singles.mean_all()), format!("{:?}", singles.view().mean_all()));
        assert_eq!(format!("{:?}", singles.var_all(0)), format!("{:?}", singles.view().var_all(0)));
        assert_eq!(singles.argmax_all(), singles.view().argmax_all());
        assert_eq!(integers.max_all(), integers.view().max_all());
    })*};
}

#[test]
fn vectors() {
    shapes! {
        Shape![1]: Axis::<0>, Keep(Axis::<0>), ..;
        Shape![2]: Axis::<0>, ..;
        Shape![3]: Axis::<-1>, Keep(..);
        Shape![7]: Axis::<0>;
        Shape![8]: Axis::<0>;
        Shape![16]: Axis::<0>;
        Shape![33]: Axis::<0>;
        Shape![64]: Axis::<0>;
        Shape![100]: Axis::<0>;
        Shape![255]: Axis::<0>;
        Shape![256]: Axis::<0>;
    }
}

#[test]
fn matrices() {
    shapes! {
        Shape![1, 1]: Axis::<0>, Axis::<1>, ..;
        Shape![1, 9]: Axis::<0>, Axis::<1>, ..;
        Shape![9, 1]: Axis::<0>, Axis::<1>, ..;
        Shape![2, 3]: Axis::<0>, Axis::<1>, Keep(Axis::<0>), ..;
        Shape![4, 4]: Axis::<0>, Axis::<-1>, Keep(Axis::<1>);
        Shape![5, 6]: Axis::<0>, Axis::<1>;
        Shape![3, 21]: Axis::<0>, Axis::<1>;
        Shape![13, 19]: Axis::<0>, Axis::<1>;
        Shape![128, 2]: Axis::<0>, Axis::<1>;
        Shape![2, 128]: Axis::<0>, Axis::<1>;
        Shape![16, 16]: Axis::<0>, Axis::<1>;
        Shape![16, 17]: Axis::<0>, Axis::<1>;
    }
}

#[test]
fn more_axes() {
    shapes! {
        Shape![2, 3, 4]: Axis::<0>, Axis::<1>, Axis::<2>, (Axis::<0>, Axis::<1>), (Axis::<0>, Axis::<2>),
            (Axis::<-1>, Axis::<1>), Keep((Axis::<1>, Axis::<2>)), (), ..;
        Shape![2, 1, 3, 1]: Axis::<1>, (Axis::<0>, Axis::<2>), (Axis::<1>, Axis::<3>), Keep(Axis::<2>);
        Shape![2, 2, 2, 2, 2]: (Axis::<1>, Axis::<2>, Axis::<3>), (Axis::<1>, Axis::<3>), Axis::<4>;
    }
}

/// Every form of every reduction of every type, along one axis of a few shapes.
#[test]
fn every_form_of_every_type() {
    macro_rules! every {
        ($x:expr, $axes:expr; $($method:ident $into:ident ($($argument:expr)?))*) => {
            along!($x, $axes; $($method ($($argument)?))*);
            into!($x, $axes; $($method $into ($($argument)?))*);
        };
        ($S:ty, $axes:expr) => {
            if !cfg!(miri) || <$S>::NUMEL.unwrap() <= 24 {
                let doubles: Tensor<f64, $S> =
                    Tensor::from_vec(<$S as StaticShape>::SHAPE, floats(<$S>::NUMEL.unwrap())).unwrap();
                let singles = doubles.map(|x| x as f32).to_inline();
                let bytes = doubles.map(|x| (x as i64).rem_euclid(2) as u8);
                let integers = doubles.map(|x| x as i32 % 1000).to_inline();
                every!(@floats doubles, $axes);
                every!(@floats singles, $axes);
                every!(@integers bytes, $axes);
                every!(@integers integers, $axes);
                every!(bytes.map(|x| x > 0), $axes; any any_into () all all_into () count count_into ());
            }
        };
        (@floats $x:expr, $axes:expr) => {
            every!($x, $axes; sum sum_into () prod prod_into () mean mean_into () min min_into () max max_into ()
                argmin argmin_into () argmax argmax_into () var var_into (1) std std_into (0) norm_l1 norm_l1_into ()
                norm_l2 norm_l2_into () norm_inf norm_inf_into () log_sum_exp log_sum_exp_into ());
        };
        (@integers $x:expr, $axes:expr) => {
            every!($x, $axes; sum sum_into () min min_into () max max_into () argmin argmin_into ()
                argmax argmax_into ());
        };
    }
    every!(Shape![33], Axis::<0>);
    every!(Shape![4, 4], Axis::<0>);
    every!(Shape![5, 6], Axis::<1>);
    every!(Shape![2, 3, 4], Axis::<1>);
}

#[test]
fn of_no_elements() {
    let none = Tensor::<f32, Shape![0, 3], Inline>::inline_full(<Shape![0, 3]>::SHAPE, 0.0);
    assert_eq!(none.sum(Axis::<0>).to_vec(), [0.0; 3]);
    assert_eq!(none.sum_all(), 0.0);
    assert!(none.try_max(Axis::<0>).is_err());
    assert!(none.max(Axis::<1>).is_empty());
}
