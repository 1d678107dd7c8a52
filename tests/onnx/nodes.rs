//! The cases of `nodes.jsonl` as calls, written by `python3 tests/onnx/generate.py`.

use super::*;

/// Each case that has a call.
pub(crate) fn all(nodes: &mut Nodes) {
    average_pool(nodes);
    concat(nodes);
    conv(nodes);
    conv_transpose(nodes);
    einsum(nodes);
    gather(nodes);
    gather_elements(nodes);
    gemm(nodes);
    log_softmax(nodes);
    mat_mul(nodes);
    max_pool(nodes);
    pad(nodes);
    reduce_l1(nodes);
    reduce_l2(nodes);
    reduce_log_sum(nodes);
    reduce_log_sum_exp(nodes);
    reduce_max(nodes);
    reduce_mean(nodes);
    reduce_min(nodes);
    reduce_prod(nodes);
    reduce_sum(nodes);
    reduce_sum_square(nodes);
    scatter(nodes);
    scatter_elements(nodes);
    slice(nodes);
    softmax(nodes);
    split(nodes);
    tile(nodes);
    top_k(nodes);
}

fn average_pool(nodes: &mut Nodes) {
    node!(nodes, "test_averagepool_1d_default", x: [1, 3, 32] => [1, 3, 31] = x.pool(&shape![2], &Window::new().stride(Size::<1>)));
    node!(nodes, "test_averagepool_2d_ceil", x: [1, 1, 4, 4] => [1, 1, 2, 2] = x.pool(&shape![3, 3], &Window::new().stride(Size::<2>).ceil_mode()));
    node!(nodes, "test_averagepool_2d_ceil_last_window_starts_on_pad", x: [1, 3, 2, 2] => [1, 3, 1, 1] = x.pool(&shape![3, 3], &Window::new().padding(Size::<1>).ceil_mode()));
    node!(nodes, "test_averagepool_2d_default", x: [1, 3, 32, 32] => [1, 3, 31, 31] = x.pool(&shape![2, 2], &Window::new().stride(Size::<1>)));
    node!(nodes, "test_averagepool_2d_dilations", x: [1, 1, 4, 4] => [1, 1, 2, 2] = x.pool(&shape![2, 2], &Window::new().stride(Size::<1>).dilation(Size::<2>).ceil_mode()));
    node!(nodes, "test_averagepool_2d_pads", x: [1, 3, 28, 28] => [1, 3, 30, 30] = x.pool(&shape![3, 3], &Window::new().stride(Size::<1>).padding(Size::<2>)));
    node!(nodes, "test_averagepool_2d_pads_count_include_pad", x: [1, 3, 28, 28] => [1, 3, 30, 30] = x.pool(&shape![3, 3], &Window::new().stride(Size::<1>).padding(Size::<2>)));
    node!(nodes, "test_averagepool_2d_precomputed_pads", x: [1, 1, 5, 5] => [1, 1, 5, 5] = x.pool(&shape![5, 5], &Window::new().stride(Size::<1>).padding(Size::<2>)));
    node!(nodes, "test_averagepool_2d_precomputed_pads_count_include_pad", x: [1, 1, 5, 5] => [1, 1, 5, 5] = x.pool(&shape![5, 5], &Window::new().stride(Size::<1>).padding(Size::<2>)));
    node!(nodes, "test_averagepool_2d_precomputed_same_upper", x: [1, 1, 5, 5] => [1, 1, 3, 3] = x.pool(&shape![3, 3], &Window::new().stride(Size::<2>).padding(Same)));
    node!(nodes, "test_averagepool_2d_precomputed_strides", x: [1, 1, 5, 5] => [1, 1, 2, 2] = x.pool(&shape![2, 2], &Window::new()));
    node!(nodes, "test_averagepool_2d_same_lower", x: [1, 3, 32, 32] => [1, 3, 32, 32] = x.pool(&shape![2, 2], &Window::new().stride(Size::<1>).padding(SameLower)));
    node!(nodes, "test_averagepool_2d_same_upper", x: [1, 3, 32, 32] => [1, 3, 32, 32] = x.pool(&shape![2, 2], &Window::new().stride(Size::<1>).padding(Same)));
    node!(nodes, "test_averagepool_2d_strides", x: [1, 3, 32, 32] => [1, 3, 10, 10] = x.pool(&shape![5, 5], &Window::new().stride(Size::<3>)));
    node!(nodes, "test_averagepool_3d_default", x: [1, 3, 32, 32, 32] => [1, 3, 31, 31, 31] = x.pool(&shape![2, 2, 2], &Window::new().stride(Size::<1>)));
    node!(nodes, "test_averagepool_3d_dilations_large_count_include_pad_is_0_ceil_mode_is_False", x: [1, 1, 32, 32, 32] => [1, 1, 8, 8, 8] = x.pool(&shape![5, 5, 5], &Window::new().stride(Size::<3>).dilation(Size::<2>)));
    node!(nodes, "test_averagepool_3d_dilations_large_count_include_pad_is_0_ceil_mode_is_True", x: [1, 1, 32, 32, 32] => [1, 1, 9, 9, 9] = x.pool(&shape![5, 5, 5], &Window::new().stride(Size::<3>).dilation(Size::<2>).ceil_mode()));
    node!(nodes, "test_averagepool_3d_dilations_large_count_include_pad_is_1_ceil_mode_is_False", x: [1, 1, 32, 32, 32] => [1, 1, 8, 8, 8] = x.pool(&shape![5, 5, 5], &Window::new().stride(Size::<3>).dilation(Size::<2>)));
    node!(nodes, "test_averagepool_3d_dilations_large_count_include_pad_is_1_ceil_mode_is_True", x: [1, 1, 32, 32, 32] => [1, 1, 9, 9, 9] = x.pool(&shape![5, 5, 5], &Window::new().stride(Size::<3>).dilation(Size::<2>).ceil_mode()));
    node!(nodes, "test_averagepool_3d_dilations_small", x: [1, 1, 4, 4, 4] => [1, 1, 2, 2, 2] = x.pool(&shape![2, 2, 2], &Window::new().stride(Size::<1>).dilation(Size::<2>).ceil_mode()));
}

