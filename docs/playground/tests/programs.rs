//! The programs of the page for the requests of `answers.rs`, with the shapes of their results.

#[test]
fn program_0() {
use conformable::{Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 1]);
let b = Tensor::<f32, _>::zeros(shape![3, 4]);
let out = &a + &b;
assert_eq!(super::text(out.shape()), "(2, 3, 4)");
}

#[test]
fn program_1() {
use conformable::{Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 1, 5]);
let b = Tensor::<f32, _>::zeros(shape![4, 1]);
let c = Tensor::<f32, _>::zeros(shape![5]);
let d = Tensor::<f32, _>::zeros(shape![]);
let out = &a + &b + &c + &d;
assert_eq!(super::text(out.shape()), "(2, 4, 5)");
}

#[allow(dead_code, unreachable_code, unused_variables, clippy::diverging_sub_expression, reason = "compiles only")]
fn program_2() {
use conformable::{Shape, Tensor, shape};

let a: Tensor<f32, Shape![_, 5]> = todo!();
let b = Tensor::<f32, _>::zeros(shape![3, 1]);
let out = &a + &b;
let _ = out;
}

#[allow(dead_code, unreachable_code, unused_variables, clippy::diverging_sub_expression, reason = "compiles only")]
fn program_3() {
use conformable::{AnyShape, Tensor, shape};

let a: Tensor<f32, AnyShape> = todo!();
let b = Tensor::<f32, _>::zeros(shape![3, 1]);
let out = &a + &b;
let _ = out;
}

#[test]
fn program_4() {
use conformable::{Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![8, 50257]);
let b = Tensor::<f32, _>::zeros(shape![50257]);
let out = &a + &b;
assert_eq!(super::text(out.shape()), "(8, 50257)");
}

#[test]
fn program_5() {
use conformable::{Explicit, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3]);
let b = Tensor::<f32, _>::zeros(shape![2, 3]);
let out = a.under(Explicit) + &b;
assert_eq!(super::text(out.shape()), "(2, 3)");
}

#[test]
fn program_6() {
use conformable::{Axis, Pdpd, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 4, 5]);
let b = Tensor::<f32, _>::zeros(shape![3, 4]);
let out = a.under(Pdpd(Axis::<1>)) + &b;
assert_eq!(super::text(out.shape()), "(2, 3, 4, 5)");
}

#[test]
fn program_7() {
use conformable::{Pdpd, Tensor, Trailing, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 4, 5]);
let b = Tensor::<f32, _>::zeros(shape![4, 1]);
let out = a.under(Pdpd(Trailing)) + &b;
assert_eq!(super::text(out.shape()), "(2, 3, 4, 5)");
}

#[test]
fn program_8() {
use conformable::{Axis, Pdpd, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 4, 5]);
let b = Tensor::<f32, _>::zeros(shape![3, 4]);
let c = Tensor::<f32, _>::zeros(shape![3]);
let out = a.under(Pdpd(Axis::<1>)) + &b;
let out = out.under(Pdpd(Axis::<1>)) + &c;
assert_eq!(super::text(out.shape()), "(2, 3, 4, 5)");
}

#[test]
fn program_9() {
use conformable::{Paddle, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 1, 5]);
let b = Tensor::<f32, _>::zeros(shape![3, 4, 1]);
let out = a.under(Paddle) + &b;
assert_eq!(super::text(out.shape()), "(2, 3, 4, 5)");
}

#[test]
fn program_10() {
use conformable::{Bidirectional, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![4, 1]);
let b = Tensor::<f32, _>::zeros(shape![2, 1, 5]);
let out = a.under(Bidirectional) + &b;
assert_eq!(super::text(out.shape()), "(2, 4, 5)");
}

#[test]
fn program_11() {
use conformable::{Shape, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![4, 1]);
let out = a.broadcast_to::<Shape![2, 4, 5]>();
assert_eq!(super::text(out.shape()), "(2, 4, 5)");
}

