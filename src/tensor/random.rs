//! Tensors of random elements, by the generators and distributions of the crate `rand`.

use super::base::{Tensor, expect};
use crate::kernel;
use crate::shape::{Shape, ShapeError, StaticShape};
#[cfg(feature = "alloc")]
use crate::storage::Heap;
use crate::storage::{Inline, Owner, Room};
use rand::Rng;
use rand::distr::{Distribution, StandardUniform};
use rand_distr::StandardNormal;

/// A tensor of elements that are sampled in row-major order.
fn sampled<T, S: Shape, Place: Owner, R: Rng + ?Sized>(
    shape: S,
    distribution: impl Distribution<T>,
    rng: &mut R,
) -> Result<Tensor<T, S, Place>, ShapeError> {
    let room = Room::<T, S, Place>::new(shape)?;
    Ok(kernel::from_fn(room, |_| distribution.sample(rng)))
}

/// The constructors of one storage: `random!(Heap, Shape; rand try_rand, ..)`.
macro_rules! random {
    (
        [$($impl:tt)+] $Storage:ty;
        $rand:ident $try_rand:ident, $randn:ident $try_randn:ident, $from:ident $try_from:ident
    ) => {
        impl<$($impl)+> Tensor<T, S, $Storage> {
            /// Random elements: floats from 0 up to 1, which is not included, and any integers.
            ///
            /// The generator is the caller's, so equal seeds give equal tensors.
            ///
            /// ```
            /// use conformable::{Tensor, shape};
            /// use rand::SeedableRng;
            ///
            /// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
            #[doc = concat!("let x = Tensor::", stringify!($rand), "(shape![2, 3], &mut rng);")]
            /// assert!(x.iter().all(|x| (0.0..1.0).contains(x)));
            #[doc = concat!("let y = Tensor::", stringify!($rand), "(shape![2, 3], &mut rand_chacha::ChaCha8Rng::seed_from_u64(1));")]
            /// assert_eq!(x, y);
            /// ```
            ///
            /// # Panics
            ///
            /// If there is no memory for that many elements.
            #[must_use]
            #[track_caller]
            pub fn $rand<R: Rng + ?Sized>(shape: S, rng: &mut R) -> Self
            where
                StandardUniform: Distribution<T>,
            {
                expect(Self::$try_rand(shape, rng))
            }

            #[doc = concat!("[`", stringify!($rand), "`](Self::", stringify!($rand), "), with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If there is no memory for that many elements.
            pub fn $try_rand<R: Rng + ?Sized>(shape: S, rng: &mut R) -> Result<Self, ShapeError>
            where
                StandardUniform: Distribution<T>,
            {
                sampled(shape, StandardUniform, rng)
            }

            /// Random floats of the standard normal distribution, whose mean is 0 and whose standard deviation is 1.
            ///
            /// ```
            /// use conformable::{Tensor, shape};
            /// use rand::SeedableRng;
            ///
            /// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
            #[doc = concat!("let x = Tensor::<f32, _, _>::", stringify!($randn), "(shape![20, 50], &mut rng);")]
            /// assert!(x.mean_all().abs() < 0.1);
            /// ```
            ///
            /// # Panics
            ///
            /// If there is no memory for that many elements.
            #[must_use]
            #[track_caller]
            pub fn $randn<R: Rng + ?Sized>(shape: S, rng: &mut R) -> Self
            where
                StandardNormal: Distribution<T>,
            {
                expect(Self::$try_randn(shape, rng))
            }

            #[doc = concat!("[`", stringify!($randn), "`](Self::", stringify!($randn), "), with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If there is no memory for that many elements.
            pub fn $try_randn<R: Rng + ?Sized>(shape: S, rng: &mut R) -> Result<Self, ShapeError>
            where
                StandardNormal: Distribution<T>,
            {
                sampled(shape, StandardNormal, rng)
            }

            /// Random elements of a distribution of the crates `rand` and `rand_distr`, or of your own.
            ///
            /// ```
            /// use conformable::{Tensor, shape};
            /// use rand::SeedableRng;
            /// use rand::distr::Uniform;
            ///
            /// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
            #[doc = concat!("let dice = Tensor::", stringify!($from), "(shape![100], Uniform::new_inclusive(1, 6)?, &mut rng);")]
            /// assert!(dice.iter().all(|number| (1..=6).contains(number)));
            /// # Ok::<(), rand::distr::uniform::Error>(())
            /// ```
            ///
            /// # Panics
            ///
            /// If there is no memory for that many elements.
            #[must_use]
            #[track_caller]
            pub fn $from<R: Rng + ?Sized>(shape: S, distribution: impl Distribution<T>, rng: &mut R) -> Self {
                expect(Self::$try_from(shape, distribution, rng))
            }

            #[doc = concat!("[`", stringify!($from), "`](Self::", stringify!($from), "), with an error in place of the panic.")]
            ///
            /// # Errors
            ///
            /// If there is no memory for that many elements.
            pub fn $try_from<R: Rng + ?Sized>(
                shape: S,
                distribution: impl Distribution<T>,
                rng: &mut R,
            ) -> Result<Self, ShapeError> {
                sampled(shape, distribution, rng)
            }
        }
    };
}

#[cfg(feature = "alloc")]
random!(
    [T, S: Shape] Heap;
    rand try_rand, randn try_randn, from_distribution try_from_distribution
);
random!(
    [T, S: StaticShape] Inline;
    inline_rand try_inline_rand, inline_randn try_inline_randn, inline_from_distribution try_inline_from_distribution
);
