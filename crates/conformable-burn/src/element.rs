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

/// burn's functions of places: of the greatest and least elements, and of sums.
#[allow(missing_docs, reason = "each is named as burn's function")]
pub trait Places: Kind {
    fn argmax(x: X, axis: usize) -> X;
    fn argmin(x: X, axis: usize) -> X;
    fn select_add(x: X, axis: usize, indices: X, values: X) -> X;
    fn scatter_add(axis: usize, x: X, indices: X, values: X) -> X;
}

impl Places for Float {
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

impl Places for Int {
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

/// Defines [`Numeric`] by burn's functions, which have longer names: `add: float_add, int_add (lhs: X, rhs: X);`.
macro_rules! numeric {
    ($($ours:ident: $float:ident, $int:ident ($($argument:ident: $Argument:ty),*);)*) => {
        /// burn's functions on numbers.
        #[allow(missing_docs, reason = "each is burn's function of that name")]
        pub trait Numeric: Places {
            $(fn $ours($($argument: $Argument),*) -> X;)*
        }

        impl Numeric for Float {
            forward!($($float $ours ($($argument: $Argument),*);)*);
        }

        impl Numeric for Int {
            forward!($($int $ours ($($argument: $Argument),*);)*);
        }
    };
}

numeric!(
    add: float_add, int_add (lhs: X, rhs: X);
    sub: float_sub, int_sub (lhs: X, rhs: X);
    mul: float_mul, int_mul (lhs: X, rhs: X);
    div: float_div, int_div (lhs: X, rhs: X);
    add_scalar: float_add_scalar, int_add_scalar (lhs: X, rhs: Scalar);
    sub_scalar: float_sub_scalar, int_sub_scalar (lhs: X, rhs: Scalar);
    mul_scalar: float_mul_scalar, int_mul_scalar (lhs: X, rhs: Scalar);
    div_scalar: float_div_scalar, int_div_scalar (lhs: X, rhs: Scalar);
    clamp_min: float_clamp_min, int_clamp_min (x: X, least: Scalar);
    clamp_max: float_clamp_max, int_clamp_max (x: X, greatest: Scalar);
    neg: float_neg, int_neg (x: X);
    abs: float_abs, int_abs (x: X);
    matmul: float_matmul, int_matmul (lhs: X, rhs: X);
    sum_dim: float_sum_dim, int_sum_dim (x: X, axis: usize);
    prod_dim: float_prod_dim, int_prod_dim (x: X, axis: usize);
    max_dim: float_max_dim, int_max_dim (x: X, axis: usize);
    min_dim: float_min_dim, int_min_dim (x: X, axis: usize);
    equal: float_equal, int_equal (lhs: X, rhs: X, bools: BoolDType);
    not_equal: float_not_equal, int_not_equal (lhs: X, rhs: X, bools: BoolDType);
    lower: float_lower, int_lower (lhs: X, rhs: X, bools: BoolDType);
    lower_equal: float_lower_equal, int_lower_equal (lhs: X, rhs: X, bools: BoolDType);
    greater: float_greater, int_greater (lhs: X, rhs: X, bools: BoolDType);
    greater_equal: float_greater_equal, int_greater_equal (lhs: X, rhs: X, bools: BoolDType);
    equal_elem: float_equal_elem, int_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
    not_equal_elem: float_not_equal_elem, int_not_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
    lower_elem: float_lower_elem, int_lower_elem (lhs: X, rhs: Scalar, bools: BoolDType);
    lower_equal_elem: float_lower_equal_elem, int_lower_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
    greater_elem: float_greater_elem, int_greater_elem (lhs: X, rhs: Scalar, bools: BoolDType);
    greater_equal_elem: float_greater_equal_elem, int_greater_equal_elem (lhs: X, rhs: Scalar, bools: BoolDType);
    cumsum: float_cumsum, int_cumsum (x: X, axis: usize);
    cumprod: float_cumprod, int_cumprod (x: X, axis: usize);
);

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
