//! Servers in their own processes, and a proxy before one, which counts messages and spoils answers.

use burn::server::{RemoteServer, WebSocketTransport};
use burn::tensor::Device;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A server in its own process, which ends when this is dropped.
pub struct Served {
    process: Child,
    pub url: String,
}

/// The code of a server's process, at the address of the environment.
pub fn serve() {
    let listener = TcpListener::bind(std::env::var("ADDRESS").expect("an address")).expect("a port");
    println!("\nws://{}", listener.local_addr().expect("an address"));
    RemoteServer::new([Device::flex()]).serve(WebSocketTransport::from_listener(listener)).expect("a server");
}

impl Served {
    /// Starts a command, which calls [`serve`].
    pub fn of(mut command: Command, address: &str) -> Self {
        let command = command.env("ADDRESS", address).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("a process");
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let url = lines.map(|line| line.expect("a line")).find(|line| line.starts_with("ws://"));
        Self { process, url: url.unwrap_or_else(|| panic!("{address}: no server")) }
    }

    pub fn kill(&mut self) {
        self.process.kill().expect("a process");
        self.process.wait().expect("a process");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A fault of one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fault {
    #[default]
    None,
    /// The connection ends after some bytes more.
    Cut(usize),
    /// Bytes after some more are kept, and the connection stays open.
    Hold(usize),
    /// One bit of the byte after some more is flipped.
    Flip(usize),
    /// All bytes are changed.
    Noise,
    /// Each packet is late.
    Late(Duration),
}

/// The bytes of one direction, the messages, and the fault.
#[derive(Debug, Default)]
pub struct Way {
    pub bytes: usize,
    pub messages: usize,
    pub fault: Fault,
    /// The part of a message's head that has arrived, and the bytes until the next head.
    head: Vec<u8>,
    body: usize,
    upgraded: bool,
}

impl Way {
    /// Counts the messages of WebSocket, after the upgrade from HTTP.
    fn count(&mut self, mut bytes: &[u8]) {
        self.bytes += bytes.len();
        while let [first, rest @ ..] = bytes {
            if self.body > 0 {
                let part = self.body.min(bytes.len());
                self.body -= part;
                bytes = &bytes[part..];
                continue;
            }
            bytes = rest;
            self.head.push(*first);
            if !self.upgraded {
                self.upgraded = self.head.ends_with(b"\r\n\r\n");
                if self.upgraded {
                    self.head.clear();
                }
                continue;
            }
            let &[_, size, ..] = &self.head[..] else { continue };
            let (long, mask) = (
                match size & 127 {
                    126 => 2,
                    127 => 8,
                    _ => 0,
                },
                usize::from(size >> 7) * 4,
            );
            if self.head.len() == 2 + long + mask {
                let long = self.head[2..2 + long].iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
                self.body = if size & 127 < 126 { usize::from(size & 127) } else { long };
                self.messages += 1;
                self.head.clear();
            }
        }
    }

    /// The bytes to pass on, and whether the connection goes on.
    fn spoil(&mut self, bytes: &mut Vec<u8>) -> bool {
        match &mut self.fault {
            Fault::None | Fault::Late(_) => {}
            Fault::Noise => {
                bytes.iter_mut().enumerate().for_each(|(at, byte)| *byte = (*byte ^ 0x5a).wrapping_add(at as u8))
            }
            Fault::Flip(at) if *at < bytes.len() => {
                bytes[*at] ^= 0x10;
                self.fault = Fault::None;
            }
            Fault::Cut(at) if *at < bytes.len() => {
                bytes.truncate(*at);
                self.fault = Fault::None;
                return false;
            }
            Fault::Hold(at) => {
                let kept = bytes.len().min(*at);
                bytes.truncate(kept);
                *at -= kept;
            }
            Fault::Flip(at) | Fault::Cut(at) => *at -= bytes.len(),
        }
        true
    }
}

/// A port that leads to a server.
pub struct Proxy {
    pub url: String,
    /// The direction to the server, and the one from it.
    pub ways: [Arc<Mutex<Way>>; 2],
}

impl Proxy {
    pub fn of(served: &Served) -> Self {
        let server = served.url.trim_start_matches("ws://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("ws://{}", listener.local_addr().expect("an address"));
        let ways = [(); 2].map(|()| Arc::new(Mutex::new(Way::default())));
        let both = ways.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(&server) else { continue };
                let ends = [client, server];
                for (way, (from, to)) in both.iter().zip([(0, 1), (1, 0)]) {
                    let mut counts = way.lock().expect("a direction");
                    *counts = Way { fault: counts.fault, ..Way::default() };
                    drop(counts);
                    let [from, to] = [from, to].map(|end: usize| ends[end].try_clone().expect("a stream"));
                    let way = Arc::clone(way);
                    thread::spawn(move || pass(from, to, &way));
                }
            }
        });
        Self { url, ways }
    }

    /// Spoils bytes of a direction, from now on.
    pub fn spoil(&self, way: usize, fault: Fault) {
        self.ways[way].lock().expect("a direction").fault = fault;
    }

    /// The messages and bytes of both directions until now.
    pub fn counts(&self) -> [(usize, usize); 2] {
        self.ways.each_ref().map(|way| way.lock().map(|way| (way.messages, way.bytes)).expect("a direction"))
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, way: &Mutex<Way>) {
    to.set_nodelay(true).expect("a stream");
    let mut buffer = vec![0; 1 << 16];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        let mut bytes = buffer[..read].to_vec();
        let (goes_on, fault) = {
            let mut way = way.lock().expect("a direction");
            way.count(&bytes);
            (way.spoil(&mut bytes), way.fault)
        };
        if let Fault::Late(by) = fault {
            thread::sleep(by);
        }
        if to.write_all(&bytes).is_err() || !goes_on {
            break;
        }
    }
    for end in [from, to] {
        let _ = end.shutdown(Shutdown::Both);
    }
}
