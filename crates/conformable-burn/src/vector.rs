//! The parameters of a model as one tensor along one axis, so that they are one message.
//!
//! A message of `f32` has a whole number of groups. The sums of the groups show a message that was changed on the way.

use crate::{Burn, Element, EngineTensor, Float, Kind, sizes};
use burn::Tensor;
use burn::backend::DispatchTensor;
use burn::tensor::{DType, Device, Slice, TensorData};
use conformable::Shape;
use conformable_models::{ModelError, Name, Parameters, Visitor, Why};

/// The number of elements that share a sum.
const GROUP: usize = 64;

/// The length of the message of a model with `count` elements, and with zeros after them: at least one.
const fn length(count: usize) -> usize {
    (count / GROUP + 1) * GROUP
}

/// The elements of a model, one parameter after another, and zeros.
pub(crate) fn elements<M: Parameters<f32, Burn>>(model: &M) -> Result<Vec<f32>, ModelError<Burn>> {
    struct Elements<'a>(&'a mut Vec<f32>);

    impl Visitor<1, f32, Burn> for Elements<'_> {
        fn parameter<S: Shape>(
            &mut self,
            _: Name<'_>,
            [x]: [&EngineTensor<f32, S>; 1],
        ) -> Result<EngineTensor<f32, S>, Why<Burn>> {
            self.0.extend_from_slice(x.to_tensor()?.as_slice());
            Ok(x.clone())
        }
    }

    let mut all = Vec::with_capacity(length(model.count()?));
    M::visit([model], Elements(&mut all))?;
    all.resize(length(all.len()), 0.0);
    Ok(all)
}

/// Copies elements to a device.
pub(crate) fn upload(elements: Vec<f32>, device: &Device) -> DispatchTensor {
    let count = elements.len();
    Float::from_data(TensorData::new(elements, [count]), device.as_dispatch())
}

/// A model with the shapes of `like`, and with the elements of a vector.
pub(crate) fn split<M: Parameters<f32, Burn>>(like: &M, vector: &DispatchTensor) -> Result<M, ModelError<Burn>> {
    struct Split<'a>(&'a DispatchTensor, usize);

    impl Visitor<1, f32, Burn> for Split<'_> {
        fn parameter<S: Shape>(
            &mut self,
            _: Name<'_>,
            [x]: [&EngineTensor<f32, S>; 1],
        ) -> Result<EngineTensor<f32, S>, Why<Burn>> {
            let from = self.1;
            self.1 += x.shape().numel()?;
            let part = Float::slice(self.0.clone(), &[Slice::from(from..self.1)]);
            Ok(EngineTensor::made(Ok(Float::reshape(part, sizes(x.shape()))), x.shape().clone())?)
        }
    }

    M::visit([like], Split(vector, 0))
}

/// The answer of a server: gradients, the loss, zeros, the sums of the parameters that it received, and those of the
/// other numbers. [`checked`] reads it.
pub(crate) fn answer<M: Parameters<f32, Burn>>(
    received: DispatchTensor,
    gradients: &M,
    loss: &EngineTensor<f32, ()>,
) -> Result<DispatchTensor, ModelError<Burn>> {
    struct Parts<'a>(&'a mut Vec<DispatchTensor>);

    impl Visitor<1, f32, Burn> for Parts<'_> {
        fn parameter<S: Shape>(
            &mut self,
            _: Name<'_>,
            [x]: [&EngineTensor<f32, S>; 1],
        ) -> Result<EngineTensor<f32, S>, Why<Burn>> {
            let count = x.shape().numel()?;
            // burn's GPU kernels cannot join empty tensors
            if count > 0 {
                self.0.push(Float::reshape(x.as_engine().clone(), [count].into()));
            }
            Ok(x.clone())
        }
    }

    let mut parts = Vec::new();
    M::visit([gradients], Parts(&mut parts))?;
    parts.push(loss.as_engine().clone());
    let count = gradients.count()?;
    let zeros = length(count) - count - 1;
    if zeros > 0 {
        parts.push(Float::full([zeros].into(), 0.0_f32.scalar(), loss.device().as_dispatch(), DType::F32));
    }
    let numbers = Float::cat(parts, 0);
    Ok(Float::cat(vec![numbers.clone(), sums(received), sums(numbers)], 0))
}

