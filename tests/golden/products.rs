//! Products and axes rearranged by patterns against NumPy: every case of `products.jsonl`, with an `AnyShape` and with
//! `Dyn`s, and some as types.

use super::case::{Case, PRODUCTS, viewed};
use crate::common::axes::unknown;
pub(crate) use conformable::{
    AnyShape, Axis, Dyn, Shape, ShapeError, Storage, Tensor, View, einsum, rearrange, try_einsum, try_rearrange,
};
use conformable_test::json::{integers, list, sizes};
use ndarray::{ArrayD, ArrayViewD, IxDyn};
use serde_json::Value;

/// The bases of the operands of a case.
struct Operands(Vec<ArrayD<i64>>);

impl Operands {
    fn new(case: &Case) -> Self {
        let operands = list(case.get("operands")).iter().enumerate();
        Self(operands.map(|(number, operand)| base(number, operand)).collect())
    }

    /// Calls a function with the operand of that number.
    fn with(&self, case: &Case, number: usize, mut then: impl FnMut(ArrayViewD<i64>)) {
        let steps = list(&list(case.get("operands"))[number]["steps"]);
        viewed(&self.0[number], steps, &mut then);
    }

    /// A tensor with the elements of operand `number`, at any strides if no operation copies it.
    fn array(&self, case: &Case, number: usize) -> ArrayD<i64> {
        let mut array = None;
        self.with(case, number, |view| array = Some(view.to_owned()));
        array.expect("an operand")
    }
}

fn base(number: usize, operand: &Value) -> ArrayD<i64> {
    let sizes = sizes(&operand["base"]);
    let element = |i: usize| i64::try_from((i * 7 + number * 3) % 11).expect("small") - 5;
    ArrayD::from_shape_vec(IxDyn(&sizes), (0..sizes.iter().product()).map(element).collect()).expect("as many")
}

/// Asserts that a result equals NumPy's.
fn assert_answer<S: Shape, D: Storage>(case: &Case, how: &str, result: Result<Tensor<i64, S, D>, ShapeError>) {
    let name = format!("case {}, {} {:?}, {how}", case.id, case.op, case.get("equation"));
    match (case.get("expected").as_array(), result) {
        (Some(expected), Ok(tensor)) => {
            let expected: Vec<i64> = expected.iter().map(|x| x.as_i64().expect("an integer")).collect();
            assert_eq!((&sizes(case.get("sizes"))[..], expected), (tensor.sizes().as_ref(), tensor.to_vec()), "{name}");
        }
        (None, Err(error)) => assert!(!error.to_string().is_empty(), "{name}"),
        (expected, result) => panic!("{name}: {expected:?} and {:?}", result.map(|tensor| tensor.to_vec())),
    }
}

/// The equation of a case among these; each operand has a name: `equations!(case, operands; "ij->ji" x i j -> j i;)`.
macro_rules! equations {
    ($case:expr, $operands:expr; $($text:literal $($x:ident $($letter:ident)*),+ -> $($result:ident)*;)*) => {
        match $case.get("equation").as_str().expect("a text") {
            $($text => {
                let mut numbers = 0..;
                $(let $x = numbers.next().expect("a number");)+
                equations!(views $case, $operands; [$($x $x)*] {
                    $(let $x: Tensor<i64, AnyShape, View> = Tensor::try_from(&$x).expect("any shape");)+
                    assert_answer($case, "of any shape", try_einsum!($($($letter)*),+ -> $($result)*; $($x),+));
                    $(let $x = $x.refine::<($(unknown!($letter),)*)>().expect("its rank");)+
                    assert_answer($case, "of unknown sizes", try_einsum!($($($letter)*),+ -> $($result)*; $($x),+));
                });
            })*
            other => panic!("no equation {other}"),
        }
    };
    (views $case:expr, $operands:expr; [] $then:block) => { $then };
    (views $case:expr, $operands:expr; [$x:ident $number:ident $($rest:tt)*] $then:block) => {
        $operands.with($case, $number, |$x| equations!(views $case, $operands; [$($rest)*] $then))
    };
}

