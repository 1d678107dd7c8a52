//! The rest of the program for every engine: longer axes, parts of axes, and `einsum`.

use super::{agrees, seeded};
use conformable::engine::{self, EngineTensor, Error, FloatEngine};
use conformable::ops::Pad;
use conformable::product::{SizeOf, letter};
use conformable::{Axis, Dim, Dyn, Einsum, Rearrangement, Shape, Size, Tensor, einsum_on, shape};

conformable::axis_names! { Batch, Height, Width }

pub(super) fn longer<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let x = EngineTensor::<f32, (N, Size<3>), E>::upload(&seeded((rows, Size::<3>), 1), device).expect("memory");
    agrees("tiled", &x.tile(Axis::<1>, Size::<2>));
    agrees("tiled rows", &x.clone().erase().tile(Axis::<0>, Dyn::new(3)));
    agrees("repeated", &x.clone().erase().repeat(Axis::<0>, Size::<2>));
    agrees("repeated columns", &x.repeat(Axis::<-1>, Dyn::new(2)));
    let sides = (Size::<2>, Size::<1>);
    agrees("padded", &x.pad(Axis::<1>, sides, Pad::Constant(0.5)));
    agrees("edges", &x.pad(Axis::<1>, sides, Pad::Edge));
    agrees("reflected", &x.pad(Axis::<-1>, sides, Pad::Reflect));
    agrees("wrapped", &x.pad(Axis::<-1>, (Size::<4>, Dyn::new(2)), Pad::Wrap));
    agrees("padded behind", &x.clone().erase().pad(Axis::<0>, (Dyn::new(0), Size::<2>), Pad::Edge));
    agrees("padded not", &x.pad(Axis::<1>, (Size::<0>, Size::<0>), Pad::Constant(1.0)));
    let (a, b) = x.split(Axis::<1>, (Size::<1>, Size::<2>));
    agrees("first part", &a);
    agrees("second part", &b);
    let cube = EngineTensor::<f32, Shape![2, 3, 4], E>::upload(&seeded(shape![2, 3, 4], 4), device).expect("memory");
    let halves = cube.chunk(Axis::<2>, Size::<2>);
    assert_eq!(halves.len(), 2);
    agrees("a half", &halves[1]);
    let none = x.tile(Axis::<1>, Size::<0>);
    assert_eq!(none.sizes().as_ref(), [rows.size(), 0]);
}

pub(super) fn by_letters<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let x = EngineTensor::<f32, (N, Size<3>), E>::upload(&seeded((rows, Size::<3>), 1), device).expect("memory");
    let cube = EngineTensor::<f32, Shape![2, 3, 4], E>::upload(&seeded(shape![2, 3, 4], 4), device).expect("memory");
    let table = EngineTensor::<f32, Shape![4, 3], E>::upload(&seeded(shape![4, 3], 7), device).expect("memory");
    let row = EngineTensor::<f32, Shape![3], E>::upload(&seeded(shape![3], 6), device).expect("memory");
    agrees("dot product", &row.dot(&row));
    agrees("outer product", &row.outer(&x));
    agrees("tensordot", &cube.tensordot(&table, (Axis::<2>, Axis::<1>), (Axis::<0>, Axis::<1>)));
    agrees("tensordot of one", &cube.tensordot(&x, Axis::<1>, Axis::<1>));
    agrees("tensordot of none", &row.tensordot(&row, (), ()));
    let wide = cube.clone().named::<Shape![Batch = 2, Height = 3, Width = 4]>();
    let weights = table.clone().named::<Shape![Width = 4, Height = 3]>();
    agrees("tensordot", &wide.matmul_over((Width, Height), &weights));
    let (left, right) = wide.align(&weights);
    agrees("tensordot", &(left * right).sum((Height, Width)));
    let (right, left) = weights.align(&wide);
    agrees("tensordot", &(left * right).sum((Height, Width)));
    agrees("einsum of matrices", &einsum_on!(i j, k j -> i k; x, table));
    agrees("einsum of batches", &einsum_on!(b i j, b i k -> j b k; cube, cube));
    agrees("einsum sum", &einsum_on!(b i j -> j; cube));
    agrees("einsum order", &einsum_on!(b i j -> j b i; cube));
    let square = table.matmul(&table.t());
    agrees("einsum trace", &einsum_on!(i i -> ; square));
    agrees("einsum diagonal", &einsum_on!(i i, i j -> i j; square, table));
    agrees("einsum of three", &einsum_on!(i j, k j, b j k -> i b; x, table, cube));
    agrees("einsum of four", &einsum_on!(i j, k j, b j k, j -> b; x, table, cube, row));
    agrees("einsum outer", &einsum_on!(i, j -> j i; row, row));
    agrees("einsum alone", &einsum_on!(i j, k -> i; table, row));
    let heads = (SizeOf::<letter::h, _>::new(Size::<2>),);
    let pattern = <Rearrangement![b t (h d) -> b h t d]>::new();
    agrees("heads", &engine::rearrange_on(pattern, &cube, heads));
    agrees("merged by letters", &engine::rearrange_on(<Rearrangement![b t d -> 1 d (t b)]>::new(), &cube, ()));
}

