//! A node with its inputs and attributes.

use crate::proto::{AttributeProto, NodeProto};
use crate::value::{Any, Element, Value};
use conformable::{ShapeError, Tensor};
use std::fmt;

/// Why a node cannot be run.
#[derive(Clone, Debug)]
pub enum Error {
    /// The interpreter does not support it.
    NotSupported(String),
    /// The shapes do not fit.
    Shape(ShapeError),
    /// The model is not valid.
    Invalid(&'static str),
}

/// A value, or why a node cannot be run.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The interpreter does not support this.
    pub fn not_supported(what: impl Into<String>) -> Self {
        Self::NotSupported(what.into())
    }
}

impl From<ShapeError> for Error {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl<T> From<conformable::Refused<T>> for Error {
    fn from(refused: conformable::Refused<T>) -> Self {
        Self::Shape(refused.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSupported(what) => write!(f, "not supported: {what}"),
            Self::Shape(error) => error.fmt(f),
            Self::Invalid(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

/// A node with its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    proto: &'a NodeProto,
    inputs: &'a [Option<&'a Value>],
    /// The version of ONNX's operators.
    pub opset: i64,
}

impl<'a> Node<'a> {
    /// A node, its inputs, and the version of the operators.
    #[must_use]
    pub fn new(proto: &'a NodeProto, inputs: &'a [Option<&'a Value>], opset: i64) -> Self {
        Self { proto, inputs, opset }
    }

    /// The operator.
    #[must_use]
    pub fn operator(&self) -> &'a str {
        &self.proto.op_type
    }

    /// The number of outputs.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.proto.output.len()
    }

    /// All inputs.
    #[must_use]
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = Result<&'a Value>> + Clone {
        self.inputs.iter().map(|input| input.ok_or(Error::Invalid("an input is missing")))
    }

    /// An input that is required.
    pub fn input(&self, at: usize) -> Result<&'a Value> {
        self.optional(at).ok_or(Error::Invalid("an input is missing"))
    }

    /// An input that may be missing.
    #[must_use]
    pub fn optional(&self, at: usize) -> Option<&'a Value> {
        self.inputs.get(at).copied().flatten()
    }

    /// An input with elements of a type.
    pub fn tensor<T: Element>(&self, at: usize) -> Result<&'a Any<T>> {
        self.like(at, None)
    }

    /// An input with elements of the type of another tensor.
    pub fn like<T: Element>(&self, at: usize, _: Option<&Any<T>>) -> Result<&'a Any<T>> {
        T::of(self.input(at)?).ok_or_else(|| Error::not_supported("inputs of different types"))
    }

    /// An input that may be missing: its only element, or a default.
    pub fn scalar_or<T: Element>(&self, at: usize, default: T, _: &Any<T>) -> Result<T> {
        let Some(value) = self.optional(at) else { return Ok(default) };
        let x = T::of(value).ok_or_else(|| Error::not_supported("inputs of different types"))?;
        x.iter().next().copied().ok_or(Error::Invalid("an input is empty"))
    }

    fn attribute(&self, name: &str) -> Option<&'a AttributeProto> {
        self.proto.attribute.iter().find(|attribute| attribute.name == name)
    }

    /// An attribute that is an integer.
    #[must_use]
    pub fn int(&self, name: &str, default: i64) -> i64 {
        self.attribute(name).map_or(default, |attribute| attribute.i)
    }

    /// An attribute that is an axis.
    #[must_use]
    pub fn axis(&self, name: &str, default: isize) -> isize {
        self.attribute(name).map_or(default, |attribute| to_isize(attribute.i))
    }

    /// An attribute that is a number.
    #[must_use]
    pub fn float(&self, name: &str, default: f32) -> f32 {
        self.attribute(name).map_or(default, |attribute| attribute.f)
    }

    /// An attribute that is text.
    #[must_use]
    pub fn text(&self, name: &str, default: &'a str) -> &'a str {
        self.attribute(name).map_or(default, |attribute| std::str::from_utf8(&attribute.s).unwrap_or_default())
    }

    /// An attribute that is a list of integers.
    #[must_use]
    pub fn ints(&self, name: &str) -> Option<&'a [i64]> {
        self.attribute(name).map(|attribute| &attribute.ints[..])
    }

    /// The value of a constant: a tensor, a number, or a list of numbers.
    pub fn constant(&self) -> Result<Value> {
        let attribute = self.proto.attribute.first().ok_or(Error::Invalid("a constant has no value"))?;
        Ok(match &attribute.name[..] {
            "value" => return attribute.t.as_ref().map_or(Err(Error::Invalid("a constant has no value")), Value::read),
            "value_float" => Tensor::scalar(attribute.f).erase().into(),
            "value_floats" => vector(&attribute.floats).into(),
            "value_int" => Tensor::scalar(attribute.i).erase().into(),
            "value_ints" => vector(&attribute.ints).into(),
            other => return Err(Error::not_supported(format!("the constant `{other}`"))),
        })
    }

    /// An attribute that is a tensor.
    pub fn value(&self, name: &str) -> Result<Option<Value>> {
        self.attribute(name).and_then(|attribute| attribute.t.as_ref()).map(Value::read).transpose()
    }

    /// The integers of an input, or of an attribute as in older versions.
    pub fn numbers(&self, at: usize, name: &str) -> Result<Option<Vec<isize>>> {
        let all = match (self.optional(at), self.ints(name)) {
            (Some(value), _) => value.integers()?,
            (None, Some(all)) => all.to_vec(),
            (None, None) => return Ok(None),
        };
        Ok(Some(all.into_iter().map(to_isize).collect()))
    }
}

/// Extremes mean "to the end".
#[must_use]
pub(crate) fn to_isize(number: i64) -> isize {
    number.clamp(isize::MIN as i64, isize::MAX as i64) as isize
}

/// A count, which is not negative.
pub(crate) fn count(number: isize) -> Result<usize> {
    usize::try_from(number).map_err(|_| Error::Invalid("a count is negative"))
}

/// A tensor of one axis.
#[must_use]
pub(crate) fn vector<T: Copy>(elements: &[T]) -> Any<T> {
    Tensor::from_fn(conformable::shape![elements.len()], |[at]| elements[at]).erase()
}
