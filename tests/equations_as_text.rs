//! Equations and patterns as text, against loops over all indices and against the macros.

use crate::common::naive::indices;
use crate::common::numbers::config;
use conformable::ops::{
    einsum_str, einsum_str_into, rearrange_str, rearrange_str_into, try_einsum_str, try_einsum_str_into,
    try_rearrange_str, try_rearrange_str_into,
};
use conformable::{AnyShape, ErrorKind, Tensor, einsum, rearrange, shape};
use proptest::collection::vec;
use proptest::prelude::*;

/// The letters of random equations.
const LETTERS: [char; 6] = ['a', 'k', 'z', 'A', 'M', 'Z'];

/// A tensor whose elements are small numbers.
#[allow(clippy::cast_possible_wrap, reason = "numbers are small")]
fn tensor(sizes: &[usize], seed: usize) -> Tensor<i64, AnyShape> {
    Tensor::from_fn(AnyShape::from(sizes), |index| (index.iter().fold(seed, |sum, i| (sum * 3 + i) % 5) % 5) as i64 - 2)
}

/// An operand of a random equation: its letters, and the number and position of its axes of `...`.
#[derive(Clone, Debug)]
struct Group {
    letters: Vec<usize>,
    ellipsis: Option<(usize, usize)>,
    is_stretched: bool,
}

fn group() -> impl Strategy<Value = Group> {
    let ellipsis = prop_oneof![2 => Just(None), 1 => (0..=3_usize, 0..=2_usize).prop_map(Some)];
    (vec(0..LETTERS.len(), 0..=3), ellipsis, any::<bool>()).prop_map(|(letters, ellipsis, is_stretched)| Group {
        letters,
        ellipsis,
        is_stretched,
    })
}

impl Group {
    fn text(&self) -> String {
        let mut text: Vec<String> = self.letters.iter().map(|&letter| LETTERS[letter].to_string()).collect();
        if let Some((at, _)) = self.ellipsis {
            text.insert(at.min(text.len()), "...".into());
        }
        text.concat()
    }

    /// The variable of each axis: letters first, and then the axes of `...` from the last one.
    fn variables(&self) -> Vec<usize> {
        let mut own = self.letters.clone();
        if let Some((at, count)) = self.ellipsis {
            let at = at.min(own.len());
            own.splice(at..at, (0..count).rev().map(|axis| LETTERS.len() + axis));
        }
        own
    }

