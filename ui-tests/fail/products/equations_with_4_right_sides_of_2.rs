use conformable::{Shape, Solve, shape};

fn solve<Out: Shape, S: Solve<R, Output = Out>, R: Shape>(_: S, _: R) {}

fn main() {
    solve(shape![2, 2], shape![2, 4]);
    solve(shape![2, 2], shape![4, 2]);
}
