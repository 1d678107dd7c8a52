//! Macros that make the forms of an operation from one row, and operators.

/// Implements methods and functions in the forms `name`, `try_name`, `name_into` and `try_name_into`, or in the first
/// two.
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
///
///     /// Documentation of `view`, with its `# Panics`.
///     view try_view: [X](&self, axis: X) -> Tensor<T, S, View<'_, D::Owner>> where [S: Rule<X>] => self.viewed(axis);
///
///     /// Documentation of `change`, with its `# Panics`.
///     change try_change: (&mut self, value: T) => self.changed(value);
/// }
/// ```
///
/// `to` is a [`Target`](crate::storage::Target), so that one expression serves both results. It is the body of the
/// `try_` form, which returns a `Result<_, ShapeError>`, an `Outcome` for an `EngineTensor`, or the second type of the
/// row: `-> X, Result<X, E>`. If a row without a result fails, the operands must be unchanged.
///
/// Rows after `fn;` are functions. Doc comments before `try_name` are appended to its documentation. A row writes
/// `name try_name::<V, _>` if a call of `try_name` cannot infer its parameters.
///
/// The panicking forms call the function `expect` that is in scope.
macro_rules! forms {
    (impl[$($parameter:tt)*] $Self:ty; $($rows:tt)*) => {
        impl<$($parameter)*> $Self {
            $crate::forms::forms!(@rows "Self::" $($rows)*);
        }
    };
    (fn; $($rows:tt)*) => {
        $crate::forms::forms!(@rows "" $($rows)*);
    };
    (@rows $path:tt) => {};

    // four forms are two rows of two
    (@rows
        $path:tt
        $(#[$meta:meta])*
        $name:ident $try_name:ident $(::<$($with:ty),+>)?,
        $(#[$into_meta:meta])*
        $into:ident $try_into:ident $(::<$($into_with:ty),+>)?:
        $([$($generic:tt)+])? ($($argument:tt)+) -> $Tensor:ident<$T:ty, $S:ty $(, $Place:ty)+>
        $(where [$($bound:tt)+])? |$to:ident| $value:expr;
        $($rows:tt)*
    ) => {
        $crate::forms::forms!(@rows
            $path
            $(#[$meta])*
            $name $try_name $(::<$($with),+>)?:
            $([$($generic)+])? ($($argument)+) -> $Tensor<$T, $S $(, $Place)+>
            $(where [$($bound)+])? => {
                let $to = $crate::storage::Allocate::new();
                $value
            };

            #[doc = concat!("Like [`", stringify!($name), "`](", $path, stringify!($name), "()), but writes to `out` and allocates no memory for the result.")]
            ///
            $(#[$into_meta])*
            ///
            /// # Panics
            ///
            #[doc = concat!("If [`", stringify!($name), "`](", $path, stringify!($name), "()) would panic, or the shape of the result differs from that of `out`.")]
            $into
            #[allow(clippy::unit_arg, reason = "rows that write into `out` return `()`")]
            $try_into $(::<$($into_with),+>)?:
            [$($($generic)+,)? Target, Memory: $crate::storage::StorageMut](
                $($argument)+, out: &mut Tensor<$T, Target, Memory>
            )
            where [$($($bound)+,)? Target: $crate::shape::Shape + $crate::shape::NoneBroadcast<$S>] => {
                let $to = out;
                $value
            };

            $($rows)*
        );
    };

    // methods: `self`, and the text of a call before the name
    (@rows
        $path:tt
        $(#[$meta:meta])*
        $name:ident $(#[$try_meta:meta])* $try_name:ident $(::<$($with:ty),+>)?:
        $([$($generic:tt)+])? (&$($lifetime:lifetime)? mut $self:ident $(, $($argument:tt)+)?) $($row:tt)*
    ) => {
        $crate::forms::forms!(@row
            [
                $path [$(#[$meta])*] $name $try_name [$(::<$($with),+>)?]
                [$($($generic)+)?] [&$($lifetime)? mut $self,] [$self.] ($($($argument)+)?)
            ]
            $(#[$try_meta])* $($row)*
        );
    };
    (@rows
        $path:tt
        $(#[$meta:meta])*
        $name:ident $(#[$try_meta:meta])* $try_name:ident $(::<$($with:ty),+>)?:
        $([$($generic:tt)+])? ($(&$($lifetime:lifetime)?)? $self:ident $(, $($argument:tt)+)?) $($row:tt)*
    ) => {
        $crate::forms::forms!(@row
            [
                $path [$(#[$meta])*] $name $try_name [$(::<$($with),+>)?]
                [$($($generic)+)?] [$(&$($lifetime)?)? $self,] [$self.] ($($($argument)+)?)
            ]
            $(#[$try_meta])* $($row)*
        );
    };
    // functions
    (@rows
        "Self::"
        $(#[$meta:meta])*
        $name:ident $try_name:ident: $([$($generic:tt)+])? ($($argument:tt)*) $($row:tt)*
    ) => {
        $crate::forms::forms!(@row
            ["Self::" [$(#[$meta])*] $name $try_name [] [$($($generic)+)?] [] [Self::] ($($argument)*)] $($row)*
        );
    };
    (@rows
        $path:tt
        $(#[$meta:meta])*
        $name:ident $(#[$try_meta:meta])* $try_name:ident $(::<$($with:ty),+>)?:
        $([$($generic:tt)+])? ($($argument:tt)*) $($row:tt)*
    ) => {
        $crate::forms::forms!(@row
            [$path [$(#[$meta])*] $name $try_name [$(::<$($with),+>)?] [$($($generic)+)?] [] [] ($($argument)*)]
            $(#[$try_meta])* $($row)*
        );
    };

    (@row
        [
            $path:tt [$($meta:tt)*] $name:ident $try_name:ident [$($with:tt)*]
            [$($generic:tt)*] [$($receiver:tt)*] [$($before:tt)*] ($($argument:ident: $Argument:ty),*)
        ]
        $(#[$try_meta:meta])* -> $Output:ty, $Result:ty $(where [$($bound:tt)+])? => $value:expr;
        $($rows:tt)*
    ) => {
        $($meta)*
        #[inline]
        #[track_caller]
        pub fn $name<$($generic)*>($($receiver)* $($argument: $Argument),*) -> $Output
        $(where $($bound)+)?
        {
            expect($($before)* $try_name $($with)* ($($argument),*))
        }

        #[doc = concat!("Like [`", stringify!($name), "`](", $path, stringify!($name), "()), but returns an error instead of panicking.")]
        ///
        /// # Errors
        ///
        #[doc = concat!("If [`", stringify!($name), "`](", $path, stringify!($name), "()) would panic.")]
        $(#[$try_meta])*
        #[inline]
        pub fn $try_name<$($generic)*>($($receiver)* $($argument: $Argument),*) -> $Result
        $(where $($bound)+)?
        {
            $value
        }

        $crate::forms::forms!(@rows $path $($rows)*);
    };
    // rows that leave out the result
    (@row $head:tt $(#[$meta:meta])* $(where $bounds:tt)? => $($row:tt)*) => {
        $crate::forms::forms!(@row
            $head $(#[$meta])* #[doc = "No element is changed then."] -> () $(where $bounds)? => $($row)*
        );
    };
    (@row $head:tt $(#[$meta:meta])* -> EngineTensor<$T:ty, $S:ty, $E:ty> $($row:tt)*) => {
        $crate::forms::forms!(@row $head $(#[$meta])* -> EngineTensor<$T, $S, $E>, Outcome<$T, $S, $E> $($row)*);
    };
    (@row $head:tt $(#[$meta:meta])* -> $Output:ty $(where $bounds:tt)? => $($row:tt)*) => {
        $crate::forms::forms!(@row
            $head $(#[$meta])* -> $Output, Result<$Output, ShapeError> $(where $bounds)? => $($row)*
        );
    };
}

/// Implements a binary or unary operator.
///
/// ```text
/// operator!(
///     [T: Add<Output = T> + Scalar, S: Shape] Add add:
///     &Tensor<T, S>, T => Tensor<T, S>, |x, y| x.map(|x| x + y)
/// );
/// operator!([T: Neg<Output = T> + Copy, S: Shape] Neg neg: &Tensor<T, S> => Tensor<T, S>, |x| x.map(T::neg));
/// ```
macro_rules! operator {
    (
        $(#[$meta:meta])*
        [$($generic:tt)+] $Op:ident $op:ident: $Lhs:ty $(, $Rhs:ty)? => $Output:ty, |$lhs:ident $(, $rhs:ident)?|
            $value:expr
    ) => {
        $(#[$meta])*
        impl<$($generic)+> $Op $(<$Rhs>)? for $Lhs {
            type Output = $Output;

            #[inline]
            #[track_caller]
            fn $op(self $(, $rhs: $Rhs)?) -> Self::Output {
                let $lhs = self;
                $value
            }
        }
    };
}

pub(crate) use {forms, operator};
