//! Moves of windows: options that change, and moves of another shape.

use super::ended;
use conformable::shape::IntoDim;
use conformable::windows::{
    AllTaken, Around, ByAxis, Conv, ConvTranspose, Grouped, Moves, Number, Numbers, Paddings, Pool, Sides, Window,
};
use conformable::{Dyn, ShapeError, Tensor};
use std::cell::Cell;

type Lines = (Dyn, Dyn, Dyn);

fn lines(sizes: [usize; 3]) -> Lines {
    (Dyn::new(sizes[0]), Dyn::new(sizes[1]), Dyn::new(sizes[2]))
}

fn ones(sizes: [usize; 3]) -> Tensor<u32, Lines> {
    Tensor::full(lines(sizes), 1)
}

/// How the moves of another shape are made.
#[derive(Clone, Copy, Debug)]
enum Way {
    Slide,
    Spread,
    Pool,
}

/// Moves of another shape.
#[derive(Clone, Copy, Debug)]
struct Others {
    way: Way,
    x: [usize; 3],
    weights: [usize; 3],
    stride: usize,
    dilation: usize,
    padding: [usize; 2],
    out: [usize; 3],
}

impl Others {
    fn moves(&self) -> Result<(Lines, Moves), ShapeError> {
        let [before, after] = self.padding;
        let window = Window::new().stride(self.stride).dilation(self.dilation).padding(Sides(before, after));
        let (x, weights) = (lines(self.x), lines(self.weights));
        let moves = match self.way {
            Way::Slide => Conv::slides(&x, &weights, &window)?.1,
            Way::Spread => ConvTranspose::spreads(&x, &weights, &window)?.1,
            Way::Pool => Pool::slides_over(&x, &(Dyn::new(self.weights[2]),), &window)?.1,
        };
        Ok((lines(self.out), moves))
    }
}

impl Conv<Lines, Others> for Lines {
    type Output = Lines;

    fn slides(&self, _: &Lines, others: &Others) -> Result<(Lines, Moves), ShapeError> {
        others.moves()
    }
}

impl ConvTranspose<Lines, Others> for Lines {
    type Output = Lines;

    fn spreads(&self, _: &Lines, others: &Others) -> Result<(Lines, Moves), ShapeError> {
        others.moves()
    }
}

impl Pool<(Dyn,), Others> for Lines {
    type Output = Lines;

    fn slides_over(&self, _: &(Dyn,), others: &Others) -> Result<(Lines, Moves), ShapeError> {
        others.moves()
    }
}

#[test]
fn moves_of_another_shape() {
    let (mut values, long) = (0, if cfg!(miri) { 20 } else { 70 });
    for way in [Way::Slide, Way::Spread, Way::Pool] {
        for (x, window) in [([1, 4, 9], 3), ([1, 4, 1], 1), ([1, 0, 5], 2), ([1, 4, 2 * long], 3)] {
            for (stride, dilation, padding) in [
                (1, 1, [0, 0]),
                (2, 1, [2, 1]),
                (usize::MAX, 1, [0, 0]),
                (isize::MAX as usize, 2, [1, 9]),
                (1, 3, [5, 0]),
                (3, usize::MAX, [usize::MAX / 9, 0]),
            ] {
                for out in [[1, 4, 1], [1, 4, 3], [1, 4, long], [1, 0, 4]] {
                    let weights = [4, x[1], window];
                    let others = Others { way, x, weights, stride, dilation, padding, out };
                    let own = [ones([1, 4, long]), ones([4, 4, window])];
                    let results = [
                        ended(|| own[0].conv(&own[1], others).to_vec()),
                        ended(|| own[0].conv_transpose(&own[1], others).to_vec()),
                        ended(|| own[0].max_pool((Dyn::new(window),), others).to_vec()),
                    ];
                    for elements in results.iter().flatten() {
                        assert!(elements.iter().all(|x| *x <= 12), "{others:?}: {elements:?}");
                        values += 1;
                    }
                }
                if cfg!(miri) && values > 40 {
                    return;
                }
            }
        }
    }
    assert!(values > 40, "only {values} have a value");
}

thread_local! {
    /// The answers, in turn.
    static NEXT: Cell<[usize; 4]> = const { Cell::new([0; 4]) };
}

fn next() -> usize {
    let [next, second, third, fourth] = NEXT.get();
    NEXT.set([second, third, fourth, next]);
    next
}

/// A number that is another each time.
#[derive(Clone, Copy, Debug)]
struct Changing;

impl Number for Changing {
    type Or<Otherwise> = Dyn;

    fn or(self, _: usize) -> usize {
        next()
    }
}

impl Numbers for Changing {
    fn count(&self) -> Option<usize> {
        if next() % 5 == 4 { Some(next()) } else { None }
    }

    fn number(&self, _: usize, _: usize) -> usize {
        next()
    }
}

impl Paddings for Changing {
    fn count(&self) -> Option<usize> {
        if next() % 5 == 4 { Some(next()) } else { None }
    }

    fn sides(&self, _: usize) -> Around {
        if next() % 7 == 6 { Around::Same } else { Around::Sides([next(), next()]) }
    }
}

impl<S> ByAxis<S> for Changing {
    type Last = Dyn;
    type Outer = Self;
}

impl<S> AllTaken<S> for Changing {}

impl<M, C, O, P, S, W> Grouped<M, C, O, P, S, W> for Changing {
    type Output = Dyn;
}

impl IntoDim for Changing {
    type Dim = Dyn;

    fn into_dim(self) -> Dyn {
        Dyn::new(next())
    }
}

#[test]
fn options_that_change() {
    let (x, weights) = (ones([1, 4, 8]), ones([4, 2, 3]));
    let mut values = 0;
    for numbers in [[1, 1, 1, 1], [2, 1, 2, 0], [0, 1, 2, 3], [6, 2, 2, 2], [4, 3, 2, 1], [usize::MAX, 1, 0, 2]] {
        for turn in 0..4 {
            let mut numbers = numbers;
            numbers.rotate_left(turn);
            NEXT.set(numbers);
            let all = Window::new().stride(Changing).dilation(Changing).padding(Changing).groups(Changing);
            let sides = Window::new().padding(Sides(Changing, Changing)).groups(2usize);
            let more = sides.output_padding(Changing);
            let plain = Window::new().stride(Changing).dilation(Changing).padding(Changing);
            let results = [
                ended(|| x.conv(&weights, all).to_vec()),
                ended(|| x.conv(&weights, sides).to_vec()),
                ended(|| x.conv_transpose(&weights, all).to_vec()),
                ended(|| x.conv_transpose(&weights, more).to_vec()),
                ended(|| x.max_pool((Dyn::new(2),), plain).to_vec()),
            ];
            for elements in results.iter().flatten() {
                assert!(elements.iter().all(|x| *x <= 12), "{elements:?}");
                values += 1;
            }
        }
    }
    assert!(values > 10, "only {values} have a value");
}
