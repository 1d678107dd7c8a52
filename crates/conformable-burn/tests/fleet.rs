//! Training over servers: the numbers are those of one device, even if a server dies, returns or answers wrongly.

#[path = "../examples/train/digits.rs"]
mod digits;
mod served;

use burn::tensor::Device;
use conformable::{Dyn, Shape, Size, Tensor, shape};
use conformable_burn::EngineTensor;
use conformable_burn::fleet::Fleet;
use conformable_models::{Named, Parameters, cross_entropy};
use digits::{Samples, Training};
use served::{Fault, Proxy, Served};
use std::process::Command;
use std::time::{Duration, Instant};

/// Not a test: the code of a server's process.
#[test]
#[ignore = "it serves until it is killed"]
fn server() {
    served::serve();
}

fn served(address: &str) -> Served {
    let mut this = Command::new(std::env::current_exe().expect("a path"));
    this.args(["--exact", "server", "--ignored", "--nocapture"]);
    Served::of(this, address)
}

fn samples() -> (Samples, Samples) {
    Samples::read(&include_bytes!("../../../examples/data/digits.csv")[..]).expect("images").split()
}

/// The time that a server has, which is much more than a step takes on busy cores.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The losses of some steps, the servers of each, and the accuracy then. `before` is called before each step, with its
/// number and the servers of the last one.
fn losses(
    steps: usize,
    fleet: Option<Fleet>,
    mut before: impl FnMut(usize, &[usize]),
) -> (Vec<f32>, Vec<Vec<usize>>, f64) {
    let (held_out, samples) = samples();
    let mut training = Training::new(Device::flex(), fleet).expect("a model");
    let (mut losses, mut servers) = (Vec::new(), Vec::<Vec<usize>>::new());
    let batches = (0..).flat_map(|epoch| samples.batches(100, epoch));
    for (at, batch) in batches.take(steps).enumerate() {
        before(at, servers.last().map_or(&[], Vec::as_slice));
        let step = training.step(&batch).unwrap_or_else(|error| panic!("step {at}: {error}"));
        losses.push(step.loss);
        servers.push(step.servers);
    }
    (losses, servers, held_out.accuracy(&training.model, &Device::flex()).expect("an answer"))
}

