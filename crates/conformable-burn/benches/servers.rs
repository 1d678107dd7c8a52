//! A step of training on one device, over one server and over two: from which size are two servers faster?
//!
//! ```sh
//! cargo bench --features train --bench servers
//! ```
//!
//! A step is a loss and its gradients, back in this program. Each server, and the one device, has one core. Steps over
//! one server and over two take turns; each time is a median, and the ratio is the median of the pairs.

#[path = "../tests/served/mod.rs"]
#[allow(dead_code, reason = "tests/fleet.rs spoils answers")]
mod served;

use burn::tensor::Device;
use conformable::{Dyn, Size, Tensor};
use conformable_burn::fleet::Fleet;
use conformable_burn::{Burn, EngineTensor};
use conformable_models::{Linear, Module, Parameters, Relu, soft_cross_entropy, value_and_gradients};
use served::{Proxy, Served, serve};
use std::ops::Range;
use std::process::Command;
use std::time::{Duration, Instant};

type Layer<I, O> = Linear<I, O, f32, Burn>;
type Model = (Layer<Size<64>, Dyn>, Relu, Layer<Dyn, Dyn>, Relu, Layer<Dyn, Size<10>>);

/// The numbers between the layers, and the rows of a batch.
const SIZES: [(usize, usize); 7] =
    [(64, 128), (256, 256), (1024, 512), (2304, 128), (2304, 512), (2304, 1024), (2304, 2048)];

fn model(width: usize) -> Model {
    let (device, width) = (Device::flex(), Dyn::new(width));
    let mut state = 1_u32;
    let mut uniform = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / 4_294_967_296.0
    };
    let first = Linear::random(Size, width, &device, &mut uniform).expect("memory");
    let second = Linear::random(width, width, &device, &mut uniform).expect("memory");
    (first, Relu, second, Relu, Linear::random(width, Size, &device, &mut uniform).expect("memory"))
}

fn loss(model: &Model, rows: Range<usize>, device: &Device) -> EngineTensor<f32, ()> {
    let of = |[row, column]: [usize; 2]| ((row + rows.start) * 31 + column * 17) % 16;
    let images = Tensor::from_fn((Dyn::new(rows.len()), Size::<64>), |at| of(at) as f32 / 16.0);
    let targets = Tensor::from_fn((Dyn::new(rows.len()), Size::<10>), |[row, column]| {
        f32::from((row + rows.start) % 10 == column)
    });
    let images = EngineTensor::upload(&images, device).expect("memory");
    let targets = EngineTensor::upload(&targets, device).expect("memory");
    soft_cross_entropy(&model.forward(&images), &targets)
}

/// The time of a step in milliseconds.
fn time(mut step: impl FnMut()) -> f64 {
    let from = Instant::now();
    step();
    from.elapsed().as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Calls a function some times, at least 5 and for some seconds.
fn rounds<T>(mut round: impl FnMut() -> T) -> Vec<T> {
    round();
    let (from, mut all) = (Instant::now(), Vec::new());
    while all.len() < 5 || from.elapsed() < Duration::from_secs(6) {
        all.push(round());
    }
    all
}

/// A process of this program on one core.
fn on_core(core: usize, does: &str) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string()]).arg(std::env::current_exe().expect("a path")).env("DOES", does);
    command
}

fn alone(width: usize, batch: usize) {
    let (device, model) = (Device::flex(), model(width));
    let step = || {
        let (loss, gradients) =
            value_and_gradients(&model, |model| self::loss(model, 0..batch, &device)).expect("memory");
        assert!(loss.to_tensor().expect("memory")[[]].is_finite());
        drop(gradients);
    };
    println!("{}", median(rounds(|| time(step))));
}

fn over(urls: &[&str], width: usize, batch: usize) -> impl FnMut() + use<> {
    let (mut fleet, model, count) = (Fleet::new(urls.iter().copied(), Device::flex()), model(width), urls.len());
    move || {
        let step = fleet.step(&model, batch, loss).expect("servers");
        assert_eq!(step.servers.len(), count);
    }
}

fn main() {
    match std::env::var("DOES").as_deref() {
        Ok("serve") => return serve(),
        Ok(sizes) => {
            let sizes: Vec<usize> = sizes.split(' ').map(|size| size.parse().expect("a number")).collect();
            return alone(sizes[0], sizes[1]);
        }
        Err(_) => {}
    }
    let served = [0, 1].map(|core| Served::of(on_core(core, "serve"), "127.0.0.1:0"));
    let urls = [&*served[0].url, &*served[1].url];
    println!(
        "| parameters | rows | one device | one server | two servers | two : one | messages to one, from it | MB |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (width, batch) in SIZES {
        let alone = on_core(0, &format!("{width} {batch}")).output().expect("a process").stdout;
        let alone = String::from_utf8_lossy(&alone).trim().parse::<f64>().expect("a time");
        let [mut one, mut two] = [1, 2].map(|count| over(&urls[..count], width, batch));
        let pairs = rounds(|| (time(&mut one), time(&mut two)));
        let ratio = median(pairs.iter().map(|(one, two)| two / one).collect());
        let (one, two): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let proxy = Proxy::of(&served[0]);
        let mut step = over(&[&proxy.url], width, batch);
        step();
        let before = proxy.counts();
        step();
        let after = proxy.counts();
        let [(to, to_mb), (from, from_mb)] =
            [0, 1].map(|way| (after[way].0 - before[way].0, (after[way].1 - before[way].1) as f64 / 1e6));
        println!(
            "| {} | {batch} | {alone:.1} ms | {:.1} ms | {:.1} ms | {ratio:.2} | {to}, {from} | {to_mb:.2}, {from_mb:.2} |",
            model(width).count().expect("few"),
            median(one),
            median(two),
        );
    }
}
