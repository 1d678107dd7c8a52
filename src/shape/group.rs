//! The groups of three digits that make a number above 1024.
//!
//! A number has one type: 1 000 is `Size<1000>`, not `Thousands<1, 0>`, and 50 is not `Thousands<0, 50>`. So the first
//! group is not 0, and after a first group of 1 the second, if it is the last, is at least 25.

/// Two groups of three digits that make a number above 1024.
pub trait Leads<Last> {}

/// A group of three digits.
pub trait Digits {}

/// The first group of a number.
pub trait First: Digits {}

/// Implements the traits above for each class of groups: its name, whether it may be first, and the last groups that
/// may follow it.
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

/// A number above 999, or an unknown one.
#[derive(Debug)]
pub struct Apart;
