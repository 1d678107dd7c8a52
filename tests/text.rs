//! Text of shapes of any rank and tensors of any size: short, fast, and without a panic.

use conformable::ops::Nearest;
use conformable::windows::Window;
use conformable::{
    AnyShape, AutoBroadcastSpec, AutoBroadcastType, Explicit, Numpy, NumpyBroadcast, PartialShape, Rule, ShapeError,
    Tensor, broadcast_shapes, shape, try_broadcast, zip,
};
use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A shape of that rank with all sizes 1, except for one axis.
fn ones_but(rank: usize, axis: usize, size: usize) -> AnyShape {
    let mut shape: AnyShape = std::iter::repeat_n(1, rank).collect();
    shape.as_mut()[axis] = size;
    shape
}

/// A tensor of this shape with all elements at one place.
macro_rules! repeated {
    ($element:expr, $shape:expr) => {
        Tensor::scalar($element).try_broadcast_to(&$shape).unwrap()
    };
}

#[test]
fn errors_of_any_rank() {
    for rank in [33, 100_000] {
        let (l, r) = (ones_but(rank, rank - 1, 2), ones_but(rank, rank - 1, 3));
        let error = Tensor::full(l, 1).try_add(&Tensor::full(r, 1)).unwrap_err();
        assert_eq!(error.axis(), Some(rank - 1));
        assert_eq!(
            error.to_string(),
            "cannot broadcast (1, 1, 1, ..., 1, 1, 2) with (1, 1, 1, ..., 1, 1, 3)
  lhs  1  1  1  ...  1  1  2
  rhs  1  1  1  ...  1  1  3
                           ^ 2 and 3 differ, and neither is 1"
        );
    }
    let error = Numpy.shapes(&ones_but(70_000, 50_000, 20), &ones_but(40_000, 20_000, 3)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot broadcast (1, 1, 1, ..., 1, 1, 1) with (1, 1, 1, ..., 1, 1, 1)
  lhs  1  1  1  ...  20  ...  1  1  1
  rhs           ...   3  ...  1  1  1
                      ^ 20 and 3 differ, and neither is 1"
    );
    let error = AutoBroadcastSpec::pdpd(50_000).shapes(&ones_but(70_000, 50_000, 2), &[3, 1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot broadcast (3, 1) onto (1, 1, 1, ..., 1, 1, 1) at axis 50000
  onto  1  1  1  ...  2  ...  1  1  1
  from                3  ...
                      ^ 3 and 2 differ, and 3 is not 1"
    );
}

/// Up to 32 axes all are shown, and from the 33rd on the one that clashes.
#[test]
fn the_caret_stands_under_the_clash() {
    for (rank, axis) in [32, 33, 34, 40].into_iter().flat_map(|rank| (0..rank).map(move |axis| (rank, axis))) {
        let error = Numpy.shapes(&ones_but(rank, axis, 200), &ones_but(rank, axis, 7)).unwrap_err();
        let text = error.to_string();
        let lines: Vec<&str> = text.lines().collect();
        let caret = lines[3].find('^').unwrap();
        assert_eq!((&lines[1][caret - 2..=caret], &lines[2][caret - 2..=caret]), ("200", "  7"), "{text}");
        assert_eq!(lines[1].contains("..."), rank > 32, "{text}");
    }
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn operators_of_any_rank_panic_with_the_text() {
    let (l, r) = (ones_but(100_000, 0, 2), ones_but(100_000, 0, 3));
    let (x, y) = (Tensor::full(l, 1), Tensor::full(r, 1));
    let payload = catch_unwind(|| &x + &y).unwrap_err();
    assert!(payload.downcast::<String>().unwrap().ends_with("^ 2 and 3 differ, and neither is 1"));
}

#[test]
fn shapes_of_any_rank() {
    let shape = ones_but(40, 20, 5);
    assert_eq!(shape.to_string(), "(1, 1, 1, ..., 1, 1, 1)");
    let all = format!("{shape:#}");
    assert_eq!(all.parse(), Ok(PartialShape::from(&shape[..])));
    assert_eq!(ones_but(32, 31, 5).to_string().matches('1').count(), 31);
    let explanation = Numpy.explain(&PartialShape::from(&shape[..]), &"*".parse().unwrap());
    assert!(explanation.to_string().contains("\n  lhs  1  1  1  ...  1  1  1\n  rhs  *\n"), "{explanation}");
    let refused: Result<Tensor<u8, AnyShape>, ShapeError> = Tensor::from_vec(shape, vec![]).map_err(Into::into);
    assert_eq!(refused.unwrap_err().to_string(), "0 elements do not fill the shape (1, 1, 1, ..., 1, 1, 1)");
}

#[test]
fn tensors_of_any_rank() {
    let x = Tensor::full(ones_but(60_000, 59_999, 2), 7);
    assert_eq!(x.to_string(), "[... [[[[[[[[7, 7]]]]]]]] ...]");
    assert_eq!(format!("{x:?}"), "Tensor (1, 1, 1, ..., 1, 1, 2) [... [[[[[[[[7, 7]]]]]]]] ...]");
    assert_eq!(format!("{x:#}").len(), 2 * 60_000 + "7, 7".len());
    let x = Tensor::from_fn(ones_but(33, 0, 2), |index| index.as_ref()[0]);
    assert_eq!(x.to_string(), "[... [[[[[[[[0]]]]]]]] ...]");
    let x = Tensor::from_fn(ones_but(32, 31, 2), |index| index.as_ref()[31]);
    assert_eq!(x.to_string(), format!("{0}0, 1{1}", "[".repeat(32), "]".repeat(32)));
}

#[test]
fn broadcasts_of_any_size() {
    let many = usize::BITS as usize - 4;
    let text = repeated!(1_u8, std::iter::repeat_n(2, many).collect::<AnyShape>()).to_string();
    assert!(text.len() < 20_000, "{} bytes", text.len());
    let axes = usize::MAX.ilog10() as usize - 3;
    let text = repeated!(1_u8, std::iter::repeat_n(10, axes).collect::<AnyShape>()).to_string();
    assert!(text.len() < 10_000, "{} bytes", text.len());
    assert!(text.starts_with(&format!("{}1, 1, 1, ..., 1, 1, 1],\n", "[".repeat(axes))), "{text}");
    let side = 1 << (usize::BITS / 2 - 1);
    assert_eq!(repeated!(1_u8, shape![side, side]).to_string().lines().count(), 7);

    let deep = repeated!(0_u8, shape![2, 10, 10, 10, 10, 10]).to_string();
    assert!(deep.ends_with("  [0, 0, 0, ..., 0, 0, 0]]],\n\n\n   ...],\n\n\n\n  ...],\n\n\n\n\n ...]"), "{deep}");
}

#[test]
fn columns_of_any_width() {
    let wide = Tensor::from_vec(shape![2], vec!["a".to_owned(), "b".repeat(70_000)]).unwrap();
    assert_eq!(wide.to_string().len(), 2 * 70_000 + "[, ]".len());
    assert_eq!(format!("{:.60000}", Tensor::from([1.0, 2.0])).len(), 2 * 60_002 + "[, ]".len());
}

/// More text than is kept between two formats, in characters of several bytes, and texts of any length.
#[test]
fn more_text_than_is_kept() {
    for length in [1, 2, 60, 127, 128, 254, 255, 256, 300, 9000] {
        for numel in [1, 2, 31, 64, 300] {
            let element = |i: usize| if i % 3 == 1 { "é".repeat(length) } else { i.to_string() };
            let x = Tensor::from_fn(shape![numel], |[i]| element(i));
            let width = (0..numel).map(|i| element(i).chars().count()).max().unwrap();
            let columns: Vec<_> =
                (0..numel).map(|i| " ".repeat(width - element(i).chars().count()) + &element(i)).collect();
            assert_eq!(x.to_string(), format!("[{}]", columns.join(", ")));
        }
    }
}

#[test]
fn elements_whose_width_changes() {
    struct Longer(Cell<usize>);
    impl fmt::Display for Longer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.set(self.0.get() + 7);
            f.write_str(&"x".repeat(self.0.get()))
        }
    }
    let x = Tensor::from_vec(shape![2], vec![Longer(Cell::new(1)), Longer(Cell::new(3))]).unwrap();
    assert_eq!(x.to_string().matches('x').count(), 8 + 10);
    // too long to be kept: formatted for the width of the column, for the spaces before it, and for the output
    let x = Tensor::from_vec(shape![2], vec![Longer(Cell::new(1)), Longer(Cell::new(300))]).unwrap();
    assert_eq!(x.to_string().matches('x').count(), 8 + 321);
}

