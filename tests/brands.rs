//! Sizes with brands: what they accept at run time. `ui-tests/fail/brands` has the refused programs.

use conformable::brand::{Brand, Branded, Index, branded};
use conformable::{
    Along, AnyShape, Axis, Dim, Dyn, ErrorKind, NumpyOutput, Shape, ShapeError, Size, Tensor, assert_type_eq, shape,
};

struct Words;
struct Nodes;

type Row<'id, N> = (Dyn<Brand<'id, N>>, Size<2>);

/// A brand meets itself, a plain `Dyn` and 1, and stays.
#[allow(dead_code, reason = "it compiles")]
fn meets<'id>(_: Branded<'id, Words>) {
    assert_same::<NumpyOutput<Row<'id, Words>, Row<'id, Words>>, Row<'id, Words>>();
    assert_same::<NumpyOutput<Row<'id, Words>, (Dyn, Size<1>)>, Row<'id, Words>>();
    assert_same::<NumpyOutput<(Size<1>, Size<2>), Row<'id, Words>>, Row<'id, Words>>();
}

fn assert_same<A: Same<B>, B>() {}
trait Same<A> {}
impl<A> Same<A> for A {}

assert_type_eq!(<Dyn<Brand<'static, Words>> as Dim>::WithDyn, Dyn<Brand<'static, Words>>);

fn squares(n: usize) -> Tensor<usize, (Dyn,)> {
    Tensor::from_fn(shape![n], |[i]| i * i)
}

fn refuse(error: &ShapeError, text: &str) {
    assert_eq!(error.to_string(), text);
    assert_eq!(error.kind(), ErrorKind::Mismatch);
}

#[test]
fn indices_are_checked_where_they_are_made() {
    for n in [0, 1, 5] {
        branded(n, |words: Branded<'_, Words>| {
            assert_eq!(words.size(), n);
            assert_eq!(words.all().map(Index::get).collect::<Vec<_>>(), (0..n).collect::<Vec<_>>());
            for i in 0..7 {
                assert_eq!(words.index(i).map(Index::get), (i < n).then_some(i));
            }
            for i in -7_i64..0 {
                assert_eq!(words.index(i).map(Index::get), n.checked_sub(i.unsigned_abs().try_into().unwrap()));
            }
            assert_eq!(words.index(usize::MAX).map(Index::get), None);
            assert_eq!(words.index(u64::MAX).map(Index::get), None);
        });
    }
    branded(3, |words: Branded<'_, Words>| {
        let at = words.indices(&Tensor::from([[0, 2], [-1, 1]])).unwrap();
        assert_eq!(at.map(Index::get), Tensor::from([[0, 2], [2, 1]]));
        let error = words.indices(&Tensor::from([[0_u8, 2], [7, 9]])).unwrap_err();
        let text =
            "index 7 at [1, 0] of the indices (2, 2) is out of bounds for axis 0 of (Words = 3,), which is Words = 3";
        assert_eq!(error.to_string(), text);
        assert_eq!(error.kind(), ErrorKind::IndexOutOfRange);
    });
}

#[test]
fn elements_at_indices() {
    let (n, x) = (40, &squares(40));
    let strided = Tensor::from_fn(shape![n, 2], |[i, j]| i * i + 1000 * j);
    let backward = x.slice((conformable::axes::Reversed,));
    branded(n, |nodes: Branded<'_, Nodes>| {
        let (column, reversed) = (strided.index_axis(Axis::<1>, 0), nodes.along(Axis::<0>, &backward).unwrap());
        let (dense, column) = (nodes.along(Axis::<0>, x).unwrap(), nodes.along(Axis::<-1>, &column).unwrap());
        let inline = Tensor::inline([7, 8, 9]).widen::<(Dyn,)>();
        for i in nodes.all() {
            assert_eq!([dense[i], column[i], reversed[i]], [x[i.get()], x[i.get()], x[n - 1 - i.get()]]);
        }
        branded(3, |words: Branded<'_, Words>| {
            let inline = words.along(Axis::<0>, &inline).unwrap();
            assert_eq!(words.all().map(|i| inline[i]).collect::<Vec<_>>(), [7, 8, 9]);
        });
    });
}

