//! The forms of an operation, from one row.

/// Implements methods in the forms `name`, `try_name`, `name_into` and `try_name_into`, or in the first two of them.
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
/// `to` is a [`Target`](crate::storage::Target): the expression is written once, for both results. Each expression is
/// the body of the forms `try_`, whose result is a `Result<_, ShapeError>`, of an `On` an `Outcome`, or the second type
/// of a row: `-> X, Result<X, E>`. Where there is an error, a row without a result has changed nothing.
///
/// Rows after `fn;` are functions.
///
/// Where a call of `try_name` does not tell its parameters, the row has them: `name try_name::<V, _>`.
///
/// The panicking forms call the function `expect` that is in scope.
macro_rules! forms {
    (impl[$($parameter:tt)*] $Self:ty; $($rows:tt)*) => {
        impl<$($parameter)*> $Self {
            $crate::forms::forms!(@rows $($rows)*);
        }
    };
    (@rows) => {};

    // four forms are two rows of two
    (@rows
        $(#[$meta:meta])*
        $name:ident $try_name:ident $(::<$($with:ty),+>)?,
        $(#[$into_meta:meta])*
        $into:ident $try_into:ident $(::<$($into_with:ty),+>)?:
        $([$($generic:tt)+])? (&$self:ident $(, $($argument:tt)+)?) -> $Tensor:ident<$T:ty, $S:ty $(, $Place:ty)+>
        $(where [$($bound:tt)+])? |$to:ident| $value:expr;
        $($rows:tt)*
    ) => {
        $crate::forms::forms!(@rows
            $(#[$meta])*
            $name $try_name $(::<$($with),+>)?:
            $([$($generic)+])? (&$self $(, $($argument)+)?) -> $Tensor<$T, $S $(, $Place)+>
            $(where [$($bound)+])? => {
                let $to = $crate::storage::Fresh::NEW;
                $value
            };

            #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") that writes to a tensor of that shape. It allocates no memory for the result.")]
            ///
            $(#[$into_meta])*
            ///
            /// # Panics
            ///
            #[doc = concat!("If [`", stringify!($name), "`](Self::", stringify!($name), ") would panic, or the shape of the result differs from that of `out`.")]
            $into $try_into $(::<$($into_with),+>)?:
            [$($($generic)+,)? Target, Memory: $crate::storage::StorageMut](
                &$self, $($($argument)+,)? out: &mut Tensor<$T, Target, Memory>
            )
            where [$($($bound)+,)? Target: $crate::shape::NoneBroadcast<$S>] => {
                let $to = out;
                $value
            };

            $($rows)*
        );
    };

    (@rows
        $(#[$meta:meta])*
        $name:ident $try_name:ident $(::<$($with:ty),+>)?:
        $([$($generic:tt)+])? (&$($lifetime:lifetime)? mut $self:ident $($rest:tt)*) $($row:tt)*
    ) => {
        $crate::forms::forms!(@pair [$(#[$meta])*] [] $name $try_name [$(::<$($with),+>)?] [$($($generic)+)?] [&$($lifetime)? mut $self] $self ($($rest)*) $($row)*);
    };
    (@rows
        $(#[$meta:meta])*
        $name:ident $try_name:ident $(::<$($with:ty),+>)?:
        $([$($generic:tt)+])? ($(&$($lifetime:lifetime)?)? $self:ident $($rest:tt)*) $($row:tt)*
    ) => {
        $crate::forms::forms!(@pair [$(#[$meta])*] [] $name $try_name [$(::<$($with),+>)?] [$($($generic)+)?] [$(&$($lifetime)?)? $self] $self ($($rest)*) $($row)*);
    };
    (@pair
        $metas:tt [] $name:ident $try_name:ident $with:tt $generics:tt $receiver:tt $self:ident $arguments:tt
        $(where $bounds:tt)? => $($row:tt)*
    ) => {
        $crate::forms::forms!(@pair
            $metas [#[doc = "Nothing is changed then."]] $name $try_name $with $generics $receiver $self $arguments -> ()
            $(where $bounds)? => $($row)*
        );
    };
    (@pair
        [$($meta:tt)*] [$($try_meta:tt)*] $name:ident $try_name:ident [$($with:tt)*] [$($generic:tt)*]
        [$($receiver:tt)+] $self:ident ($(, $argument:ident: $Argument:ty)*) -> $Output:ty, $Result:ty
        $(where [$($bound:tt)+])? => $value:expr;
        $($rows:tt)*
    ) => {
        $($meta)*
        #[inline]
        #[track_caller]
        pub fn $name<$($generic)*>($($receiver)+ $(, $argument: $Argument)*) -> $Output
        $(where $($bound)+)?
        {
            expect($self.$try_name $($with)* ($($argument),*))
        }

        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") that returns an error in place of a panic.")]
        ///
        /// # Errors
        ///
        #[doc = concat!("If [`", stringify!($name), "`](Self::", stringify!($name), ") would panic.")]
        $($try_meta)*
        #[inline]
        pub fn $try_name<$($generic)*>($($receiver)+ $(, $argument: $Argument)*) -> $Result
        $(where $($bound)+)?
        {
            $value
        }

        $crate::forms::forms!(@rows $($rows)*);
    };

    // a tensor on an engine
    (@pair
        $metas:tt $try_metas:tt $name:ident $try_name:ident $with:tt $generics:tt $receiver:tt $self:ident $arguments:tt
        -> On<$T:ty, $S:ty, $E:ty> $($row:tt)*
    ) => {
        $crate::forms::forms!(@pair
            $metas $try_metas $name $try_name $with $generics $receiver $self $arguments
            -> On<$T, $S, $E>, Outcome<$T, $S, $E> $($row)*
        );
    };
    (@pair
        $metas:tt $try_metas:tt $name:ident $try_name:ident $with:tt $generics:tt $receiver:tt $self:ident $arguments:tt
        -> $Output:ty $(where $bounds:tt)? => $($row:tt)*
    ) => {
        $crate::forms::forms!(@pair
            $metas $try_metas $name $try_name $with $generics $receiver $self $arguments
            -> $Output, Result<$Output, ShapeError> $(where $bounds)? => $($row)*
        );
    };

    (fn; $($rows:tt)*) => {
        $crate::forms::forms!(@functions $($rows)*);
    };
    (@functions) => {};
    // four forms are two rows of two
    (@functions
        $(#[$meta:meta])*
        $name:ident $try_name:ident, $(#[$into_meta:meta])* $into:ident $try_into:ident:
        [$($generic:tt)+]($($argument:tt)+) -> $Tensor:ident<$T:ty, $S:ty, $Place:ty>
        $(where [$($bound:tt)+])? |$to:ident| $value:expr;
        $($rows:tt)*
    ) => {
        $crate::forms::forms!(@functions
            $(#[$meta])*
            $name $try_name: [$($generic)+]($($argument)+)
            -> $Tensor<$T, $S, $Place>, Result<$Tensor<$T, $S, $Place>, ShapeError>
            $(where [$($bound)+])? => {
                let $to = $crate::storage::Fresh::NEW;
                $value
            };

            #[doc = concat!("[`", stringify!($name), "`](", stringify!($name), "()) that writes to a tensor of that shape. It allocates no memory for the result.")]
            ///
            $(#[$into_meta])*
            ///
            /// # Panics
            ///
            #[doc = concat!("If [`", stringify!($name), "`](", stringify!($name), "()) would panic, or the shape of the result differs from that of `out`.")]
            $into #[doc = "Nothing is changed then."] $try_into:
            [$($generic)+, Target, Memory: $crate::storage::StorageMut](
                $($argument)+, out: &mut Tensor<$T, Target, Memory>
            ) -> (), Result<(), ShapeError>
            where [$($($bound)+,)? Target: $crate::shape::NoneBroadcast<$S>] => {
                let $to = out;
                $value
            };

            $($rows)*
        );
    };
    (@functions
        $(#[$meta:meta])*
        $name:ident $(#[$try_meta:meta])* $try_name:ident:
        [$($generic:tt)+]($($argument:ident: $Argument:ty),+) -> $Output:ty, $Result:ty
        $(where [$($bound:tt)+])? => $value:expr;
        $($rows:tt)*
    ) => {
        $(#[$meta])*
        #[inline]
        #[track_caller]
        pub fn $name<$($generic)+>($($argument: $Argument),+) -> $Output
        $(where $($bound)+)?
        {
            expect($try_name($($argument),+))
        }

        #[doc = concat!("[`", stringify!($name), "`](", stringify!($name), "()) that returns an error in place of a panic.")]
        ///
        /// # Errors
        ///
        #[doc = concat!("If [`", stringify!($name), "`](", stringify!($name), "()) would panic.")]
        $(#[$try_meta])*
        #[inline]
        pub fn $try_name<$($generic)+>($($argument: $Argument),+) -> $Result
        $(where $($bound)+)?
        {
            $value
        }

        $crate::forms::forms!(@functions $($rows)*);
    };
}

pub(crate) use forms;
