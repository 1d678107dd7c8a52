//! The parameters of a model, by name. Loading, saving, counting, tracking and optimisers visit them.

use crate::error::{ModelError, Why};
use conformable::engine::{Differentiate, Engine, EngineTensor, Gradients, Host, Outcome};
use conformable::{AnyShape, Dim, Shape, Tensor};
use core::fmt::{self, Debug, Display};

/// The result of [`Parameters::map`].
pub type Mapped<M, E> = Result<M, ModelError<E>>;

/// Parameters in host memory, with their names.
pub type Named<T> = Vec<(String, Tensor<T, AnyShape>)>;

/// A model, or a part of one: named parameters with elements `T` on the engine `E`.
///
/// Your own struct lists each of its fields; the compiler checks that all are listed, and that corresponding parameters
/// of two models have the same type:
///
/// ```
/// use conformable::Size;
/// use conformable::engine::{FloatEngine, Native};
/// use conformable_models::{At, Float, Linear, Mapped, Parameters, Visitor};
///
/// struct Mlp<T: Float, E: FloatEngine<T>> {
///     hidden: Linear<Size<3>, Size<8>, T, E>,
///     output: Linear<Size<8>, Size<2>, T, E>,
/// }
///
/// impl<T: Float, E: FloatEngine<T>> Parameters<T, E> for Mlp<T, E> {
///     fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
///         Ok(Self {
///             hidden: at.part("hidden", all.map(|model| &model.hidden))?,
///             output: at.part("output", all.map(|model| &model.output))?,
///         })
///     }
/// }
///
/// let mut constant = || 0.5;
/// let model: Mlp<f32, Native> = Mlp {
///     hidden: Linear::random(Size, Size, &(), &mut constant)?,
///     output: Linear::random(Size, Size, &(), &mut constant)?,
/// };
/// assert_eq!(model.count()?, 3 * 8 + 8 + 8 * 2 + 2);
/// let names: Vec<_> = model.named()?.into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["hidden.weight", "hidden.bias", "output.weight", "output.bias"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0277
/// use conformable::engine::Native;
/// use conformable_models::Parameters;
///
/// struct Mlp;
///
/// fn count(model: &Mlp) -> usize {
///     Parameters::<f32, Native>::count(model).unwrap() // the parameters of `Mlp` are not told
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `Parameters<{T}, {E}>`",
    label = "implement `Parameters` with one line for each field",
    note = "conformable: E-model"
)]
pub trait Parameters<T: Copy, E: Engine>: Sized {
    /// Returns the model of the visitor's results for each parameter of several models. Other fields are those of the
    /// first.
    ///
    /// # Errors
    ///
    /// If the visitor fails; the error names the parameter.
    ///
    /// # Panics
    ///
    /// If `N` is 0.
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E>;

    /// Calls a visitor for each parameter of several models, as [`map`](Self::map).
    ///
    /// # Errors
    ///
    /// If the visitor fails; the error names the parameter.
    ///
    /// # Panics
    ///
    /// If `N` is 0.
    fn visit<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], mut visitor: V) -> Mapped<Self, E> {
        Self::map(all, &mut At { visitor: &mut visitor, name: None })
    }

    /// Returns the number of elements of all parameters.
    ///
    /// # Errors
    ///
    /// If it overflows a `usize`.
    fn count(&self) -> Result<usize, ModelError<E>> {
        let mut count = 0;
        Self::visit([self], Counted(&mut count))?;
        Ok(count)
    }

    /// Returns the model with gradient tracking: computations on it are recorded.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn tracked(&self) -> Mapped<Self, E>
    where
        E: Differentiate<T>,
    {
        Self::visit([self], Tracked)
    }

    /// Returns gradients with respect to a [`tracked`](Self::tracked) model, as a model of the same shapes.
    ///
    /// Gradients are 0 for parameters that the value does not depend on.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn gradients(&self, gradients: &Gradients<T, E>) -> Mapped<Self, E>
    where
        T: crate::Float,
        E: Differentiate<T> + Host<T>,
    {
        Self::visit([self], OfNumber(gradients))
    }

    /// Returns a model like this one with all parameters 0, as the initial state of an optimiser.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn zeros(&self) -> Mapped<Self, E>
    where
        T: crate::Float,
        E: Host<T>,
    {
        Self::visit([self], Zeros)
    }

    /// Returns the parameters in host memory with their names, in the order of the fields.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn named(&self) -> Mapped<Named<T>, E>
    where
        E: Host<T>,
    {
        let mut named = Named::new();
        Self::visit([self], Downloaded(&mut named))?;
        Ok(named)
    }
}

