//! Sets two cfgs: `avx512` if the compiler has AVX-512, from Rust 1.89 on, and `optimised`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(avx512, optimised)");
    let version = env::var_os("RUSTC").and_then(|rustc| Command::new(rustc).arg("--version").output().ok());
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    // rustc 1.89.0 (29483883e 2025-08-04)
    let minor = version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok());
    if minor.is_some_and(|minor| minor >= 89) {
        println!("cargo::rustc-cfg=avx512");
    }
    // tests of the copies for vectors set the variable
    let optimised = env::var("OPT_LEVEL").is_ok_and(|level| level != "0");
    if !optimised {
        println!("cargo::rerun-if-env-changed=CONFORMABLE_SIMD");
    }
    if optimised || env::var_os("CONFORMABLE_SIMD").is_some() {
        println!("cargo::rustc-cfg=optimised");
    }
}
