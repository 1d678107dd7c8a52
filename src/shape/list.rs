//! Tuples as lists.

/// A list of at least one element: the last one, and the list of those before it.
///
/// `(A, B, C)` is `Axes<C, Axes<B, Axes<A, Nil>>>`: for a shape, the innermost axis first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Axes<Last, Outer> {
    /// The last element of the tuple; the innermost axis of a shape.
    pub last: Last,
    /// The elements before it.
    pub outer: Outer,
}

/// The empty list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nil;

/// A tuple of 0 to 16 elements of any types; it converts to a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of 0 to 16 elements",
    label = "write one tuple: `(&x, &y)`, or `(&x,)` for one",
    note = "conformable: E-shape"
)]
pub trait Tuple: Sized {
    /// The list with the same elements.
    type List: List<Tuple = Self>;
    /// The number of elements, as a dim.
    type Length;
    /// Converts to the list.
    fn into_list(self) -> Self::List;
}

/// A list of 0 to 16 elements; it converts to a tuple.
pub trait List: Sized {
    /// The tuple with the same elements.
    type Tuple;
    /// Converts to the tuple.
    fn into_tuple(self) -> Self::Tuple;
}
