//! The programs of this package depend on it, so that they have its features.

#![no_std]
