//! Programs that compile, and run.
//!
//! They are modules: next to a program that must run, trybuild compiles those of `ui-tests/fail` one at a time.

#![allow(clippy::all, clippy::pedantic, reason = "programs as a user writes them")]

#[path = "../ui-tests/pass/every_form_of_an_operator.rs"]
mod every_form_of_an_operator;
#[path = "../ui-tests/pass/flatten.rs"]
mod flatten;
#[path = "../ui-tests/pass/generic_code.rs"]
mod generic_code;
#[path = "../ui-tests/pass/generic_shapes.rs"]
mod generic_shapes;
#[path = "../ui-tests/pass/generic_storage.rs"]
mod generic_storage;
#[path = "../ui-tests/pass/named_sizes.rs"]
mod named_sizes;
#[path = "../ui-tests/pass/newcomer.rs"]
mod newcomer;
#[path = "../ui-tests/pass/reshape.rs"]
mod reshape;

#[test]
fn programs_run() {
    let programs: [fn(); 8] = [
        every_form_of_an_operator::main,
        flatten::main,
        generic_code::main,
        generic_shapes::main,
        generic_storage::main,
        named_sizes::main,
        newcomer::main,
        reshape::main,
    ];
    assert_eq!(programs.len(), std::fs::read_dir("ui-tests/pass").unwrap().count());
    for main in programs {
        main();
    }
}
