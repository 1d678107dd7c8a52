//! The arguments of steps: operands with views of them, axes, counts and other numbers.

use crate::steps::Made;
use crate::values::{Element, Seen, Value};
use crate::ways::{self, Equal, OnEngine, also};
use conformable::axes::{Entry, Stepped, Transpose};
use conformable::engine::{EngineTensor, Error, Native};
use conformable::ops::IndexElement;
use conformable::rule::NoneBroadcast;
use conformable::{AnyShape, Shape, ShapeError, Tensor, View, ViewMut};
use serde_json::Value as Json;

/// The other arguments of a step, by name.
pub(crate) struct Arguments<'a>(pub(crate) &'a Json);

fn int(number: &Json) -> isize {
    number.as_i64().expect("an integer") as isize
}

fn ints(list: &Json) -> Vec<isize> {
    list.as_array().expect("a list").iter().map(int).collect()
}

/// The sizes of a shape.
fn shape(list: &Json) -> AnyShape {
    list.as_array().expect("a list").iter().map(|size| size.as_u64().expect("a size") as usize).collect()
}

impl Arguments<'_> {
    pub(crate) fn int(&self, name: &str) -> isize {
        int(&self.0[name])
    }

    /// A list of integers; `None` if it is `null`.
    pub(crate) fn ints(&self, name: &str) -> Option<Vec<isize>> {
        (!self.0[name].is_null()).then(|| ints(&self.0[name]))
    }

    /// A count, index or length.
    pub(crate) fn count(&self, name: &str) -> usize {
        self.0[name].as_u64().expect("a count") as usize
    }

    /// Several of these.
    pub(crate) fn counts(&self, name: &str) -> Vec<usize> {
        shape(&self.0[name]).to_vec()
    }

    pub(crate) fn shape(&self, name: &str) -> AnyShape {
        shape(&self.0[name])
    }

    pub(crate) fn text(&self, name: &str) -> &str {
        self.0[name].as_str().expect("a text")
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        self.0[name] == true
    }
}

/// An operand: a tensor of the program, and the views of it that are taken first.
#[derive(Debug)]
pub struct Held<'a> {
    pub(crate) value: &'a Value,
    views: &'a [Json],
}

/// The range of an axis, from `start` to `end` or to the last element.
fn range(part: &[Json]) -> Entry {
    Entry::Range { start: int(&part[0]), end: (!part[1].is_null()).then(|| int(&part[1])), step: int(&part[2]) }
}

fn entry(entry: &Json) -> Entry {
    match entry {
        Json::String(text) if text == "new" => Entry::New,
        Json::String(_) => Entry::Rest,
        Json::Array(part) => range(part),
        index => Entry::Index(int(index)),
    }
}

/// Takes views of a tensor, one after the other.
macro_rules! chain {
    ($x:expr, $views:expr) => {
        chain!($x, $views, try_into_permuted try_into_swapped_axes try_into_moved_axis try_into_flipped
            try_into_squeezed try_into_unsqueezed try_into_diagonal try_into_offset_diagonal try_into_view_by
            try_into_reversed_axes try_into_index_axis try_into_narrowed try_into_sliced)
    };
    (engine $x:expr, $views:expr) => {
        chain!($x, $views, try_permute try_swap_axes try_move_axis try_flip try_squeeze try_unsqueeze try_diagonal
            try_offset_diagonal try_view_by try_reversed_axes try_index_axis try_narrow try_slice)
    };
    ($x:expr, $views:expr, $permute:ident $swap_axes:ident $move_axis:ident $flip:ident $squeeze:ident $unsqueeze:ident
        $diagonal:ident $offset_diagonal:ident $view_by:ident $reversed_axes:ident $index_axis:ident $narrow:ident
        $slice:ident) => {{
        let mut x = $x;
        for view in $views {
            let at = |place: usize| int(&view[place]);
            x = match view[0].as_str().expect("a name") {
                "permute" => x.$permute(&ints(&view[1])[..])?,
                "swap_axes" => x.$swap_axes(at(1), at(2))?,
                "move_axis" => x.$move_axis(at(1), at(2))?,
                "flip" if view[1].is_null() => x.$flip(..)?,
                "flip" => x.$flip(&ints(&view[1])[..])?,
                "squeeze" => x.$squeeze(at(1))?,
                "unsqueeze" => x.$unsqueeze(at(1))?,
                "diagonal" => x.$diagonal(at(1), at(2))?,
                "offset_diagonal" => x.$offset_diagonal(at(1), at(2), at(3))?,
                "t" => x.$view_by(Transpose)?,
                "reversed_axes" => x.$reversed_axes()?,
                "index_axis" => x.$index_axis(at(1), at(2))?,
                "narrow" => match range(&view.as_array().expect("a view")[2..]) {
                    Entry::Range { start, end: None, step } => x.$narrow(at(1), Stepped(start.., step))?,
                    Entry::Range { start, end: Some(end), step } => {
                        x.$narrow(at(1), Stepped(start..end, step))?
                    }
                    _ => unreachable!("a range"),
                },
                "slice" => {
                    let entries: Vec<Entry> = view[1].as_array().expect("entries").iter().map(entry).collect();
                    x.$slice(&entries[..])?
                }
                other => panic!("no view {other}"),
            };
        }
        x
    }};
}