#[test]
fn taken_and_gathered_as_without_a_brand() {
    let (n, m) = (5, 3);
    let x = Tensor::from_fn(shape![n, m], |[i, j]| 10 * i + j);
    let any = x.clone().erase();
    let at = Tensor::from([[4, 0, -1], [2, 2, 1]]);
    branded(n, |nodes: Branded<'_, Nodes>| {
        let known = nodes.indices(&at).unwrap();
        let along = nodes.along(Axis::<0>, &x).unwrap();
        let taken: Tensor<usize, (Size<2>, Size<3>, Dyn)> = along.take(&known);
        assert_eq!(taken, x.take(Axis::<0>, &at));
        assert_eq!(along.gather(&known), x.gather(Axis::<0>, &at));
        assert_eq!(nodes.along(Axis::<1>, &x.t()).unwrap().take(&known), x.t().take(Axis::<1>, &at));
        assert_eq!(nodes.along(Axis::<0>, &any).unwrap().take(&known), any.take(Axis::<0>, &at));
        assert_eq!(nodes.along(0, &any).unwrap().take(&known), any.take(0, &at));
        // broadcast indices, and those of one row
        let rows = known.broadcast_to::<(Size<2>, Size<2>, Size<3>)>();
        assert_eq!(along.take(&rows).sizes(), [2, 2, 3, m]);
        let one = nodes.index(-1).unwrap();
        assert_eq!(along.take(&Tensor::scalar(one)), x.index_axis(Axis::<0>, n - 1));
        let mut out = taken.clone();
        out.apply(|x| *x = 0);
        along.take_into(&known, &mut out);
        assert_eq!(out, taken);
        // other operations check an index of a brand as any other
        assert_eq!(x.take(Axis::<0>, &known), taken);
        assert_eq!(x.index_axis(Axis::<0>, one), x.index_axis(Axis::<0>, 4));
        let error = x.try_take(Axis::<1>, &known).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IndexOutOfRange);
    });
}

#[test]
fn gather_compares_the_other_axes() {
    let (n, rows) = (5, 4);
    let x = Tensor::from_fn(shape![n, 3], |[i, j]| 10 * i + j);
    branded(n, |nodes: Branded<'_, Nodes>| {
        let at = nodes.indices(&Tensor::from_fn(shape![rows, 2 + 1], |[i, _]| i)).unwrap();
        let along = nodes.along(Axis::<0>, &x).unwrap();
        assert_eq!(along.gather(&at), x.narrow(Axis::<0>, ..4));
        let narrow = nodes.indices(&Tensor::from_fn(shape![rows, 1 + 1], |[i, _]| i)).unwrap();
        assert_eq!(along.try_gather(&narrow).unwrap_err().kind(), ErrorKind::Mismatch);
    });
}

