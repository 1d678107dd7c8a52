//! The rest of the program for every engine: selection, statistics, joining, and indexing.

#![allow(clippy::cast_precision_loss, reason = "small numbers")]

use super::{agrees, answer, seeded};
use conformable::engine::{self, Engine, EngineTensor, Error, FloatEngine};
use conformable::ops::IndexElement;
use conformable::windows::{Same, Window};
use conformable::{Axis, Dim, Dyn, Keep, Shape, Size, Tensor, shape};

/// Asserts that an engine's indices equal NumPy's.
#[track_caller]
fn finds<S: Shape, E: FloatEngine<f32>>(name: &str, found: &EngineTensor<<E as Engine>::Index, S, E>) {
    let (sizes, numbers) = answer(name);
    assert_eq!(found.sizes().as_ref(), sizes, "{name}");
    let tensor = found.to_tensor().unwrap_or_else(|error| panic!("{name}: {error}"));
    let places = tensor.iter().map(|index| index.place(1 << 20).expect("an index") as f32).collect::<Vec<_>>();
    assert_eq!(places, numbers, "{name}");
}

/// `true` is 1.
fn ones<S: Shape, E: FloatEngine<f32>>(mask: &EngineTensor<bool, S, E>) -> EngineTensor<f32, S, E> {
    let tensor = mask.to_tensor().expect("truths").map(|truth| f32::from(u8::from(truth)));
    EngineTensor::upload(&tensor, &mask.device()).expect("memory")
}

pub(super) fn choices<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let on = |tensor: Tensor<f32, _>| EngineTensor::<f32, _, E>::upload(&tensor, device).expect("memory");
    let x = on(seeded((rows, Size::<3>), 1));
    let row = EngineTensor::<f32, Shape![3], E>::upload(&seeded(shape![3], 6), device).expect("memory");
    let mask = x.greater(0.0);
    agrees("selected", &mask.where_cond(&x, &row));
    agrees("filled", &mask.where_cond(0.5, &x));
    agrees("two numbers", &mask.where_cond(1.0, -1.0));
    agrees("clamped", &x.clamp(-1.0, 0.75));
    let other = x.less(&row);
    agrees("and", &ones(&(&mask & &other)));
    agrees("or", &ones(&(&mask | &other)));
    agrees("xor", &ones(&(&mask ^ &other)));
    agrees("not", &ones(&!&mask));
    agrees("any", &ones(&mask.any(Axis::<1>)));
    agrees("all", &ones(&other.all(Keep(Axis::<0>))));
    let none =
        EngineTensor::<f32, (Dyn, Size<3>), E>::upload(&seeded((Dyn::new(0), Size::<3>), 1), device).expect("memory");
    let none = none.greater(0.0);
    agrees("all of none", &ones(&none.all(Axis::<0>)));
    agrees("any of none", &ones(&none.any(Axis::<0>)));
}

pub(super) fn statistics<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let on = |tensor: Tensor<f32, _>| EngineTensor::<f32, _, E>::upload(&tensor, device).expect("memory");
    let x = on(seeded((rows, Size::<3>), 1));
    let cube = EngineTensor::<f32, Shape![2, 3, 4], E>::upload(&seeded(shape![2, 3, 4], 4), device).expect("memory");
    finds("argmax", &x.argmax(Axis::<1>));
    finds("argmin", &cube.argmin(Keep(Axis::<0>)));
    finds("argmax of two axes", &cube.argmax((Axis::<0>, Axis::<2>)));
    finds("argmax of all", &cube.argmax(..));
    agrees("variance", &cube.var(Axis::<-1>, 1));
    agrees("variance of two axes", &cube.var(Keep((Axis::<0>, Axis::<2>)), 0));
    agrees("deviation", &x.std(.., 0));
    agrees("softmax of columns", &cube.softmax(Axis::<1>));
    agrees("softmax of all", &cube.softmax(..));
    agrees("log softmax", &(&cube * 50.0).log_softmax((Axis::<0>, Axis::<2>)));
    agrees("log sum exp", &cube.log_sum_exp(Axis::<2>));
    agrees("log sum exp kept", &(&x * 100.0).log_sum_exp(Keep(Axis::<1>)));
    let far = x.less(1e9).where_cond(f32::NEG_INFINITY, &x);
    assert_eq!(far.log_sum_exp(..).to_tensor().expect("a number").into_vec(), [f32::NEG_INFINITY]);
    let none =
        EngineTensor::<f32, (Dyn, Size<3>), E>::upload(&seeded((Dyn::new(0), Size::<3>), 1), device).expect("memory");
    assert_eq!(none.softmax(Axis::<0>).sizes().as_ref(), [0, 3]);
    let sums = none.log_sum_exp(Axis::<0>).to_tensor().expect("numbers").into_vec();
    assert_eq!(sums, [f32::NEG_INFINITY; 3]);
    agrees("running", &cube.cumsum(Axis::<1>));
    agrees("running in columns", &cube.t().cumsum(Axis::<-1>));
    agrees("running along two", &cube.cumsum((Axis::<0>, Axis::<2>)));
}

