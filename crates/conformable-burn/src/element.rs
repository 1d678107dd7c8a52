//! The elements that burn has kernels for, and its three kinds of tensors.

use crate::Error;
use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::backend::{Dispatch, DispatchDevice, DispatchTensor, get_or_init_device_settings};
use burn::tensor::kind::Basic;
use burn::tensor::{BoolDType, DType, IndexingUpdateOp, IntDType, Scalar, Shape, Slice, TensorData};

type X = DispatchTensor;

/// An element of burn's tensors.
pub trait Element: burn::tensor::Element {
    /// The kind of its tensors.
    type Kind: Kind;

    /// The element type of burn.
    type Of: Basic;

    /// burn's name of the type.
    const DTYPE: DType;

    /// Converts to burn's scalar.
    fn scalar(self) -> Scalar;

    /// Checks the type of elements that burn returned.
    ///
    /// # Errors
    ///
    /// If they have another type. The type of a `bool` differs by device.
    fn check(found: DType) -> Result<(), Error> {
        match Self::DTYPE {
            asked if asked == found || asked.is_bool() && found.is_bool() => Ok(()),
            asked => Err(Error::Elements { found, asked }),
        }
    }
}

/// An element that is a number.
pub trait Number: Element<Kind: Numeric> {}

/// A floating-point number.
pub trait Real: Number<Kind = Float> + conformable::Scalar + conformable::numeric::Real<Wide = Self> {}

/// Tensors of floats.
#[derive(Clone, Copy, Debug)]
pub struct Float;

/// Tensors of integers.
#[derive(Clone, Copy, Debug)]
pub struct Int;

/// Tensors of `bool`s.
#[derive(Clone, Copy, Debug)]
pub struct Bool;

/// burn's functions on tensors of each kind.
#[allow(missing_docs, reason = "each is burn's function of that name")]
pub trait Kind {
    fn from_data(data: TensorData, device: &DispatchDevice) -> X;
    fn full(shape: Shape, element: Scalar, device: &DispatchDevice, dtype: DType) -> X;
    fn reshape(x: X, shape: Shape) -> X;
    fn permute(x: X, axes: &[usize]) -> X;
    fn swap_dims(x: X, one: usize, other: usize) -> X;
    fn expand(x: X, shape: Shape) -> X;
    fn slice(x: X, slices: &[Slice]) -> X;
    fn mask_where(x: X, mask: X, value: X) -> X;
    fn cat(all: Vec<X>, axis: usize) -> X;
    fn select(x: X, axis: usize, indices: X) -> X;
    fn gather(axis: usize, x: X, indices: X) -> X;
}

/// burn's functions on numbers.
#[allow(missing_docs, reason = "each is burn's function of that name")]
pub trait Numeric: Kind {
    fn add(lhs: X, rhs: X) -> X;
    fn sub(lhs: X, rhs: X) -> X;
    fn mul(lhs: X, rhs: X) -> X;
    fn div(lhs: X, rhs: X) -> X;
    fn add_scalar(lhs: X, rhs: Scalar) -> X;
    fn sub_scalar(lhs: X, rhs: Scalar) -> X;
    fn mul_scalar(lhs: X, rhs: Scalar) -> X;
    fn div_scalar(lhs: X, rhs: Scalar) -> X;
    fn clamp_min(x: X, least: Scalar) -> X;
    fn clamp_max(x: X, greatest: Scalar) -> X;
    fn neg(x: X) -> X;
    fn abs(x: X) -> X;
    fn matmul(lhs: X, rhs: X) -> X;
    fn sum_dim(x: X, axis: usize) -> X;
    fn prod_dim(x: X, axis: usize) -> X;
    fn max_dim(x: X, axis: usize) -> X;
    fn min_dim(x: X, axis: usize) -> X;
    fn equal(lhs: X, rhs: X, bools: BoolDType) -> X;
    fn not_equal(lhs: X, rhs: X, bools: BoolDType) -> X;
    fn lower(lhs: X, rhs: X, bools: BoolDType) -> X;
    fn lower_equal(lhs: X, rhs: X, bools: BoolDType) -> X;
    fn greater(lhs: X, rhs: X, bools: BoolDType) -> X;
    fn greater_equal(lhs: X, rhs: X, bools: BoolDType) -> X;
    fn equal_elem(lhs: X, rhs: Scalar, bools: BoolDType) -> X;
    fn not_equal_elem(lhs: X, rhs: Scalar, bools: BoolDType) -> X;
    fn lower_elem(lhs: X, rhs: Scalar, bools: BoolDType) -> X;
    fn lower_equal_elem(lhs: X, rhs: Scalar, bools: BoolDType) -> X;
    fn greater_elem(lhs: X, rhs: Scalar, bools: BoolDType) -> X;
    fn greater_equal_elem(lhs: X, rhs: Scalar, bools: BoolDType) -> X;
    fn argmax(x: X, axis: usize) -> X;
    fn argmin(x: X, axis: usize) -> X;
    fn cumsum(x: X, axis: usize) -> X;
    fn cumprod(x: X, axis: usize) -> X;
    fn select_add(x: X, axis: usize, indices: X, values: X) -> X;
    fn scatter_add(axis: usize, x: X, indices: X, values: X) -> X;
}