#[allow(dead_code, unreachable_code, unused_variables, clippy::diverging_sub_expression, reason = "compiles only")]
fn program_12() {
use conformable::{Shape, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![4, 1]);
let target: Shape![_, 4, 5] = todo!();
let out = a.try_broadcast_to(&target);
let _ = out;
}

#[allow(dead_code, unreachable_code, unused_variables, clippy::diverging_sub_expression, reason = "compiles only")]
fn program_13() {
use conformable::{AnyShape, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![4, 1]);
let target: AnyShape = todo!();
let out = a.try_broadcast_to(&target);
let _ = out;
}

#[test]
fn program_14() {
use conformable::{Axis, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 4]);
let out = a.sum((Axis::<1>, Axis::<-1>));
assert_eq!(super::text(out.shape()), "(2,)");
}

#[test]
fn program_15() {
use conformable::{Axis, Keep, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 4]);
let out = a.sum(Keep(Axis::<1>));
assert_eq!(super::text(out.shape()), "(2, 1, 4)");
}

#[test]
fn program_16() {
use conformable::{Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 4]);
let out = a.sum(..);
assert_eq!(super::text(out.shape()), "()");
}

#[test]
fn program_17() {
use conformable::{Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 4]);
let out = a.reshape(shape![6, 4]);
assert_eq!(super::text(out.shape()), "(6, 4)");
}

#[test]
fn program_18() {
use conformable::{Shape, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3, 4]);
let out = a.reshape_as::<Shape![6, _]>();
assert_eq!(super::text(out.shape()), "(6, 4)");
}

#[test]
fn program_19() {
use conformable::{Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![8, 2, 3]);
let b = Tensor::<f32, _>::zeros(shape![3, 5]);
let out = a.matmul(&b);
assert_eq!(super::text(out.shape()), "(8, 2, 5)");
}

#[test]
fn program_20() {
use conformable::{Tensor, einsum, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3]);
let b = Tensor::<f32, _>::zeros(shape![3, 5]);
let out = einsum!(i j, j k -> i k; a, b);
assert_eq!(super::text(out.shape()), "(2, 5)");
}

#[test]
fn program_21() {
use conformable::{Tensor, einsum, shape};

let a = Tensor::<f32, _>::zeros(shape![2, 3]);
let b = Tensor::<f32, _>::zeros(shape![3, 5]);
let out = einsum!(i j, j k; a, b);
assert_eq!(super::text(out.shape()), "(2, 5)");
}

#[test]
fn program_22() {
use conformable::{Tensor, ops, shape};

let a = Tensor::<f32, _>::zeros(shape![8, 2, 3]);
let out = ops::einsum_str("...ij->...ji", &[&a.erase()]);
assert_eq!(super::text(out.shape()), "(8, 3, 2)");
}

#[test]
fn program_23() {
use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![1, 3, 224, 224]);
let b = Tensor::<f32, _>::zeros(shape![64, 3, 7, 7]);
let out = a.conv(&b, Window::new().stride(Size::<2>).padding(Size::<3>));
assert_eq!(super::text(out.shape()), "(1, 64, 112, 112)");
}

#[test]
fn program_24() {
use conformable::windows::Window;
use conformable::{Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![1, 1, 3]);
let b = Tensor::<f32, _>::zeros(shape![1, 1, 3]);
let out = a.conv(&b, Window::new().stride(2000));
assert_eq!(super::text(out.shape()), "(1, 1, 1)");
}

#[test]
fn program_25() {
use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

let a = Tensor::<f32, _>::zeros(shape![8, 4, 5]);
let b = Tensor::<f32, _>::zeros(shape![4, 1, 3]);
let out = a.conv(&b, Window::new().dilation(Size::<2>).groups(Size::<4>));
assert_eq!(super::text(out.shape()), "(8, 4, 1)");
}