fn by_letters(case: &Case, operands: &Operands) {
    equations!(case, operands;
        "i->i" x i -> i;
        "ij->" x i j -> ;
        "ijk->ki" x i j k -> k i;
        "ii->i" x i i -> i;
        "ii->" x i i -> ;
        "iji->ji" x i j i -> j i;
        "ij,jk->ik" x i j, y j k -> i k;
        "ij,jk->ki" x i j, y j k -> k i;
        "ji,kj->ik" x j i, y k j -> i k;
        "i,i->" x i, y i -> ;
        "i,j->ji" x i, y j -> j i;
        "ij,ij->ji" x i j, y i j -> j i;
        "ij,ij->i" x i j, y i j -> i;
        "ij,k->ik" x i j, y k -> i k;
        "ijk,kjl->il" x i j k, y k j l -> i l;
        "ijk,klm->milj" x i j k, y k l m -> m i l j;
        "bthd,bshd->bhts" x b t h d, y b s h d -> b h t s;
        "bhts,bshd->bthd" x b h t s, y b s h d -> b t h d;
        "bij,bjj->bi" x b i j, y b j j -> b i;
        "ij,jk,kl->il" x i j, y j k, z k l -> i l;
        "ij,ik,il->ijkl" x i j, y i k, z i l -> i j k l;
        "i,ij,j->" x i, y i j, z j -> ;
        "ij,jk,kl,lm->mi" w i j, x j k, y k l, z l m -> m i;
        "abc,ai,bj,ck->ijk" w a b c, x a i, y b j, z c k -> i j k;
    );
}

fn by_pattern(case: &Case, operands: &Operands) {
    let size = |letter: &str| usize::try_from(case.get("given")[letter].as_u64().expect("a size")).expect("small");
    operands.with(case, 0, |x| {
        let x: Tensor<i64, AnyShape, View> = Tensor::try_from(&x).expect("any shape");
        /// A pattern of a tensor of any shape, and of `Dyn`s.
        macro_rules! pattern {
            ($Dims:ty; [$($pattern:tt)*] $($letter:ident)*) => {{
                $(let $letter = size(stringify!($letter));)*
                assert_answer(case, "of any shape", try_rearrange!($($pattern)*; x $(, $letter = $letter)*));
                let x = x.view().refine::<$Dims>().expect("its rank");
                assert_answer(case, "of unknown sizes", try_rearrange!($($pattern)*; x $(, $letter = $letter)*));
            }};
        }
        match case.get("pattern").as_str().expect("a text") {
            "b t c -> c b t" => pattern!((Dyn, Dyn, Dyn); [b t c -> c b t]),
            "b t (h d) -> b h t d" => pattern!((Dyn, Dyn, Dyn); [b t (h d) -> b h t d] h),
            "b h t d -> b t (h d)" => pattern!((Dyn, Dyn, Dyn, Dyn); [b h t d -> b t (h d)]),
            "b (h x) (w y) -> b h w (x y)" => pattern!((Dyn, Dyn, Dyn); [b (h x) (w y) -> b h w (x y)] x y),
            "1 b c -> c b" => pattern!((Dyn, Dyn, Dyn); [1 b c -> c b]),
            "b c -> 1 (b c) 1" => pattern!((Dyn, Dyn); [b c -> 1 (b c) 1]),
            "(h d t) -> (t h d)" => pattern!((Dyn,); [(h d t) -> (t h d)] h t),
            "(b h) (t d) -> d t 1 h b 1" => pattern!((Dyn, Dyn); [(b h) (t d) -> d t 1 h b 1] h t),
            other => panic!("no pattern {other}"),
        }
    });
}

/// The operations on two tensors without letters.
fn of_two(case: &Case, operands: &Operands) {
    operands.with(case, 0, |x| {
        operands.with(case, 1, |y| {
            let x: Tensor<i64, AnyShape, View> = Tensor::try_from(&x).expect("any shape");
            let y: Tensor<i64, AnyShape, View> = Tensor::try_from(&y).expect("any shape");
            match &*case.op {
                "matmul" => assert_answer(case, "of any shape", x.try_matmul(&y)),
                "dot" => assert_answer(case, "of any shape", x.try_dot(&y)),
                "outer" => assert_answer(case, "of any shape", x.try_outer(&y)),
                "tensordot" => along(case, &x, &y),
                other => panic!("no operation {other}"),
            }
            if let ("dot", Ok(x), Ok(y)) = (&*case.op, x.view().refine::<(Dyn,)>(), y.view().refine::<(Dyn,)>()) {
                assert_answer(case, "of unknown sizes", x.try_dot(&y));
                assert_eq!(x.try_outer(&y).expect("two vectors").sizes(), [x.sizes()[0], y.sizes()[0]]);
            }
            if let ("matmul", Ok(x), Ok(y)) =
                (&*case.op, x.view().refine::<(Dyn, Dyn)>(), y.view().refine::<(Dyn, Dyn)>())
            {
                assert_answer(case, "of unknown sizes", x.try_matmul(&y));
            }
        });
    });
}

