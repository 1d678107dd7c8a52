//! Some cases of `joins.jsonl` as types, written by `generate.py`.

use super::typed_joins::*;

#[test]
fn static_joins() {
    two::<i64, i64, Shape![4, 3], Shape![4, 4], Shape![_, _]>(0, |x, y| widened(concat(Axis::<1>, (x, y))));
    two::<i64, i64, Shape![1], Shape![_], Shape![_]>(1, |x, y| widened(concat(Axis::<0>, (x, y))));
    two::<i64, i64, Shape![_], Shape![3], Shape![_]>(4, |x, y| widened(concat(Axis::<0>, (x, y))));
    two::<i64, i64, Shape![4, 3], Shape![4, 5], Shape![_, _]>(6, |x, y| widened(concat(Axis::<-1>, (x, y))));
    two::<i64, i64, Shape![2, 4], Shape![2, 3], Shape![_, _]>(10, |x, y| widened(concat(Axis::<1>, (x, y))));
    two::<i64, i64, Shape![1], Shape![_], Shape![_]>(11, |x, y| widened(concat(Axis::<0>, (x, y))));
    two::<i64, i64, Shape![2, _, _, 5], Shape![2, _, 2, 5], Shape![_, _, _, _, _]>(36, |x, y| widened(stack(Axis::<0>, (x, y))));
    two::<i64, i64, Shape![_, 4, 3], Shape![1, 4, 3], Shape![_, _, _, _]>(38, |x, y| widened(stack(Axis::<-2>, (x, y))));
    two::<i64, i64, Shape![2, 5, 2], Shape![2, 5, _], Shape![_, _, _, _]>(42, |x, y| widened(stack(Axis::<1>, (x, y))));
    one::<i64, i64, Shape![2, _, 0], Shape![_, _, _]>(54, |x| widened(x.pad(Axis::<1>, (Size::<0>, Size::<0>), Pad::Edge)));
    one::<i64, i64, Shape![3, _, 1, _], Shape![_, _, _, _]>(55, |x| widened(x.pad(Axis::<-1>, (Size::<3>, Size::<3>), Pad::Constant(0))));
    one::<i64, i64, Shape![_, _], Shape![_, _]>(56, |x| widened(x.pad(Axis::<1>, (Size::<1>, Size::<0>), Pad::Constant(0))));
    one::<i64, i64, Shape![4, 4, _], Shape![_, _, _]>(57, |x| widened(x.pad(Axis::<-1>, (Size::<1>, Size::<3>), Pad::Constant(0))));
    one::<i64, i64, Shape![1], Shape![_]>(90, |x| widened(x.tile(Axis::<-1>, Size::<0>)));
    one::<i64, i64, Shape![2, _], Shape![_, _]>(91, |x| widened(x.tile(Axis::<1>, Size::<4>)));
    one::<i64, i64, Shape![_, 1, 2, _], Shape![_, _, _, _]>(104, |x| widened(x.repeat(Axis::<1>, Size::<3>)));
    one::<i64, i64, Shape![3, 1, _], Shape![_, _, _]>(105, |x| widened(x.repeat(Axis::<2>, Size::<1>)));
    one::<i64, i64, Shape![4, 4, 1], Shape![_, _, _]>(118, |x| widened(x.tril(-1)));
    one::<i64, i64, Shape![_, 1], Shape![_, _]>(130, |x| widened(x.triu(2)));
    made::<i64, Shape![0, 0]>(142, || Tensor::eye(Size::<0>));
    made::<i64, Shape![0, 2, 4]>(147, || Tensor::arange(<Shape![0, 2, 4] as StaticShape>::shape()));
    made::<f64, Shape![2]>(153, || Tensor::linspace(<Shape![2] as StaticShape>::shape(), 2.0, -1.25));
    two::<i64, i64, Shape![_, 1], Shape![_], Shape![_, _]>(161, |x, i| widened(x.take(Axis::<-1>, i)));
    two::<i64, i64, Shape![2], Shape![], Shape![]>(162, |x, i| widened(x.take(Axis::<0>, i)));
    two::<i64, i64, Shape![1, _, 1, 1], Shape![], Shape![_, _, _]>(163, |x, i| widened(x.take(Axis::<-3>, i)));
    two::<i64, i64, Shape![3], Shape![_, _], Shape![_, _]>(164, |x, i| widened(x.take(Axis::<0>, i)));
    two::<i64, i64, Shape![_, _], Shape![], Shape![_]>(165, |x, i| widened(x.take(Axis::<1>, i)));
    two::<i64, i64, Shape![_, _], Shape![], Shape![_]>(166, |x, i| widened(x.take(Axis::<-2>, i)));
    two::<i64, i64, Shape![3, 3, 2], Shape![_, 3, 2], Shape![_, _, _]>(206, |x, i| widened(x.gather(Axis::<-3>, i)));
    two::<i64, i64, Shape![_, _, 3, 1], Shape![1, 1, 3, 1], Shape![_, _, _, _]>(208, |x, i| widened(x.gather(Axis::<-4>, i)));
    two::<i64, i64, Shape![4, 3], Shape![4, 2], Shape![_, _]>(209, |x, i| widened(x.gather(Axis::<-1>, i)));
    two::<i64, i64, Shape![4, 2, 3, _], Shape![4, 2, 3, 2], Shape![_, _, _, _]>(210, |x, i| widened(x.gather(Axis::<2>, i)));
    two::<i64, i64, Shape![3, 2], Shape![2, 2], Shape![_, _]>(211, |x, i| widened(x.gather(Axis::<0>, i)));
    changed::<i64, Shape![_], Shape![], Shape![]>(235, |x, i, v| x.put(Axis::<0>, i, v));
    changed::<i64, Shape![3], Shape![], Shape![]>(236, |x, i, v| x.put(Axis::<0>, i, v));
    changed::<i64, Shape![_, 4], Shape![5, 0], Shape![5, _, 4]>(255, |x, i, v| x.put_add(Axis::<0>, i, v));
    changed::<i64, Shape![4], Shape![3], Shape![3]>(256, |x, i, v| x.put_add(Axis::<0>, i, v));
    changed::<i64, Shape![3, _, _, _], Shape![3, 3, 3, 1], Shape![3, 3, 3, 1]>(275, |x, i, v| x.scatter(Axis::<1>, i, v));
    changed::<i64, Shape![1, 2, 5, 2], Shape![1, 2, 1, 2], Shape![1, 2, 1, 2]>(276, |x, i, v| x.scatter(Axis::<-2>, i, v));
    changed::<i64, Shape![_, 3], Shape![3, 3], Shape![3, 3]>(295, |x, i, v| x.scatter_add(Axis::<-2>, i, v));
    changed::<i64, Shape![4, 4], Shape![1, 4], Shape![_, 4]>(296, |x, i, v| x.scatter_add(Axis::<0>, i, v));
    two::<i64, bool, Shape![_], Shape![_], Shape![_]>(315, |x, i| widened(x.masked(i)));
    two::<i64, bool, Shape![3, _, 1], Shape![3, 5, 1], Shape![_]>(316, |x, i| widened(x.masked(i)));
    changed::<bool, Shape![2, 2, _, 3], Shape![_, 2, 4, _], Shape![2, 2, _, 3]>(333, |x, i, _| x.masked_fill(i, -1));
    changed::<bool, Shape![_, 2], Shape![2, _], Shape![_]>(343, |x, i, v| x.masked_put(i, v));
    two::<i64, bool, Shape![2, 3], Shape![3], Shape![_, _]>(353, |x, i| widened(x.compress(Axis::<-1>, i)));
    two::<i64, bool, Shape![2, 3, _, 3], Shape![3], Shape![_, _, _, _]>(354, |x, i| widened(x.compress(Axis::<3>, i)));
    two::<i64, bool, Shape![2], Shape![2], Shape![_]>(355, |x, i| widened(x.compress(Axis::<-1>, i)));
    one::<bool, usize, Shape![1, 3, 2], Shape![_, _]>(375, |x| widened(x.nonzero()));
    one::<bool, usize, Shape![_, 0, 2], Shape![_, _]>(376, |x| widened(x.nonzero()));
    one::<i64, i64, Shape![_, 3], Shape![_, _, _]>(389, |x| widened(x.one_hot::<i64, _>(Size::<5>)));
    one::<i64, i64, Shape![2, 3], Shape![_, _, _]>(390, |x| widened(x.one_hot::<i64, _>(Size::<1>)));
    one::<f64, f64, Shape![3, 2, 2, 3], Shape![_, _, _, _]>(405, |x| widened(x.top_k(Axis::<-2>, Size::<1>).0));
    one::<f64, f64, Shape![3, 1, 5], Shape![_, _, _]>(406, |x| widened(x.top_k(Axis::<-2>, Size::<1>).0));
    one::<f64, f64, Shape![3, 2, 4], Shape![_, _, _]>(407, |x| widened(x.top_k(Axis::<-3>, Size::<1>).0));
    one::<f64, f64, Shape![4, 1, 2, 2], Shape![_, _, _, _]>(408, |x| widened(x.top_k(Axis::<2>, Size::<2>).0));
}