pub(super) fn joined<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let on =
        |seed| EngineTensor::<f32, (N, Size<3>), E>::upload(&seeded((rows, Size::<3>), seed), device).expect("memory");
    let (x, y) = (on(1), on(2));
    let wide = EngineTensor::<f32, (N, Size<2>), E>::upload(&seeded((rows, Size::<2>), 3), device).expect("memory");
    agrees("concat", &engine::concat(Axis::<1>, (&x, &wide, &y)));
    agrees("concat rows", &engine::concat(Axis::<0>, [&x, &y, &x]));
    agrees("concat turned", &engine::concat(Axis::<0>, (&x.t(), &wide.t())));
    agrees("concat one", &engine::concat(Axis::<0>, (&x,)));
    agrees("stack", &engine::stack(Axis::<1>, (&x, &y)));
    // the parts of a join, written one by one, also in a tensor that is not in row-major order
    let mut all = EngineTensor::<f32, (N, Size<8>), E>::full((rows, Size), 0.0, device).expect("memory");
    all.overwrite(Axis::<1>, 5, &y);
    all.overwrite(Axis::<1>, 0, &x);
    all.overwrite(Axis::<-1>, 3, &wide);
    agrees("concat", &all);
    // a part of itself
    let part = all.narrow(Axis::<1>, 0..3);
    all.overwrite(Axis::<1>, 5, &part);
    let twice = engine::concat(Axis::<1>, (&x, &wide, &x));
    assert_eq!(all.to_tensor().expect("memory"), twice.to_tensor().expect("memory"));
    let mut turned = engine::concat(Axis::<1>, (&y, &wide)).t();
    turned.overwrite(Axis::<0>, 0, &x.t());
    agrees("concat turned", &turned);
    turned.overwrite(Axis::<0>, 5, &x.t().narrow(Axis::<0>, 0..0));
    agrees("concat turned", &turned);
    agrees("stack last", &engine::stack(Axis::<-1>, &vec![x.clone(), y]));
    let table = EngineTensor::<f32, Shape![4, 3], E>::upload(&seeded(shape![4, 3], 7), device).expect("memory");
    let square = &table.matmul(&table.t());
    agrees("diagonal", &square.diagonal(Axis::<0>, Axis::<1>));
    let cube = EngineTensor::<f32, Shape![2, 3, 4], E>::upload(&seeded(shape![2, 3, 4], 4), device).expect("memory");
    agrees("diagonals", &cube.diagonal(Axis::<2>, Axis::<0>));
    agrees("flipped diagonals", &cube.flip(Axis::<1>).t().diagonal(Axis::<0>, Axis::<2>));
}