impl<'a> Held<'a> {
    pub(crate) fn new(value: &'a Value, views: &'a [Json]) -> Self {
        Self { value, views }
    }

    /// The view, which is the same on an engine.
    pub(crate) fn seen<T: Element>(&self) -> Result<Seen<'a, T>, ShapeError> {
        let seen = self.viewed();
        also! {
            if !self.views.is_empty() {
                let copy = seen.as_ref().map(|x: &Seen<'_, T>| x.to_heap()).map_err(Clone::clone);
                ways::engine_agrees(&copy, Equal::Bits, self.engine());
            }
        }
        seen
    }

    /// [`seen`](Self::seen) with the elements of another operand.
    pub(crate) fn like<T: Element>(&self, _: &Seen<'_, T>) -> Result<Seen<'a, T>, ShapeError> {
        self.seen()
    }

    /// The operand on an engine.
    pub(crate) fn on_engine<T: Element>(&self, _: &Seen<'_, T>) -> Result<OnEngine<T>, Error<Native>> {
        self.engine()
    }

    pub(crate) fn engine<T: Element>(&self) -> Result<OnEngine<T>, Error<Native>> {
        let x = EngineTensor::from(T::of(self.value).expect("the type of the other operands").clone());
        match self.views {
            [first, views @ ..] if first[0] == "broadcast_to" => {
                Ok(chain!(engine x.try_broadcast_to(&shape(&first[1]))?, views))
            }
            views => Ok(chain!(engine x, views)),
        }
    }

    /// The view, which may begin with a broadcast.
    fn viewed<T: Element>(&self) -> Result<Seen<'a, T>, ShapeError> {
        let x = T::of(self.value).expect("the type of the other operands");
        match self.views {
            [first, views @ ..] if first[0] == "broadcast_to" => {
                Ok(chain!(x.try_broadcast_to(&shape(&first[1]))?, views))
            }
            views => Ok(chain!(x.view(), views)),
        }
    }

    /// The operand after some of its views, with a type of its shape that has the same sizes.
    ///
    /// # Panics
    ///
    /// If the sizes or the type of the elements differ.
    pub fn typed<T: Element, S: Shape>(&self, views: usize) -> Result<Tensor<T, S, View<'a>>, ShapeError>
    where
        AnyShape: NoneBroadcast<S>,
    {
        Ok(Held::new(self.value, &self.views[..views]).viewed()?.refine().expect("the sizes of the type"))
    }

    /// The element of a tensor of rank 0.
    pub fn element<T: Element>(&self) -> T {
        *T::of(self.value).expect("the type of the other operands").iter().next().expect("an element")
    }

    /// A copy of the tensor after a change through the view. A refusal changes nothing.
    pub fn changed<T: Element>(
        &self,
        change: impl FnOnce(&mut Tensor<T, AnyShape, ViewMut<'_>>) -> Result<(), ShapeError>,
    ) -> Made {
        let mut copy = T::of(self.value).expect("the type of the other operands").clone();
        let result = (|| change(&mut chain!(copy.view_mut(), self.views)))();
        let copy = T::wrapped(copy);
        assert!(result.is_ok() || copy.bytes() == self.value.bytes(), "a refusal has changed the tensor");
        result.map(|()| vec![copy])
    }
}

/// Indices, which an engine takes without negative ones.
pub(crate) struct Places;

impl Places {
    #[allow(clippy::unused_self, reason = "it has the place of an operand in macros")]
    pub(crate) fn on_engine<N: IndexElement>(&self, i: &Seen<'_, N>) -> Result<OnEngine<usize>, Error<Native>> {
        EngineTensor::indices(i, &())
    }
}
