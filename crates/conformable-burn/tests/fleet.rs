//! Training over servers: the numbers are those of one device, also if a server dies and one returns.

#[path = "../examples/train/digits.rs"]
mod digits;

use burn::server::{RemoteServer, WebSocketTransport};
use burn::tensor::Device;
use conformable::{Dyn, Shape, Size, Tensor, shape};
use conformable_burn::EngineTensor;
use conformable_burn::fleet::Fleet;
use conformable_models::cross_entropy;
use digits::{Samples, Training};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

/// A server in its own process, which ends when this is dropped.
struct Served {
    process: Child,
    url: String,
}

/// Not a test: the code of a server's process.
#[test]
#[ignore = "it serves until it is killed"]
fn server() {
    let listener = TcpListener::bind(std::env::var("ADDRESS").expect("an address")).expect("a port");
    println!("\nws://{}", listener.local_addr().expect("an address"));
    RemoteServer::new([Device::flex()]).serve(WebSocketTransport::from_listener(listener)).expect("a server");
}

impl Served {
    fn at(address: &str) -> Self {
        let mut this = Command::new(std::env::current_exe().expect("a path"));
        this.args(["--exact", "server", "--ignored", "--nocapture"]).env("ADDRESS", address);
        let mut process = this.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a process");
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let url = lines.map(|line| line.expect("a line")).find(|line| line.starts_with("ws://"));
        Self { process, url: url.unwrap_or_else(|| panic!("{address}: no server")) }
    }

    fn kill(&mut self) {
        self.process.kill().expect("a process");
        self.process.wait().expect("a process");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}

fn samples() -> (Samples, Samples) {
    Samples::read(&include_bytes!("../../../examples/data/digits.csv")[..]).expect("images").split()
}

/// The losses of some steps; `before` is called before each step with its number.
fn losses(steps: usize, fleet: Option<Fleet>, mut before: impl FnMut(usize)) -> (Vec<f32>, Vec<Vec<usize>>, f64) {
    let (held_out, samples) = samples();
    let mut training = Training::new(Device::flex(), fleet).expect("a model");
    let (mut losses, mut servers) = (Vec::new(), Vec::new());
    let batches = (0..).flat_map(|epoch| samples.batches(100, epoch));
    for (at, batch) in batches.take(steps).enumerate() {
        before(at);
        let step = training.step(&batch).unwrap_or_else(|error| panic!("step {at}: {error}"));
        losses.push(step.loss);
        servers.push(step.servers);
    }
    (losses, servers, held_out.accuracy(&training.model, &Device::flex()).expect("an answer"))
}

#[track_caller]
fn near(ours: &[f32], theirs: &[f32]) {
    assert_eq!(ours.len(), theirs.len());
    for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        assert!((ours - theirs).abs() <= 1e-4 * theirs.max(1.0), "step {at}: {ours}, not {theirs}");
    }
}

#[test]
fn the_losses_are_those_of_one_device() {
    let (alone, _, accuracy) = losses(60, None, |_| {});
    assert!(alone[0] > 2.0 && alone[59] < 1.2, "{alone:?}");
    assert!(accuracy > 0.7, "{accuracy}");
    for count in [1, 2, 4] {
        let served: Vec<Served> = (0..count).map(|_| Served::at("127.0.0.1:0")).collect();
        let fleet = Fleet::new(served.iter().map(|served| &*served.url), Device::flex());
        let (together, servers, same) = losses(60, Some(fleet), |_| {});
        near(&together, &alone);
        assert!(servers.iter().all(|servers| *servers == (0..count).collect::<Vec<_>>()), "{servers:?}");
        assert!((same - accuracy).abs() < 0.01, "{same}, not {accuracy}");
        let apart = together.iter().zip(&alone).map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, f32::max);
        println!(
            "{count} servers: losses at most {apart:e} apart, the last {} and {}; {same} and {accuracy} of the images",
            together[59], alone[59]
        );
    }
}

