//! Traits of reductions.

/// Reduces the elements of one result to a state.
pub(crate) trait Reducer<T> {
    /// The result of an earlier pass over the same elements.
    type Context: Copy;

    type State: Copy;

    const ORDER: Order;

    /// The state of one element.
    fn first(&mut self, x: T, context: Self::Context) -> Self::State;

    /// A state to which `next` adds all elements, also `x`, the first; `None` if there is none.
    #[inline(always)]
    fn before(&mut self, _: T) -> Option<Self::State> {
        None
    }

    /// The state with one more element.
    fn next(&mut self, state: Self::State, x: T, context: Self::Context) -> Self::State;

    /// Merges the states of different elements; not called in row-major order.
    fn merge(&mut self, left: Self::State, right: Self::State) -> Self::State;
}

/// The order in which the elements of one result are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Any. Each step rounds, so few steps should lead from an element to the result.
    Pairs,
    /// Any.
    Any,
    /// Any, and simple enough that LLVM vectorises a loop over all of them.
    Exact,
    /// Row-major.
    RowMajor,
}

/// A reduction: one or two passes over the elements of each result, and a function of their states.
pub(crate) trait Reduction<T> {
    type First: Reducer<T, Context = ()>;

    type Second: Reducer<T>;

    type Output;

    const TWICE: bool;

    fn first(&mut self) -> &mut Self::First;

    fn second(&mut self) -> &mut Self::Second;

    /// The context for the second pass, from the state of `count` elements.
    fn context(&mut self, first: FirstState<T, Self>, count: usize) -> <Self::Second as Reducer<T>>::Context;

    /// The result from the states of `count` elements; `None` if there are none.
    fn finish(&mut self, states: Option<States<T, Self>>, count: usize) -> Self::Output;
}

pub(in crate::kernel) type FirstState<T, R> = <<R as Reduction<T>>::First as Reducer<T>>::State;
pub(in crate::kernel) type SecondState<T, R> = <<R as Reduction<T>>::Second as Reducer<T>>::State;

pub(in crate::kernel) type States<T, R> = (FirstState<T, R>, Option<SecondState<T, R>>);

/// A reduction in one pass.
pub(crate) struct Once<R, F> {
    pub(crate) reducer: R,
    /// Computes the result from the state and the number of elements.
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

/// A reduction in two passes; the second gets the result of the first.
pub(crate) struct Twice<First, Second, Context, F> {
    pub(crate) first: First,
    pub(crate) second: Second,
    pub(crate) context: Context,
    /// Computes the result from both states and the number of elements.
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
