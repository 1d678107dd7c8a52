//! Channels moved to blocks of rows and columns, and back.
//!
//! Five letters index the elements of both tensors: the channel `c` of the tensor with blocks, the row `h` and the
//! column `w` of the other one, and the row `i` and the column `j` in a block.
//!
//! ```text
//! blocks    c    h * r + i    w * r + j
//! channels  (c * r + i) * r + j   h   w       or (i * r + j) * C + c
//! ```

use crate::forms::forms;
use crate::kernel;
use crate::shape::{AnyShape, Dim, IntoDim, NoneBroadcast, Shape, ShapeError};
use crate::storage::{Room, Storage, StorageMut, View};
use crate::tensor::{Tensor, expect};
use crate::windows::{PixelShuffleBy, PixelUnshuffleBy};

/// The order of channels.
#[derive(Clone, Copy)]
pub(crate) enum BlockOrder {
    /// `(c * r + i) * r + j`.
    ChannelFirst,
    /// `(i * r + j) * C + c`.
    BlockFirst,
}

/// The sizes of both tensors.
#[derive(Clone, Copy)]
struct Blocks {
    /// The number of axes before the channels.
    outer: usize,
    /// The sizes of the letters `c i j h w`.
    sizes: [usize; 5],
    order: BlockOrder,
    /// The letters in the order of the loops.
    letters: [usize; 5],
}

impl BlockOrder {
    /// The letters in the order of the elements of a tensor.
    const fn letters(self, of_blocks: bool) -> [usize; 5] {
        match self {
            _ if of_blocks => [0, 3, 1, 4, 2],
            Self::ChannelFirst => [0, 1, 2, 3, 4],
            Self::BlockFirst => [1, 2, 0, 3, 4],
        }
    }

    /// The sizes of the operand by its letters, and the position of each of these axes in the result.
    #[cfg(feature = "engine")]
    pub(crate) fn by_letters<S: Shape>(
        self,
        blocks: &S,
        r: usize,
        to_blocks: bool,
    ) -> Result<(AnyShape, alloc::vec::Vec<usize>), ShapeError> {
        let (from, to) = (self.letters(!to_blocks), self.letters(to_blocks));
        let blocks_of = Blocks::new(blocks, r, self, from)?;
        let place = |letter| blocks_of.outer + to.iter().take_while(|&&other| other != letter).count();
        let places = (0..blocks_of.outer).chain(from.into_iter().map(place)).collect();
        Ok((blocks.with_sizes(|sizes| blocks_of.lettered(sizes)), places))
    }
}

impl Blocks {
    /// # Errors
    ///
    /// If the tensor with blocks has fewer than three axes.
    fn new<S: Shape>(blocks: &S, r: usize, order: BlockOrder, letters: [usize; 5]) -> Result<Self, ShapeError> {
        blocks.with_sizes(|sizes| match sizes {
            [outer @ .., c, h, w] => {
                Ok(Self { outer: outer.len(), sizes: [*c, r, r, h / r.max(1), w / r.max(1)], order, letters })
            }
            _ => Err(ShapeError::no_such_axis(-3, blocks.partial())),
        })
    }

    /// For each letter `c i j h w`, its axis, counted from the channels on, and its step.
    const fn walks(&self, of_blocks: bool) -> [(usize, usize); 5] {
        let [c, r, ..] = self.sizes;
        match self.order {
            _ if of_blocks => [(0, 1), (1, 1), (2, 1), (1, r), (2, r)],
            BlockOrder::ChannelFirst => [(0, r * r), (0, r), (0, 1), (1, 1), (2, 1)],
            BlockOrder::BlockFirst => [(0, 1), (0, r * c), (0, c), (1, 1), (2, 1)],
        }
    }

    /// The sizes by letters, in the order of the loops.
    fn lettered(&self, outer: &[usize]) -> AnyShape {
        let inner = self.letters.map(|letter| self.sizes[letter]);
        outer[..self.outer].iter().copied().chain(inner).collect()
    }

