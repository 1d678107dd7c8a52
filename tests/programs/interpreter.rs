//! Programs on tensors, read from any bytes, each step compared with the same step on plain vectors.
//!
//! A program works on a stack of tensors whose shapes are known only at run time. Each byte is a step, which reads the
//! bytes that it needs; missing ones are 0. `tests/programs` runs the corpus, and the fuzz target looks for more.

use conformable::{
    AnyShape, AutoBroadcastSpec, Bidirectional, Dyn, Explicit, Paddle, Rule, Shape, ShapeError, Tensor, zip,
};

/// Larger tensors are not made: they use the same paths of the kernels.
const MOST: usize = 5000;

/// A tensor, and the same sizes and elements in plain vectors.
struct Entry {
    tensor: Tensor<i64, AnyShape>,
    sizes: Vec<usize>,
    elements: Vec<i64>,
}

/// The result of a rule for two shapes, computed without the crate's code: `None` if they do not conform.
fn broadcast(rule: &str, axis: i64, lhs: &[usize], rhs: &[usize]) -> Option<Vec<usize>> {
    let pair = |l: usize, r: usize| match (l, r) {
        (l, r) if l == r => Some(l),
        (1, r) if rule != "onto" && rule != "pdpd" => Some(r),
        (l, 1) => Some(l),
        _ => None,
    };
    match rule {
        "none" => (lhs == rhs).then(|| lhs.to_vec()),
        "paddle" if lhs.is_empty() || rhs.is_empty() => None,
        "onto" | "pdpd" if rhs.len() > lhs.len() => None,
        "pdpd" => {
            let kept = rhs.len() - rhs.iter().rev().take_while(|&&size| size == 1).count();
            let start = if axis == -1 { lhs.len() as i64 - rhs.len() as i64 } else { axis };
            if start < 0 || (axis != -1 && start as usize > lhs.len()) {
                return None;
            }
            let start = start as usize;
            (0..kept).all(|i| lhs.get(start + i).is_some_and(|&l| pair(l, rhs[i]).is_some())).then(|| lhs.to_vec())
        }
        _ => {
            let rank = lhs.len().max(rhs.len());
            let at = |sizes: &[usize], axis: usize| (axis + sizes.len()).checked_sub(rank).map_or(1, |i| sizes[i]);
            (0..rank).map(|axis| pair(at(lhs, axis), at(rhs, axis))).collect()
        }
    }
}

/// The elements of an operand over the indices of a result, with its axis 0 on the result's axis `start`.
fn stretch(result: &[usize], start: i64, sizes: &[usize], elements: &[i64]) -> Vec<i64> {
    let numel = result.iter().product();
    let element = |i: usize| {
        let (mut rest, mut index) = (i, vec![0; result.len()]);
        for (place, size) in index.iter_mut().zip(result).rev() {
            (*place, rest) = (rest % size, rest / size);
        }
        let place = sizes.iter().enumerate().fold(0, |place, (axis, &size)| {
            let i = usize::try_from(start + axis as i64).ok().and_then(|axis| index.get(axis)).copied().unwrap_or(0);
            place * size + if size == 1 { 0 } else { i }
        });
        elements[place]
    };
    (0..numel).map(element).collect()
}

fn aligned(result: &[usize], sizes: &[usize], elements: &[i64]) -> Vec<i64> {
    stretch(result, result.len() as i64 - sizes.len() as i64, sizes, elements)
}

struct Machine<'a> {
    bytes: std::slice::Iter<'a, u8>,
    stack: Vec<Entry>,
    made: i64,
}