pub(super) fn picked<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let table = EngineTensor::<f32, Shape![4, 3], E>::upload(&seeded(shape![4, 3], 7), device).expect("memory");
    let words = Tensor::from_fn((rows, Size::<5>), |[i, j]| (i * 3 + j * 2) % 4);
    let words = EngineTensor::<E::Index, _, E>::indices(&words, device).expect("memory");
    agrees("embedding", &table.take(Axis::<0>, &words));
    let columns = EngineTensor::<E::Index, _, E>::indices(&Tensor::from([2_u8, 0]), device).expect("memory");
    agrees("columns", &table.t().t().take(Axis::<1>, &columns));
    agrees("rows of the other", &table.t().take(Axis::<1>, &columns));
    let one = EngineTensor::<E::Index, _, E>::indices(&Tensor::scalar(1_i64), device).expect("memory");
    agrees("one row", &table.take(Axis::<0>, &one));
    let places = Tensor::from_fn(shape![4, 2], |[i, j]| (i + 2 * j) % 3);
    let places = EngineTensor::<E::Index, _, E>::indices(&places, device).expect("memory");
    agrees("gathered", &table.gather(Axis::<1>, &places));
    let values = EngineTensor::<f32, Shape![4, 2], E>::upload(&seeded(shape![4, 2], 8), device).expect("memory");
    agrees("scattered", &table.scatter_add(Axis::<1>, &places, &values));
    let values = EngineTensor::<f32, Shape![5, 3], E>::upload(&seeded(shape![5, 3], 9), device).expect("memory");
    agrees("put", &table.index_add(Axis::<0>, &words, &values));
    agrees("one hot", &words.one_hot::<f32, _>(Size::<4>));
    let best = table.argmax(Axis::<1>);
    agrees("the best", &table.gather(Axis::<1>, &best.unsqueeze(Axis::<1>)).squeeze(Axis::<1>));
    let none = EngineTensor::<E::Index, _, E>::indices(
        &Tensor::<usize, _>::from_vec((Dyn::new(0),), vec![]).expect("none"),
        device,
    );
    assert_eq!(table.take(Axis::<0>, &none.expect("memory")).sizes().as_ref(), [0, 3]);
}

pub(super) fn windows<N: Dim, E: FloatEngine<f32>>(device: &E::Device, rows: N) {
    let images = EngineTensor::<f32, (N, Size<4>, Size<6>, Size<5>), E>::upload(
        &seeded((rows, Size::<4>, Size::<6>, Size::<5>), 10),
        device,
    );
    let images = images.expect("memory");
    let up = |seed| {
        EngineTensor::<f32, Shape![6, 4, 3, 2], E>::upload(&seeded(shape![6, 4, 3, 2], seed), device).expect("memory")
    };
    let weights = up(11);
    agrees("convolved", &images.conv(&weights, Window::new()));
    agrees("padded and apart", &images.conv(&weights, Window::new().padding(Size::<1>).stride(Size::<2>)));
    let apart =
        Window::new().stride((Size::<2>, Size::<1>)).dilation((Size::<1>, Size::<2>)).padding((Size::<0>, Size::<2>));
    agrees("each axis", &images.conv(&weights, apart));
    agrees("the same", &images.conv(&weights, Window::new().padding(Same)));
    let grouped =
        EngineTensor::<f32, Shape![6, 2, 3, 2], E>::upload(&seeded(shape![6, 2, 3, 2], 12), device).expect("memory");
    agrees("in groups", &images.conv(&grouped, Window::new().groups(Size::<2>)));
    let lines = images.flatten_axes(Axis::<2>);
    let kernel = EngineTensor::<f32, Shape![2, 4, 5], E>::upload(&seeded(shape![2, 4, 5], 13), device).expect("memory");
    agrees("along a line", &lines.conv(&kernel, Window::new().stride(Size::<3>).padding(Size::<2>)));
    let solid = EngineTensor::<f32, Shape![1, 2, 3, 4, 5], E>::upload(&seeded(shape![1, 2, 3, 4, 5], 14), device)
        .expect("memory");
    let kernel = EngineTensor::<f32, Shape![3, 2, 2, 2, 2], E>::upload(&seeded(shape![3, 2, 2, 2, 2], 15), device)
        .expect("memory");
    agrees("solid", &solid.conv(&kernel, Window::new().stride(Size::<2>).padding(Size::<1>)));
    agrees("max pool", &images.max_pool(shape![2, 2], Window::new()));
    agrees("mean pool", &images.avg_pool(shape![2, 2], Window::new()));
    agrees("max pool padded", &images.max_pool(shape![3, 3], Window::new().stride(Size::<2>).padding(Size::<1>)));
    agrees("mean pool padded", &images.avg_pool(shape![3, 3], Window::new().stride(Size::<2>).padding(Size::<1>)));
    agrees("max pool apart", &lines.max_pool(shape![3], Window::new().dilation(Size::<2>).stride(Size::<4>)));
    agrees("mean pool solid", &solid.avg_pool(shape![2, 3, 2], Window::new().stride(Size::<1>)));
}

