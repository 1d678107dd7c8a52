mod every_form_of_an_operator;
mod flatten;
mod generic_code;
mod generic_shapes;
mod generic_storage;
mod named_sizes;
mod newcomer;
mod reshape;

pub(crate) const PROGRAMS: [fn(); 8] = [
    every_form_of_an_operator::main,
    flatten::main,
    generic_code::main,
    generic_shapes::main,
    generic_storage::main,
    named_sizes::main,
    newcomer::main,
    reshape::main,
];
