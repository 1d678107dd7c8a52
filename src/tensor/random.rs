//! Random tensors, by the generators and distributions of the crate `rand`.

use super::base::{Tensor, expect};
use crate::forms::forms;
use crate::kernel;
use crate::shape::{Shape, ShapeError, StaticShape};
#[cfg(feature = "alloc")]
use crate::storage::Heap;
use crate::storage::{Inline, Owner, Room};
use rand::Rng;
use rand::distr::{Distribution, StandardUniform};
use rand_distr::StandardNormal;

/// Samples the elements in row-major order.
fn sampled<T, S: Shape, Place: Owner, R: Rng + ?Sized>(
    shape: S,
    distribution: impl Distribution<T>,
    rng: &mut R,
) -> Result<Tensor<T, S, Place>, ShapeError> {
    let room = Room::<T, S, Place>::new(shape)?;
    Ok(kernel::from_fn(room, |_| distribution.sample(rng)))
}

/// Implements the constructors for one storage.
macro_rules! random {
    (
        [$($impl:tt)+] $Storage:ty;
        $rand:ident $try_rand:ident, $randn:ident $try_randn:ident, $from:ident $try_from:ident
    ) => {
        forms! {
            impl[$($impl)+] Tensor<T, S, $Storage>;

            /// Samples floats in `0.0..1.0`, or any integers.
            ///
            /// Equal seeds of the generator give equal tensors.
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
            /// If the result cannot be allocated.
            #[must_use]
            $rand $try_rand: [R: Rng + ?Sized](shape: S, rng: &mut R) -> Self
            where [StandardUniform: Distribution<T>] => sampled(shape, StandardUniform, rng);

            /// Samples floats from the standard normal distribution: mean 0, standard deviation 1.
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
            /// If the result cannot be allocated.
            #[must_use]
            $randn $try_randn: [R: Rng + ?Sized](shape: S, rng: &mut R) -> Self
            where [StandardNormal: Distribution<T>] => sampled(shape, StandardNormal, rng);

            /// Samples a distribution of the crates `rand` and `rand_distr`, or your own.
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
            /// If the result cannot be allocated.
            #[must_use]
            $from $try_from: [R: Rng + ?Sized](shape: S, distribution: impl Distribution<T>, rng: &mut R) -> Self =>
                sampled(shape, distribution, rng);
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
