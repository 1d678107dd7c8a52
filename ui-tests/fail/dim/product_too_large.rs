use conformable::{Prod, dim};

fn main() {
    let _: Prod<dim!(1_000_000), dim!(999)>;
    let _: Prod<dim!(1_000_000), dim!(1000)>;
}
