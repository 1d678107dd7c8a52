//! Indices and sizes for naive loops.

/// All indices of a shape, in row-major order.
pub fn indices(sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let sizes = sizes.to_vec();
    (0..sizes.iter().product()).map(move |mut i| {
        let mut index = vec![0; sizes.len()];
        for (place, size) in index.iter_mut().zip(&sizes).rev() {
            *place = i % size;
            i /= size;
        }
        index
    })
}

/// Replaces the size of an axis.
pub fn with_size(sizes: &[usize], axis: usize, size: usize) -> Vec<usize> {
    let mut sizes = sizes.to_vec();
    sizes[axis] = size;
    sizes
}
