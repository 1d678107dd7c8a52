//! Some cases of `products.jsonl` as types, written by `generate.py`.

use super::products::*;

#[test]
fn static_products() {
    typed_case!(0; [Shape![1]; i] -> [i] => Shape![1]);
    typed_case!(3; [Shape![1, 3]; i j] -> [] => Shape![]);
    typed_case!(6; [Shape![1, 4, 1]; i j k] -> [k i] => Shape![1, 1]);
    typed_case!(9; [Shape![3, 3]; i i] -> [i] => Shape![3]);
    typed_case!(12; [Shape![1, 1]; i i] -> [] => Shape![]);
    typed_case!(15; [Shape![3, 5, 3]; i j i] -> [j i] => Shape![5, 3]);
    typed_case!(18; [Shape![3, 3]; i j], [Shape![3, 4]; j k] -> [i k] => Shape![3, 4]);
    typed_case!(21; [Shape![1, 3]; i j], [Shape![3, 2]; j k] -> [k i] => Shape![2, 1]);
    typed_case!(24; [Shape![5, 2]; j i], [Shape![3, 5]; k j] -> [i k] => Shape![2, 3]);
    typed_case!(27; [Shape![5]; i], [Shape![5]; i] -> [] => Shape![]);
    typed_case!(30; [Shape![2]; i], [Shape![1]; j] -> [j i] => Shape![1, 2]);
    typed_case!(33; [Shape![1, 5]; i j], [Shape![1, 5]; i j] -> [j i] => Shape![5, 1]);
    typed_case!(36; [Shape![1, 3]; i j], [Shape![1, 3]; i j] -> [i] => Shape![1]);
    typed_case!(39; [Shape![2, 2]; i j], [Shape![5]; k] -> [i k] => Shape![2, 5]);
    typed_case!(42; [Shape![4, 2, 4]; i j k], [Shape![4, 2, 2]; k j l] -> [i l] => Shape![4, 2]);
    typed_case!(45; [Shape![3, 2, 4]; i j k], [Shape![4, 2, 2]; k l m] -> [m i l j] => Shape![2, 3, 2, 2]);
    typed_case!(48; [Shape![3, 1, 4, 3]; b t h d], [Shape![3, 3, 4, 3]; b s h d] -> [b h t s] => Shape![3, 4, 1, 3]);
    typed_case!(51; [Shape![4, 1, 5, 3]; b h t s], [Shape![4, 3, 1, 2]; b s h d] -> [b t h d] => Shape![4, 5, 1, 2]);
    typed_case!(54; [Shape![3, 3, 5]; b i j], [Shape![3, 5, 5]; b j j] -> [b i] => Shape![3, 3]);
    typed_case!(57; [Shape![2, 2]; i j], [Shape![2, 1]; j k], [Shape![1, 2]; k l] -> [i l] => Shape![2, 2]);
    typed_case!(60; [Shape![3, 1]; i j], [Shape![3, 1]; i k], [Shape![3, 3]; i l] -> [i j k l] => Shape![3, 1, 1, 3]);
    typed_case!(63; [Shape![2]; i], [Shape![2, 1]; i j], [Shape![1]; j] -> [] => Shape![]);
    typed_case!(66; [Shape![2, 3]; i j], [Shape![3, 3]; j k], [Shape![3, 3]; k l], [Shape![3, 2]; l m] -> [m i] => Shape![2, 2]);
    typed_case!(69; [Shape![3, 3, 3]; a b c], [Shape![3, 3]; a i], [Shape![3, 3]; b j], [Shape![3, 3]; c k] -> [i j k] => Shape![3, 3, 3]);
}
