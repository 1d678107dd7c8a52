//! What is done with the elements that become one.

/// How the elements of type `T` of one result become one state.
pub(crate) trait Reducer<T> {
    /// What an earlier pass over the same elements has found.
    type Context: Copy;

    /// What is known while they are read.
    type State: Copy;

    /// In which order they are read.
    const ORDER: Order;

    /// The state of one element.
    fn first(&mut self, x: T, context: Self::Context) -> Self::State;

    /// The state with one more element.
    fn next(&mut self, state: Self::State, x: T, context: Self::Context) -> Self::State;

    /// The states of different elements as one; never called for those that are read in row-major order.
    fn merge(&mut self, left: Self::State, right: Self::State) -> Self::State;
}

/// In which order the elements of one result are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// In any order. Each step rounds, so there are to be few from an element to the result.
    Pairs,
    /// In any order.
    Any,
    /// In any order, and so plainly that a loop over them is made one of vectors by the compiler, to its last elements.
    Exact,
    /// In row-major order.
    RowMajor,
}

/// A reduction: one or two passes over the elements of each result, and what becomes of their states.
pub(crate) trait Reduction<T> {
    /// The only pass, or the first.
    type First: Reducer<T, Context = ()>;

    /// The second pass, if there is one.
    type Second: Reducer<T>;

    /// What comes out.
    type Output;

    /// Whether there is a second pass.
    const TWICE: bool;

    fn first(&mut self) -> &mut Self::First;

    fn second(&mut self) -> &mut Self::Second;

    /// What the first pass has found of so many elements, for the second.
    fn context(&mut self, first: FirstState<T, Self>, count: usize) -> <Self::Second as Reducer<T>>::Context;

    /// What comes out of the states of so many elements, or of none.
    fn finish(&mut self, states: Option<States<T, Self>>, count: usize) -> Self::Output;
}

pub(in crate::kernel) type FirstState<T, R> = <<R as Reduction<T>>::First as Reducer<T>>::State;
type SecondState<T, R> = <<R as Reduction<T>>::Second as Reducer<T>>::State;

/// What the passes have made of the elements of one result.
pub(in crate::kernel) type States<T, R> = (FirstState<T, R>, Option<SecondState<T, R>>);

/// A reduction in one pass.
pub(crate) struct Once<R, F> {
    pub(crate) reducer: R,
    /// What comes out of the state of so many elements, or of none.
    pub(crate) finish: F,
}

impl<T, R: Reducer<T, Context = ()>, U, F: FnMut(Option<R::State>, usize) -> U> Reduction<T> for Once<R, F> {
    type First = R;
    type Second = R;
    type Output = U;
    const TWICE: bool = false;

    #[inline(always)]
    fn first(&mut self) -> &mut R {
        &mut self.reducer
    }

    #[inline(always)]
    fn second(&mut self) -> &mut R {
        &mut self.reducer
    }

    #[inline(always)]
    fn context(&mut self, _: R::State, _: usize) {}

    #[inline(always)]
    fn finish(&mut self, states: Option<States<T, Self>>, count: usize) -> U {
        (self.finish)(states.map(|(state, _)| state), count)
    }
}

/// A reduction in two passes, the second of which knows what the first has found.
pub(crate) struct Twice<First, Second, Context, F> {
    pub(crate) first: First,
    pub(crate) second: Second,
    pub(crate) context: Context,
    /// What comes out of both states of so many elements, or of none.
    pub(crate) finish: F,
}

impl<T, First, Second, U, Context, F> Reduction<T> for Twice<First, Second, Context, F>
where
    First: Reducer<T, Context = ()>,
    Second: Reducer<T>,
    Context: FnMut(First::State, usize) -> Second::Context,
    F: FnMut(Option<(First::State, Option<Second::State>)>, usize) -> U,
{
    type First = First;
    type Second = Second;
    type Output = U;
    const TWICE: bool = true;

    #[inline(always)]
    fn first(&mut self) -> &mut First {
        &mut self.first
    }

    #[inline(always)]
    fn second(&mut self) -> &mut Second {
        &mut self.second
    }

    #[inline(always)]
    fn context(&mut self, first: First::State, count: usize) -> Second::Context {
        (self.context)(first, count)
    }

    #[inline(always)]
    fn finish(&mut self, states: Option<States<T, Self>>, count: usize) -> U {
        (self.finish)(states, count)
    }
}