#[test]
fn one_dies_and_comes_back() {
    let (alone, _, accuracy) = losses(60, None, |_| {});
    let mut served = [Served::at("127.0.0.1:0"), Served::at("127.0.0.1:0")];
    let urls = [served[0].url.clone(), served[1].url.clone()];
    let address = urls[1].trim_start_matches("ws://").to_owned();
    let (together, servers, same) =
        losses(60, Some(Fleet::new(urls.iter().map(|url| &**url), Device::flex())), |step| match step {
            20 => served[1].kill(),
            40 => {
                served[1] = Served::at(&address);
                std::thread::sleep(std::time::Duration::from_secs(1));
            }
            _ => {}
        });
    near(&together, &alone);
    assert_eq!(servers[19], [0, 1]);
    assert!(servers[20..40].iter().all(|servers| *servers == [0]), "{servers:?}");
    assert!(servers[40..].iter().all(|servers| *servers == [0, 1]), "{servers:?}");
    assert!((same - accuracy).abs() < 0.01, "{same}, not {accuracy}");
}

/// A loss that reads: it checks the indices of classes on the device. On a dead server it panics.
#[test]
fn one_dies_where_the_loss_reads() {
    let mut served = [Served::at("127.0.0.1:0"), Served::at("127.0.0.1:0")];
    let urls = [served[0].url.clone(), served[1].url.clone()];
    let mut fleet = Fleet::new(urls.iter().map(|url| &**url), Device::flex());
    let home = Device::flex();
    let weights = EngineTensor::<f32, Shape![3, 4]>::upload(&Tensor::full(shape![3, 4], 0.5), &home).expect("memory");
    let step = |fleet: &mut Fleet| {
        fleet.step(&weights, 5, |weights, rows, device| {
            let images = Tensor::from_fn((Dyn::new(rows.len()), Size::<3>), |[i, j]| {
                f32::from(u8::from((i + rows.start) % 3 == j))
            });
            let classes = Tensor::from_fn((Dyn::new(rows.len()),), |[i]| i64::from((i + rows.start) % 2 == 0));
            let images = EngineTensor::<f32, (Dyn, Size<3>)>::upload(&images, device).expect("memory");
            let classes = EngineTensor::<i64, (Dyn,)>::upload(&classes, device).expect("memory");
            cross_entropy(&images.matmul(weights), &classes)
        })
    };
    let both = step(&mut fleet).expect("two servers");
    served[1].kill();
    let one = step(&mut fleet).expect("one server");
    assert_eq!((both.servers, one.servers), (vec![0, 1], vec![0]));
    assert_eq!(one.lost.len(), 1, "{:?}", one.lost);
    near(&[both.loss], &[one.loss]);
    let [both, one] = [both.gradients, one.gradients].map(|gradients| gradients.to_tensor().expect("numbers"));
    assert!(both.iter().zip(&one).all(|(both, one)| (both - one).abs() < 1e-6));
    served[0].kill();
    let error = step(&mut fleet).expect_err("no server").to_string();
    assert!(error.starts_with("no server is there: "), "{error}");
}

#[test]
fn no_row() {
    let mut fleet = Fleet::new(["ws://127.0.0.1:9"], Device::flex());
    let weights = EngineTensor::<f32, Shape![1]>::upload(&Tensor::from([0.5]), &Device::flex()).expect("memory");
    let error = fleet.step(&weights, 0, |weights, _, _| weights.sum(..)).expect_err("no row").to_string();
    assert_eq!(error, "a batch without a row has no mean loss");
}

#[test]
fn none_is_there() {
    let fleet = Fleet::new(["ws://127.0.0.1:9"], Device::flex());
    let mut training = Training::new(Device::flex(), Some(fleet)).expect("a model");
    let error = training.step(&samples().0).expect_err("nobody listens").to_string();
    assert!(error.contains("no server is there: ws://127.0.0.1:9 cannot be reached: "), "{error}");
}