fn concat(nodes: &mut Nodes) {
    node!(nodes, "test_concat_1d_axis_0", x: [2], y: [2] => [4] = x.concat(&y, Axis::<0>));
    node!(nodes, "test_concat_1d_axis_negative_1", x: [2], y: [2] => [4] = x.concat(&y, Axis::<-1>));
    node!(nodes, "test_concat_2d_axis_0", x: [2, 2], y: [2, 2] => [4, 2] = x.concat(&y, Axis::<0>));
    node!(nodes, "test_concat_2d_axis_1", x: [2, 2], y: [2, 2] => [2, 4] = x.concat(&y, Axis::<1>));
    node!(nodes, "test_concat_2d_axis_negative_1", x: [2, 2], y: [2, 2] => [2, 4] = x.concat(&y, Axis::<-1>));
    node!(nodes, "test_concat_2d_axis_negative_2", x: [2, 2], y: [2, 2] => [4, 2] = x.concat(&y, Axis::<-2>));
    node!(nodes, "test_concat_3d_axis_0", x: [2, 2, 2], y: [2, 2, 2] => [4, 2, 2] = x.concat(&y, Axis::<0>));
    node!(nodes, "test_concat_3d_axis_1", x: [2, 2, 2], y: [2, 2, 2] => [2, 4, 2] = x.concat(&y, Axis::<1>));
    node!(nodes, "test_concat_3d_axis_2", x: [2, 2, 2], y: [2, 2, 2] => [2, 2, 4] = x.concat(&y, Axis::<2>));
    node!(nodes, "test_concat_3d_axis_negative_1", x: [2, 2, 2], y: [2, 2, 2] => [2, 2, 4] = x.concat(&y, Axis::<-1>));
    node!(nodes, "test_concat_3d_axis_negative_2", x: [2, 2, 2], y: [2, 2, 2] => [2, 4, 2] = x.concat(&y, Axis::<-2>));
    node!(nodes, "test_concat_3d_axis_negative_3", x: [2, 2, 2], y: [2, 2, 2] => [4, 2, 2] = x.concat(&y, Axis::<-3>));
}

fn conv(nodes: &mut Nodes) {
    node!(nodes, "test_basic_conv_with_padding", x: [1, 1, 5, 5], w: [1, 1, 3, 3] => [1, 1, 5, 5] = x.conv(&w, &Window::new().padding(Size::<1>)));
    node!(nodes, "test_basic_conv_without_padding", x: [1, 1, 5, 5], w: [1, 1, 3, 3] => [1, 1, 3, 3] = x.conv(&w, &Window::new()));
    node!(nodes, "test_conv_with_autopad_same", x: [1, 1, 5, 5], w: [1, 1, 3, 3] => [1, 1, 3, 3] = x.conv(&w, &Window::new().stride(Size::<2>).padding(SameLower)));
    node!(nodes, "test_conv_with_strides_and_asymmetric_padding", x: [1, 1, 7, 5], w: [1, 1, 3, 3] => [1, 1, 4, 2] = x.conv(&w, &Window::new().stride(Size::<2>).padding(shape![1, 0])));
    node!(nodes, "test_conv_with_strides_no_padding", x: [1, 1, 7, 5], w: [1, 1, 3, 3] => [1, 1, 3, 2] = x.conv(&w, &Window::new().stride(Size::<2>)));
    node!(nodes, "test_conv_with_strides_padding", x: [1, 1, 7, 5], w: [1, 1, 3, 3] => [1, 1, 4, 3] = x.conv(&w, &Window::new().stride(Size::<2>).padding(Size::<1>)));
}

