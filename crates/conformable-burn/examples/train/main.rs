//! Trains a model over several machines, or serves one of them.
//!
//! ```sh
//! cargo run --release --features train --example train -- serve 127.0.0.1:3000
//! cargo run --release --features train --example train -- --devices ws://127.0.0.1:3000
//! cargo run --release --features train --example train                            # on this machine alone
//! ```
//!
//! A server has neither authentication nor encryption: see `conformable_burn::servers`. So it listens on loopback
//! addresses only, unless `--allow-network` is given; across machines, use an SSH tunnel or a VPN.

mod digits;

use burn::server::{RemoteServer, WebSocketTransport};
use burn::tensor::Device;
use conformable_burn::fleet::Fleet;
use digits::{Samples, Training};
use indicatif::{ProgressBar, ProgressStyle};
use std::error::Error;
use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "\
train serve [ADDRESS] [--allow-network]
                                       serves this machine's processor, at 127.0.0.1:3000 by default;
                                       other machines can connect only with --allow-network, and then
                                       whoever reaches the port can use the processor
train [OPTION]..                       trains
  --devices ws://HOST:PORT,..          over these servers; without, on this machine alone
  --data FILE                          a line an image: 64 pixels and a digit
  --checkpoint FILE.safetensors        goes on from this file, if it is there, and saves it after each epoch
  --epochs N                           how often all images are seen: 20 by default
  --batch N                            how many images a step takes: 128 by default";

/// The parsed arguments.
#[derive(Debug, PartialEq)]
enum Command {
    Help,
    Serve(SocketAddr),
    Train { devices: Vec<String>, data: String, checkpoint: Option<PathBuf>, epochs: u64, batch: usize },
}

/// Parses a positive number.
fn number<N: std::str::FromStr + PartialOrd + Default>(text: &str) -> Result<N, String> {
    text.parse()
        .ok()
        .filter(|number| *number > N::default())
        .ok_or_else(|| format!("`{text}` is not a number from 1 on"))
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/data/digits.csv").to_owned();
    let (mut devices, mut checkpoint, mut epochs, mut batch) = (Vec::new(), None, 20, 128);
    while let Some(argument) = arguments.next() {
        if ["--help", "-h"].contains(&&*argument) {
            return Ok(Command::Help);
        }
        let mut value = || arguments.next().ok_or_else(|| format!("`{argument}` has a value"));
        match &*argument {
            "serve" => return server(arguments).map(Command::Serve),
            "--devices" => devices = value()?.split(',').map(str::to_owned).collect(),
            "--data" => data = value()?,
            "--checkpoint" => checkpoint = Some(value()?.into()),
            "--epochs" => epochs = number(&value()?)?,
            "--batch" => batch = number(&value()?)?,
            other => return Err(format!("`{other}` is not known")),
        }
    }
    match devices.iter().find(|device| !device.starts_with("ws://")) {
        Some(device) => Err(format!("`{device}` is not a server's address, as `ws://127.0.0.1:3000`")),
        None => Ok(Command::Train { devices, data, checkpoint, epochs, batch }),
    }
}

/// The address to serve at: a loopback address, unless the network is allowed.
fn server(arguments: impl Iterator<Item = String>) -> Result<SocketAddr, String> {
    let (mut address, mut allowed) = ("127.0.0.1:3000".to_owned(), false);
    for argument in arguments {
        match &*argument {
            "--allow-network" => allowed = true,
            _ => address = argument,
        }
    }
    let address: SocketAddr =
        address.parse().map_err(|_| format!("`{address}` is not an address and a port, such as 127.0.0.1:3000"))?;
    if address.ip().is_loopback() || allowed {
        return Ok(address);
    }
    Err(format!("{address} is open to other machines, without authentication: --allow-network serves there"))
}

