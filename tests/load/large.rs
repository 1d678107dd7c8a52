//! 10^9 elements, and more than 2^32.

use conformable::axes::Stepped;
use conformable::{AnyShape, Tensor, try_concat};
use conformable_test::allocator::most_held;
use std::time::Instant;

type Any<T> = Tensor<T, AnyShape>;

const BILLION: usize = 1_000_000_000;

/// More than 32 bits count.
const MANY: usize = (1 << 32) + 1_000_003;

/// Bytes that programs may still take; `None` where the system does not tell.
fn available() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = status.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kib| kib << 10)
}

/// Whether there is memory for a test; a skipped one is printed.
fn is_possible(needed: usize) -> bool {
    let bytes = available();
    let possible = bytes.is_some_and(|bytes| bytes > needed);
    if !possible {
        println!("1 test skipped: it needs {needed} bytes, and {bytes:?} are available");
    }
    possible
}

/// Runs each part, prints its time and memory, and asserts that its blocks have at most a number of bytes.
fn run(parts: &[(&str, usize, &dyn Fn())]) {
    for (name, limit, part) in parts {
        let start = Instant::now();
        let ((), most) = most_held(part);
        println!("{name}: {:.2} s, {most} bytes", start.elapsed().as_secs_f64());
        assert!(most <= *limit, "{name}: {most} bytes, not {limit}");
    }
}

/// A tensor of ones, with a 9 at one index.
fn ones(sizes: &[usize], at: usize) -> Any<u8> {
    let mut elements = vec![1; sizes.iter().product()];
    elements[at] = 9;
    Tensor::from_vec(AnyShape::from(sizes), elements).expect("as many elements")
}

#[test]
#[ignore = "3 GB of memory"]
fn a_billion_elements() {
    const AT: usize = 987_654_321;
    if !is_possible(3 * BILLION) {
        return;
    }
    let x = ones(&[BILLION], AT);
    let square = x.reshape_to_view(&[1000, -1]);
    let halves = x.split_at(0, BILLION / 2);
    run(&[
        ("try_full", BILLION, &|| {
            assert_eq!(Tensor::try_full(AnyShape::from([BILLION]), 3_u8).unwrap().len(), BILLION);
        }),
        ("+", BILLION, &|| {
            let sum = x.try_add(&x).unwrap();
            assert_eq!((sum[[0]], sum[[AT]], sum[[BILLION - 1]]), (2, 18, 2));
            assert_eq!(sum.sum_all_as::<u64>(), 2 * BILLION as u64 + 16);
        }),
        ("sum", 0, &|| assert_eq!(x.sum_all_as::<u64>(), BILLION as u64 + 8)),
        ("sum along an axis", 8_008_000, &|| {
            let sums = square.try_sum_as::<u64, _>(1).unwrap();
            assert_eq!((sums[[0]], sums[[987]]), (1_000_000, 1_000_008));
            let sums = square.try_sum_as::<u64, _>(0).unwrap();
            assert_eq!((sums[[0]], sums[[654_321]]), (1000, 1008));
        }),
        ("argmax", 0, &|| assert_eq!(x.argmax_all(), AT)),
        ("argmax along an axis", 8000, &|| assert_eq!(square.try_argmax(1).unwrap()[[987]], 654_321)),
        ("max", 0, &|| assert_eq!((x.max_all(), x.min_all()), (9, 1))),
        ("slice with a step", BILLION.div_ceil(3), &|| {
            let part = x.try_narrow(0, Stepped(.., -3)).unwrap();
            // the last index is 999 999 999, and 987 654 321 is a multiple of 3 behind it
            assert_eq!((part.len(), part.argmax_all()), (BILLION.div_ceil(3), (BILLION - 1 - AT) / 3));
            let copy = part.to_owned();
            assert_eq!(copy.sum_all_as::<u64>(), part.len() as u64 + 8);
        }),
        ("transposed copy", BILLION, &|| {
            let copy = square.t().to_owned();
            assert_eq!(copy[[654_321, 987]], 9);
            assert_eq!(copy.argmax_all(), 654_321 * 1000 + 987);
        }),
        ("concat", BILLION, &|| {
            let all = try_concat(0, [&halves.1, &halves.0]).unwrap();
            assert_eq!(all.argmax_all(), AT - BILLION / 2);
        }),
        ("comparison, count and mask", BILLION + 1024, &|| {
            let mask = x.try_greater(&Tensor::full(AnyShape::from([1]), 4)).unwrap();
            assert_eq!(mask.count_all(), 1);
            assert_eq!(mask.try_flat_nonzero().unwrap().to_vec(), [AT]);
            assert_eq!(x.try_masked_select(&mask).unwrap().to_vec(), [9]);
        }),
        ("take", 1024, &|| {
            let i = Tensor::from([AT as i64, -1, AT as i64 - BILLION as i64]).erase();
            assert_eq!(x.try_take(0, &i).unwrap().to_vec(), [9, 1, 9]);
        }),
        ("cumsum", BILLION, &|| {
            let sums = x.try_cumsum(0).unwrap();
            // sums of `u8` wrap
            assert_eq!(sums[[BILLION - 1]], ((BILLION + 8) % 256) as u8);
        }),
        ("equality", 0, &|| assert!(x == x.view() && x != x.flip(..))),
    ]);
}

#[test]
#[ignore = "9 GB of memory"]
fn more_elements_than_32_bits_count() {
    const AT: usize = (1 << 32) + 77;
    if !is_possible(2 * MANY + BILLION) {
        return;
    }
    let x = ones(&[MANY], AT);
    run(&[
        ("sum", 0, &|| assert_eq!(x.sum_all_as::<u64>(), MANY as u64 + 8)),
        ("argmax", 0, &|| assert_eq!(x.argmax_all(), AT)),
        ("take", 1024, &|| assert_eq!(x.try_take(0, &Tensor::from([AT]).erase()).unwrap().to_vec(), [9])),
        ("slice", 0, &|| {
            let part = x.try_narrow(0, Stepped(1_isize << 32.., 7)).unwrap();
            assert_eq!((part.len(), part.argmax_all()), (1_000_003_usize.div_ceil(7), 11));
        }),
        ("+", MANY, &|| {
            let sum = x.try_add(&x).unwrap();
            assert_eq!((sum[[AT]], sum.argmax_all()), (18, AT));
        }),
        ("concat", MANY, &|| {
            let (first, second) = x.split_at(0, 1 << 31);
            assert_eq!(try_concat(0, [&second, &first]).unwrap().argmax_all(), AT - (1 << 31));
        }),
    ]);
}