fn conv_transpose(nodes: &mut Nodes) {
    node!(nodes, "test_convtranspose", x: [1, 1, 3, 3], w: [1, 2, 3, 3] => [1, 2, 5, 5] = x.conv_transpose(&w, &Window::new()));
    node!(nodes, "test_convtranspose_1d", x: [1, 1, 3], w: [1, 2, 3] => [1, 2, 5] = x.conv_transpose(&w, &Window::new()));
    node!(nodes, "test_convtranspose_3d", x: [1, 1, 3, 4, 5], w: [1, 2, 3, 3, 3] => [1, 2, 5, 6, 7] = x.conv_transpose(&w, &Window::new()));
    node!(nodes, "test_convtranspose_autopad_same", x: [1, 1, 3, 3], w: [1, 2, 3, 3] => [1, 2, 6, 6] = x.conv_transpose(&w, &Window::new().stride(Size::<2>).padding(Sides(Size::<0>, Size::<1>))));
    node!(nodes, "test_convtranspose_dilations", x: [1, 1, 3, 3], w: [1, 1, 2, 2] => [1, 1, 5, 5] = x.conv_transpose(&w, &Window::new().dilation(Size::<2>)));
    node!(nodes, "test_convtranspose_group_2", x: [1, 2, 3, 3], w: [2, 1, 3, 3] => [1, 2, 5, 5] = x.conv_transpose(&w, &Window::new().groups(Size::<2>)));
    node!(nodes, "test_convtranspose_group_2_image_3", x: [3, 2, 3, 3], w: [2, 1, 3, 3] => [3, 2, 5, 5] = x.conv_transpose(&w, &Window::new().groups(Size::<2>)));
    node!(nodes, "test_convtranspose_kernel_shape", x: [1, 1, 3, 3], w: [1, 2, 3, 3] => [1, 2, 10, 8] = x.conv_transpose(&w, &Window::new().stride(shape![3, 2]).output_padding(Size::<1>)));
    node!(nodes, "test_convtranspose_pad", x: [1, 1, 3, 3], w: [1, 2, 3, 3] => [1, 2, 10, 8] = x.conv_transpose(&w, &Window::new().stride(shape![3, 2]).output_padding(Size::<1>)));
    node!(nodes, "test_convtranspose_pads", x: [1, 1, 3, 3], w: [1, 2, 3, 3] => [1, 2, 7, 3] = x.conv_transpose(&w, &Window::new().stride(shape![3, 2]).padding(shape![1, 2])));
}

fn einsum(nodes: &mut Nodes) {
    node!(nodes, "test_einsum_batch_matmul", x: [5, 2, 3], y: [5, 3, 4] => [5, 2, 4] = <Einsum![b i j, b j k -> b i k]>::new().of(&(x, y)));
    node!(nodes, "test_einsum_batch_matmul_bfloat16", x: [5, 2, 3], y: [5, 3, 4] => [5, 2, 4] = <Einsum![b i j, b j k -> b i k]>::new().of(&(x, y)));
    node!(nodes, "test_einsum_inner_prod", x: [5], y: [5] => [] = <Einsum![i, i ->]>::new().of(&(x, y)));
    node!(nodes, "test_einsum_scalar", x: [] => [] = <Einsum![->]>::new().of(&(x,)));
    node!(nodes, "test_einsum_sum", x: [3, 4] => [3] = <Einsum![i j -> i]>::new().of(&(x,)));
    node!(nodes, "test_einsum_sum_bfloat16", x: [3, 4] => [3] = <Einsum![i j -> i]>::new().of(&(x,)));
    node!(nodes, "test_einsum_transpose", x: [3, 4] => [4, 3] = <Einsum![i j -> j i]>::new().of(&(x,)));
    node!(nodes, "test_einsum_transpose_bfloat16", x: [3, 4] => [4, 3] = <Einsum![i j -> j i]>::new().of(&(x,)));
}

fn gather(nodes: &mut Nodes) {
    node!(nodes, "test_gather_0", x: [5, 4, 3, 2], y: [3] => [3, 4, 3, 2] = x.taken(Axis::<0>, &y));
    node!(nodes, "test_gather_1", x: [5, 4, 3, 2], y: [3] => [5, 3, 3, 2] = x.taken(Axis::<1>, &y));
    node!(nodes, "test_gather_2d_indices", x: [3, 3], y: [1, 2] => [3, 1, 2] = x.taken(Axis::<1>, &y));
    node!(nodes, "test_gather_negative_indices", x: [10], y: [3] => [3] = x.taken(Axis::<0>, &y));
}

fn gather_elements(nodes: &mut Nodes) {
    node!(nodes, "test_gather_elements_0", x: [2, 2], y: [2, 2] => [2, 2] = x.gathered(Axis::<1>, &y));
    node!(nodes, "test_gather_elements_1", x: [3, 3], y: [2, 3] => [2, 3] = x.gathered(Axis::<0>, &y));
    node!(nodes, "test_gather_elements_negative_indices", x: [3, 3], y: [2, 3] => [2, 3] = x.gathered(Axis::<0>, &y));
}

fn gemm(nodes: &mut Nodes) {
    node!(nodes, "test_gemm_all_attributes", x: [4, 3], y: [5, 4], z: [1, 5] => [3, 5] = z.broadcast_to(&Transpose.of(&x)?.matmul(&Transpose.of(&y)?)?));
    node!(nodes, "test_gemm_alpha", x: [3, 5], y: [5, 4], z: [1, 4] => [3, 4] = z.broadcast_to(&x.matmul(&y)?));
    node!(nodes, "test_gemm_beta", x: [2, 7], y: [7, 4], z: [1, 4] => [2, 4] = z.broadcast_to(&x.matmul(&y)?));
    node!(nodes, "test_gemm_default_matrix_bias", x: [3, 6], y: [6, 4], z: [3, 4] => [3, 4] = z.broadcast_to(&x.matmul(&y)?));
    node!(nodes, "test_gemm_default_no_bias", x: [2, 10], y: [10, 3] => [2, 3] = x.matmul(&y));
    node!(nodes, "test_gemm_default_scalar_bias", x: [2, 3], y: [3, 4], z: [] => [2, 4] = z.broadcast_to(&x.matmul(&y)?));
    node!(nodes, "test_gemm_default_single_elem_vector_bias", x: [3, 7], y: [7, 3], z: [1] => [3, 3] = z.broadcast_to(&x.matmul(&y)?));
    node!(nodes, "test_gemm_default_vector_bias", x: [2, 7], y: [7, 4], z: [1, 4] => [2, 4] = z.broadcast_to(&x.matmul(&y)?));
    node!(nodes, "test_gemm_default_zero_bias", x: [3, 5], y: [5, 4], z: [1, 4] => [3, 4] = z.broadcast_to(&x.matmul(&y)?));
    node!(nodes, "test_gemm_transposeA", x: [6, 3], y: [6, 4], z: [1, 4] => [3, 4] = z.broadcast_to(&Transpose.of(&x)?.matmul(&y)?));
    node!(nodes, "test_gemm_transposeB", x: [3, 6], y: [4, 6], z: [1, 4] => [3, 4] = z.broadcast_to(&x.matmul(&Transpose.of(&y)?)?));
}

