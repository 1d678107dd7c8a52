//! The traits of a struct of layers from one list of its fields.

/// Implements [`Parameters`](crate::Parameters) for a struct, and [`FromFile`](crate::FromFile) with the feature
/// `safetensors`, from one list of its fields.
///
/// A field is named in files as in the struct, or as after `=`, where dots separate parts. `[count]` makes a `Vec` of
/// that many parts; a field after `;` has a value of its own in place of parameters.
///
/// ```
/// use conformable::engine::{Engine, FloatEngine, Native};
/// use conformable::Size;
/// use conformable_models::{FromFile, LayerNorm, Linear, Parameters, model};
///
/// struct Block<E: Engine> {
///     norm: LayerNorm<Size<8>, f32, E>,
///     widen: Linear<Size<8>, Size<32>, f32, E>,
///     narrow: Linear<Size<32>, Size<8>, f32, E>,
/// }
///
/// model!([E: FloatEngine<f32>] Block<E> as f32 on E { norm = "ln_1", widen = "mlp.c_fc", narrow = "mlp.c_proj" });
///
/// struct Stack<E: Engine> {
///     blocks: Vec<Block<E>>,
///     causal: bool,
/// }
///
/// model!([E: FloatEngine<f32>] Stack<E> as f32 on E { blocks: [6] = "h"; causal = true });
///
/// fn count(model: &Stack<Native>) -> usize {
///     model.count().unwrap()
/// }
/// ```
///
/// A field that is left out does not compile, and neither does a field of another engine or element type:
///
/// ```compile_fail,E0063
/// use conformable::engine::{Engine, FloatEngine};
/// use conformable::Size;
/// use conformable_models::{LayerNorm, Linear, model};
///
/// struct Block<E: Engine> {
///     norm: LayerNorm<Size<8>, f32, E>,
///     widen: Linear<Size<8>, Size<32>, f32, E>,
/// }
///
/// model!([E: FloatEngine<f32>] Block<E> as f32 on E { norm = "ln_1" }); // missing field `widen`
/// ```
#[macro_export]
macro_rules! model {
    (
        [$($generic:tt)*] $Model:ty as $T:ident on $E:ty
        { $($field:ident $(: [$count:expr])? $(= $name:literal)?),* $(,)? $(; $($setting:ident = $value:expr),* $(,)?)? }
        $(tied $tied:literal to $to:literal)* $(skipping $skipped:literal)*
    ) => {
        impl<$($generic)*> $crate::Parameters<$T, $E> for $Model {
            fn map<const PARTS: usize, Visits: $crate::Visitor<PARTS, $T, $E>>(
                all: [&Self; PARTS],
                at: &mut $crate::At<'_, Visits>,
            ) -> $crate::Mapped<Self, $E> {
                Ok(Self {
                    $($field: at.part($crate::model!(@name $field $($name)?), all.map(|all| &all.$field))?,)*
                    $($($setting: all[0].$setting.clone(),)*)?
                })
            }
        }

        $crate::model_from_file! {
            [$($generic)*] $Model as $T on $E { $($field $([$count])? ($crate::model!(@name $field $($name)?)),)* }
                { $($($setting = $value,)*)? }
            [$($tied $to)*] [$($skipped)*]
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $name:literal) => { $name };
}

/// The second half of [`model!`](crate::model).
#[cfg(feature = "safetensors")]
#[doc(hidden)]
#[macro_export]
macro_rules! model_from_file {
    (
        [$($generic:tt)*] $Model:ty as $T:ident on $E:ty
        { $($field:ident $([$count:expr])? ($name:expr),)* } { $($setting:ident = $value:expr,)* }
        [$($tied:literal $to:literal)*] [$($skipped:literal)*]
    ) => {
        impl<$($generic)*> $crate::FromFile<$T, $E> for $Model {
            fn read(from: &mut $crate::Reader<'_, $E>) -> $crate::Mapped<Self, $E> {
                $(from.tied::<$T>($tied, $to)?;)*
                $(from.skip($skipped);)*
                Ok(Self {
                    $($field: $crate::model_from_file!(@read from $name $(, $count)?)?,)*
                    $($setting: $value,)*
                })
            }
        }
    };
    (@read $from:ident $name:expr) => { $from.part($name) };
    (@read $from:ident $name:expr, $count:expr) => { $from.parts($name, $count) };
}

/// The second half of [`model!`](crate::model), without files.
#[cfg(not(feature = "safetensors"))]
#[doc(hidden)]
#[macro_export]
macro_rules! model_from_file {
    ($($ignored:tt)*) => {};
}