/// The text of a tensor of at most five axes, by recursion.
fn naive(sizes: &[usize], index: &mut Vec<usize>, edge: usize, get: &dyn Fn(&[usize]) -> String) -> String {
    let axis = index.len();
    let Some(&size) = sizes.get(axis) else { return get(index) };
    let inside = sizes.len() - axis - 1;
    let between = match inside {
        0 => ", ".to_owned(),
        _ => format!(",{}{}", "\n".repeat(inside), " ".repeat(axis + 1)),
    };
    let mut entries = Vec::new();
    for i in 0..size {
        if size <= 2 * edge || i < edge || i >= size - edge {
            index.push(i);
            entries.push(naive(sizes, index, edge, get));
            index.pop();
        } else if i == edge {
            entries.push("...".to_owned());
        }
    }
    format!("[{}]", entries.join(&between))
}

#[test]
fn ordinary_tensors_print_as_ever() {
    let shapes: [&[usize]; 12] = [
        &[],
        &[7],
        &[999],
        &[1000],
        &[3, 4],
        &[2, 1, 3],
        &[40, 50],
        &[7, 6, 5, 8],
        &[2, 2, 2, 2, 2, 2, 2],
        &[1, 9, 1, 9, 13],
        &[8, 8, 8, 8, 8],
        &[3, 3, 3, 3, 3, 3, 3],
    ];
    for sizes in shapes {
        let x = Tensor::from_fn(AnyShape::from(sizes), |index| {
            index.iter().zip(sizes).fold(0, |place, (i, size)| place * size + i)
        });
        let edge = if x.numel() < 1000 { usize::MAX / 2 } else { 3 };
        let width = (x.numel() - 1).to_string().len();
        let get = |index: &[usize]| format!("{:width$}", x.get(index).unwrap());
        assert_eq!(x.to_string(), naive(sizes, &mut Vec::new(), edge, &get), "{sizes:?}");
        let all = naive(sizes, &mut Vec::new(), usize::MAX / 2, &get);
        assert_eq!(format!("{x:#}"), all, "{sizes:?}");
    }
}

