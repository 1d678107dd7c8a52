//! Owned and borrowed operands, scalars on either side, in place, and under every rule.

use conformable::{AutoBroadcastSpec, Axis, Bidirectional, Explicit, Numpy, Onto, Paddle, Pdpd, Tensor, Trailing};

pub(crate) fn main() {
    let x = Tensor::from([[1.0_f32, 2.0], [3.0, 4.0]]);
    let y = Tensor::from([10.0_f32, 20.0]);
    let sum = Tensor::from([[11.0, 22.0], [13.0, 24.0]]);

    assert_eq!(&x + &y, sum);
    assert_eq!(x.clone() + &y, sum);
    assert_eq!(&x + y.clone(), sum);
    assert_eq!(x.clone() + y.clone(), sum);
    assert_eq!(&y + &x, sum);

    assert_eq!(2.0 * &x - x.clone() * 2.0, &x * 0.0);
    assert_eq!((1.0 / &y) * 10.0, Tensor::from([1.0, 0.5]));
    assert_eq!(-&x + x.clone(), Tensor::zeros(*x.shape()));
    assert_eq!(-x.clone() % 2.0, Tensor::from([[-1.0, -0.0], [-1.0, -0.0]]));

    let mut z = x.clone();
    z += &y;
    z -= y.clone();
    z *= 3.0;
    z /= 3.0;
    z %= 100.0;
    assert_eq!(z, x);

    assert_eq!(x.under(Numpy) + &y, sum);
    assert_eq!(x.under(Onto) + &y, sum);
    assert_eq!(x.under(Pdpd(Trailing)) + y.clone(), sum);
    assert_eq!(x.under(Paddle) + &y, sum);
    assert_eq!(x.under(Bidirectional) + &y, sum);
    assert_eq!(x.under(Explicit) + &x, &x * 2.0);
    assert_eq!(x.under(Pdpd(Axis::<0>)) + &y, Tensor::from([[11.0, 12.0], [23.0, 24.0]]));
    assert_eq!(x.under(AutoBroadcastSpec::pdpd(0)) + &y, x.under(Pdpd(Axis::<0>)) + &y);

    assert_eq!(x.try_add(&y).as_ref(), Ok(&sum));
    assert_eq!(x.under(Pdpd(Axis::<0>)).try_sub(&y).unwrap()[[1, 0]], -17.0);
    z.under_mut(Explicit).try_mul_assign(&x).unwrap();
    assert_eq!(z, &x * &x);

    let (points, centre, scale) =
        (Tensor::from([[1.0, 2.0], [3.0, 4.0]]), Tensor::from([1.0, 1.0]), Tensor::scalar(0.5));
    let standard = 2.0 * ((points - centre) / scale) + 1.0;
    assert_eq!(standard, Tensor::from([[1.0, 5.0], [9.0, 13.0]]));
}