/// Computes a scalar from a model, and its gradients with respect to each parameter.
///
/// ```no_run
/// use conformable::Shape;
/// use conformable::Size;
/// use conformable::engine::{Differentiate, EngineTensor, FloatEngine};
/// use conformable_models::{Float, Linear, Module, Parameters, mean_squared_error, value_and_gradients};
///
/// type Line<E> = Linear<Size<3>, Size<1>, f32, E>;
///
/// fn slope<E: FloatEngine<f32> + Differentiate<f32>>(
///     line: &Line<E>,
///     x: &EngineTensor<f32, Shape![9, 3], E>,
///     y: &EngineTensor<f32, Shape![9, 1], E>,
/// ) -> Line<E> {
///     let (_, gradients) =
///         value_and_gradients(line, |line| mean_squared_error(&line.forward(x), y)).expect("memory");
///     gradients
/// }
/// ```
///
/// # Errors
///
/// If the engine fails.
pub fn value_and_gradients<M: Parameters<T, E>, T: crate::Float, E: Differentiate<T> + Host<T>>(
    model: &M,
    number: impl FnOnce(&M) -> EngineTensor<T, (), E>,
) -> Mapped<(EngineTensor<T, (), E>, M), E> {
    let model = model.tracked()?;
    let number = number(&model);
    let gradients = model.gradients(&number.backward()?)?;
    Ok((number.detached()?, gradients))
}

/// A function of each parameter of a model, or of corresponding parameters of several.
///
/// The mean of two models, such as two that were trained separately:
///
/// ```
/// use conformable::engine::{EngineTensor, FloatEngine, Native};
/// use conformable::{Shape, Tensor};
/// use conformable_models::{Float, Name, Parameters, Visitor, Why};
///
/// struct Mean;
///
/// impl<T: Float, E: FloatEngine<T>> Visitor<2, T, E> for Mean {
///     fn parameter<S: Shape>(
///         &mut self,
///         _: Name<'_>,
///         [x, y]: [&EngineTensor<T, S, E>; 2],
///     ) -> Result<EngineTensor<T, S, E>, Why<E>> {
///         Ok(x.try_add(y)? * T::of(0.5))
///     }
/// }
///
/// let (x, y) = (
///     EngineTensor::<f64, _, Native>::from(Tensor::from([1.0, 2.0])),
///     EngineTensor::from(Tensor::from([3.0, 8.0])),
/// );
/// assert_eq!(Parameters::visit([&x, &y], Mean)?.as_engine(), &Tensor::from([2.0, 5.0]));
/// # Ok::<(), conformable_models::ModelError<Native>>(())
/// ```
///
/// ```compile_fail,E0308
/// # use conformable::engine::{FloatEngine, Native, EngineTensor};
/// # use conformable::{Shape, Tensor};
/// # use conformable_models::{Float, Name, Parameters, Visitor, Why};
/// # struct Mean;
/// # impl<T: Float, E: FloatEngine<T>> Visitor<2, T, E> for Mean {
/// #     fn parameter<S: Shape>(
/// #         &mut self,
/// #         _: Name<'_>,
/// #         [x, y]: [&EngineTensor<T, S, E>; 2],
/// #     ) -> Result<EngineTensor<T, S, E>, Why<E>> {
/// #         Ok(x.try_add(y)? * T::of(0.5))
/// #     }
/// # }
/// let (x, y) =
///     (EngineTensor::<f64, _, Native>::from(Tensor::from([1.0, 2.0])), EngineTensor::from(Tensor::from([3.0])));
/// Parameters::visit([&x, &y], Mean); // expected `Size<2>`, found `Size<1>`
/// ```
pub trait Visitor<const N: usize, T: Copy, E: Engine> {
    /// Returns the new parameter; `all` are the corresponding parameters of the models.
    ///
    /// # Errors
    ///
    /// As the visitor defines; the caller adds the name of the parameter.
    fn parameter<S: Shape>(
        &mut self,
        name: Name<'_>,
        all: [&EngineTensor<T, S, E>; N],
    ) -> Result<EngineTensor<T, S, E>, Why<E>>;

    /// Returns a tensor that is saved with the model and not trained, such as a running mean. The default is that of
    /// the first model.
    ///
    /// # Errors
    ///
    /// As for [`parameter`](Self::parameter).
    fn buffer<S: Shape>(
        &mut self,
        _: Name<'_>,
        all: [&EngineTensor<T, S, E>; N],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        Ok(all[0].clone())
    }

    /// Returns a parameter that files hold transposed. The default is [`parameter`](Self::parameter).
    ///
    /// # Errors
    ///
    /// As for [`parameter`](Self::parameter).
    fn transposed<I: Dim, O: Dim>(
        &mut self,
        name: Name<'_>,
        all: [&EngineTensor<T, (I, O), E>; N],
    ) -> Result<EngineTensor<T, (I, O), E>, Why<E>> {
        self.parameter(name, all)
    }
}

/// The position of a visitor in a model.
pub struct At<'a, V> {
    visitor: &'a mut V,
    name: Option<Name<'a>>,
}

impl<V> Debug for At<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("At").field(&self.name).finish()
    }
}

