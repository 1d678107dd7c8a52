//! The time for each number, as the text of SPEED.md: `cargo bench -p conformable-maths`.
//!
//! Compares our functions over slices, the standard library's in a loop, and NumPy in its own process if `python3` has
//! it (or the interpreter that `PYTHON` names). They are sampled in turn, and each figure is a median.

#![allow(clippy::cast_precision_loss, reason = "the counts are small")]

#[path = "../../../benches/harness/machine.rs"]
mod machine;

use conformable_maths as ours;
use std::env;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

const COUNT: usize = 16_384;
const ROUNDS: usize = 60;

/// Reads lines such as `float32 exp -10 10`, and answers each with nanoseconds for a number.
const SERVER: &str = "
import sys, time, numpy
print(numpy.__version__, flush=True)
tables = {}
for line in sys.stdin:
    kind, name, low, high = line.split()
    if line not in tables:
        x = numpy.linspace(float(low), float(high), 16384).astype(kind)
        tables[line] = x, numpy.empty_like(x)
    x, y = tables[line]
    function = getattr(numpy, name)
    function(x, out=y)
    start = time.perf_counter_ns()
    function(x, out=y)
    print(time.perf_counter_ns() - start, flush=True)
";

/// NumPy in its process.
struct Numpy {
    _process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    version: String,
}

impl Numpy {
    fn start() -> Option<Self> {
        let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
        let mut command = Command::new(python);
        command.args(["-c", SERVER]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.env("OMP_NUM_THREADS", "1").spawn().ok()?;
        let (input, output) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        let mut numpy = Self { _process: process, input, output, version: String::new() };
        numpy.version = numpy.line()?;
        Some(numpy)
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.output.read_line(&mut line).ok()?;
        (count > 0).then(|| line.trim().to_string())
    }

    fn sample(&mut self, request: &str) -> Option<f64> {
        writeln!(self.input, "{request}").ok()?;
        self.line()?.parse().ok()
    }
}

fn median(samples: &mut [f64]) -> Option<f64> {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).map(|sample| sample / COUNT as f64)
}

fn nanoseconds(f: impl FnOnce()) -> f64 {
    let start = Instant::now();
    f();
    start.elapsed().as_nanos() as f64
}

/// One row of the table. `numpy` names NumPy's function, if it has one.
fn row(
    name: &str,
    ours: &mut dyn FnMut(),
    standard: &mut dyn FnMut(),
    numpy: &mut Option<Numpy>,
    request: Option<&str>,
) {
    let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
    ours();
    for _ in 0..ROUNDS {
        a.push(nanoseconds(&mut *ours));
        b.push(nanoseconds(&mut *standard));
        c.extend(request.and_then(|request| numpy.as_mut()?.sample(request)));
    }
    let (Some(a), Some(b)) = (median(&mut a), median(&mut b)) else { return };
    let (c, ratio) = median(&mut c).map_or_else(Default::default, |c| (format!("{c:.2}"), format!("{:.2}", a / c)));
    println!("| {name} | {a:.2} | {b:.2} | {c} | {ratio} |");
}

/// Rows of the table: `rows!(numpy, f32 "float32": exp f32::exp, "exp", -10.0, 10.0;)`.
macro_rules! rows {
    ($server:ident, $T:ident $kind:literal: $($name:ident $standard:expr, $numpy:literal, $low:literal, $high:literal;)*) => {$(
        let x: Vec<$T> = (0..COUNT).map(|i| $low + ($high - $low) * (i as $T / COUNT as $T)).collect();
        let (mut y, mut z) = (vec![0.0; COUNT], vec![0.0; COUNT]);
        let standard: fn($T) -> $T = $standard;
        let request = format!("{} {} {} {}", $kind, $numpy, $low, $high);
        row(
            concat!(stringify!($T), " ", stringify!($name)),
            &mut || ours::$T::into::$name(black_box(&x), black_box(&mut y)),
            &mut || black_box(&x).iter().zip(black_box(&mut z)).for_each(|(x, z)| *z = standard(*x)),
            &mut $server,
            (!$numpy.is_empty()).then_some(&request),
        );
    )*};
}

fn main() {
    let mut numpy = Numpy::start();
    let version = numpy.as_ref().map_or("none here".into(), |numpy| numpy.version.clone());
    println!("# Speed\n");
    println!("{}\n", machine::machine());
    println!(
        "Written by `cargo bench -p conformable-maths > crates/conformable-maths/SPEED.md`: nanoseconds a number, over {COUNT} numbers in a slice."
    );
    println!(
        "NumPy: {version}. A function that the standard library lacks is composed of those it has; `erf` is that of"
    );
    println!("the crate `pxfm`.\n");
    println!("| function | ours | std | NumPy | ours / NumPy |");
    println!("|---|---|---|---|---|");
    rows!(numpy, f32 "float32":
        exp f32::exp, "exp", -10.0, 10.0;
        exp2 f32::exp2, "exp2", -10.0, 10.0;
        exp_m1 f32::exp_m1, "expm1", -10.0, 10.0;
        ln f32::ln, "log", 0.1, 100.0;
        ln_1p f32::ln_1p, "log1p", -0.5, 10.0;
        log2 f32::log2, "log2", 0.1, 100.0;
        log10 f32::log10, "log10", 0.1, 100.0;
        sin f32::sin, "sin", -10.0, 10.0;
        cos f32::cos, "cos", -10.0, 10.0;
        tanh f32::tanh, "tanh", -5.0, 5.0;
        sigmoid |x| 1.0 / (1.0 + (-x).exp()), "", -10.0, 10.0;
        silu |x| x / (1.0 + (-x).exp()), "", -10.0, 10.0;
        softplus |x| x.exp().ln_1p(), "", -10.0, 10.0;
        erf |x| pxfm::f_erff(x), "", -3.0, 3.0;
        gelu |x| 0.5 * x * (1.0 + pxfm::f_erff(x * std::f32::consts::FRAC_1_SQRT_2)), "", -5.0, 5.0;
        gelu_tanh |x| 0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044_715 * x * x * x)).tanh()), "", -5.0, 5.0;
    );
    rows!(numpy, f64 "float64":
        exp f64::exp, "exp", -10.0, 10.0;
        ln f64::ln, "log", 0.1, 100.0;
        sin f64::sin, "sin", -10.0, 10.0;
        cos f64::cos, "cos", -10.0, 10.0;
        tanh f64::tanh, "tanh", -5.0, 5.0;
        sigmoid |x| 1.0 / (1.0 + (-x).exp()), "", -10.0, 10.0;
        silu |x| x / (1.0 + (-x).exp()), "", -10.0, 10.0;
        softplus |x| x.exp().ln_1p(), "", -10.0, 10.0;
        erf |x| pxfm::f_erf(x), "", -3.0, 3.0;
        gelu |x| 0.5 * x * (1.0 + pxfm::f_erf(x * std::f64::consts::FRAC_1_SQRT_2)), "", -5.0, 5.0;
        gelu_tanh |x| 0.5 * x * (1.0 + (0.797_884_560_802_865_4 * (x + 0.044_715 * x * x * x)).tanh()), "", -5.0, 5.0;
    );
}
