//! Parts of axes known only at run time: each of the type that the case says, and then as one type.

use super::case::Case;
use super::views::rearranged;
use conformable::Dyn;
use conformable::axes::{AsEntry, Ellipsis, Entry, IsPart, NewAxis, PartOf, Reversed, Slice, Span, Stepped};
use conformable_test::json::{integers, list};
use serde_json::Value;

/// An entry of a slice of any type.
#[derive(Clone, Copy)]
pub(crate) struct One(Entry);

impl AsEntry for One {
    fn entry(&self) -> Entry {
        self.0
    }
}

impl IsPart for One {}

impl<D, X, S> PartOf<D, X, S> for One {
    type Output = Dyn;
}

impl One {
    /// The entry of a list, which starts with the kind of entry.
    pub(crate) fn read(value: &Value) -> Self {
        let of = &list(value)[1..];
        let number = |at: usize| integers(&of[at..=at])[0].unsigned_abs();
        Self(match value[0].as_str().expect("what it is") {
            "at" => number(0).entry(),
            ".." => (..).entry(),
            "a..b" => (number(0)..number(1)).entry(),
            "a.." => (number(0)..).entry(),
            "..b" => (..number(0)).entry(),
            "a..=b" => (number(0)..=number(1)).entry(),
            "..=b" => (..=number(0)).entry(),
            // a `Narrow` has its numbers in types; this is the same
            "span" | "part" => Span(number(0), Dyn::new(number(1))).entry(),
            "every" => Stepped(Self::read(&of[0]), number(1)).entry(),
            "reversed" => Reversed.entry(),
            "new" => NewAxis.entry(),
            "rest" => Ellipsis.entry(),
            other => panic!("no part {other}"),
        })
    }
}

/// A case of a slice.
pub(crate) fn slice(case: &Case, entries: &[Value]) {
    let of: Vec<One> = entries.iter().map(One::read).collect();
    match of.len() {
        0 => rearranged(case, Slice(())),
        1 => rearranged(case, Slice((of[0],))),
        2 => rearranged(case, Slice((of[0], of[1]))),
        3 => rearranged(case, Slice((of[0], of[1], of[2]))),
        4 => rearranged(case, Slice((of[0], of[1], of[2], of[3]))),
        5 => rearranged(case, Slice((of[0], of[1], of[2], of[3], of[4]))),
        6 => rearranged(case, Slice((of[0], of[1], of[2], of[3], of[4], of[5]))),
        7 => rearranged(case, Slice((of[0], of[1], of[2], of[3], of[4], of[5], of[6]))),
        8 => rearranged(case, Slice((of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7]))),
        _ => panic!("more entries than there are here"),
    }
}