#[test]
fn tensors_of_a_brand() {
    let n = 4;
    branded(n, |words: Branded<'_, Words>| {
        let x = words.brand(Axis::<0>, squares(n)).unwrap();
        let y: Tensor<usize, (Dyn<Brand<'_, Words>>,)> = &x + &x;
        let z: Tensor<usize, (Dyn<Brand<'_, Words>>,)> = squares(n) + &y;
        assert_eq!(z, Tensor::from([0, 3, 12, 27]).widen::<(Dyn,)>());
        assert_eq!(format!("{:?} {words:?} {:?}", x.shape(), words.index(2)), "(Words = 4,) Words = 4 Some(Words = 2)");
        assert_eq!(words.along(Axis::<0>, &x).unwrap()[words.index(3).unwrap()], 9);
        assert_eq!(words.brand(Axis::<0>, x.clone()).unwrap(), x);
        assert_eq!(x.clone().unnamed().shape(), &(Dyn::new(n),));
        let ones: Tensor<f32, Row<'_, Words>> = Tensor::ones(shape![words, 2]);
        assert_eq!(
            words.along(Axis::<0>, &ones).unwrap().take(&words.indices(&Tensor::from([3])).unwrap()).sizes(),
            [1, 2]
        );
        assert_eq!(x.sum(Axis::<0>), Tensor::scalar(14));
    });
}

#[test]
fn sizes_are_compared_once() {
    branded(5, |words: Branded<'_, Words>| {
        let n = 4;
        let x = Tensor::<i32, _>::ones(shape![n, 3]);
        let text = "(4, 3) is not a (Words = 5, 3)\n  lhs          4  3\n  rhs  Words = 5  3\n               ^ axis 0 is 4, not Words = 5";
        refuse(&words.along(Axis::<0>, &x).unwrap_err(), text);
        let refused = words.brand(Axis::<0>, x.clone()).unwrap_err();
        refuse(refused.error(), text);
        assert_eq!(refused.into_value(), x);
        let any = x.clone().erase();
        assert_eq!(words.along(2, &any).unwrap_err().kind(), ErrorKind::AxisOutOfRange);
        assert!(words.along(1, &any).unwrap_err().to_string().starts_with("(4, 3) is not a (4, 5)\n"));
    });
}

#[test]
fn two_brands_of_one_tensor() {
    let (n, m) = (3, 4);
    let x = Tensor::from_fn(shape![n, m], |[i, j]| 10 * i + j);
    let sum = branded(n, |nodes: Branded<'_, Nodes>| {
        branded(m, |words: Branded<'_, Words>| {
            let x = words.brand(Axis::<1>, nodes.brand(Axis::<0>, x.clone()).unwrap()).unwrap();
            assert_eq!(format!("{:?}", x.shape()), "(Nodes = 3, Words = 4)");
            let rows = nodes.all().map(|i| x.index_axis(Axis::<0>, i).to_owned());
            rows.map(|row| words.along(Axis::<0>, &row).unwrap()[words.index(-1).unwrap()]).sum::<usize>()
        })
    });
    assert_eq!(sum, 3 + 13 + 23);
}

/// A function for any brand, and a struct of tensors of one.
struct Graph<'id> {
    height: Tensor<i32, (Dyn<Brand<'id, Nodes>>,)>,
    edges: Vec<[Index<'id, Nodes>; 2]>,
}

fn climbs<'id>(height: Along<'_, 'id, Nodes, Axis<0>, i32, (Dyn<Brand<'id, Nodes>>,)>, graph: &Graph<'id>) -> i32 {
    graph.edges.iter().map(|&[from, to]| (height[to] - height[from]).max(0)).sum()
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads here")]
fn structs_and_threads() {
    let climb = branded(3, |nodes: Branded<'_, Nodes>| {
        let height = nodes.brand(Axis::<0>, Tensor::from([10, 20, 40]).widen::<(Dyn,)>()).unwrap();
        let edges = [[0, 1], [1, 2], [2, 0]].map(|edge| edge.map(|i| nodes.index(i).unwrap())).to_vec();
        let graph = Graph { height, edges };
        let along = nodes.along(Axis::<0>, &graph.height).unwrap();
        std::thread::scope(|scope| {
            [(); 2].map(|()| scope.spawn(|| climbs(along, &graph))).map(|thread| thread.join().unwrap())
        })
    });
    assert_eq!(climb, [30, 30]);
}

#[test]
fn a_shape_of_any_rank_has_no_brand() {
    branded(4, |words: Branded<'_, Words>| {
        let any: Tensor<usize, AnyShape> = words.brand(Axis::<0>, squares(4).erase()).unwrap();
        assert_eq!(any.shape().sizes(), squares(4).erase().shape().sizes());
    });
}
