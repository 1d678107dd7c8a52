//! Servers whose devices compute for a program, and which may disconnect and return.
//!
//! burn keeps one session for a server as long as the process runs, even if the server has died. Then every read of a
//! device of the restarted server fails, so a [`Server`] gives each session its own name. burn keeps a thread for each,
//! and has at most 65 536 in a process. It waits for answers without a limit, so its connection leads through a port of
//! this program, which can close it.
//!
//! # Security
//!
//! burn's servers use plain WebSocket (`ws://`), without authentication or encryption. Anyone who can connect to the
//! port can run computations on the server's device, and use its memory. Anyone who sees the traffic can read and
//! change parameters, gradients and batches. Bind servers to a loopback address; between machines, connect through an
//! SSH tunnel or a VPN.

use crate::Error;
use crate::relay::{Relay, message};
use burn::remote::RemoteHost;
use burn::tensor::Device;
use std::net::ToSocketAddrs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A server of burn by its address, and the session with it, which ends with this.
#[derive(Debug)]
pub struct Server {
    url: String,
    session: Option<Session>,
}

/// A session with a server.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) device: Device,
    #[cfg_attr(not(feature = "train"), expect(dead_code, reason = "it closes the connection when it is dropped"))]
    pub(crate) relay: Relay,
}

impl Server {
    /// Makes a server with an address, such as `ws://127.0.0.1:3000`, without connecting.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self { url: url.to_owned(), session: None }
    }

    /// Returns the address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns its first device, if it is connected.
    #[must_use]
    pub fn device(&self) -> Option<&Device> {
        self.session.as_ref().map(|session| &session.device)
    }

    #[cfg(feature = "train")]
    pub(crate) const fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Ends the session, as after a failed read. Tensors on its device are lost.
    pub fn lose(&mut self) {
        self.session = None;
    }

    /// Connects, unless there is a session.
    ///
    /// # Errors
    ///
    /// If the server does not open a session within `timeout`, or refuses.
    pub fn connect(&mut self, timeout: Duration) -> Result<&Device, Error> {
        let session = match self.session.take() {
            Some(session) => session,
            None => self.open(timeout).map_err(|why| Error::Unreachable { server: self.url.clone(), why })?,
        };
        Ok(&self.session.insert(session).device)
    }

    /// Opens a session.
    fn open(&self, timeout: Duration) -> Result<Session, String> {
        static SESSIONS: AtomicU64 = AtomicU64::new(0);

        let relay = self.relay(timeout)?;
        // a server without an authorizer accepts any token; it distinguishes this session from an earlier one whose
        // port was the same
        let host = RemoteHost::websocket(&format!("ws://{}", relay.port()))
            .with_credential(format!("session {}", SESSIONS.fetch_add(1, Relaxed)));
        // burn panics once it has no more names for sessions
        let open = || catch_unwind(AssertUnwindSafe(|| Device::remote_options(&host).init()));
        match relay.within(timeout, open) {
            Ok(Ok(device)) => Ok(Session { device, relay }),
            Ok(Err(error)) => Err(relay.reason(error.to_string())),
            Err(panic) => Err(message(&*panic)),
        }
    }

    /// Connects to the first address of the server's name that accepts.
    fn relay(&self, timeout: Duration) -> Result<Relay, String> {
        let authority = match self.url.split_once("://") {
            Some(("ws", authority)) => authority,
            Some((scheme, _)) => return Err(format!("`{scheme}` is not `ws`")),
            None => &self.url,
        };
        let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
        let mut why = "the name has no address".to_owned();
        for address in authority.to_socket_addrs().map_err(|error| error.to_string())? {
            match Relay::connect(address, timeout) {
                Ok(relay) => return Ok(relay),
                Err(error) => why = error.to_string(),
            }
        }
        Err(why)
    }
}