/// Waits until a lost server is tried again, unless both are there.
fn pause(servers: &[usize]) {
    if servers.len() < 2 {
        std::thread::sleep(Duration::from_secs(2));
    }
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
    let (alone, _, accuracy) = losses(60, None, |_, _| {});
    assert!(alone[0] > 2.0 && alone[59] < 1.2, "{alone:?}");
    assert!(accuracy > 0.7, "{accuracy}");
    for count in [1, 2, 4] {
        let served: Vec<Served> = (0..count).map(|_| served("127.0.0.1:0")).collect();
        let fleet = Fleet::new(served.iter().map(|served| &*served.url), Device::flex());
        let (together, servers, same) = losses(60, Some(fleet), |_, _| {});
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
    let (alone, _, accuracy) = losses(60, None, |_, _| {});
    let mut both = [served("127.0.0.1:0"), served("127.0.0.1:0")];
    let urls = [both[0].url.clone(), both[1].url.clone()];
    let address = urls[1].trim_start_matches("ws://").to_owned();
    let fleet = Fleet::new(urls.iter().map(|url| &**url), Device::flex());
    let (together, servers, same) = losses(60, Some(fleet), |step, last| {
        match step {
            20 => both[1].kill(),
            40 => both[1] = served(&address),
            _ => {}
        }
        if step >= 40 {
            pause(last);
        }
    });
    near(&together, &alone);
    assert!(servers[..20].iter().all(|servers| *servers == [0, 1]), "{servers:?}");
    assert!(servers[20..40].iter().all(|servers| *servers == [0]), "{servers:?}");
    assert_eq!(servers[59], [0, 1]);
    assert!((same - accuracy).abs() < 0.01, "{same}, not {accuracy}");
}

/// A loss that reads: it checks the indices of classes on the device. On a dead server it panics.
#[test]
fn one_dies_where_the_loss_reads() {
    let mut served = [served("127.0.0.1:0"), served("127.0.0.1:0")];
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

/// Trains over two servers, one of them behind a proxy, with a fault in one direction from step 5 to 11. Returns the
/// servers of each step.
fn with_fault(way: usize, fault: Fault) -> Vec<Vec<usize>> {
    let (alone, ..) = losses(20, None, |_, _| {});
    let both = [served("127.0.0.1:0"), served("127.0.0.1:0")];
    let proxy = Proxy::of(&both[1]);
    let fleet = Fleet::new([&*both[0].url, &proxy.url], Device::flex()).with_timeout(TIMEOUT);
    let (together, servers, _) = losses(20, Some(fleet), |step, last| match step {
        5 => proxy.spoil(way, fault),
        12 => proxy.spoil(way, Fault::None),
        13.. => pause(last),
        _ => {}
    });
    near(&together, &alone);
    assert_eq!(servers[4], [0, 1]);
    servers
}

/// A server whose answers, or the requests to it, are spoilt is left out, and tried again later.
fn left_out(fault: Fault) {
    for way in [0, 1] {
        let servers = with_fault(way, fault);
        assert_eq!(servers[5], [0], "{way} {fault:?}");
        assert_eq!(servers[19], [0, 1], "{way} {fault:?}");
    }
}

#[test]
fn connections_that_end() {
    left_out(Fault::Cut(0));
    left_out(Fault::Cut(3000));
}

#[test]
fn connections_that_stop() {
    left_out(Fault::Hold(0));
    left_out(Fault::Hold(3000));
}

#[test]
fn noise() {
    left_out(Fault::Noise);
}

#[test]
fn a_server_that_is_too_slow() {
    left_out(Fault::Late(2 * TIMEOUT));
}

/// A server within the time limit is waited for.
#[test]
fn a_slow_server() {
    let servers = with_fault(1, Fault::Late(Duration::from_millis(100)));
    assert!(servers.iter().all(|servers| *servers == [0, 1]), "{servers:?}");
}

/// One byte of an answer, or of the parameters, is another.
#[test]
fn changed_bytes() {
    for (way, at) in [0, 1].into_iter().flat_map(|way| [0, 5, 100, 2000, 9999, 19000].map(|at| (way, at))) {
        let servers = with_fault(way, Fault::Flip(at));
        println!("direction {way}, byte {at}: {:?}", servers[5]);
    }
}

/// A step is one message of parameters, two of the batch and some of operations; its answer is one message.
#[test]
fn messages_of_a_step() {
    let one = served("127.0.0.1:0");
    let proxy = Proxy::of(&one);
    let (steps, parameters) = (5, 4 * (64 * 64 + 64 + 64 * 10 + 10));
    let mut counts = Vec::new();
    losses(steps, Some(Fleet::new([&*proxy.url], Device::flex())), |_, _| counts.push(proxy.counts()));
    for (last, next) in counts.iter().zip(&counts[1..]).skip(1) {
        let [to, from] = std::array::from_fn(|way| (next[way].0 - last[way].0, next[way].1 - last[way].1));
        println!("{to:?} to the server, {from:?} from it");
        assert_eq!(from.0, 1);
        assert!(from.1 > parameters && from.1 < parameters * 11 / 10, "{}", from.1);
        assert!(to.0 < 40 && to.1 > parameters, "{to:?}");
    }
}

/// Without another server, the step ends with an error, which names the server.
#[test]
fn the_only_server_fails() {
    let one = served("127.0.0.1:0");
    for (fault, says) in [
        (Fault::Cut(100), "the connection ended"),
        (Fault::Hold(0), "it did not answer in time"),
        (Fault::Noise, "Failed to read tensor"),
    ] {
        let proxy = Proxy::of(&one);
        let fleet = Fleet::new([&*proxy.url], Device::flex()).with_timeout(TIMEOUT);
        let mut training = Training::new(Device::flex(), Some(fleet)).expect("a model");
        let samples = samples().0;
        training.step(&samples).expect("a server");
        proxy.spoil(1, fault);
        let from = Instant::now();
        let error = training.step(&samples).expect_err("no server").to_string();
        println!("{fault:?}: {error}");
        assert!(error.contains(&proxy.url) && error.contains(says), "{error}");
        assert!(from.elapsed() < 10 * TIMEOUT, "{:?}", from.elapsed());
    }
}

/// A port that accepts, and then is silent or sends other bytes, is not a server.
#[test]
fn not_a_server() {
    for says in [&b""[..], b"HTTP/1.1 101 Switching Protocols\r\n\r\n", &[0xff; 4096]] {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("ws://{}", listener.local_addr().expect("an address"));
        std::thread::spawn(move || {
            let streams: Vec<_> = listener
                .incoming()
                .flatten()
                .map(|mut stream| std::io::Write::write_all(&mut stream, says).map(|()| stream))
                .collect();
            drop(streams);
        });
        let fleet = Fleet::new([&*url], Device::flex()).with_timeout(Duration::from_millis(500));
        let from = Instant::now();
        let error = Training::new(Device::flex(), Some(fleet))
            .expect("a model")
            .step(&samples().0)
            .expect_err("no server")
            .to_string();
        println!("{error}");
        assert!(error.contains(&format!("{url} cannot be reached: ")), "{error}");
        assert!(from.elapsed() < 10 * TIMEOUT, "{:?}", from.elapsed());
    }
}

/// The parameters after some steps. From `saved_at` on, a program that read a checkpoint takes the steps.
fn trained(fleet: impl Fn() -> Option<Fleet>, saved_at: Option<usize>) -> Named<f32> {
    let samples = samples().1;
    let batches: Vec<_> = (0..).flat_map(|epoch| samples.batches(100, epoch)).take(12).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("digits.safetensors");
    let mut training = Training::new(Device::flex(), fleet()).expect("a model");
    for (at, batch) in batches.iter().enumerate() {
        if saved_at == Some(at) {
            training.save(&path, 100).expect("a disk");
            training = Training::new(Device::flex(), fleet()).expect("a model");
            let error = training.resume(&path, 64).expect_err("another size").to_string();
            assert!(error.ends_with("digits.safetensors: it was saved with batches of 100, not 64"), "{error}");
            training.resume(&path, 100).expect("the file");
            assert_eq!(training.steps(), at);
        }
        training.step(batch).expect("a step");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), usize::from(saved_at.is_some()));
    training.model.named().expect("numbers")
}

#[test]
fn a_checkpoint_goes_on_to_the_bit() {
    let both = [served("127.0.0.1:0"), served("127.0.0.1:0")];
    let fleet = || Some(Fleet::new([&*both[0].url, &both[1].url], Device::flex()));
    assert_eq!(trained(|| None, Some(7)), trained(|| None, None));
    assert_eq!(trained(fleet, Some(7)), trained(fleet, None));
}