impl<V> At<'_, V> {
    /// Visits a field of each model, which is a parameter or contains parameters.
    ///
    /// # Errors
    ///
    /// If the visitor fails; the error names the parameter.
    pub fn part<const N: usize, T: Copy, E: Engine, P: Parameters<T, E>>(
        &mut self,
        name: &str,
        all: [&P; N],
    ) -> Mapped<P, E>
    where
        V: Visitor<N, T, E>,
    {
        let name = Some(Name { outer: self.name.as_ref(), last: name });
        P::map(all, &mut At { visitor: &mut *self.visitor, name })
    }

    /// Visits a tensor of each model that is saved and not trained: [`Visitor::buffer`].
    ///
    /// # Errors
    ///
    /// If the visitor fails; the error names the tensor.
    pub fn buffer<const N: usize, T: Copy, E: Engine, S: Shape>(
        &mut self,
        name: &str,
        all: [&EngineTensor<T, S, E>; N],
    ) -> Mapped<EngineTensor<T, S, E>, E>
    where
        V: Visitor<N, T, E>,
    {
        let name = Name { outer: self.name.as_ref(), last: name };
        self.visitor.buffer(name, all).map_err(|why| why.of(name))
    }

    /// Visits a parameter of each model that files hold transposed: [`Visitor::transposed`].
    ///
    /// # Errors
    ///
    /// If the visitor fails; the error names the parameter.
    pub fn transposed<const N: usize, T: Copy, E: Engine, I: Dim, O: Dim>(
        &mut self,
        name: &str,
        all: [&EngineTensor<T, (I, O), E>; N],
    ) -> Mapped<EngineTensor<T, (I, O), E>, E>
    where
        V: Visitor<N, T, E>,
    {
        let name = Name { outer: self.name.as_ref(), last: name };
        self.visitor.transposed(name, all).map_err(|why| why.of(name))
    }
}

/// The name of a parameter: the names of the fields that lead to it, separated by dots.
#[derive(Clone, Copy)]
pub struct Name<'a> {
    outer: Option<&'a Name<'a>>,
    last: &'a str,
}

impl Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outer) = self.outer {
            write!(f, "{outer}.")?;
        }
        f.write_str(self.last)
    }
}

impl Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}

// a tensor is a single parameter
impl<T: Copy, S: Shape, E: Engine> Parameters<T, E> for EngineTensor<T, S, E> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        let name = at.name.unwrap_or(Name { outer: None, last: "" });
        at.visitor.parameter(name, all).map_err(|why| why.of(name))
    }
}

// elements of an array are named by their positions
impl<T: Copy, E: Engine, P: Parameters<T, E>, const K: usize> Parameters<T, E> for [P; K] {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        let parts = (0..K).map(|k| at.part(&k.to_string(), all.map(|all| &all[k])));
        let parts = parts.collect::<Result<Vec<P>, _>>()?;
        let Ok(parts) = Self::try_from(parts) else { unreachable!("there are as many") };
        Ok(parts)
    }
}

// as arrays; models of different lengths do not correspond
impl<T: Copy, E: Engine, P: Parameters<T, E>> Parameters<T, E> for Vec<P> {
    fn map<const N: usize, V: Visitor<N, T, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        if let Some(other) = all.iter().find(|other| other.len() != all[0].len()) {
            let name = at.name.unwrap_or(Name { outer: None, last: "" });
            return Err(Why::Parts([all[0].len(), other.len()]).of(name));
        }
        (0..all[0].len()).map(|k| at.part(&k.to_string(), all.map(|all| &all[k]))).collect()
    }
}

struct Counted<'a>(&'a mut usize);

impl<T: Copy, E: Engine> Visitor<1, T, E> for Counted<'_> {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        let all = self.0.checked_add(x.shape().numel()?);
        *self.0 = all.ok_or(Why::Count)?;
        Ok(x.clone())
    }
}

struct Tracked;

impl<T: Copy, E: Differentiate<T>> Visitor<1, T, E> for Tracked {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        Ok(x.tracked()?)
    }
}

/// Zeros with the shape and on the device of a tensor.
pub(crate) fn zeros_like<T: crate::Float, S: Shape, E: Host<T>>(x: &EngineTensor<T, S, E>) -> Outcome<T, S, E> {
    EngineTensor::full(x.shape().clone(), T::of(0.0), &x.device())
}

struct OfNumber<'a, T: Copy, E: Differentiate<T>>(&'a Gradients<T, E>);

impl<T: crate::Float, E: Differentiate<T> + Host<T>> Visitor<1, T, E> for OfNumber<'_, T, E> {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        Ok(match self.0.of(x)? {
            Some(gradient) => gradient,
            None => zeros_like(&x.detached()?)?,
        })
    }
}

struct Zeros;

impl<T: crate::Float, E: Host<T>> Visitor<1, T, E> for Zeros {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        Ok(zeros_like(x)?)
    }
}

/// Parameters in host memory, with their names.
pub(crate) struct Downloaded<'a, T: Copy>(pub(crate) &'a mut Named<T>);

impl<T: Copy, E: Host<T>> Visitor<1, T, E> for Downloaded<'_, T> {
    fn parameter<S: Shape>(
        &mut self,
        name: Name<'_>,
        [x]: [&EngineTensor<T, S, E>; 1],
    ) -> Result<EngineTensor<T, S, E>, Why<E>> {
        self.0.push((name.to_string(), x.to_tensor()?.erase()));
        Ok(x.clone())
    }
}
