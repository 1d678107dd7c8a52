//! Programs and generic functions as users write them: they compile, and run.
//!
//! Those of `ui-tests/pass` are modules: next to a program that must run, trybuild compiles the refused programs one at
//! a time.

mod generic;
mod newcomer;

#[path = "../ui-tests/pass/mod.rs"]
#[allow(clippy::all, clippy::pedantic, reason = "programs as a user writes them")]
mod pass;

#[test]
fn programs_run() {
    // beside them, the folder has `mod.rs`
    assert_eq!(pass::PROGRAMS.len() + 1, std::fs::read_dir("ui-tests/pass").unwrap().count());
    for main in pass::PROGRAMS {
        main();
    }
}
