//! Shape functions of operations along axes: reductions, views, reshapes, indexing, joins.
//!
//! Each is a trait with the type of the result and the same function at run time. They need no elements: tensors of
//! other crates can use them.

mod by_name;
mod counts;
#[allow(unsafe_code, reason = "`ViewBy` is an unsafe trait")]
mod diagonal;
mod differences;
mod entry;
mod extend;
mod flatten;
mod index;
mod inferred;
mod join;
mod names;
mod nd;
mod outer;
#[allow(unsafe_code, reason = "`ViewBy` is an unsafe trait")]
mod permute;
#[allow(unsafe_code, reason = "`ViewBy` is an unsafe trait")]
mod rearrange;
mod reduce;
mod rename;
mod reshape;
mod several;
#[allow(unsafe_code, reason = "`ViewBy` is an unsafe trait")]
mod slice;
mod split;
#[allow(unsafe_code, reason = "`ViewBy` is an unsafe trait")]
mod squeeze;
mod table;

pub use by_name::{ByName, OnlyNames};
#[cfg(feature = "tensor")]
pub(crate) use counts::each_count;
pub use counts::{PaddedAxes, Tiled};
pub use diagonal::{Above, Below, Diagonal, OffsetDiagonal};
pub use differences::{Differences, HasDifferences};
pub use entry::{Ellipsis, Entry, Narrow, NewAxis, Reversed, Span, Stepped};
pub use extend::{Again, Padded, Pads, Repeated};
pub use flatten::{FlattenAxes, FlattenedIn, Through};
#[cfg(feature = "tensor")]
pub(crate) use index::take_axis;
pub use index::{Compress, Compressed, Gather, Gathered, Take, Taken, Top, TopOf};
pub use inferred::{As, Inferred, IntoFactor, ToSizes, Unflatten};
pub use join::{Concat, Concatenated, Stack, Stacked};
#[cfg(feature = "tensor")]
pub(crate) use join::{equal_but, stacked};
pub use nd::{GatherNd, GatheredNd};
pub(crate) use permute::axis_of;
pub use permute::{Flip, Move, MovedIn, OrderOf, Permute, ReversedAxes, ReversedOnto, Swap, Transpose, TransposeAxes};
pub use rearrange::ViewBy;
pub use reduce::{AxesOf, Keep, Kept, Reduced, WithAxis};
pub use rename::Rename;
#[cfg(feature = "tensor")]
pub(crate) use reshape::same_numel;
pub use reshape::{Flatten, FlattenAll, FlattenAxesTo, Heads, ProductOf, Reshape, ReshapeTo, ReshapedFrom, To};
pub use slice::{NarrowAxis, Nth, Slice};
pub use split::{Chunk, ChunkOf, Split, SplitParts, SumOf};
pub use squeeze::{InsertedIn, Squeeze, SqueezedFrom, Unsqueeze};
pub use table::{FindsAxis, FindsGap, HasAxis, HasGap, HasNext};

// helpers of the traits above, for bounds
#[doc(hidden)]
pub use by_name::{Back, FindsName, Lacks, LacksToo, Missing, NamesAxis, NoName, NumberIn, Search, Twice};
#[doc(hidden)]
pub use counts::{
    AsManyCounts, ChangeBy, ChangedIn, CountList, CountOf, CountedBy, Counts, OneForEach, PadEach, Tiling,
};
#[doc(hidden)]
pub use diagonal::{Lesser, OffsetOf};
#[doc(hidden)]
pub use differences::HasFirst;
#[doc(hidden)]
pub use entry::{AsEntry, HasPart, IsPart, PartOf, Reaches, Step, StepOf, Steps};
#[doc(hidden)]
pub use extend::{Between, Multiplies};
#[doc(hidden)]
pub use flatten::{Ends, First, InOrder, Inside, Last, Outside};
#[doc(hidden)]
pub use index::{AtMost, Group, InPlaceOf, MaskOf, MaskShape, SpreadAfter, Ungroup, UngroupList};
#[doc(hidden)]
pub use inferred::{AllButOne, AtMostOne, FactorSize, Factors, IsKnown, Unknowns};
#[doc(hidden)]
pub use join::{AddsTo, Along, EqualBut, EqualButDims, SameRankBut};
#[doc(hidden)]
pub use names::{NameOrNone, NamedAxis, NamesOf, OneEmpty, Unreplaced};
#[doc(hidden)]
pub use nd::{HasFirstAxis, Leads};
#[doc(hidden)]
pub use outer::{OuterAxes, OuterOutput, OuterProduct};
#[doc(hidden)]
pub use permute::{AsManyAs, GapIn, PickedFrom, PositionsIn};
#[doc(hidden)]
pub use rearrange::Rearranged;
#[doc(hidden)]
pub use reduce::{Gone, Left, LeftAxes, OfAnyRank, Once, TakenFrom};
#[doc(hidden)]
pub use rename::HasName;
#[doc(hidden)]
pub use reshape::{Count, FactorOf, KeepNames, KnownNumel, MultipleOf, OrOne, SameNumber, SameNumel};
#[doc(hidden)]
pub use several::{AddedTo, AxisNumbers, DimsFor, Every, Filled, FilledList, ItemsOf, Placed, PlacedIn, Unlisted};
#[doc(hidden)]
pub use slice::{AnyEntries, Entries, ForAxes, ShorterThan, Skips, Sliced};
#[doc(hidden)]
pub use split::{AddUp, ChunkFrom, IntoDims, IsSum, PartsOf, SplitFrom, SplitsInto};
#[doc(hidden)]
pub use squeeze::{AllOnes, MayBeOne, OnesOf};
