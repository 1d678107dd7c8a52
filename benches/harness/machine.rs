//! The machine that a bench runs on: figures of different processors and vectors do not compare.

use conformable_maths::{Vectors, vectors};

/// The processor, and the vectors that the kernels and the maths use on it.
pub(crate) fn machine() -> String {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name))?;
        line.split_once(": ").map(|(_, value)| value)
    };
    let name = field("model name").unwrap_or(std::env::consts::ARCH);
    let [family, model] = ["cpu family", "model\t"].map(|name| field(name).unwrap_or("unknown"));
    let vectors = match vectors() {
        Vectors::Avx512 => "AVX-512",
        Vectors::Avx2 => "AVX2",
        _ => "those of the build",
    };
    format!("processor: {name} (family {family}, model {model}); vectors: {vectors}")
}