impl Machine<'_> {
    fn byte(&mut self) -> usize {
        self.bytes.next().copied().unwrap_or(0).into()
    }

    fn sizes(&mut self) -> Vec<usize> {
        let rank = self.byte() % 6;
        (0..rank).map(|_| [1, 1, 2, 3, 0, 4, 7, 40][self.byte() % 8]).collect()
    }

    fn push(&mut self, tensor: Tensor<i64, AnyShape>, sizes: Vec<usize>, elements: Vec<i64>) {
        assert_eq!(tensor.sizes(), AnyShape::from(&sizes[..]));
        assert_eq!(tensor.as_slice(), elements);
        self.stack.push(Entry { tensor, sizes, elements });
    }

    fn make(&mut self, sizes: Vec<usize>) {
        if sizes.iter().product::<usize>() > MOST {
            return;
        }
        let shape = AnyShape::from(&sizes[..]);
        let start = self.made;
        let elements: Vec<i64> = (0..sizes.iter().product::<usize>() as i64).map(|i| start + 3 * i).collect();
        self.made += 1;
        self.push(Tensor::from_vec(shape, elements.clone()).expect("as many elements"), sizes, elements);
    }

    /// An operation on the two last tensors under a rule has the result, or the error, of the model.
    fn under(
        &mut self,
        rule: impl Rule + for<'x> conformable::RuleFor<AnyShape, AnyShape, Output = AnyShape>,
        name: &str,
        axis: i64,
    ) {
        let [.., l, r] = &self.stack[..] else { return };
        let result = l.tensor.under(rule).try_sub(&r.tensor);
        let Some(out) = broadcast(name, axis, &l.sizes, &r.sizes) else {
            assert!(result.is_err(), "{:?} {name} {:?} was let pass", l.sizes, r.sizes);
            return;
        };
        if out.iter().product::<usize>() > MOST {
            return;
        }
        let start = if name == "pdpd" && axis != -1 { axis } else { out.len() as i64 - r.sizes.len() as i64 };
        let (ls, rs) = (aligned(&out, &l.sizes, &l.elements), stretch(&out, start, &r.sizes, &r.elements));
        let elements: Vec<i64> = ls.iter().zip(&rs).map(|(l, r)| l.wrapping_sub(*r)).collect();
        let result = result.unwrap_or_else(|error| panic!("{name} refused: {error}"));
        self.push(result, out, elements);
    }

    fn run(&mut self) {
        while let Some(step) = self.bytes.next() {
            if self.stack.len() > 6 {
                self.stack.remove(0);
            }
            match step % 16 {
                0..=3 => {
                    let sizes = self.sizes();
                    self.make(sizes);
                }
                4 => self.under(conformable::Numpy, "numpy", 0),
                5 => {
                    let axis = self.byte() as i64 % 6 - 1;
                    self.under(AutoBroadcastSpec::pdpd(axis as isize), "pdpd", axis);
                }
                6 => self.under(Explicit, "none", 0),
                7 => self.under(Paddle, "paddle", 0),
                8 => self.under(Bidirectional, "numpy", 0),
                9 => self.under(conformable::Onto, "onto", 0),
                10 => self.broadcast_to(),
                11 => self.in_place(),
                12 if *step < 128 => self.three(),
                12 => self.five(),
                13 => self.owned(),
                14 => self.typed(),
                _ => self.stack.swap_top(),
            }
        }
    }

    fn broadcast_to(&mut self) {
        let sizes = self.sizes();
        let Some(x) = self.stack.last() else { return };
        let view = x.tensor.try_broadcast_to(&AnyShape::from(&sizes[..]));
        match broadcast("onto", 0, &sizes, &x.sizes) {
            None => assert!(view.is_err()),
            Some(_) if sizes.iter().product::<usize>() > MOST => {}
            Some(_) => {
                let (view, elements) = (view.expect("it stretches"), aligned(&sizes, &x.sizes, &x.elements));
                assert!(view.iter().eq(&elements));
                assert!(view == view.to_owned());
                let owned = view.to_owned();
                self.push(owned, sizes, elements);
            }
        }
    }

    fn in_place(&mut self) {
        let (Some(r), Some(mut l)) = (self.stack.pop(), self.stack.pop()) else { return };
        let before = l.tensor.clone();
        let result: Result<(), ShapeError> = l.tensor.try_sub_assign(&r.tensor);
        if broadcast("onto", 0, &l.sizes, &r.sizes).is_some() {
            result.expect("it stretches");
            let rs = aligned(&l.sizes, &r.sizes, &r.elements);
            l.elements.iter_mut().zip(rs).for_each(|(l, r)| *l = l.wrapping_sub(r));
        } else {
            assert!(result.is_err());
            assert_eq!(l.tensor, before, "nothing is changed");
        }
        self.push(l.tensor, l.sizes, l.elements);
    }

    fn three(&mut self) {
        let [.., x, y, z] = &self.stack[..] else { return };
        let out = broadcast("numpy", 0, &x.sizes, &y.sizes).and_then(|out| broadcast("numpy", 0, &out, &z.sizes));
        if out.as_ref().is_some_and(|out| out.iter().product::<usize>() > MOST) {
            return;
        }
        let result = zip((&x.tensor, &y.tensor.view(), &z.tensor))
            .try_map(|(x, y, z)| x.wrapping_mul(2).wrapping_add(y).wrapping_sub(z));
        let Some(out) = out else { return assert!(result.is_err()) };
        let [xs, ys, zs] = [x, y, z].map(|x| aligned(&out, &x.sizes, &x.elements));
        let elements =
            xs.iter().zip(ys).zip(zs).map(|((x, y), z)| x.wrapping_mul(2).wrapping_add(y).wrapping_sub(z)).collect();
        self.push(result.expect("they conform"), out, elements);
    }

    /// Five operands, with one byte for each element; the later ones repeat.
    fn five(&mut self) {
        if self.stack.is_empty() {
            return;
        }
        let operands: [&Entry; 5] = std::array::from_fn(|k| &self.stack[self.stack.len() - 1 - k % self.stack.len()]);
        let out = operands.iter().try_fold(Vec::new(), |out, x| broadcast("numpy", 0, &out, &x.sizes));
        if out.as_ref().is_some_and(|out| out.iter().product::<usize>() > MOST) {
            return;
        }
        let combine = |(a, b, c, d, e): (u8, u8, u8, u8, u8)| {
            a.wrapping_mul(2).wrapping_sub(b).wrapping_mul(c).wrapping_add(d).wrapping_sub(e)
        };
        let bytes = operands.map(|x| x.tensor.map(|x| x as u8));
        let result = zip((&bytes[0], &bytes[1], &bytes[2].view(), &bytes[3], &bytes[4])).try_map(combine);
        let Some(out) = out else { return assert!(result.is_err()) };
        let elements_of = operands.map(|x| aligned(&out, &x.sizes, &x.elements));
        let at = |i: usize| elements_of.each_ref().map(|elements| elements[i] as u8);
        let elements = (0..out.iter().product()).map(|i| combine(at(i).into()).into()).collect();
        self.push(result.expect("they conform").map(i64::from), out, elements);
    }

    /// The operator on owned tensors, which overwrites one of them if possible.
    fn owned(&mut self) {
        let (Some(r), Some(l)) = (self.stack.pop(), self.stack.pop()) else { return };
        let Some(out) = broadcast("numpy", 0, &l.sizes, &r.sizes) else { return };
        if out.iter().product::<usize>() > MOST {
            return;
        }
        let (ls, rs) = (aligned(&out, &l.sizes, &l.elements), aligned(&out, &r.sizes, &r.elements));
        let elements: Vec<i64> = ls.iter().zip(&rs).map(|(l, r)| l ^ r).collect();
        self.push(l.tensor ^ r.tensor, out, elements);
    }

    /// The same tensors with their ranks in the type.
    fn typed(&mut self) {
        let [.., l, r] = &self.stack[..] else { return };
        let (l2, r2) = (l.tensor.view().refine::<(Dyn, Dyn)>(), r.tensor.view().refine::<(Dyn, Dyn)>());
        assert_eq!((l2.is_ok(), r2.is_ok()), (l.sizes.len() == 2, r.sizes.len() == 2));
        let (Ok(l2), Ok(r2)) = (l2, r2) else { return };
        let Some(out) = broadcast("numpy", 0, &l.sizes, &r.sizes) else {
            return assert!(l2.try_less(&r2).is_err());
        };
        if out.iter().product::<usize>() > MOST {
            return;
        }
        let result = l2.less(&r2).where_cond(&l2, &r2).erase();
        let (ls, rs) = (aligned(&out, &l.sizes, &l.elements), aligned(&out, &r.sizes, &r.elements));
        let elements = ls.iter().zip(&rs).map(|(l, r)| *l.min(r)).collect();
        self.push(result, out, elements);
    }
}

trait SwapTop {
    fn swap_top(&mut self);
}

impl<T> SwapTop for Vec<T> {
    fn swap_top(&mut self) {
        if let [.., a, b] = &mut self[..] {
            std::mem::swap(a, b);
        }
    }
}

/// Runs a program.
///
/// # Panics
///
/// If a step has another result than on plain vectors.
pub(crate) fn run(bytes: &[u8]) {
    let mut machine = Machine { bytes: bytes.iter(), stack: Vec::new(), made: 0 };
    machine.run();
    // the shape has the sizes of its value
    assert!(machine.stack.iter().all(|entry| entry.tensor.shape().numel().is_ok()));
}
