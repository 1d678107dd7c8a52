//! The pictures of the guide and of the documentation.

use crate::figures;
use crate::picture::Picture;
use conformable::{Axis, Bidirectional, Dyn, Explanation, Numpy, Onto, Paddle, PartialShape, Pdpd, Rule, Shape, Size};

/// The names of the guide's pictures and their SVGs.
///
/// # Panics
///
/// If a shape or the figure of ARCHITECTURE.md cannot be parsed.
#[must_use]
pub fn pictures() -> Vec<(&'static str, String)> {
    struct Batch;
    let by_name = (Dyn::<Batch>::labelled(32), Size::<10>);
    let explained = [
        ("broadcast", explain(&Numpy, "2,3,1", "3,4")),
        ("clash", explain(&Numpy, "2,3,4", "3,6")),
        ("scalar", explain(&Numpy, "2,3", "()")),
        ("pdpd", explain(&Pdpd(Axis::<1>), "2,3,4,5", "3,4")),
        ("paddle", explain(&Paddle, "2,3,1,5", "3,4,1")),
        ("bidirectional", explain(&Bidirectional, "4,1", "2,1,5")),
        ("onto", explain(&Onto, "2,4,5", "4,1")),
        ("named-batch", Numpy.explain(&by_name.partial(), &shape("10"))),
    ];
    let one = |(name, explanation): &(&'static str, Explanation)| (*name, drawn(Picture::of(explanation)));
    let mut pictures: Vec<_> = explained.iter().map(one).collect();
    let steps = [explain(&Numpy, "2,1,5", "4,1"), explain(&Numpy, "2,4,5", "5")];
    pictures.push(("n-ary", drawn(Picture::of_steps(&steps))));
    pictures.push(("path-of-an-addition", figures::path_of_an_addition()));
    pictures.push(("floors", figures::floors(include_str!("../../../ARCHITECTURE.md"))));
    pictures
}

/// The names of the pictures in the documentation of rules.
pub const DOCUMENTED: [&str; 3] = ["broadcast", "pdpd", "onto"];

fn explain(rule: &impl Rule, lhs: &str, rhs: &str) -> Explanation {
    rule.explain(&shape(lhs), &shape(rhs))
}

fn shape(text: &str) -> PartialShape {
    text.parse().expect("a shape")
}

fn drawn(picture: Option<Picture>) -> String {
    picture.expect("a picture").svg()
}
