use conformable::{Shape, Solve, shape};

fn solve<Out: Shape, S: Solve<R, Output = Out>, R: Shape>(_: S, _: R) {}

fn main() {
    solve(shape![7, 3, 3], shape![1, 3, 2]);
    solve(shape![7, 3, 3], shape![8, 3, 2]);
}