/// Defines functions of a trait by burn's, which have longer names: `forward!(float_add add (lhs: X, rhs: X);)`.
macro_rules! forward {
    ($($theirs:ident $ours:ident ($($argument:ident: $Argument:ty),*);)*) => {$(
        #[inline]
        fn $ours($($argument: $Argument),*) -> X {
            Dispatch::$theirs($($argument),*)
        }
    )*};
}

impl Kind for Float {
    fn full(shape: Shape, element: Scalar, device: &DispatchDevice, dtype: DType) -> X {
        Dispatch::float_full(shape, element, device, dtype.into())
    }

    forward!(
        float_from_data from_data (data: TensorData, device: &DispatchDevice);
        float_reshape reshape (x: X, shape: Shape);
        float_permute permute (x: X, axes: &[usize]);
        float_swap_dims swap_dims (x: X, one: usize, other: usize);
        float_expand expand (x: X, shape: Shape);
        float_slice slice (x: X, slices: &[Slice]);
        float_mask_where mask_where (x: X, mask: X, value: X);
        float_cat cat (all: Vec<X>, axis: usize);
        float_select select (x: X, axis: usize, indices: X);
        float_gather gather (axis: usize, x: X, indices: X);
    );
}

impl Kind for Int {
    fn full(shape: Shape, element: Scalar, device: &DispatchDevice, dtype: DType) -> X {
        Dispatch::int_full(shape, element, device, dtype.into())
    }

    forward!(
        int_from_data from_data (data: TensorData, device: &DispatchDevice);
        int_reshape reshape (x: X, shape: Shape);
        int_permute permute (x: X, axes: &[usize]);
        int_swap_dims swap_dims (x: X, one: usize, other: usize);
        int_expand expand (x: X, shape: Shape);
        int_slice slice (x: X, slices: &[Slice]);
        int_mask_where mask_where (x: X, mask: X, value: X);
        int_cat cat (all: Vec<X>, axis: usize);
        int_select select (x: X, axis: usize, indices: X);
        int_gather gather (axis: usize, x: X, indices: X);
    );
}

/// The type of `bool`s on a device.
pub(crate) fn bool_type(device: &DispatchDevice) -> BoolDType {
    get_or_init_device_settings::<Dispatch>(device).bool_dtype
}

// devices of burn store `bool`s as bytes or words
impl Kind for Bool {
    fn full(shape: Shape, element: Scalar, device: &DispatchDevice, _: DType) -> X {
        match element {
            Scalar::Bool(false) => Dispatch::bool_zeros(shape, device, bool_type(device)),
            _ => Dispatch::bool_ones(shape, device, bool_type(device)),
        }
    }

    fn from_data(data: TensorData, device: &DispatchDevice) -> X {
        Dispatch::bool_from_data(data.convert_dtype(DType::Bool(bool_type(device))), device)
    }

    forward!(
        bool_reshape reshape (x: X, shape: Shape);
        bool_permute permute (x: X, axes: &[usize]);
        bool_swap_dims swap_dims (x: X, one: usize, other: usize);
        bool_expand expand (x: X, shape: Shape);
        bool_slice slice (x: X, slices: &[Slice]);
        bool_mask_where mask_where (x: X, mask: X, value: X);
        bool_cat cat (all: Vec<X>, axis: usize);
        bool_select select (x: X, axis: usize, indices: X);
        bool_gather gather (axis: usize, x: X, indices: X);
    );
}

impl Numeric for Float {
    forward!(
        float_add add (lhs: X, rhs: X);
        float_sub sub (lhs: X, rhs: X);
        float_mul mul (lhs: X, rhs: X);
        float_div div (lhs: X, rhs: X);
        float_add_scalar add_scalar (lhs: X, rhs: Scalar);
        float_sub_scalar sub_scalar (lhs: X, rhs: Scalar);
        float_mul_scalar mul_scalar (lhs: X, rhs: Scalar);
        float_div_scalar div_scalar (lhs: X, rhs: Scalar);
        float_clamp_min clamp_min (x: X, least: Scalar);
        float_clamp_max clamp_max (x: X, greatest: Scalar);
        float_neg neg (x: X);
        float_abs abs (x: X);
        float_matmul matmul (lhs: X, rhs: X);
        float_sum_dim sum_dim (x: X, axis: usize);
        float_prod_dim prod_dim (x: X, axis: usize);
        float_max_dim max_dim (x: X, axis: usize);
        float_min_dim min_dim (x: X, axis: usize);
        float_equal equal (lhs: X, rhs: X, bools: BoolDType);
        float_not_equal not_equal (lhs: X, rhs: X, bools: BoolDType);
        float_lower lower (lhs: X, rhs: X, bools: BoolDType);
        float_lower_equal lower_equal (lhs: X, rhs: X, bools: BoolDType);
        float_greater greater (lhs: X, rhs: X, bools: BoolDType);
        float_greater_equal greater_equal (lhs: X, rhs: X, bools: BoolDType);
        float_equal_elem equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        float_not_equal_elem not_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        float_lower_elem lower_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        float_lower_equal_elem lower_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        float_greater_elem greater_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        float_greater_equal_elem greater_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        float_cumsum cumsum (x: X, axis: usize);
        float_cumprod cumprod (x: X, axis: usize);
    );