fn along(case: &Case, x: &Tensor<i64, AnyShape, View>, y: &Tensor<i64, AnyShape, View>) {
    /// The product along axes of tensors of any shape, and of `Dyn`s.
    macro_rules! tensordots {
        ($left:expr, $right:expr) => {{
            assert_answer(case, "of any shape", x.try_tensordot(y, $left, $right));
            let x = x.view().refine::<(Dyn, Dyn, Dyn)>().expect("its rank");
            let y = y.view().refine::<(Dyn, Dyn, Dyn, Dyn)>().expect("its rank");
            assert_answer(case, "of unknown sizes", x.try_tensordot(&y, $left, $right));
        }};
    }
    let axes: Vec<Vec<isize>> = list(case.get("along")).iter().map(|axes| integers(list(axes))).collect();
    match (&axes[0][..], &axes[1][..]) {
        ([2], [0]) => tensordots!(Axis::<2>, Axis::<0>),
        ([-2], [-2]) => tensordots!(Axis::<-2>, Axis::<-2>),
        ([1, 2], [2, 0]) => tensordots!((Axis::<1>, Axis::<2>), (Axis::<2>, Axis::<0>)),
        ([], []) => tensordots!((), ()),
        other => panic!("no axes {other:?}"),
    }
}

#[test]
fn products_at_run_time() {
    let mut count = 0;
    for case in PRODUCTS.all() {
        let operands = Operands::new(&case);
        match &*case.op {
            "einsum" => by_letters(&case, &operands),
            "rearrange" => by_pattern(&case, &operands),
            _ => of_two(&case, &operands),
        }
        count += 1;
    }
    assert_eq!(count, 203, "the number of cases in the file");
}

/// The operand of a case as one of a static shape, on the heap.
pub(crate) fn operand<S: Shape>(id: usize, number: usize) -> Tensor<i64, S> {
    let case = PRODUCTS.case(id);
    let array = Operands::new(&case).array(&case, number);
    let view = array.view();
    let any: Tensor<i64, AnyShape, View> = Tensor::try_from(&view).expect("any shape");
    any.to_owned().refine().expect("its sizes")
}

/// Asserts that a result of a static shape equals NumPy's.
pub(crate) fn assert_static<S: Shape>(id: usize, result: Tensor<i64, S>) {
    assert_answer(&PRODUCTS.case(id), "of a static shape", Ok(result));
}

/// An equation of static shapes: `typed_case!(6; [Shape![2, 3]; i j] -> [j] => Shape![3]);`.
macro_rules! typed_case {
    ($id:literal; $([$S:ty; $($letter:ident)*]),+ -> [$($result:ident)*] => $Out:ty) => {
        typed_case!(@ $id; [] 0 1 2 3; $([$S; $($letter)*])+ -> [$($result)*] => $Out)
    };
    (@ $id:literal; [$($done:tt)*] $number:literal $($numbers:literal)*; [$S:ty; $($letter:ident)*] $($rest:tt)*) => {
        typed_case!(@ $id; [$($done)* [operand::<$S>($id, $number); $($letter)*]] $($numbers)*; $($rest)*)
    };
    (@ $id:literal; [$([$x:expr; $($letter:ident)*])+] $($numbers:literal)*; -> [$($result:ident)*] => $Out:ty) => {{
        let result: Tensor<i64, $Out> = einsum!($($($letter)*),+ -> $($result)*; $($x),+);
        assert_static($id, result);
    }};
}
pub(crate) use typed_case;

#[test]
fn a_pattern_of_a_static_shape() {
    let x: Tensor<i64, Shape![2, 6]> = Tensor::from([[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]);
    // numpy.arange(1, 13).reshape(2, 2, 3).transpose(1, 0, 2)
    let y: Tensor<i64, Shape![2, 2, 3]> = rearrange!(t (h d) -> h t d; x, h = 2);
    assert_eq!(y.to_vec(), [1, 2, 3, 7, 8, 9, 4, 5, 6, 10, 11, 12]);
}
