//! Indices of a brand, which are checked once, beside indices that are checked each time.

use crate::harness::run;
use crate::pairs::Pairs;
use crate::{drawn, floats, hand, written};
use conformable::brand::{Branded, Index, branded};
use conformable::{Along, Axis, Dyn, NumpyBroadcast, Tensor, shape, zip};
use std::hint::black_box;

struct Nodes;

type Column<T> = Tensor<T, (Dyn,)>;
type OfNodes<'a, 'id, T> = Along<'a, 'id, Nodes, Axis<0>, T, (Dyn,)>;

/// The number of edges between parts of a graph.
#[inline(never)]
fn cut_branded<'id>(part: OfNodes<'_, 'id, u32>, edges: &[[Index<'id, Nodes>; 2]]) -> usize {
    edges.iter().filter(|&&[from, to]| part[from] != part[to]).count()
}

#[inline(never)]
fn cut(part: &Column<u32>, edges: &[[usize; 2]]) -> usize {
    edges.iter().filter(|&&[from, to]| part[from] != part[to]).count()
}

#[inline(never)]
fn look_up_branded<'id>(table: OfNodes<'_, 'id, f32>, places: &[Index<'id, Nodes>], out: &mut [f32]) {
    out.iter_mut().zip(places).for_each(|(out, &place)| *out = table[place]);
}

#[inline(never)]
fn look_up(table: &Column<f32>, places: &[usize], out: &mut [f32]) {
    out.iter_mut().zip(places).for_each(|(out, &place)| *out = table[place]);
}

/// Loops over the edges of a graph, and elements that are taken.
pub(crate) fn edges(pairs: &mut Pairs, [nodes, some]: [usize; 2]) {
    let parts = &drawn(nodes, 8).into_iter().map(|part| part as u32).collect::<Vec<_>>();
    let (elements, part) = (&floats(nodes), &Tensor::from_vec(shape![nodes], parts.clone()).unwrap());
    let height = &Tensor::from_vec(shape![nodes], elements.clone()).unwrap();
    let edges: &Vec<[usize; 2]> = &drawn(2 * some, nodes).chunks_exact(2).map(|edge| [edge[0], edge[1]]).collect();
    let places = &Tensor::from_vec(shape![some], drawn(some, nodes)).unwrap();
    branded(nodes, |brand: Branded<'_, Nodes>| {
        let (along, part_along) = (brand.along(Axis::<0>, height).unwrap(), brand.along(Axis::<0>, part).unwrap());
        let known: &Vec<_> = &edges.iter().map(|edge| edge.map(|node| brand.index(node).unwrap())).collect();
        assert_eq!(cut_branded(part_along, known), hand::cut(parts, edges));
        for (beside, other) in [
            ("slice", run!(hand::cut(black_box(parts), black_box(edges)))),
            ("tensor", run!(cut(black_box(part), black_box(edges)))),
        ] {
            let ours = run!(cut_branded(black_box(part_along), black_box(known)));
            pairs.row(&format!("branded cut beside that of a {beside}, {some} edges of {nodes} nodes"), [ours, other]);
        }
        let known = &brand.indices(places).unwrap();
        let (mut out, mut by_hand) = (vec![0.0; some], vec![0.0; some]);
        written!(
            pairs, format!("branded look-up beside that of a slice, {some} of {nodes}"),
            out: look_up_branded(black_box(along), black_box(known.as_slice()), out),
            by_hand: hand::look_up(black_box(elements), black_box(places.as_slice()), by_hand)
        );
        written!(
            pairs, format!("branded look-up beside that of a tensor, {some} of {nodes}"),
            out: look_up_branded(black_box(along), black_box(known.as_slice()), out),
            by_hand: look_up(black_box(height), black_box(places.as_slice()), by_hand)
        );
        let mut outs = [(); 2].map(|()| Tensor::full(shape![some], 0.0));
        let [out, by_hand] = &mut outs;
        pairs.row(
            &format!("branded take beside `take`, {some} of {nodes}"),
            [
                run!(black_box(along).take_into(black_box(known), black_box(&mut *out))),
                run!(black_box(height).take_into(Axis::<0>, black_box(places), black_box(&mut *by_hand))),
            ],
        );
        assert_eq!(outs[0], outs[1], "the results differ");
        let rows = &Tensor::from_vec(shape![nodes, 4], floats(4 * nodes)).unwrap();
        let along = brand.along(Axis::<0>, rows).unwrap();
        let mut outs = [(); 2].map(|()| Tensor::full(shape![some, 4], 0.0));
        let [out, by_hand] = &mut outs;
        pairs.row(
            &format!("branded take beside `take`, {some} rows of 4 among {nodes}"),
            [
                run!(black_box(along).take_into(black_box(known), black_box(&mut *out))),
                run!(black_box(rows).take_into(Axis::<0>, black_box(places), black_box(&mut *by_hand))),
            ],
        );
        assert_eq!(outs[0], outs[1], "the results differ");
    });
}

/// The rule of two shapes of one brand, which compares their sizes, beside a sum of few elements.
pub(crate) fn sums(pairs: &mut Pairs) {
    branded(8, |brand: Branded<'_, Nodes>| {
        let (x, shape) = (&Tensor::full(shape![brand], 1.0_f32), &shape![brand]);
        let mut out = x.clone();
        pairs.row(
            "branded shapes under the rule, beside a sum of 8 branded elements",
            [
                run!(black_box(shape).numpy_broadcast(black_box(shape))),
                run!(zip((black_box(x), black_box(x))).map_into(black_box(&mut out), |(x, y)| x + y)),
            ],
        );
    });
}
