//! A connection to a server through a port of this program, which can close it.
//!
//! burn waits for an answer without a limit, and ignores an answer that it cannot decode. Once the connection is
//! closed, all waits of its session end with an error.

use std::any::Any;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// The reasons for the end of a connection.
const LATE: &str = "it did not answer in time";
const ENDED: &str = "the connection ended";

/// A connection to a server, and the port of this machine that leads to it.
#[derive(Debug)]
pub(crate) struct Relay {
    port: SocketAddr,
    server: TcpStream,
    end: Arc<OnceLock<&'static str>>,
}

impl Relay {
    /// Connects. The port accepts one connection, within `timeout`.
    pub(crate) fn connect(server: SocketAddr, timeout: Duration) -> io::Result<Self> {
        let server = TcpStream::connect_timeout(&server, timeout)?;
        server.set_nodelay(true)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let (port, end) = (listener.local_addr()?, Arc::new(OnceLock::new()));
        let (near, far) = ((Arc::clone(&end), server.try_clone()?), (Arc::clone(&end), server.try_clone()?));
        thread::spawn(move || {
            let Ok((client, other)) = accept(&listener, timeout).and_then(|client| Ok((client.try_clone()?, client)))
            else {
                return close(&near.1);
            };
            thread::spawn(move || forward(client, near.1, &near.0));
            forward(far.1, other, &far.0);
        });
        Ok(Self { port, server, end })
    }

    /// The port that burn connects to.
    pub(crate) const fn port(&self) -> SocketAddr {
        self.port
    }

    /// Does some work, and closes the connection if that takes longer than `timeout`.
    pub(crate) fn within<T>(&self, timeout: Duration, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            // dropped by a panic of the work too
            let (working, done) = channel::<()>();
            scope.spawn(move || {
                if done.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout) {
                    self.end.get_or_init(|| LATE);
                    close(&self.server);
                }
            });
            let result = work();
            drop(working);
            result
        })
    }

    /// The reason of a failure: the end of the connection, or else burn's own.
    pub(crate) fn reason(&self, burns: String) -> String {
        self.end.get().map_or(burns, |&end| end.to_owned())
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        close(&self.server);
    }
}

fn accept(listener: &TcpListener, timeout: Duration) -> io::Result<TcpStream> {
    let from = Instant::now();
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) if error.kind() != io::ErrorKind::WouldBlock || from.elapsed() > timeout => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Copies bytes until one side ends, and then ends the other.
fn forward(mut from: TcpStream, mut to: TcpStream, end: &OnceLock<&'static str>) {
    let mut bytes = vec![0; 1 << 17];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    end.get_or_init(|| ENDED);
    close(&from);
    close(&to);
}

/// Ends both directions. The error of one that has ended does not matter.
fn close(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Both);
}

/// The message of a panic.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
    text.unwrap_or("burn panicked").to_owned()
}