/// The sum of each group.
fn sums(vector: DispatchTensor) -> DispatchTensor {
    let vector = Tensor::<1>::from_dispatch(vector);
    let groups = vector.dims()[0] / GROUP;
    vector.reshape([groups, GROUP]).sum_dim(1).reshape([groups]).into_dispatch()
}

/// Returns the gradients, the loss and the zeros of an answer.
///
/// # Errors
///
/// If the answer has another length, or if its sums are not those of the parameters and of its other numbers.
pub(crate) fn checked(parameters: &[f32], mut answer: Vec<f32>) -> Result<Vec<f32>, String> {
    let (count, groups) = (parameters.len(), parameters.len() / GROUP);
    if answer.len() != count + 2 * groups {
        return Err(format!("it answered with {} numbers, not {}", answer.len(), count + 2 * groups));
    }
    let (theirs, ours) = answer[count..].split_at(groups);
    if !agree(parameters, theirs) {
        return Err("the parameters were changed on the way to it".to_owned());
    }
    if !agree(&answer[..count], ours) {
        return Err("its answer was changed on the way".to_owned());
    }
    answer.truncate(count);
    Ok(answer)
}

/// Whether elements have these sums of groups, up to rounding.
///
/// `n` numbers with magnitudes that sum to `m` have, in any order of the additions, a sum with an error of at most
/// `n / 2 * f32::EPSILON * m`: N. J. Higham, Accuracy and Stability of Numerical Algorithms, section 4.2.
fn agree(elements: &[f32], sums: &[f32]) -> bool {
    const ROUNDING: f64 = GROUP as f64 / 2.0 * f32::EPSILON as f64;

    let agrees = |(group, &theirs): (&[f32; GROUP], &f32)| {
        let ours: f64 = group.iter().map(|&x| f64::from(x)).sum();
        let magnitude: f64 = group.iter().map(|x| f64::from(x.abs())).sum();
        if theirs.is_finite() {
            magnitude.is_finite()
                && (ours - f64::from(theirs)).abs() <= ROUNDING * magnitude + f64::from(f32::MIN_POSITIVE)
        } else {
            // a sum overflows, or has an element that is not finite
            magnitude.is_nan() || magnitude > f64::from(f32::MAX)
        }
    };
    elements.as_chunks().0.iter().zip(sums).all(agrees)
}

#[cfg(test)]
mod tests {
    use super::{GROUP, checked};

    /// The answer that a server would compute.
    fn answer(parameters: &[f32], numbers: &[f32]) -> Vec<f32> {
        let sums = |all: &[f32]| all.chunks(GROUP).map(|group| group.iter().sum()).collect::<Vec<f32>>();
        [numbers, &sums(parameters), &sums(numbers)].concat()
    }

    fn numbers(scale: f32) -> Vec<f32> {
        (0..2 * GROUP).map(|i| scale * ((i * 37 % 101) as f32 - 50.0) / 7.0).collect()
    }

    #[test]
    fn an_answer_as_sent() {
        let parameters = numbers(1.0);
        for scale in [0.0, 1e-44, 1e-30, 1.0, 1e30, 3e37, f32::INFINITY, f32::NAN] {
            let bits = |all: &[f32]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            let read = checked(&parameters, answer(&parameters, &numbers(scale))).expect("the sums agree");
            assert_eq!(bits(&read), bits(&numbers(scale)));
        }
    }

    #[test]
    fn lengths() {
        let (parameters, whole) = (numbers(1.0), answer(&numbers(1.0), &numbers(2.0)));
        for length in [0, 1, GROUP, whole.len() - 1] {
            let error = checked(&parameters, whole[..length].to_vec()).expect_err("it is short");
            assert_eq!(error, format!("it answered with {length} numbers, not {}", whole.len()));
        }
        assert!(checked(&parameters, [&whole[..], &[0.0]].concat()).is_err());
    }

    #[test]
    fn changed_numbers() {
        let (parameters, whole) = (numbers(1.0), answer(&numbers(1.0), &numbers(2.0)));
        for at in 0..whole.len() {
            for change in [1.0, 1e30, f32::INFINITY, f32::NAN] {
                let mut answer = whole.clone();
                answer[at] += change;
                let error = checked(&parameters, answer).expect_err("the sums do not agree");
                let of_parameters = (2 * GROUP..2 * GROUP + 2).contains(&at);
                assert_eq!(error.starts_with("the parameters"), of_parameters, "{at} {change}: {error}");
            }
        }
    }
}
