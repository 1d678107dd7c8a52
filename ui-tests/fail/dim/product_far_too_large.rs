use conformable::{Prod, dim};

fn main() {
    let _: Prod<dim!(100_000_000), dim!(9)>;
    let _: Prod<dim!(100_000_000), dim!(100_000_000)>;
}
