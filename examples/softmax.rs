//! The probabilities of classes, the cross-entropy of labels, and the number of correct predictions.

use conformable::{Axis, Dim, Tensor};

fn softmax<N: Dim, C: Dim>(logits: &Tensor<f32, (N, C)>) -> Tensor<f32, (N, C)> {
    logits.softmax(Axis::<-1>)
}

/// The mask of the label: (N, 1) with (C,) is (N, C).
fn one_hot<N: Dim, C: Dim>(labels: &Tensor<usize, (N,)>, classes: C) -> Tensor<bool, (N, C)> {
    labels.unsqueeze(Axis::<-1>).equal(&Tensor::from_fn((classes,), |[class]| class))
}

fn cross_entropy<N: Dim, C: Dim>(logits: &Tensor<f32, (N, C)>, labels: &Tensor<usize, (N,)>) -> f32 {
    let of_label = one_hot(labels, logits.shape().1).where_cond(&logits.log_softmax(Axis::<-1>), 0.0);
    -of_label.sum(Axis::<-1>).mean_all()
}

fn accuracy<N: Dim, C: Dim>(logits: &Tensor<f32, (N, C)>, labels: &Tensor<usize, (N,)>) -> f32 {
    logits.argmax(Axis::<-1>).equal(labels).map(f32::from).mean_all()
}

fn main() {
    let logits = Tensor::from([[-1.0, 0.0, 1.0], [2.0, 3.0, -1.0], [0.0, 1.0, 2.0], [3.0, -1.0, 0.0]]);
    let labels = Tensor::from([2, 1, 0, 1]);
    println!("{:.3}", softmax(&logits));
    println!("cross-entropy {:.4}, accuracy {}", cross_entropy(&logits, &labels), accuracy(&logits, &labels));
    println!("sum of squares {}", logits.square().sum_all());
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "numbers that are exact")]
mod tests {
    use super::*;
    use conformable::Shape;

    const LOGITS: [[f32; 3]; 4] = [[-1.0, 0.0, 1.0], [2.0, 3.0, -1.0], [0.0, 1.0, 2.0], [300.0, -1.0, 0.0]];
    const LABELS: [usize; 4] = [2, 1, 0, 1];

    /// The probability of a class in a row of logits.
    fn probability(row: [f32; 3], class: usize) -> f32 {
        row[class].exp() / row.iter().map(|x| x.exp()).sum::<f32>()
    }

    #[test]
    fn probabilities_are_those_of_loops() {
        let p = softmax(&Tensor::from(LOGITS));
        for ([i, class], p) in p.indexed_iter() {
            // `exp(300)` overflows, although one class has the probability 1
            let naive = if i == 3 { f32::from(class == 0) } else { probability(LOGITS[i], class) };
            assert!((p - naive).abs() < 1e-6);
        }
    }

    #[test]
    fn the_loss_is_that_of_loops_however_much_is_known_of_the_shapes() {
        let (logits, labels) = (Tensor::from(LOGITS), Tensor::from(LABELS));
        let of_three: f32 = (0..3).map(|i| -probability(LOGITS[i], LABELS[i]).ln()).sum();
        // the cross-entropy of the last is the difference of its logits
        let naive = (of_three + 301.0) / 4.0;
        assert!((cross_entropy(&logits, &labels) - naive).abs() < 1e-4);
        assert_eq!(accuracy(&logits, &labels), 0.5);

        let (logits, labels) = (logits.widen::<Shape![_, 3]>(), labels.widen::<Shape![_]>());
        assert!((cross_entropy(&logits, &labels) - naive).abs() < 1e-4);
        assert_eq!(accuracy(&logits, &labels), 0.5);
    }
}