    /// The axis and the step, in a tensor, of an axis of [`lettered`](Self::lettered).
    fn walk(&self, of_blocks: bool) -> impl Fn(usize) -> Option<(usize, usize)> {
        let (Self { outer, letters, .. }, walks) = (*self, self.walks(of_blocks));
        move |at| match at.checked_sub(outer) {
            None => Some((at, 1)),
            Some(at) => {
                let (axis, step) = walks[letters[at]];
                Some((outer + axis, step))
            }
        }
    }
}

/// A view with one axis for each letter, after the axes before the channels.
type Lettered<'a, T, D> = Tensor<T, AnyShape, View<'a, <D as Storage>::Owner>>;

impl<T: Copy, S: Shape, D: Storage> Tensor<T, S, D> {
    /// Views the elements by letters, in the order of the loops.
    fn by_blocks(
        &self,
        shape: &impl Shape,
        r: usize,
        (order, letters): (BlockOrder, [usize; 5]),
        to_blocks: bool,
    ) -> Result<(Blocks, Lettered<'_, T, D>), ShapeError> {
        let blocks = if to_blocks {
            Blocks::new(shape, r, order, letters)
        } else {
            Blocks::new(self.shape(), r, order, letters)
        }?;
        let lettered = self.shape().with_sizes(|sizes| blocks.lettered(sizes));
        let view = self.walked(lettered, blocks.walk(!to_blocks));
        let view = view.ok_or_else(|| {
            let why = "their sizes differ";
            ShapeError::cannot("rearrange the blocks of", self.shape().partial(), why).second("as", shape.partial())
        })?;
        Ok((blocks, view))
    }

    fn write_blocks<O: Shape, E: StorageMut>(
        &self,
        out: &mut Tensor<T, O, E>,
        r: usize,
        order: BlockOrder,
        to_blocks: bool,
    ) -> Result<(), ShapeError> {
        let mut letters = order.letters(to_blocks);
        if to_blocks && r > kernel::INTERLEAVED {
            // the inner loop is over a row: a block has few columns
            letters.swap(3, 4);
        }
        let (blocks, elements) = self.by_blocks(out.shape(), r, (order, letters), to_blocks)?;
        let lettered = elements.shape().clone();
        let view = out.walked_mut(lettered, blocks.walk(to_blocks));
        let mut view = view.unwrap_or_else(|| unreachable!("the elements by letters are as many"));
        kernel::assign(&mut view, &elements.aligned());
        Ok(())
    }
}

