use conformable::{Shape, Solve, shape};

fn solve<Out: Shape, S: Solve<R, Output = Out>, R: Shape>(_: S, _: R) {}

fn main() {
    solve(shape![3, 3], shape![3]);
    solve(shape![2, 3], shape![3]);
}