/// The same errors as for this crate's own tensors, before the engine is called.
pub(super) fn refusals<E: FloatEngine<f32>>(device: &E::Device) {
    let native = |rows: usize, columns: usize| seeded((Dyn::new(rows), Dyn::new(columns)), 1);
    let up = |rows: usize, columns: usize| {
        EngineTensor::<f32, (Dyn, Dyn), E>::upload(&native(rows, columns), device).expect("memory")
    };
    let text = |error: Error<E>| error.to_string();
    let (x, own) = (up(2, 3), native(2, 3));
    let (ours, theirs) = (
        x.try_pad(Axis::<1>, (Dyn::new(3), Dyn::new(0)), Pad::Reflect).map_err(text),
        own.try_pad(Axis::<1>, (Dyn::new(3), Dyn::new(0)), Pad::Reflect),
    );
    assert_eq!(ours.expect_err("too many"), theirs.expect_err("too many").to_string());
    let (ours, theirs) =
        (x.try_tile(Axis::<1>, Dyn::new(usize::MAX)).map_err(text), own.try_tile(Axis::<1>, Dyn::new(usize::MAX)));
    assert_eq!(ours.expect_err("too many"), theirs.expect_err("too many").to_string());
    let parts = (Dyn::new(2), Dyn::new(2));
    let (ours, theirs) =
        (x.try_split(Axis::<1>, parts).map(drop).map_err(text), own.try_split(Axis::<1>, parts).map(drop));
    assert_eq!(ours.expect_err("another sum"), theirs.expect_err("another sum").to_string());
    let (ours, theirs) =
        (x.try_chunk(Axis::<1>, Dyn::new(2)).map(drop).map_err(text), own.try_chunk(Axis::<1>, Dyn::new(2)).map(drop));
    assert_eq!(ours.expect_err("no divisor"), theirs.expect_err("no divisor").to_string());
    let (ours, theirs) =
        (x.try_tensordot(&x, Axis::<1>, Axis::<0>).map_err(text), own.try_tensordot(&own, Axis::<1>, Axis::<0>));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let named = seeded((Dyn::<Height>::labelled(2), Dyn::<Width>::labelled(3)), 1);
    let taller = seeded((Dyn::<Height>::labelled(3),), 1);
    let wide = EngineTensor::<f32, Shape![Height = _, Width = _], E>::upload(&named, device).expect("memory");
    let tall = EngineTensor::<f32, Shape![Height = _], E>::upload(&taller, device).expect("memory");
    let (ours, theirs) = (wide.try_align(&tall).map(drop).map_err(text), named.try_align(&taller).map(drop));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let (ours, theirs) = (wide.try_matmul_over(Height, &tall).map_err(text), named.try_matmul_over(Height, &taller));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let equation = <Einsum![i j, j k -> i k]>::new();
    let (ours, theirs) =
        (engine::try_einsum_on(equation, (&x, &x)).map_err(text), conformable::ops::try_einsum(equation, (&own, &own)));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let pattern = <Rearrangement![t (h d) -> h t d]>::new();
    let two = (SizeOf::<letter::h, _>::new(Dyn::new(2)),);
    let (ours, theirs) =
        (engine::try_rearrange_on(pattern, &x, two).map_err(text), conformable::ops::try_rearrange(pattern, &own, two));
    assert_eq!(ours.expect_err("no divisor"), theirs.expect_err("no divisor").to_string());
    let vector = |size: usize| seeded((Dyn::new(size),), 1);
    let [short, long] =
        [2, 3].map(|size| EngineTensor::<f32, (Dyn,), E>::upload(&vector(size), device).expect("memory"));
    let (ours, theirs) = (short.try_dot(&long).map_err(text), vector(2).try_dot(&vector(3)));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let images: Tensor<f32, (Dyn, Dyn, Dyn)> = seeded((Dyn::new(1), Dyn::new(2), Dyn::new(3)), 1);
    let on = EngineTensor::<f32, _, E>::upload(&images, device).expect("memory");
    let window = conformable::windows::Window::new;
    let (ours, theirs) =
        (on.try_conv(&on, window()).map(drop).map_err(text), images.try_conv(&images, window()).map(drop));
    assert_eq!((ours, theirs), (Ok(()), Ok(())));
    let wide: Tensor<f32, (Dyn, Dyn, Dyn)> = seeded((Dyn::new(1), Dyn::new(2), Dyn::new(4)), 1);
    let (ours, theirs) = (
        on.try_conv(&EngineTensor::upload(&wide, device).expect("memory"), window()).map_err(text),
        images.try_conv(&wide, window()),
    );
    assert_eq!(ours.expect_err("too wide"), theirs.expect_err("too wide").to_string());
    let (ours, theirs) =
        (on.try_max_pool((Dyn::new(4),), window()).map_err(text), images.try_max_pool((Dyn::new(4),), window()));
    assert_eq!(ours.expect_err("too wide"), theirs.expect_err("too wide").to_string());
}
