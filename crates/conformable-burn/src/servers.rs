//! Servers whose devices a program computes on, each of which may go and come back.
//!
//! burn keeps one session for a server for as long as the process lives, a dead one too: every read of a device whose server was started again fails. So a
//! [`Server`] begins each session under a name of its own.
//!
//! # Security
//!
//! burn's servers speak plain WebSocket (`ws://`), without authentication and without encryption. Whoever can connect to the port can
//! run computations on the server's device, and use its memory. Whoever sees the traffic can read parameters, gradients and
//! batches, and can change them. Bind servers to a loopback address; between machines, connect through an SSH tunnel or a VPN.

use crate::Error;
use burn::remote::RemoteHost;
use burn::tensor::Device;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// A server of burn's, by its address, and the device of the session with it.
#[derive(Debug)]
pub struct Server {
    url: String,
    sessions: u32,
    device: Option<Device>,
}

impl Server {
    /// The server at an address, such as `ws://127.0.0.1:3000`. Nothing is asked of it yet.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self { url: url.to_owned(), sessions: 0, device: None }
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its first device, while it is connected.
    #[must_use]
    pub const fn device(&self) -> Option<&Device> {
        self.device.as_ref()
    }

    /// Gives the session up: a read has failed. What was made on its device is gone.
    pub fn lose(&mut self) {
        self.device = None;
    }

    /// Begins a session, where there is none.
    ///
    /// # Errors
    ///
    /// If nobody listens at the address within `patience`, or the server refuses.
    pub fn connect(&mut self, patience: Duration) -> Result<&Device, Error> {
        if let Some(device) = self.device.take() {
            return Ok(self.device.insert(device));
        }
        // burn would try for 16 seconds
        self.listens(patience)?;
        // a server without an authorizer takes any; it is what tells this session from those before
        let mut host = RemoteHost::websocket(&self.url);
        if self.sessions > 0 {
            host = host.with_credential(format!("session {}", self.sessions));
        }
        self.sessions += 1;
        let device = Device::remote_options(&host).init().map_err(|error| self.unreachable(&error))?;
        Ok(self.device.insert(device))
    }

    /// Whether somebody listens at the address.
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