fn log_softmax(nodes: &mut Nodes) {
    node!(nodes, "test_logsoftmax_axis_0", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<0>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_logsoftmax_axis_1", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<1>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_logsoftmax_axis_2", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<2>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_logsoftmax_default_axis", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<-1>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_logsoftmax_example_1", x: [1, 3] => [1, 3] = Keep(Axis::<-1>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_logsoftmax_large_number", x: [2, 4] => [2, 4] = Keep(Axis::<-1>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_logsoftmax_negative_axis", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<-1>).reduce(&x)?.broadcast_to(&x));
}

fn mat_mul(nodes: &mut Nodes) {
    node!(nodes, "test_matmul_1d_1d", x: [3], y: [3] => [] = x.matmul(&y));
    node!(nodes, "test_matmul_1d_3d", x: [4], y: [2, 4, 1] => [2, 1] = x.matmul(&y));
    node!(nodes, "test_matmul_2d", x: [3, 4], y: [4, 3] => [3, 3] = x.matmul(&y));
    node!(nodes, "test_matmul_3d", x: [2, 3, 4], y: [2, 4, 3] => [2, 3, 3] = x.matmul(&y));
    node!(nodes, "test_matmul_4d", x: [1, 2, 3, 4], y: [1, 2, 4, 3] => [1, 2, 3, 3] = x.matmul(&y));
    node!(nodes, "test_matmul_4d_1d", x: [1, 2, 4, 3], y: [3] => [1, 2, 4] = x.matmul(&y));
    node!(nodes, "test_matmul_bcast", x: [3, 1, 3, 4], y: [1, 2, 4, 2] => [3, 2, 3, 2] = x.matmul(&y));
}

fn max_pool(nodes: &mut Nodes) {
    node!(nodes, "test_maxpool_1d_default", x: [1, 3, 32] => [1, 3, 31] = x.pool(&shape![2], &Window::new().stride(Size::<1>)));
    node!(nodes, "test_maxpool_2d_ceil", x: [1, 1, 4, 4] => [1, 1, 2, 2] = x.pool(&shape![3, 3], &Window::new().stride(Size::<2>).ceil_mode()));
    node!(nodes, "test_maxpool_2d_ceil_output_size_reduce_by_one", x: [1, 1, 2, 2] => [1, 1, 1, 1] = x.pool(&shape![1, 1], &Window::new().stride(Size::<2>).ceil_mode()));
    node!(nodes, "test_maxpool_2d_default", x: [1, 3, 32, 32] => [1, 3, 31, 31] = x.pool(&shape![2, 2], &Window::new().stride(Size::<1>)));
    node!(nodes, "test_maxpool_2d_dilations", x: [1, 1, 4, 4] => [1, 1, 2, 2] = x.pool(&shape![2, 2], &Window::new().stride(Size::<1>).dilation(Size::<2>)));
    node!(nodes, "test_maxpool_2d_pads", x: [1, 3, 28, 28] => [1, 3, 30, 30] = x.pool(&shape![3, 3], &Window::new().stride(Size::<1>).padding(Size::<2>)));
    node!(nodes, "test_maxpool_2d_precomputed_pads", x: [1, 1, 5, 5] => [1, 1, 5, 5] = x.pool(&shape![5, 5], &Window::new().stride(Size::<1>).padding(Size::<2>)));
    node!(nodes, "test_maxpool_2d_precomputed_same_upper", x: [1, 1, 5, 5] => [1, 1, 3, 3] = x.pool(&shape![3, 3], &Window::new().stride(Size::<2>).padding(Same)));
    node!(nodes, "test_maxpool_2d_precomputed_strides", x: [1, 1, 5, 5] => [1, 1, 2, 2] = x.pool(&shape![2, 2], &Window::new()));
    node!(nodes, "test_maxpool_2d_same_lower", x: [1, 3, 32, 32] => [1, 3, 32, 32] = x.pool(&shape![2, 2], &Window::new().stride(Size::<1>).padding(SameLower)));
    node!(nodes, "test_maxpool_2d_same_upper", x: [1, 3, 32, 32] => [1, 3, 32, 32] = x.pool(&shape![2, 2], &Window::new().stride(Size::<1>).padding(Same)));
    node!(nodes, "test_maxpool_2d_strides", x: [1, 3, 32, 32] => [1, 3, 10, 10] = x.pool(&shape![5, 5], &Window::new().stride(Size::<3>)));
    node!(nodes, "test_maxpool_2d_uint8", x: [1, 1, 5, 5] => [1, 1, 5, 5] = x.pool(&shape![5, 5], &Window::new().stride(Size::<1>).padding(Size::<2>)));
    node!(nodes, "test_maxpool_3d_default", x: [1, 3, 32, 32, 32] => [1, 3, 31, 31, 31] = x.pool(&shape![2, 2, 2], &Window::new().stride(Size::<1>)));
    node!(nodes, "test_maxpool_3d_dilations", x: [1, 1, 4, 4, 4] => [1, 1, 2, 2, 2] = x.pool(&shape![2, 2, 2], &Window::new().stride(Size::<1>).dilation(Size::<2>)));
    node!(nodes, "test_maxpool_3d_dilations_use_ref_impl", x: [1, 1, 4, 4, 4] => [1, 1, 2, 2, 2] = x.pool(&shape![2, 2, 2], &Window::new().stride(Size::<1>).dilation(Size::<2>)));
    node!(nodes, "test_maxpool_3d_dilations_use_ref_impl_large", x: [1, 1, 32, 32, 32] => [1, 1, 9, 9, 9] = x.pool(&shape![5, 5, 5], &Window::new().stride(Size::<3>).dilation(Size::<2>).ceil_mode()));
    node!(nodes, "test_maxpool_with_argmax_2d_precomputed_pads", x: [1, 1, 5, 5] => [1, 1, 5, 5] = x.pool(&shape![5, 5], &Window::new().stride(Size::<1>).padding(Size::<2>)), [1, 1, 5, 5] = x.pool(&shape![5, 5], &Window::new().stride(Size::<1>).padding(Size::<2>)));
    node!(nodes, "test_maxpool_with_argmax_2d_precomputed_strides", x: [1, 1, 5, 5] => [1, 1, 2, 2] = x.pool(&shape![2, 2], &Window::new()), [1, 1, 2, 2] = x.pool(&shape![2, 2], &Window::new()));
}

