//! The number of elements of sizes.

pub(super) const fn is_static(dims: &[Option<usize>]) -> bool {
    let mut axis = 0;
    while axis < dims.len() {
        if dims[axis].is_none() {
            return false;
        }
        axis += 1;
    }
    true
}

pub(super) const fn static_numel(dims: &[Option<usize>]) -> Option<usize> {
    let mut product = Some(1usize);
    let mut axis = 0;
    while axis < dims.len() {
        product = match (product, dims[axis]) {
            (_, Some(0)) if is_static(dims) => return Some(0),
            (Some(product), Some(size)) => product.checked_mul(size),
            _ => None,
        };
        axis += 1;
    }
    product
}

/// Returns the product of the sizes, or `None` above `usize::MAX`; it is 0 if a size is.
#[must_use]
pub fn numel(sizes: &[usize]) -> Option<usize> {
    if sizes.contains(&0) {
        return Some(0);
    }
    sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size))
}
