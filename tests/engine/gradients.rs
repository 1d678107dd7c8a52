//! Gradients on engines that have them, against differences of what is computed.
//!
//! The tests of each adapter take this file as it is.

use conformable::engine::{Differentiate, FloatEngine, On};
use conformable::{Axis, Keep, Shape, Tensor};

type W = Tensor<f32, Shape![3, 2]>;

/// A number that depends on weights in every way that a small network does.
fn loss<E: FloatEngine<f32>>(
    x: &On<f32, Shape![4, 3], E>,
    w: &On<f32, Shape![3, 2], E>,
    b: &On<f32, Shape![2], E>,
) -> On<f32, (), E> {
    let hidden = (x.matmul(w) + b).tanh();
    let centred = &hidden - hidden.mean(Keep(Axis::<0>));
    let parts = (&centred - centred.max(Keep(Axis::<1>))).exp();
    let parts = &parts / parts.sum(Keep(Axis::<1>));
    ((&parts * &hidden.square()).sum(Axis::<1>) + hidden.t().at(Axis::<0>, 1).sigmoid()).mean(..)
}

pub(crate) fn of_a_layer<E: FloatEngine<f32> + Differentiate<f32>>(device: &E::Device) {
    let number = |at: usize| f32::from(u8::try_from(at).expect("a digit"));
    let x = Tensor::from_fn(conformable::shape![4, 3], |[i, j]| number((i * 5 + j * 3) % 7) / 4.0 - 0.7);
    let w: W = Tensor::from_fn(conformable::shape![3, 2], |[i, j]| number((i * 4 + j * 5) % 6) / 5.0 - 0.4);
    let b = Tensor::from([0.1, -0.2]);
    let x = On::<f32, Shape![4, 3], E>::upload(&x, device).expect("memory");
    let bias = On::<f32, Shape![2], E>::upload(&b, device).expect("memory").tracked().expect("a parameter");
    let weights = On::<f32, Shape![3, 2], E>::upload(&w, device).expect("memory").tracked().expect("a parameter");
    let gradients = loss(&x, &weights, &bias).backward().expect("gradients");

    let at = |w: &W| {
        let w = On::<f32, Shape![3, 2], E>::upload(w, device).expect("memory");
        loss(&x, &w, &bias.detached().expect("a constant")).to_tensor().expect("a number").into_vec()[0]
    };
    // its shape is that of the weights, in the type
    let gradient: On<f32, Shape![3, 2], E> =
        gradients.of(&weights).expect("gradients").expect("the loss depends on it");
    let gradient = gradient.to_tensor().expect("numbers");
    for i in 0..3 {
        for j in 0..2 {
            let moved = |by: f32| {
                let mut w = w.clone();
                w[[i, j]] += by;
                at(&w)
            };
            let slope = (moved(0.01) - moved(-0.01)) / 0.02;
            assert!((slope - gradient[[i, j]]).abs() < 2e-3, "{slope} and {} at {i}, {j}", gradient[[i, j]]);
        }
    }
    assert!(gradients.of(&bias).expect("gradients").is_some());
    let other = On::<f32, Shape![2], E>::upload(&b, device).expect("memory").tracked().expect("a parameter");
    assert!(gradients.of(&other).expect("gradients").is_none());
}