/// Each element is formatted as alone, in columns as wide as the widest.
#[test]
fn formats_apply_to_each_element() {
    const ELEMENTS: [[f64; 2]; 2] = [[1.5, -20.25], [0.0, 1e6]];
    let x = Tensor::from(ELEMENTS);
    macro_rules! check {
        ($($format:literal)*) => {$(
            let alone = ELEMENTS.map(|row| row.map(|x| format!($format, x)));
            let width = alone.iter().flatten().map(String::len).max().unwrap();
            // a single element has its own width, and a wider one sets that of the column
            let (left, center) = ($format.contains('<'), $format.contains('^'));
            let fill = if $format.contains('*') { '*' } else { ' ' };
            let column = alone.map(|row| row.map(|text| {
                let padding = width - text.len();
                let before = if left { 0 } else if center { padding / 2 } else { padding };
                let after = padding - before;
                let times = |n| fill.to_string().repeat(n);
                format!("{}{text}{}", times(before), times(after))
            }).join(", "));
            assert_eq!(format!($format, x), format!("[[{}],\n [{}]]", column[0], column[1]), "{}", $format);
            assert_eq!(format!($format, x.view().erase()), format!($format, x), "{}", $format);
        )*};
    }
    check!("{:>12.2}" "{:<12.2}" "{:*<12}" "{:*>+12}" "{:012.3}" "{:+012.3}" "{:+012}" "{:012}" "{:+}" "{:+.1}" "{:3.2}" "{:.0}");
    check!("{:>12e}" "{:.3e}" "{:+E}" "{:012.2e}" "{:*<14.1E}");
    assert_eq!(format!("{x:8.2}"), "[[      1.50,     -20.25],\n [      0.00, 1000000.00]]");
    assert_eq!(format!("{:^5}", Tensor::from([1, 20])), "[  1  ,  20  ]");
    assert_eq!(format!("{:6?}", Tensor::from(['a', '\n'])), "Tensor (2,) [   'a',   '\\n']");
    assert_eq!(format!("{:<4}", Tensor::from_vec(shape![2], vec!["a", "bc"]).unwrap()), "[a   , bc  ]");
    assert_eq!(format!("{:+08.3}", Tensor::scalar(1.5)), "+001.500");
    assert_eq!(
        format!("{:>8}|{:8.2e}", Tensor::<f64, _>::zeros(shape![0, 2]), Tensor::<f64, _>::zeros(shape![0])),
        "[]|[]"
    );
    assert_eq!(format!("{:4}", Tensor::from([true, false])), "[ true, false]");
}