/// Implements the forms of one operation:
/// `name try_name, name_into try_name_into: Rule, order, whether the result has the blocks;`.
macro_rules! shuffles {
    ($($(#[$meta:meta])* $name:ident $try_name:ident, $into:ident $try_into:ident: $Rule:ident, $order:ident, $to:literal;)*) => {
        forms! {
            impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;

            $(
                $(#[$meta])*
                #[must_use]
                $name $try_name: [R: IntoDim](&self, factor: R) -> Tensor<T, <R::Dim as $Rule<S>>::Output, D::Owner>
                where [R::Dim: $Rule<S>] => {
                    let factor = factor.into_dim();
                    let shape = $Rule::of(factor.clone(), self.shape())?;
                    let room = Room::new(shape.clone())?;
                    let by = (BlockOrder::$order, BlockOrder::$order.letters($to));
                    let (_, elements) = self.by_blocks(&shape, factor.size(), by, $to)?;
                    Ok(kernel::copied_as(room, &elements.aligned()))
                };

                #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), "()) that writes to a tensor of that shape.")]
                ///
                /// # Panics
                ///
                #[doc = concat!("If [`", stringify!($name), "`](Self::", stringify!($name), "()) would panic, or the sizes differ.")]
                $into $try_into: [R: IntoDim, O, E: StorageMut](&self, factor: R, out: &mut Tensor<T, O, E>)
                where [R::Dim: $Rule<S>, O: Shape + NoneBroadcast<<R::Dim as $Rule<S>>::Output>] => {
                    let factor = factor.into_dim();
                    out.shape().none_broadcast(&$Rule::of(factor.clone(), self.shape())?)?;
                    self.write_blocks(out, factor.size(), BlockOrder::$order, $to)
                };
            )*
        }
    };
}

shuffles! {
    /// Moves channels to blocks: `(.., C * r * r, H, W)` becomes `(.., C, H * r, W * r)`.
    ///
    /// It is PyTorch's `pixel_shuffle`, and ONNX's `DepthToSpace` in the mode `CRD`.
    ///
    /// ```
    /// use conformable::{Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]);
    /// let y: Tensor<i32, Shape![1, 2, 4]> = x.pixel_shuffle(Size::<2>);
    /// assert_eq!(y, Tensor::from([[[1, 3, 2, 4], [5, 7, 6, 8]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Size, Tensor, shape};
    ///
    /// Tensor::full(shape![10, 4, 4], 1).pixel_shuffle(Size::<2>); // 4 does not divide `Size<10>`
    /// ```
    ///
    /// # Panics
    ///
    /// If `factor * factor` does not divide a run-time number of channels, an `AnyShape` has fewer than three axes, or
    /// the result cannot be allocated.
    pixel_shuffle try_pixel_shuffle, pixel_shuffle_into try_pixel_shuffle_into:
        PixelShuffleBy, ChannelFirst, true;

    /// Moves blocks to channels: `(.., C, H * r, W * r)` becomes `(.., C * r * r, H, W)`.
    ///
    /// It is the inverse of [`pixel_shuffle`](Self::pixel_shuffle()).
    ///
    /// ```
    /// use conformable::{Shape, Size, Tensor};
    ///
    /// let x = Tensor::from([[[1, 3, 2, 4], [5, 7, 6, 8]]]);
    /// let y: Tensor<i32, Shape![4, 1, 2]> = x.pixel_unshuffle(Size::<2>);
    /// assert_eq!(y, Tensor::from([[[1, 2]], [[3, 4]], [[5, 6]], [[7, 8]]]));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use conformable::{Size, Tensor, shape};
    ///
    /// Tensor::full(shape![3, 5, 4], 1).pixel_unshuffle(Size::<2>); // 2 does not divide `Size<5>`
    /// ```
    ///
    /// # Panics
    ///
    /// If the factor does not divide a run-time number of rows or columns, an `AnyShape` has fewer than three axes, or
    /// the result cannot be allocated.
    pixel_unshuffle try_pixel_unshuffle, pixel_unshuffle_into try_pixel_unshuffle_into:
        PixelUnshuffleBy, ChannelFirst, false;

    /// Moves channels to blocks, where the channels of one position in a block are adjacent.
    ///
    /// It is [`pixel_shuffle`](Self::pixel_shuffle()) with another order: ONNX's `DepthToSpace` in its default mode,
    /// `DCR`.
    ///
    /// ```
    /// use conformable::{Size, Tensor};
    ///
    /// let x = Tensor::from([[[1]], [[10]], [[2]], [[20]], [[3]], [[30]], [[4]], [[40]]]);
    /// assert_eq!(x.depth_to_space(Size::<2>), Tensor::from([[[1, 2], [3, 4]], [[10, 20], [30, 40]]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`pixel_shuffle`](Self::pixel_shuffle()) would panic.
    depth_to_space try_depth_to_space, depth_to_space_into try_depth_to_space_into:
        PixelShuffleBy, BlockFirst, true;

    /// Moves blocks to channels, where the channels of one position in a block are adjacent.
    ///
    /// It is the inverse of [`depth_to_space`](Self::depth_to_space()): ONNX's `SpaceToDepth`.
    ///
    /// ```
    /// use conformable::{Size, Tensor};
    ///
    /// let x = Tensor::from([[[1, 2], [3, 4]], [[10, 20], [30, 40]]]);
    /// let y = x.space_to_depth(Size::<2>);
    /// assert_eq!(y, Tensor::from([[[1]], [[10]], [[2]], [[20]], [[3]], [[30]], [[4]], [[40]]]));
    /// ```
    ///
    /// # Panics
    ///
    /// If [`pixel_unshuffle`](Self::pixel_unshuffle()) would panic.
    space_to_depth try_space_to_depth, space_to_depth_into try_space_to_depth_into:
        PixelUnshuffleBy, BlockFirst, false;
}