fn pad(nodes: &mut Nodes) {
    node!(nodes, "test_constant_pad", x: [1, 3, 4, 5] => [1, 3, 7, 12] = x.padded(Axis::<2>, (Size::<1>, Size::<2>))?.padded(Axis::<3>, (Size::<3>, Size::<4>)));
    node!(nodes, "test_constant_pad_axes", x: [1, 3, 4, 5] => [1, 3, 4, 12] = x.padded(Axis::<3>, (Size::<3>, Size::<4>)));
    node!(nodes, "test_constant_pad_negative_axes", x: [1, 3, 4, 5] => [1, 3, 4, 12] = x.padded(Axis::<-1>, (Size::<3>, Size::<4>)));
    node!(nodes, "test_edge_pad", x: [1, 3, 4, 5] => [1, 3, 6, 7] = x.padded(Axis::<2>, (Size::<1>, Size::<1>))?.padded(Axis::<3>, (Size::<1>, Size::<1>)));
    node!(nodes, "test_reflect_pad", x: [1, 3, 4, 5] => [1, 3, 6, 7] = x.padded(Axis::<2>, (Size::<1>, Size::<1>))?.padded(Axis::<3>, (Size::<1>, Size::<1>)));
    node!(nodes, "test_wrap_pad", x: [1, 3, 4, 5] => [1, 3, 6, 7] = x.padded(Axis::<2>, (Size::<1>, Size::<1>))?.padded(Axis::<3>, (Size::<1>, Size::<1>)));
}

fn reduce_l1(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_l1_default_axes_keepdims_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_l1_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_l1_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<2>.reduce(&x));
    node!(nodes, "test_reduce_l1_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<2>.reduce(&x));
    node!(nodes, "test_reduce_l1_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_l1_keep_dims_example", x: [3, 2, 2] => [3, 2, 1] = Keep(Axis::<2>).reduce(&x));
    node!(nodes, "test_reduce_l1_keep_dims_random", x: [3, 2, 2] => [3, 2, 1] = Keep(Axis::<2>).reduce(&x));
    node!(nodes, "test_reduce_l1_negative_axes_keep_dims_example", x: [3, 2, 2] => [3, 2, 1] = Keep(Axis::<-1>).reduce(&x));
    node!(nodes, "test_reduce_l1_negative_axes_keep_dims_random", x: [3, 2, 2] => [3, 2, 1] = Keep(Axis::<-1>).reduce(&x));
}

fn reduce_l2(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_l2_default_axes_keepdims_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_l2_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_l2_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<2>.reduce(&x));
    node!(nodes, "test_reduce_l2_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<2>.reduce(&x));
    node!(nodes, "test_reduce_l2_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_l2_keep_dims_example", x: [3, 2, 2] => [3, 2, 1] = Keep(Axis::<2>).reduce(&x));
    node!(nodes, "test_reduce_l2_keep_dims_random", x: [3, 2, 2] => [3, 2, 1] = Keep(Axis::<2>).reduce(&x));
    node!(nodes, "test_reduce_l2_negative_axes_keep_dims_example", x: [3, 2, 2] => [3, 2, 1] = Keep(Axis::<-1>).reduce(&x));
    node!(nodes, "test_reduce_l2_negative_axes_keep_dims_random", x: [3, 2, 2] => [3, 2, 1] = Keep(Axis::<-1>).reduce(&x));
}

fn reduce_log_sum(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_log_sum_asc_axes", x: [3, 4, 5] => [5] = (Axis::<0>, Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_log_sum_default", x: [3, 4, 5] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_log_sum_desc_axes", x: [3, 4, 5] => [3] = (Axis::<2>, Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_log_sum_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_log_sum_negative_axes", x: [3, 4, 5] => [3, 1, 5] = Keep(Axis::<-2>).reduce(&x));
}