#[test]
fn formats_of_named_shapes() {
    struct Rows;
    let x = Tensor::from([1.0, 2.5]).named::<conformable::Shape![Rows = 2]>();
    assert_eq!(format!("{x:+.1}"), "[+1.0, +2.5]");
    assert_eq!(format!("{x:6.1?}"), "Tensor (Rows = 2,) [   1.0,    2.5]");
}

/// The number of the operand, and the mistake in an index or a count.
#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program here")]
fn the_operand_the_index_and_the_count() {
    let (x, y, z) = (Tensor::from([[1], [2]]).erase(), Tensor::from([3, 4]).erase(), Tensor::from([5, 6, 7]).erase());
    let head = |error: &ShapeError| error.to_string().lines().next().unwrap_or_default().to_owned();

    let error = try_broadcast((&x, &y, &z)).unwrap_err();
    assert_eq!(head(&error), "cannot broadcast (2, 2) with (3,), the 3rd operand");
    assert_eq!(error.operand(), Some(2));
    let error = zip((&y, &z, &x)).try_map(|(a, b, c)| a + b + c).unwrap_err();
    assert_eq!(head(&error), "cannot broadcast (2,) with (3,), the 2nd operand");
    let error = zip((&x, &y, &y)).under(Explicit).try_fold(0, |sum, (a, b, c)| sum + a + b + c).unwrap_err();
    assert_eq!(head(&error), "the shapes (2, 1) and (2,) must be equal, the 2nd operand");
    let error = broadcast_shapes(&[&[2, 1], &[2], &[1], &[3]]).unwrap_err();
    assert_eq!(head(&error), "cannot broadcast (2, 2) with (3,), the 4th operand");
    // two operands have no number
    assert_eq!(try_broadcast((&y, &z)).unwrap_err().operand(), None);
    assert_eq!(head(&y.try_add(&z).unwrap_err()), "cannot broadcast (2,) with (3,)");

    let message = |f: &dyn Fn() -> i32| *catch_unwind(AssertUnwindSafe(f)).unwrap_err().downcast::<String>().unwrap();
    assert_eq!(message(&|| x[[1]]), "the index (1,) is of rank 1, and the shape (2, 1) of rank 2");
    assert_eq!(message(&|| x[[1, 1]]), "the index (1, 1) is out of bounds of the shape (2, 1) on axis 1");

    let refused = Tensor::from_vec(shape![2, 3], vec![1]).unwrap_err();
    assert_eq!(refused.to_string(), "1 element does not fill the shape (2, 3)");
}

