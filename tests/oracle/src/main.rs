//! The steps of programs on tensors of run-time shapes.

fn main() {
    conformable_oracle::serve(&[]);
}
