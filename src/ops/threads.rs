//! Threads as a setting.

use crate::kernel::threads::divide_operations;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{format, io};

/// Threads that share the work of large operations.
///
/// ```
/// use conformable::{Axis, Shape, Tensor, Threads, shape};
///
/// fn scores(x: &Tensor<f32, Shape![_, 500]>) -> Tensor<f32, Shape![_, 500]> {
///     x.matmul(&Tensor::full(shape![500, 500], 0.1)).softmax(Axis::<1>)
/// }
///
/// let n = 200;
/// let x = Tensor::full(shape![n, 500], 1.0);
/// let threads = Threads::new(2)?;
/// assert_eq!(threads.run(|| scores(&x)), scores(&x));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Threads {
    pool: ThreadPool,
}

impl Threads {
    /// Starts `count` threads, or one for each core if it is 0.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub fn new(count: usize) -> io::Result<Self> {
        let start = |_| divide_operations();
        let name = |i| format!("conformable {i}");
        let pool = ThreadPoolBuilder::new().num_threads(count).thread_name(name).start_handler(start).build();
        Ok(Self { pool: pool.map_err(io::Error::other)? })
    }

    /// Calls `f` on one of the threads, where large operations also use the others.
    ///
    /// Operators, functions of floats, softmax, reductions along axes, products, convolutions and pools are divided,
    /// also on `Native`, if elements are numbers of Rust, `half` or `num-complex`. Results have the same bits.
    /// Closures, as of `map`, stay on one thread. A thread that waits may begin another call of `run`: hold no lock
    /// that both take.
    ///
    /// # Panics
    ///
    /// If `f` panics.
    pub fn run<R: Send>(&self, f: impl FnOnce() -> R + Send) -> R {
        self.pool.install(f)
    }
}
