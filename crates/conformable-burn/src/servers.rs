//! Servers whose devices compute for a program, and which may disconnect and return.
//!
//! burn keeps one session for a server as long as the process runs, even if the server has died. Then every read of a
//! device of the restarted server fails, so a [`Server`] gives each session its own name.
//!
//! # Security
//!
//! burn's servers use plain WebSocket (`ws://`), without authentication or encryption. Anyone who can connect to the
//! port can run computations on the server's device, and use its memory. Anyone who sees the traffic can read and
//! change parameters, gradients and batches. Bind servers to a loopback address; between machines, connect through an
//! SSH tunnel or a VPN.

use crate::Error;
use burn::remote::RemoteHost;
use burn::tensor::Device;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// A server of burn by its address, and the device of the session with it.
#[derive(Debug)]
pub struct Server {
    url: String,
    sessions: u32,
    device: Option<Device>,
}

impl Server {
    /// Makes a server with an address, such as `ws://127.0.0.1:3000`, without connecting.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self { url: url.to_owned(), sessions: 0, device: None }
    }

    /// Returns the address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns its first device, if it is connected.
    #[must_use]
    pub const fn device(&self) -> Option<&Device> {
        self.device.as_ref()
    }

    /// Ends the session after a failed read. Tensors on its device are lost.
    pub fn lose(&mut self) {
        self.device = None;
    }

    /// Connects, unless there is a session.
    ///
    /// # Errors
    ///
    /// If the address does not accept connections within `patience`, or the server refuses.
    pub fn connect(&mut self, patience: Duration) -> Result<&Device, Error> {
        if let Some(device) = self.device.take() {
            return Ok(self.device.insert(device));
        }
        // burn would try for 16 seconds
        self.listens(patience)?;
        // a server without an authorizer accepts any token; it distinguishes this session from earlier ones
        let mut host = RemoteHost::websocket(&self.url);
        if self.sessions > 0 {
            host = host.with_credential(format!("session {}", self.sessions));
        }
        self.sessions += 1;
        let device = Device::remote_options(&host).init().map_err(|error| self.unreachable(&error))?;
        Ok(self.device.insert(device))
    }

    /// Checks that the address accepts connections.
    fn listens(&self, patience: Duration) -> Result<(), Error> {
        let authority = self.url.split_once("://").map_or(&*self.url, |(_, rest)| rest);
        let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
        let mut last = None;
        for address in authority.to_socket_addrs().map_err(|error| self.unreachable(&error))? {
            match TcpStream::connect_timeout(&address, patience) {
                Ok(_) => return Ok(()),
                Err(error) => last = Some(error),
            }
        }
        Err(last.map_or_else(|| self.unreachable(&"the name has no address"), |error| self.unreachable(&error)))
    }

    fn unreachable(&self, why: &impl ToString) -> Error {
        Error::Unreachable { server: self.url.clone(), why: why.to_string() }
    }
}
