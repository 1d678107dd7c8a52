//! A model fitted by scikit-learn: `iris.safetensors`, which `make.py model` writes.

use crate::kept;
use conformable::{Axis, Dyn, Shape, Tensor};
use conformable_files::{File, FileError, FilePart};

struct Flowers;

/// A logistic regression of four measures and three species.
struct LogisticRegression {
    coefficients: Tensor<f64, Shape![3, 4]>,
    intercept: Tensor<f64, Shape![3]>,
}

impl LogisticRegression {
    fn load(from: &FilePart<'_>) -> Result<Self, FileError> {
        Ok(Self { coefficients: from.load("coef_")?, intercept: from.load("intercept_")? })
    }

    /// The score of each species for each flower.
    fn scores(&self, flowers: &Tensor<f64, Shape![Flowers = _, 4]>) -> Tensor<f64, Shape![Flowers = _, 3]> {
        flowers.matmul(&self.coefficients.t()) + &self.intercept
    }
}

#[test]
fn predicts_what_scikit_learn_predicts() {
    let file = File::open(kept("iris.safetensors")).unwrap();
    let model = LogisticRegression::load(&file.part("model")).unwrap();
    let flowers = file.load::<f64, Shape![Flowers = _, 4]>("flowers").unwrap();
    let scores = model.scores(&flowers);
    let predicted = file.load::<i64, (Dyn<Flowers>,)>("predicted").unwrap();
    assert_eq!((flowers.sizes(), predicted.sizes()), ([150, 4], [150]));
    assert_eq!(scores.argmax(Axis::<1>).map(|kind| kind as i64), predicted);
    let probabilities = file.load::<f64, Shape![Flowers = _, 3]>("probabilities").unwrap();
    let apart = (scores.softmax(Axis::<1>) - &probabilities).iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    assert!(apart < 1e-14, "{apart}");
    assert_eq!(file.metadata("score"), Some("0.9733333333333334"));
    let error = file.part("model").load::<f64, Shape![4, 3]>("coef_").unwrap_err().to_string();
    assert!(error.contains("tensor `model.coef_`: (3, 4) is not a (4, 3)"), "{error}");
}
