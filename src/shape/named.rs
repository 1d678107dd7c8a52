//! Known sizes with names.

use super::dim::{Dim, IntoDim, Measure};
use super::group::Apart;
use super::kind::Many;
use super::text::{Name, name_of};
use crate::sealed::Sealed;
use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// A size known at compile time with a name, so that 8 heads never conform with 8 rows.
///
/// It is `Heads = 8` in [`Shape!`](crate::Shape!) and [`shape!`](crate::shape!).
///
/// It conforms with itself, with an unnamed 1, which broadcasts to it, and with a [`Dyn`](super::Dyn) of the same name
/// or none, whose size is compared at run time. The same size without the name is another dim. A named 1 does not
/// broadcast. Any type can be a name. `Batch = _` is [`Dyn<Batch>`](super::Dyn).
///
/// ```
/// use conformable::{Named, Shape, Size, Tensor, assert_type_eq, shape};
///
/// struct Heads;
///
/// assert_type_eq!(Shape![Heads = 8, 64], (Named<Heads, Size<8>>, Size<64>));
///
/// let x = Tensor::full(shape![Heads = 8, 64], 1.0);
/// let y: Tensor<f64, Shape![Heads = 8, 64]> = &x + Tensor::full(shape![64], 1.0);
/// assert_eq!(format!("{:?}", y.shape().0), "Heads = 8");
/// ```
///
/// ```compile_fail,E0277
/// use conformable::{Tensor, shape};
///
/// struct Heads;
/// struct Rows;
///
/// let x = Tensor::full(shape![Heads = 8, 64], 1.0);
/// let y = Tensor::full(shape![Rows = 8, 64], 1.0);
/// x + y; // `Named<Heads, Size<8>>` and `Named<Rows, Size<8>>` differ
/// ```
pub struct Named<L, D> {
    size: D,
    name: PhantomData<fn(&L)>,
}

impl<L, D> Named<L, D> {
    /// Gives the size a name.
    #[must_use]
    pub const fn new(size: D) -> Self {
        Self { size, name: PhantomData }
    }
}

/// A known size that can have a name: [`Size`](super::Size), [`Thousands`](super::Thousands) or
/// [`Millions`](super::Millions).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be given a name",
    label = "only a known size can have a name, as in `Heads = 8`",
    note = "a run-time size with a name is `Batch = _`, which is `Dyn<Batch>`",
    note = "conformable: E-widen"
)]
pub trait Plain: Dim + Sealed {}

impl<L, D> Sealed for Named<L, D> {}

impl<L, D: Plain> Measure for Named<L, D> {
    type Array<T> = D::Array<T>;
    type Extent = D::Extent;
    type Unnamed = D;
    type Renamed<M> = Named<M, D>;
    type Naming<Other: Dim> = Other::Renamed<L>;
    const NUMBER: Option<usize> = D::NUMBER;
    const KNOWN: Option<Self> = match D::KNOWN {
        Some(size) => Some(Self::new(size)),
        None => None,
    };
    const NAME: Option<Name> = Some(name_of::<L>);

    #[inline]
    fn measure(self) -> usize {
        self.size.measure()
    }

    #[inline]
    fn measuring(size: usize) -> Option<Self> {
        D::measuring(size).map(Self::new)
    }
}

impl<L, D: Plain> IntoDim for Named<L, D> {
    type Dim = Self;

    #[inline]
    fn into_dim(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<L, D: Plain> Dim for Named<L, D> {
    type Kind = Many<Self>;
    type WithDyn = Self;
    type Group = Apart;
}

impl<L, D: Copy> Clone for Named<L, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L, D: Copy> Copy for Named<L, D> {}

impl<L, D: Default> Default for Named<L, D> {
    fn default() -> Self {
        Self::new(D::default())
    }
}

impl<L, D: PartialEq> PartialEq for Named<L, D> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<L, D: Eq> Eq for Named<L, D> {}

impl<L, D: Hash> Hash for Named<L, D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
    }
}

impl<L, D: Plain> Debug for Named<L, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", name_of::<L>(), self.size.measure())
    }
}