    fn argmax(x: X, axis: usize) -> X {
        Dispatch::float_argmax(x, axis, IntDType::I64)
    }

    fn argmin(x: X, axis: usize) -> X {
        Dispatch::float_argmin(x, axis, IntDType::I64)
    }

    fn select_add(x: X, axis: usize, indices: X, values: X) -> X {
        Dispatch::float_select_assign(x, axis, indices, values, IndexingUpdateOp::Add)
    }

    fn scatter_add(axis: usize, x: X, indices: X, values: X) -> X {
        Dispatch::float_scatter(axis, x, indices, values, IndexingUpdateOp::Add)
    }
}

impl Numeric for Int {
    forward!(
        int_add add (lhs: X, rhs: X);
        int_sub sub (lhs: X, rhs: X);
        int_mul mul (lhs: X, rhs: X);
        int_div div (lhs: X, rhs: X);
        int_add_scalar add_scalar (lhs: X, rhs: Scalar);
        int_sub_scalar sub_scalar (lhs: X, rhs: Scalar);
        int_mul_scalar mul_scalar (lhs: X, rhs: Scalar);
        int_div_scalar div_scalar (lhs: X, rhs: Scalar);
        int_clamp_min clamp_min (x: X, least: Scalar);
        int_clamp_max clamp_max (x: X, greatest: Scalar);
        int_neg neg (x: X);
        int_abs abs (x: X);
        int_matmul matmul (lhs: X, rhs: X);
        int_sum_dim sum_dim (x: X, axis: usize);
        int_prod_dim prod_dim (x: X, axis: usize);
        int_max_dim max_dim (x: X, axis: usize);
        int_min_dim min_dim (x: X, axis: usize);
        int_equal equal (lhs: X, rhs: X, bools: BoolDType);
        int_not_equal not_equal (lhs: X, rhs: X, bools: BoolDType);
        int_lower lower (lhs: X, rhs: X, bools: BoolDType);
        int_lower_equal lower_equal (lhs: X, rhs: X, bools: BoolDType);
        int_greater greater (lhs: X, rhs: X, bools: BoolDType);
        int_greater_equal greater_equal (lhs: X, rhs: X, bools: BoolDType);
        int_equal_elem equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        int_not_equal_elem not_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        int_lower_elem lower_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        int_lower_equal_elem lower_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        int_greater_elem greater_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        int_greater_equal_elem greater_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
        int_cumsum cumsum (x: X, axis: usize);
        int_cumprod cumprod (x: X, axis: usize);
    );

    fn argmax(x: X, axis: usize) -> X {
        Dispatch::int_cast(Dispatch::int_argmax(x, axis), IntDType::I64)
    }

    fn argmin(x: X, axis: usize) -> X {
        Dispatch::int_cast(Dispatch::int_argmin(x, axis), IntDType::I64)
    }

    fn select_add(x: X, axis: usize, indices: X, values: X) -> X {
        Dispatch::int_select_assign(x, axis, indices, values, IndexingUpdateOp::Add)
    }

    fn scatter_add(axis: usize, x: X, indices: X, values: X) -> X {
        Dispatch::int_scatter(axis, x, indices, values, IndexingUpdateOp::Add)
    }
}

/// Elements of each kind: `elements!(Float Float [f32, F32;])`.
macro_rules! elements {
    ($($Kind:ident $scalar:ident [$($T:ty, $DType:ident;)*])*) => {$($(
        impl Element for $T {
            type Kind = $Kind;
            type Of = burn::tensor::$Kind;

            const DTYPE: DType = DType::$DType;

            #[inline]
            fn scalar(self) -> Scalar {
                Scalar::$scalar(self.into())
            }
        }

        impl Number for $T {}
    )*)*};
}

elements!(
    Float Float [f32, F32; f64, F64;]
    Int Int [i64, I64; i32, I32; i16, I16; i8, I8;]
    Int UInt [u64, U64; u32, U32; u16, U16; u8, U8;]
);

impl Real for f32 {}
impl Real for f64 {}

impl Element for bool {
    type Kind = Bool;
    type Of = burn::tensor::Bool;

    const DTYPE: DType = DType::Bool(burn::tensor::BoolStore::Native);

    #[inline]
    fn scalar(self) -> Scalar {
        Scalar::Bool(self)
    }
}
