//! Generic code: a bound on one operation leaves all others as they are, and few bounds are needed.
//!
//! What a function here proves is that it compiles; its call shows that the caller's shapes satisfy its bounds.

mod bounds;
mod ends;
mod heads;
mod names;
mod sequence;
mod sums;