fn reduce_log_sum_exp(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_log_sum_exp_default_axes_keepdims_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_log_sum_exp_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_log_sum_exp_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_log_sum_exp_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_log_sum_exp_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_log_sum_exp_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_log_sum_exp_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_log_sum_exp_negative_axes_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
    node!(nodes, "test_reduce_log_sum_exp_negative_axes_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
}

fn reduce_max(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_max_bool_inputs", x: [4, 2] => [4, 1] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_max_default_axes_keepdim_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_max_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_max_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_max_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_max_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_max_empty_set_bool", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_max_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_max_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_max_negative_axes_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
    node!(nodes, "test_reduce_max_negative_axes_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
}

fn reduce_mean(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_mean_default_axes_keepdims_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_mean_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_mean_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_mean_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_mean_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_mean_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_mean_negative_axes_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
    node!(nodes, "test_reduce_mean_negative_axes_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
}

fn reduce_min(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_min_bool_inputs", x: [4, 2] => [4, 1] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_min_default_axes_keepdims_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_min_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_min_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_min_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_min_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_min_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_min_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_min_negative_axes_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
    node!(nodes, "test_reduce_min_negative_axes_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
}

fn reduce_prod(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_prod_default_axes_keepdims_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_prod_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_prod_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_prod_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_prod_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_prod_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_prod_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_prod_negative_axes_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
    node!(nodes, "test_reduce_prod_negative_axes_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
}

fn reduce_sum(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_sum_default_axes_keepdims_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_sum_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_sum_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_sum_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_sum_empty_axes_input_noop", x: [3, 2, 2] => [3, 2, 2] = Keep(()).reduce(&x));
    node!(nodes, "test_reduce_sum_empty_axes_input_noop_example", x: [3, 2, 2] => [3, 2, 2] = Keep(()).reduce(&x));
    node!(nodes, "test_reduce_sum_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_sum_empty_set_non_reduced_axis_zero", x: [2, 0, 4] => [2, 0, 1] = Keep(Axis::<2>).reduce(&x));
    node!(nodes, "test_reduce_sum_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_sum_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_sum_negative_axes_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
    node!(nodes, "test_reduce_sum_negative_axes_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
}

fn reduce_sum_square(nodes: &mut Nodes) {
    node!(nodes, "test_reduce_sum_square_default_axes_keepdims_example", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_sum_square_default_axes_keepdims_random", x: [3, 2, 2] => [1, 1, 1] = Keep(..).reduce(&x));
    node!(nodes, "test_reduce_sum_square_do_not_keepdims_example", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_sum_square_do_not_keepdims_random", x: [3, 2, 2] => [3, 2] = Axis::<1>.reduce(&x));
    node!(nodes, "test_reduce_sum_square_empty_set", x: [2, 0, 4] => [2, 1, 4] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_sum_square_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_sum_square_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<1>).reduce(&x));
    node!(nodes, "test_reduce_sum_square_negative_axes_keepdims_example", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
    node!(nodes, "test_reduce_sum_square_negative_axes_keepdims_random", x: [3, 2, 2] => [3, 1, 2] = Keep(Axis::<-2>).reduce(&x));
}

fn scatter(nodes: &mut Nodes) {
    node!(nodes, "test_scatter_with_axis", x: [1, 5], y: [1, 2], z: [1, 2] => [1, 5] = z.broadcast_to(&x.gathered(Axis::<1>, &y)?).map(|_| x));
    node!(nodes, "test_scatter_without_axis", x: [3, 3], y: [2, 3], z: [2, 3] => [3, 3] = z.broadcast_to(&x.gathered(Axis::<0>, &y)?).map(|_| x));
}

fn scatter_elements(nodes: &mut Nodes) {
    node!(nodes, "test_scatter_elements_with_axis", x: [1, 5], y: [1, 2], z: [1, 2] => [1, 5] = z.broadcast_to(&x.gathered(Axis::<1>, &y)?).map(|_| x));
    node!(nodes, "test_scatter_elements_with_duplicate_indices", x: [1, 5], y: [1, 2], z: [1, 2] => [1, 5] = z.broadcast_to(&x.gathered(Axis::<1>, &y)?).map(|_| x));
    node!(nodes, "test_scatter_elements_with_negative_indices", x: [1, 5], y: [1, 2], z: [1, 2] => [1, 5] = z.broadcast_to(&x.gathered(Axis::<1>, &y)?).map(|_| x));
    node!(nodes, "test_scatter_elements_with_reduction_max", x: [1, 5], y: [1, 2], z: [1, 2] => [1, 5] = z.broadcast_to(&x.gathered(Axis::<1>, &y)?).map(|_| x));
    node!(nodes, "test_scatter_elements_with_reduction_min", x: [1, 5], y: [1, 2], z: [1, 2] => [1, 5] = z.broadcast_to(&x.gathered(Axis::<1>, &y)?).map(|_| x));
    node!(nodes, "test_scatter_elements_with_reduction_mul", x: [1, 5], y: [1, 2], z: [1, 2] => [1, 5] = z.broadcast_to(&x.gathered(Axis::<1>, &y)?).map(|_| x));
    node!(nodes, "test_scatter_elements_without_axis", x: [3, 3], y: [2, 3], z: [2, 3] => [3, 3] = z.broadcast_to(&x.gathered(Axis::<0>, &y)?).map(|_| x));
}

fn slice(nodes: &mut Nodes) {
    node!(nodes, "test_slice", x: [20, 10, 5] => [3, 10, 5] = Slice((Narrow::<0, 3>, Narrow::<0, 10>, ..)).of(&x));
    node!(nodes, "test_slice_default_axes", x: [20, 10, 5] => [20, 10, 1] = Slice((Narrow::<0, 20>, Narrow::<0, 10>, Narrow::<3, 1>)).of(&x));
    node!(nodes, "test_slice_default_steps", x: [20, 10, 5] => [20, 10, 1] = Slice((Narrow::<0, 20>, Narrow::<0, 10>, Narrow::<3, 1>)).of(&x));
    node!(nodes, "test_slice_end_out_of_bounds", x: [20, 10, 5] => [20, 9, 5] = NarrowAxis(Axis::<1>, Narrow::<1, 9>).of(&x));
    node!(nodes, "test_slice_neg", x: [20, 10, 5] => [20, 9, 5] = NarrowAxis(Axis::<1>, Narrow::<0, 9>).of(&x));
    node!(nodes, "test_slice_neg_steps", x: [20, 10, 5] => [19, 3, 2] = Slice((Reversed, Stepped(Reversed, 3), Stepped(Reversed, 2))).of(&Slice((Narrow::<1, 19>, Narrow::<3, 7>, Narrow::<2, 3>)).of(&x)?));
    node!(nodes, "test_slice_negative_axes", x: [20, 10, 5] => [20, 10, 1] = NarrowAxis(Axis::<-1>, Narrow::<3, 1>).of(&NarrowAxis(Axis::<-2>, Narrow::<0, 10>).of(&NarrowAxis(Axis::<0>, Narrow::<0, 20>).of(&x)?)?));
    node!(nodes, "test_slice_start_out_of_bounds", x: [20, 10, 5] => [20, 0, 5] = NarrowAxis(Axis::<1>, Narrow::<10, 0>).of(&x));
}

fn softmax(nodes: &mut Nodes) {
    node!(nodes, "test_softmax_axis_0", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<0>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_softmax_axis_1", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<1>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_softmax_axis_2", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<2>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_softmax_default_axis", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<-1>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_softmax_example", x: [1, 3] => [1, 3] = Keep(Axis::<-1>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_softmax_large_number", x: [2, 4] => [2, 4] = Keep(Axis::<-1>).reduce(&x)?.broadcast_to(&x));
    node!(nodes, "test_softmax_negative_axis", x: [3, 4, 5] => [3, 4, 5] = Keep(Axis::<-1>).reduce(&x)?.broadcast_to(&x));
}

fn split(nodes: &mut Nodes) {
    node!(nodes, "test_split_equal_parts_1d_opset13", x: [6] => [2] = NarrowAxis(Axis::<0>, Narrow::<0, 2>).of(&x), [2] = NarrowAxis(Axis::<0>, Narrow::<2, 2>).of(&x), [2] = NarrowAxis(Axis::<0>, Narrow::<4, 2>).of(&x));
    node!(nodes, "test_split_equal_parts_1d_opset18", x: [6] => [2] = NarrowAxis(Axis::<0>, Narrow::<0, 2>).of(&x), [2] = NarrowAxis(Axis::<0>, Narrow::<2, 2>).of(&x), [2] = NarrowAxis(Axis::<0>, Narrow::<4, 2>).of(&x));
    node!(nodes, "test_split_equal_parts_2d", x: [2, 6] => [2, 3] = NarrowAxis(Axis::<1>, Narrow::<0, 3>).of(&x), [2, 3] = NarrowAxis(Axis::<1>, Narrow::<3, 3>).of(&x));
    node!(nodes, "test_split_equal_parts_2d_opset13", x: [2, 6] => [2, 3] = NarrowAxis(Axis::<1>, Narrow::<0, 3>).of(&x), [2, 3] = NarrowAxis(Axis::<1>, Narrow::<3, 3>).of(&x));
    node!(nodes, "test_split_equal_parts_default_axis_opset13", x: [6] => [2] = NarrowAxis(Axis::<0>, Narrow::<0, 2>).of(&x), [2] = NarrowAxis(Axis::<0>, Narrow::<2, 2>).of(&x), [2] = NarrowAxis(Axis::<0>, Narrow::<4, 2>).of(&x));
    node!(nodes, "test_split_equal_parts_default_axis_opset18", x: [6] => [2] = NarrowAxis(Axis::<0>, Narrow::<0, 2>).of(&x), [2] = NarrowAxis(Axis::<0>, Narrow::<2, 2>).of(&x), [2] = NarrowAxis(Axis::<0>, Narrow::<4, 2>).of(&x));
    node!(nodes, "test_split_variable_parts_1d_opset13", x: [6] => [2] = NarrowAxis(Axis::<0>, Narrow::<0, 2>).of(&x), [4] = NarrowAxis(Axis::<0>, Narrow::<2, 4>).of(&x));
    node!(nodes, "test_split_variable_parts_1d_opset18", x: [6] => [2] = NarrowAxis(Axis::<0>, Narrow::<0, 2>).of(&x), [4] = NarrowAxis(Axis::<0>, Narrow::<2, 4>).of(&x));
    node!(nodes, "test_split_variable_parts_2d_opset13", x: [2, 6] => [2, 2] = NarrowAxis(Axis::<1>, Narrow::<0, 2>).of(&x), [2, 4] = NarrowAxis(Axis::<1>, Narrow::<2, 4>).of(&x));
    node!(nodes, "test_split_variable_parts_2d_opset18", x: [2, 6] => [2, 2] = NarrowAxis(Axis::<1>, Narrow::<0, 2>).of(&x), [2, 4] = NarrowAxis(Axis::<1>, Narrow::<2, 4>).of(&x));
    node!(nodes, "test_split_variable_parts_default_axis_opset13", x: [6] => [2] = NarrowAxis(Axis::<0>, Narrow::<0, 2>).of(&x), [4] = NarrowAxis(Axis::<0>, Narrow::<2, 4>).of(&x));
    node!(nodes, "test_split_variable_parts_default_axis_opset18", x: [6] => [2] = NarrowAxis(Axis::<0>, Narrow::<0, 2>).of(&x), [4] = NarrowAxis(Axis::<0>, Narrow::<2, 4>).of(&x));
    node!(nodes, "test_split_zero_size_splits_opset13", x: [0] => [0] = NarrowAxis(Axis::<0>, Narrow::<0, 0>).of(&x), [0] = NarrowAxis(Axis::<0>, Narrow::<0, 0>).of(&x), [0] = NarrowAxis(Axis::<0>, Narrow::<0, 0>).of(&x));
    node!(nodes, "test_split_zero_size_splits_opset18", x: [0] => [0] = NarrowAxis(Axis::<0>, Narrow::<0, 0>).of(&x), [0] = NarrowAxis(Axis::<0>, Narrow::<0, 0>).of(&x), [0] = NarrowAxis(Axis::<0>, Narrow::<0, 0>).of(&x));
}

fn tile(nodes: &mut Nodes) {
    node!(nodes, "test_tile", x: [2, 3, 4, 5] => [14, 18, 16, 10] = x.again(Axis::<0>, Size::<7>)?.again(Axis::<1>, Size::<6>)?.again(Axis::<2>, Size::<4>)?.again(Axis::<3>, Size::<2>));
    node!(nodes, "test_tile_precomputed", x: [2, 2] => [4, 4] = x.again(Axis::<0>, Size::<2>)?.again(Axis::<1>, Size::<2>));
}

fn top_k(nodes: &mut Nodes) {
    node!(nodes, "test_top_k", x: [3, 4] => [3, 3] = x.top(Axis::<1>, Size::<3>), [3, 3] = x.top(Axis::<1>, Size::<3>));
    node!(nodes, "test_top_k_negative_axis", x: [3, 4] => [3, 3] = x.top(Axis::<-1>, Size::<3>), [3, 3] = x.top(Axis::<-1>, Size::<3>));
    node!(nodes, "test_top_k_same_values", x: [4] => [3] = x.top(Axis::<0>, Size::<3>), [3] = x.top(Axis::<0>, Size::<3>));
    node!(nodes, "test_top_k_same_values_2d", x: [3, 4] => [3, 3] = x.top(Axis::<1>, Size::<3>), [3, 3] = x.top(Axis::<1>, Size::<3>));
    node!(nodes, "test_top_k_same_values_largest", x: [4] => [3] = x.top(Axis::<0>, Size::<3>), [3] = x.top(Axis::<0>, Size::<3>));
    node!(nodes, "test_top_k_smallest", x: [3, 4] => [3, 3] = x.top(Axis::<1>, Size::<3>), [3, 3] = x.top(Axis::<1>, Size::<3>));
    node!(nodes, "test_top_k_uint64", x: [3, 4] => [3, 3] = x.top(Axis::<1>, Size::<3>), [3, 3] = x.top(Axis::<1>, Size::<3>));
}

/// The cases that no shape function of this crate answers, and why.
pub(crate) const NOT_EXPRESSED: &[(&str, &str)] = &[
    (
        "test_convtranspose_output_shape",
        "output_shape: `output_padding` says how many elements there are more, and no option how many there are",
    ),
    ("test_einsum_batch_diagonal", "`...` in the equation: each axis has a letter"),
    ("test_gathernd_example_float32", "indices of several axes at once, as vectors along an axis of the indices"),
    ("test_gathernd_example_int32", "indices of several axes at once, as vectors along an axis of the indices"),
    (
        "test_gathernd_example_int32_batch_dim1",
        "indices of several axes at once, as vectors along an axis of the indices",
    ),
    ("test_scatternd", "indices of several axes at once, as vectors along an axis of the indices"),
    ("test_scatternd_add", "indices of several axes at once, as vectors along an axis of the indices"),
    ("test_scatternd_max", "indices of several axes at once, as vectors along an axis of the indices"),
    (
        "test_scatternd_max_with_element_indices",
        "indices of several axes at once, as vectors along an axis of the indices",
    ),
    ("test_scatternd_min", "indices of several axes at once, as vectors along an axis of the indices"),
    (
        "test_scatternd_min_with_element_indices",
        "indices of several axes at once, as vectors along an axis of the indices",
    ),
    ("test_scatternd_multiply", "indices of several axes at once, as vectors along an axis of the indices"),
    ("test_split_1d_uneven_split_opset18", "parts that are not of one length, of which only the number is told"),
    ("test_split_2d_uneven_split_opset18", "parts that are not of one length, of which only the number is told"),
];