fn main() -> ExitCode {
    let done = match parse(std::env::args().skip(1)) {
        Ok(Command::Help) => {
            println!("{USAGE}");
            Ok(())
        }
        Ok(Command::Serve(address)) => serve(address),
        Ok(Command::Train { devices, data, checkpoint, epochs, batch }) => {
            train(&devices, &data, checkpoint.as_deref(), epochs, batch)
        }
        Err(what) => Err(format!("{what}\n\n{USAGE}").into()),
    };
    if let Err(error) = done {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Serves until the process ends.
fn serve(address: SocketAddr) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind(address).map_err(|error| format!("{address}: {error}"))?;
    println!("ws://{}", listener.local_addr()?);
    RemoteServer::new([Device::flex()]).serve(WebSocketTransport::from_listener(listener))?;
    Ok(())
}

fn train(
    devices: &[String],
    data: &str,
    checkpoint: Option<&Path>,
    epochs: u64,
    batch: usize,
) -> Result<(), Box<dyn Error>> {
    let file = File::open(data).map_err(|error| format!("{data}: {error}"))?;
    let (held_out, samples) = Samples::read(file).map_err(|error| format!("{data}: {error}"))?.split();
    let home = Device::flex();
    let fleet = (!devices.is_empty()).then(|| Fleet::new(devices.iter().map(String::as_str), home.clone()));
    let mut training = Training::new(home.clone(), fleet)?;
    if let Some(checkpoint) = checkpoint.filter(|checkpoint| checkpoint.exists()) {
        training.resume(checkpoint, batch)?;
    }
    // checkpoints are saved between epochs
    let done = (training.steps() / samples.len().div_ceil(batch)) as u64;
    let bar = ProgressBar::new(epochs).with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}")?);
    // above the bar, and without a terminal too
    let say = |text: String| bar.suspend(|| println!("{text}"));
    let (from, mut steps, mut there) = (Instant::now(), 0, Vec::new());
    bar.set_position(done);
    for epoch in done..epochs {
        for samples in samples.batches(batch, epoch) {
            let step = training.step(&samples)?;
            for (server, why) in &step.lost {
                say(format!("{} is lost, and the step was done again without it: {why}", devices[*server]));
            }
            for server in step.servers.iter().filter(|server| !there.contains(*server)) {
                say(format!("{} is there", devices[*server]));
            }
            there = step.servers;
            steps += 1;
            bar.set_message(format!("loss {:.6}", step.loss));
        }
        say(format!(
            "epoch {epoch}: {:.2} % of the images that are held out",
            100.0 * held_out.accuracy(&training.model, &home)?
        ));
        if let Some(checkpoint) = checkpoint {
            training.save(checkpoint, batch)?;
        }
        bar.inc(1);
    }
    bar.finish();
    println!("{steps} steps in {:.1} s", from.elapsed().as_secs_f64());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Command, parse, train};

    fn of(arguments: &[&str]) -> Result<Command, String> {
        parse(arguments.iter().map(|&argument| argument.to_owned()))
    }

    #[test]
    fn a_training_in_two_runs_is_one_in_one_run() {
        let folder = tempfile::tempdir().unwrap();
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/data/digits.csv");
        let [twice, once] = ["twice", "once"].map(|name| folder.path().join(name).with_extension("safetensors"));
        for (path, epochs) in [(&twice, 1), (&twice, 3), (&once, 3)] {
            train(&[], data, Some(path), epochs, 128).unwrap();
        }
        assert_eq!(std::fs::read(twice).unwrap(), std::fs::read(once).unwrap());
    }

    #[test]
    fn what_is_asked_for() {
        let serve = |address: &str| Ok(Command::Serve(address.parse().unwrap()));
        assert_eq!(of(&["serve"]), serve("127.0.0.1:3000"));
        assert_eq!(of(&["serve", "127.0.0.1:0"]), serve("127.0.0.1:0"));
        assert_eq!(of(&["serve", "[::1]:3000"]), serve("[::1]:3000"));
        assert_eq!(of(&["serve", "0.0.0.0:3000", "--allow-network"]), serve("0.0.0.0:3000"));
        let Ok(Command::Train { devices, epochs, .. }) = of(&["--devices", "ws://a:1,ws://b:2", "--epochs", "3"])
        else {
            panic!()
        };
        assert_eq!((devices, epochs), (vec!["ws://a:1".to_owned(), "ws://b:2".to_owned()], 3));
    }

    #[test]
    fn what_is_not_to_be_understood() {
        for (arguments, says) in [
            (&["--epochs"][..], "`--epochs` has a value"),
            (&["--epochs", "0"], "`0` is not a number from 1 on"),
            (&["--batch", "many"], "`many` is not a number from 1 on"),
            (&["--devices", "10.0.0.1:3000"], "`10.0.0.1:3000` is not a server's address, as `ws://127.0.0.1:3000`"),
            (&["fast"], "`fast` is not known"),
            (&["serve", "3000"], "`3000` is not an address and a port, such as 127.0.0.1:3000"),
            (
                &["serve", "0.0.0.0:3000"],
                "0.0.0.0:3000 is open to other machines, without authentication: --allow-network serves there",
            ),
            (
                &["serve", "[::]:3000"],
                "[::]:3000 is open to other machines, without authentication: --allow-network serves there",
            ),
        ] {
            assert_eq!(of(arguments), Err(says.to_owned()));
        }
    }
}
