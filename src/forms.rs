//! The forms of an operation, from one row.

/// Implements methods in the forms `name`, `try_name`, `name_into` and `try_name_into`.
///
/// ```text
/// forms! {
///     impl[T: Copy, S: Shape, D: Storage] Tensor<T, S, D>;
///
///     /// Documentation of `name`, with its `# Panics`.
///     name try_name,
///     /// More documentation of `name_into`: an example, or scratch memory.
///     name_into try_name_into: [X: Copy](&self, axis: X) -> Tensor<T, Output<S, X>, D::Owner> where [S: Rule<X>]
///     |to| self.computed(axis, to);
/// }
/// ```
///
/// `to` is a [`Target`](crate::storage::Target): the expression is written once, for both results. It is a `Result`. A
/// row without `|to|` and the two names of `_into` has the first two forms; its result is any type.
///
/// The panicking forms call the function `expect` that is in scope.
macro_rules! forms {
    ($impl:ident $parameters:tt $Self:ty; $($rows:tt)*) => {
        $crate::forms::forms!(@open $parameters $Self; $($rows)*);
    };
    (@open [$($parameter:tt)*] $Self:ty; $($rows:tt)*) => {
        impl<$($parameter)*> $Self {
            $crate::forms::forms!(@rows $($rows)*);
        }
    };
    (@rows) => {};
    (@rows
        $(#[$meta:meta])*
        $name:ident $try_name:ident, $(#[$into_meta:meta])* $into:ident $try_into:ident:
        [$($generic:tt)*](&$self:ident $(, $argument:ident: $Argument:ty)*) -> Tensor<$T:ty, $S:ty, $Place:ty>
        where [$($bound:tt)*] |$to:ident| $value:expr;
        $($rows:tt)*
    ) => {
        $(#[$meta])*
        #[inline]
        #[track_caller]
        pub fn $name<$($generic)*>(&$self $(, $argument: $Argument)*) -> Tensor<$T, $S, $Place>
        where
            $($bound)*
        {
            expect($self.$try_name($($argument),*))
        }

        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") that returns an error in place of a panic.")]
        ///
        /// # Errors
        ///
        #[doc = concat!("If [`", stringify!($name), "`](Self::", stringify!($name), ") would panic.")]
        #[inline]
        pub fn $try_name<$($generic)*>(&$self $(, $argument: $Argument)*) -> Result<Tensor<$T, $S, $Place>, ShapeError>
        where
            $($bound)*
        {
            let $to = $crate::storage::Fresh::<$Place>::NEW;
            $value
        }

        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") that writes to a tensor of that shape. It allocates no memory for the result.")]
        ///
        $(#[$into_meta])*
        ///
        /// # Panics
        ///
        #[doc = concat!("If [`", stringify!($name), "`](Self::", stringify!($name), ") would panic, or the shape of the result differs from that of `out`.")]
        #[inline]
        #[track_caller]
        pub fn $into<Target: $crate::shape::NoneBroadcast<$S>, Memory: $crate::storage::StorageMut, $($generic)*>(
            &$self,
            $($argument: $Argument,)*
            out: &mut Tensor<$T, Target, Memory>,
        ) where
            $($bound)*
        {
            expect($self.$try_into($($argument,)* out));
        }

        #[doc = concat!("[`", stringify!($into), "`](Self::", stringify!($into), ") that returns an error in place of a panic.")]
        ///
        /// # Errors
        ///
        #[doc = concat!("If [`", stringify!($into), "`](Self::", stringify!($into), ") would panic. Nothing is changed then.")]
        #[inline]
        pub fn $try_into<Target: $crate::shape::NoneBroadcast<$S>, Memory: $crate::storage::StorageMut, $($generic)*>(
            &$self,
            $($argument: $Argument,)*
            out: &mut Tensor<$T, Target, Memory>,
        ) -> Result<(), ShapeError>
        where
            $($bound)*
        {
            let $to = out;
            $value
        }

        $crate::forms::forms!(@rows $($rows)*);
    };
    (@rows
        $(#[$meta:meta])*
        $name:ident $try_name:ident:
        [$($generic:tt)*](&$self:ident $(, $argument:ident: $Argument:ty)*) -> $Output:ty, $Result:ty
        where [$($bound:tt)*] $value:expr;
        $($rows:tt)*
    ) => {
        $(#[$meta])*
        #[inline]
        #[track_caller]
        pub fn $name<$($generic)*>(&$self $(, $argument: $Argument)*) -> $Output
        where
            $($bound)*
        {
            expect($self.$try_name($($argument),*))
        }

        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") that returns an error in place of a panic.")]
        ///
        /// # Errors
        ///
        #[doc = concat!("If [`", stringify!($name), "`](Self::", stringify!($name), ") would panic.")]
        #[inline]
        pub fn $try_name<$($generic)*>(&$self $(, $argument: $Argument)*) -> $Result
        where
            $($bound)*
        {
            $value
        }

        $crate::forms::forms!(@rows $($rows)*);
    };
}

pub(crate) use forms;
