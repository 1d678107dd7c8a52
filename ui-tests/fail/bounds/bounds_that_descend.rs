use conformable::Shape;

fn rank<S: Shape>() {}

fn main() {
    rank::<Shape![3..=5]>();
    rank::<Shape![5..=3]>();
}