/// The same errors as for this crate's own tensors, before the engine is called.
pub(super) fn refusals<E: FloatEngine<f32>>(device: &E::Device) {
    let native = |rows: usize, columns: usize| seeded((Dyn::new(rows), Dyn::new(columns)), 1);
    let up = |rows: usize, columns: usize| {
        EngineTensor::<f32, (Dyn, Dyn), E>::upload(&native(rows, columns), device).expect("memory")
    };
    let text = |error: Error<E>| error.to_string();
    let (x, y, z) = (up(2, 3), up(2, 4), up(4, 3));
    let mask = x.greater(0.0);
    let (ours, theirs) = (
        mask.try_where_cond(&x, &y).map_err(text),
        native(2, 3).greater(0.0).try_where_cond(&native(2, 3), &native(2, 4)),
    );
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let ours = engine::try_concat(Axis::<0>, [&x, &z, &y]).map_err(text);
    let theirs = conformable::try_concat(Axis::<0>, [&native(2, 3), &native(4, 3), &native(2, 4)]);
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let mut written = x.clone();
    let ours = written.try_overwrite(Axis::<0>, 0, &y).map_err(text);
    let theirs = conformable::try_concat(Axis::<0>, (&native(2, 3), &native(2, 4)));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let ours = written.try_overwrite(Axis::<0>, 1, &x).map_err(text).expect_err("past the end");
    assert!(ours.starts_with("the range 1..3 is out of bounds for axis 0 of (2, 3), which is 2"), "{ours}");
    let ours = written.try_overwrite(Axis::<0>, usize::MAX, &x).map_err(text).expect_err("past the end");
    assert!(ours.contains("is out of bounds for axis 0 of (2, 3), which is 2"), "{ours}");
    assert_eq!(written.to_tensor().expect("memory"), native(2, 3));
    let ours = engine::try_stack(Axis::<0>, (&x, &y)).map_err(text);
    let theirs = conformable::try_stack(Axis::<0>, (&native(2, 3), &native(2, 4)));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let past = Tensor::from([0, 1, 2, 0]);
    let indices = EngineTensor::<E::Index, _, E>::indices(&past, device).expect("memory");
    let (ours, theirs) = (x.try_take(Axis::<0>, &indices).map_err(text), native(2, 3).try_take(Axis::<0>, &past));
    assert_eq!(ours.expect_err("past the end"), theirs.expect_err("past the end").to_string());
    let past = past.unsqueeze(Axis::<1>).to_owned();
    let indices = indices.unsqueeze(Axis::<1>);
    let (ours, theirs) = (
        z.try_gather(Axis::<1>, &indices).map(drop).map_err(text),
        native(4, 3).try_gather(Axis::<1>, &past).map(drop),
    );
    assert_eq!((ours, theirs), (Ok(()), Ok(())));
    let (ours, theirs) = (x.try_gather(Axis::<1>, &indices).map_err(text), native(2, 3).try_gather(Axis::<1>, &past));
    assert_eq!(ours.expect_err("sizes that differ"), theirs.expect_err("sizes that differ").to_string());
    let ours = z.try_scatter_add(Axis::<1>, &indices, &y).map_err(text);
    let theirs = native(4, 3).try_scatter_add(Axis::<1>, &past, &native(2, 4));
    assert_eq!(
        ours.expect_err("values that do not stretch"),
        theirs.expect_err("values that do not stretch").to_string()
    );
    let (ours, theirs) =
        (indices.try_one_hot::<f32, _>(Dyn::new(2)).map_err(text), past.try_one_hot::<f32, _>(Dyn::new(2)));
    assert_eq!(ours.expect_err("past the end"), theirs.expect_err("past the end").to_string());
    let (ours, theirs) = (up(0, 3).try_argmax(Axis::<0>).map_err(text), native(0, 3).try_argmax(Axis::<0>));
    assert_eq!(ours.expect_err("of none"), theirs.expect_err("of none").to_string());
    let (ours, theirs) = (up(0, 3).try_std(Axis::<0>, 0).map_err(text), native(0, 3).try_std(Axis::<0>, 0));
    assert_eq!(ours.expect_err("of none"), theirs.expect_err("of none").to_string());
    let (ours, theirs) = (x.erase().try_softmax(Axis::<2>).map_err(text), native(2, 3).erase().try_softmax(Axis::<2>));
    assert_eq!(ours.expect_err("no such axis"), theirs.expect_err("no such axis").to_string());
}
