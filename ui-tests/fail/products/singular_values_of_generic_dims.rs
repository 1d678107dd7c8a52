use conformable::{Dim, DimMin, Shape, Svd};

fn svd<Out: Shape, S: Svd<Values = Out>>(_: S) {}

fn asked<M: Dim + DimMin<N>, N: Dim>(m: M, n: N) {
    svd((m, n));
}

fn not_asked<M: Dim, N: Dim>(m: M, n: N) {
    svd((m, n));
}

fn main() {}