/// The error names the first wrong entry, and an iterator is not called again after its end.
#[test]
fn the_first_entry_that_is_wrong() {
    for text in ["x,y", "2,x,y,z", "1,2,3,4,5,6,7,8,x,y"] {
        let refused = text.parse::<AnyShape>().unwrap_err().to_string();
        assert!(refused.contains(r#" at "x": "#), "{refused}");
        let refused = text.parse::<PartialShape>().unwrap_err().to_string();
        assert!(refused.contains(r#" at "x": "#), "{refused}");
    }
    let refused = "2,99999999999999999999".parse::<AnyShape>().unwrap_err().to_string();
    assert!(refused.ends_with("a size must fit `usize`"), "{refused}");

    let shape: Result<AnyShape, &str> = ["a", "b"].into_iter().map(Err).collect();
    assert_eq!(shape.unwrap_err(), "a");
    let sizes = [Some(2), Some(3), None];
    let mut calls = 0;
    let shape: AnyShape = std::iter::from_fn(|| {
        calls += 1;
        sizes[calls - 1]
    })
    .collect();
    assert_eq!(&*shape, [2, 3]);
}

/// The positions of operands in words, and the axes of windows and products.
#[test]
fn positions_in_messages() {
    let operands = |count, wrong: usize| {
        let shapes: Vec<&[usize]> = (0..count).map(|at| if at == wrong { &[3][..] } else { &[2] }).collect();
        let error = broadcast_shapes(&shapes).unwrap_err();
        error.to_string().lines().next().unwrap().to_owned()
    };
    for (wrong, position) in [
        (1, "2nd"),
        (2, "3rd"),
        (3, "4th"),
        (10, "11th"),
        (11, "12th"),
        (20, "21st"),
        (22, "23rd"),
        (110, "111th"),
        (120, "121st"),
    ] {
        let message = operands(wrong + 2, wrong);
        assert!(message.contains(&format!("the {position} operand")), "{message}");
    }
    let error = AnyShape::from([2]).numpy_broadcast(&AnyShape::from([3])).unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());

    let x = Tensor::full(AnyShape::from([2, 3, 4]), 1.0);
    let window = Window::new().stride([1, 0]);
    let error = x.try_max_pool(shape![2, 2], window).unwrap_err().to_string();
    assert!(error.contains("of axis 2, a stride or a dilation is 0"), "{error}");
    let empty = Tensor::full(AnyShape::from([2, 3, 0, 4]), 1.0);
    let error = empty.try_interpolate(AnyShape::from([3, 2, 4]), Nearest::default()).unwrap_err();
    assert_eq!(error.axis(), Some(2), "{error}");

    // with 32 bits it is a gigabyte, which there may be
    if cfg!(target_pointer_width = "64") {
        let many = isize::MAX as usize / 16;
        let error = Tensor::<f64, _>::try_full(AnyShape::from([many]), 0.0).unwrap_err().to_string();
        assert!(error.contains(&(8 * many).to_string()), "{error}");
    }

    let [short, long] = [2, 3].map(|n| Tensor::full(AnyShape::from([n]), 1));
    assert_eq!(short.try_dot(&long).unwrap_err().axis(), Some(0));
    assert_eq!(short.try_dot(&Tensor::full(AnyShape::from([2, 2]), 1)).unwrap_err().axis(), None);
    let [short, long] = [2, 3].map(|n| Tensor::full(shape![n], 1));
    assert!(short.try_matmul(&long).is_err());
    assert!(short.try_matmul(&short).is_ok());
}

#[test]
fn texts_that_are_not_shapes_or_rules() {
    let refused = |text: &str| text.parse::<AnyShape>().unwrap_err().to_string();
    assert!(!refused("(2, x)").contains("a size must fit"), "{}", refused("(2, x)"));
    assert!(!refused("(2, , 3)").contains("a size must fit"), "{}", refused("(2, , 3)"));
    assert!(
        refused("(2, 99999999999999999999)").contains("a size must fit"),
        "{}",
        refused("(2, 99999999999999999999)")
    );
    assert_eq!("Explicit".parse(), Ok(AutoBroadcastType::EXPLICIT));
    assert_eq!(" none ".parse(), Ok(AutoBroadcastType::None));
    assert!("explicitly".parse::<AutoBroadcastType>().is_err());
    assert_eq!([-1, 1, 2].map(|axis| AutoBroadcastSpec::pdpd(axis).axis()), [-1, 1, 2]);
}

/// The last number is the one given, which the first and all steps would miss by a rounding error.
#[test]
fn evenly_spaced_numbers_end_with_the_last() {
    for count in 2..100 {
        let x = Tensor::<f32, _>::linspace(shape![count], 0.1, 0.7);
        assert_eq!((x[0], x[count - 1]), (0.1, 0.7), "{count}");
    }
}
