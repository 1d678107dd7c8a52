//! Three digits of a larger number, and which of them make one.
//!
//! A number has one type: 1 000 is `Size<1000>` and not `Thousands<1, 0>`, and 50 is not `Thousands<0, 50>`. So a first
//! group is not zero, and one that is 1 has at least 25 behind it, where no third one is.

/// Whether two groups of three digits make a number above 1024.
pub trait Leads<Last> {}

/// A group of three digits.
pub trait Digits {}

/// The first group of a number.
pub trait First: Digits {}

/// Implements the traits above for what a number can be: its name, what may stand behind it, and whether it may be
/// first.
macro_rules! groups {
    ($($(#[$doc:meta])* $Group:ident: $($First:ident)? [$($Last:ident)*];)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $Group;

        impl Digits for $Group {}
        $(impl $First for $Group {})?
        $(impl Leads<$Last> for $Group {})*
    )*};
}

groups!(
    /// The number 0.
    Zero: [];
    /// The number 1.
    Lone: First [High];
    /// A number from 2 to 24.
    Low: First [Zero Lone Low High];
    /// A number from 25 to 999.
    High: First [Zero Lone Low High];
);

/// A number above 999, or one that is not known.
#[derive(Debug)]
pub struct Apart;