    fn sizes(&self, sizes: &[usize]) -> Vec<usize> {
        let size = |&variable: &usize| if variable >= LETTERS.len() && self.is_stretched { 1 } else { sizes[variable] };
        self.variables().iter().map(size).collect()
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn random_equations(
        groups in vec(group(), 1..=6), sizes in vec(0..=3_usize, LETTERS.len() + 2), keep in vec(any::<bool>(), LETTERS.len()),
        is_implicit: bool, has_ellipsis: bool,
    ) {
        let all: Vec<usize> = groups.iter().flat_map(Group::variables).collect();
        let ellipsis = || (0..2).rev().map(|axis| LETTERS.len() + axis).filter(|axis| all.contains(axis));
        let once = |letter: &usize| all.iter().filter(|other| *other == letter).count() == 1;
        let chosen = (0..LETTERS.len()).filter(|letter| all.contains(letter) && keep[*letter]).collect::<Vec<_>>();
        let mut text = groups.iter().map(Group::text).collect::<Vec<_>>().join(", ");
        let letters: Vec<usize> = if is_implicit {
            // in the order of the alphabet, capital letters first
            [3, 4, 5, 0, 1, 2].into_iter().filter(once).collect()
        } else {
            text += " -> ";
            if has_ellipsis {
                text += "...";
            }
            text.extend(chosen.iter().map(|&letter| LETTERS[letter]));
            chosen
        };
        let result: Vec<usize> = ellipsis().filter(|_| is_implicit || has_ellipsis).chain(letters).collect();

        let operands: Vec<_> = groups.iter().zip(1..).map(|(group, seed)| tensor(&group.sizes(&sizes), seed)).collect();
        // an axis of `...` that each operand has with size 1 is of size 1
        let size = |variable: usize| {
            let own = groups.iter().filter_map(|group| {
                let at = group.variables().iter().position(|&other| other == variable)?;
                Some(group.sizes(&sizes)[at])
            });
            own.fold(1, |size, own| if own == 1 { size } else { own })
        };
        let rest: Vec<usize> = (0..LETTERS.len() + 2).filter(|own| all.contains(own) && !result.contains(own)).collect();
        let [outer, inner] = [&result, &rest].map(|own| own.iter().map(|&variable| size(variable)).collect::<Vec<_>>());
        let expected: Vec<i64> = indices(&outer).map(|index| {
            indices(&inner).map(|summed| {
                let at = |variable: usize| {
                    let place = result.iter().position(|&own| own == variable);
                    place.map_or_else(|| summed[rest.iter().position(|&own| own == variable).unwrap()], |at| index[at])
                };
                groups.iter().zip(&operands).map(|(group, x)| {
                    let index: Vec<usize> = group.variables().into_iter().zip(x.shape().iter())
                        .map(|(variable, &size)| if size == 1 { 0 } else { at(variable) }).collect();
                    x[&index[..]]
                }).product::<i64>()
            }).sum()
        }).collect();

        let sum = try_einsum_str(&text, &operands).unwrap_or_else(|error| panic!("{text}: {error}"));
        prop_assert_eq!(sum.shape(), &AnyShape::from(&outer[..]), "{}", text);
        prop_assert_eq!(sum.to_vec(), expected, "{}", text);
        let mut out = tensor(&outer, 9);
        einsum_str_into(&text, &operands, &mut out);
        prop_assert_eq!(out, sum);
    }
}

#[test]
fn the_same_as_the_macros() {
    let (x, y) = (tensor(&[2, 3, 4], 1), tensor(&[4, 3], 2));
    assert_eq!(einsum_str("b i j, j i -> b", &[&x, &y]), einsum!(b i j, j i -> b; x, y));
    let view = x.view();
    assert_eq!(einsum_str("bij->jib", &[&view]), einsum!(b i j -> j i b; x));
    assert_eq!(einsum_str("ij", &[Tensor::inline([[1, 2], [3, 4]])]), Tensor::from([[1, 2], [3, 4]]));
    assert_eq!(
        rearrange_str("b i (h w) -> (b i) 1 w h", &x, &[('h', 2)]),
        rearrange!(b i (h w) -> (b i) 1 w h; x, h = 2)
    );
    assert_eq!(rearrange_str("... c -> c ...", &x, &[]), rearrange!(a b c -> c a b; x));
    assert_eq!(rearrange_str("b ... -> (...) b", &x, &[]), rearrange!(b i j -> (i j) b; x));
    assert_eq!(rearrange_str("b i j ... -> ... b (i j)", &x, &[]), rearrange!(b i j -> b (i j); x));
    let mut out = Tensor::zeros(shape![12, 2]).erase();
    rearrange_str_into("b ... -> (...) b", &x, &[], &mut out);
    assert_eq!(out, rearrange!(b i j -> (i j) b; x));
}

/// The text of the error of an equation.
fn refused(equation: &str, operands: &[Tensor<i64, AnyShape>]) -> String {
    try_einsum_str(equation, operands).unwrap_err().to_string()
}

#[test]
fn refusals_of_equations() {
    let (x, y) = (tensor(&[2, 3], 1), tensor(&[4, 5], 2));
    let both = [x.clone(), y];
    assert_eq!(refused("ij,jk->ik", &both), "`j` is 3 in (2, 3), and 4 in (4, 5): a letter has one size everywhere");
    let text = "`...` of (2, 3) does not broadcast with `...` of (4, 5): 3 and 5 differ, and neither is 1";
    assert_eq!(refused("i...,j...->ij", &both), text);
    let text = "`(i, ..., j, k)` are not the letters of (2, 3): expected one letter for each axis";
    assert_eq!(refused("i...jk->i", &both[..1]), text);
    let text = "the equation has 1 groups of letters for 2 tensors: expected one for each tensor";
    assert_eq!(refused("ij->i", &both), text);
    assert_eq!(refused("ij->z", &both[..1]), "`z` is in the result and not in the operands");
    assert_eq!(refused("ij->ii", &both[..1]), "`i` is twice in the result");
    for (equation, other) in
        [("i.->i", '.'), ("i1", '1'), ("i......", '.'), ("ij->i->j", '-'), ("ïj", 'ï'), ("i,(j)", '(')]
    {
        let error = try_einsum_str(equation, &both[..1]).unwrap_err();
        assert_eq!(error.to_string(), format!("unexpected `{other}` in the letters"));
        assert_eq!(error.kind(), ErrorKind::Malformed);
    }
    let deep = tensor(&[1; 33], 1);
    assert_eq!(refused("...", &[deep]), "there are more than 32 letters, with the axes of `...`");
    assert_eq!(refused("->", &[]), "the equation has 1 groups of letters for 0 tensors: expected one for each tensor");
    let mut out = Tensor::zeros(shape![3]);
    assert!(try_einsum_str_into("ij->i", &[&x], &mut out).is_err());
}

/// The text of the error of a pattern.
fn unread(pattern: &str, sizes: &[(char, usize)]) -> String {
    try_rearrange_str(pattern, &tensor(&[4, 6], 1), sizes).unwrap_err().to_string()
}

#[test]
fn refusals_of_patterns() {
    assert_eq!(unread("i j", &[]), "the pattern has no `->` between its sides");
    assert_eq!(unread("i j -> i", &[]), "`j` is in the left side and not in the right side");
    assert_eq!(unread("i j -> i j k", &[]), "`k` is in the right side and not in the left side");
    assert_eq!(unread("i i -> i", &[]), "`i` is twice in the left side");
    assert_eq!(unread("i -> i", &[]), "`i` needs one entry for each axis of (4, 6)");
    let text = "two letters of `(j k)`, one axis of (4, 6), have no size: one can be inferred";
    assert_eq!(unread("i (j k) -> i j k", &[]), text);
    let text = "`(j k)` is 6 in (4, 6), and 4, the product of the sizes that are known, does not divide it";
    assert_eq!(unread("i (j k) -> i j k", &[('k', 4)]), text);
    assert_eq!(unread("i j -> i j", &[('k', 4)]), "`k` is in the sizes and not in the left side");
    assert_eq!(unread("i j -> i j", &[('j', 6), ('j', 6)]), "`j` is twice in the sizes");
    assert_eq!(unread("i j -> i j", &[('é', 6)]), "unexpected `é` in the letters");
    assert_eq!(unread("... -> i", &[]), "`...` is in the left side and not in the right side");
    assert_eq!(unread("i j ... k -> i j k ...", &[]), "`i j k` needs one entry for each axis of (4, 6)");
    assert_eq!(unread("i j -> ... i j", &[]), "`...` is in the right side and not in the left side");
    assert_eq!(unread("i j ... -> i j", &[]), "`...` is in the left side and not in the right side");
    for pattern in ["(i j -> i j", "i j) -> i j", "i ((j)) -> i j", "i (1 j) -> i j", "i 2 -> i", "i j -> i ... ... j"]
    {
        assert!(unread(pattern, &[]).ends_with("in the letters"), "{pattern}");
    }
    let mut out = Tensor::zeros(shape![6, 5]);
    assert!(try_rearrange_str_into("i j -> j i", &tensor(&[4, 6], 1), &[], &mut out).is_err());
    let wide = tensor(&[1; 16], 1);
    let error = try_rearrange_str("... -> 1 ...", &wide, &[]).unwrap_err();
    assert_eq!(error.to_string(), "there are more than 12 axes in `...`");
}

/// Letters of both cases beside the axes of `...`, which have positions after them.
#[test]
fn letters_beside_an_ellipsis() {
    let x = tensor(&[2, 3, 4], 1);
    for letter in ('a'..='z').chain('A'..='Z') {
        let moved = einsum_str(&format!("...{letter}->{letter}..."), &[&x]);
        assert_eq!(moved, x.permute(&[2, 0, 1][..]), "{letter}");
    }
}
