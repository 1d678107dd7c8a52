//! A training step over several servers: each has the model, and a part of the batch.
//!
//! This program keeps the parameters. Each step sends them to every server in one message, with its rows of the batch.
//! The gradients and the loss come back in one message, are weighted by the number of rows, and sum to those of the
//! whole batch. A server that disconnects, answers late or answers wrongly is lost: the step is repeated on the others,
//! from the same parameters. A server that returns joins at a later step.

use crate::request::Request;
use crate::servers::Server;
use crate::{Burn, EngineTensor, Error, vector};
use burn::tensor::Device;
use conformable::engine::Error::Failed;
use conformable_models::{ModelError, Parameters};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The time that a server has to open a session.
const SESSION: Duration = Duration::from_secs(2);

/// The time until a lost server is tried again, at first. It doubles with each failure, up to 32 seconds.
const PAUSE: Duration = Duration::from_millis(500);

/// The default of [`Fleet::with_timeout`].
const TIMEOUT: Duration = Duration::from_secs(60);

/// The time to read an answer that has arrived.
const READ: Duration = Duration::from_millis(100);

/// Servers that train one model.
#[derive(Debug)]
pub struct Fleet {
    members: Vec<Member>,
    home: Device,
    timeout: Duration,
}

/// A server, the time of its last failure, and the number of failures since its last answer.
#[derive(Debug)]
struct Member {
    server: Server,
    failed: Option<Instant>,
    failures: u32,
}

impl Member {
    fn fail(&mut self) {
        self.server.lose();
        self.failed = Some(Instant::now());
        self.failures += 1;
    }

    /// Whether it failed a moment ago.
    fn pauses(&self) -> bool {
        let doubled = self.failures.saturating_sub(1).min(6);
        self.failed.is_some_and(|failed| failed.elapsed() < PAUSE * (1 << doubled))
    }
}

/// The result of a step over a [`Fleet`].
#[derive(Clone, Debug)]
pub struct Step<M> {
    /// The mean of the losses of all rows.
    pub loss: f32,
    /// The gradients of that mean, on the device `home` of the fleet.
    pub gradients: M,
    /// The positions of the servers that took part.
    pub servers: Vec<usize>,
    /// The servers lost during the step, which was repeated without them, and the reasons.
    pub lost: Vec<(usize, String)>,
}

impl Fleet {
    /// Makes a fleet of the servers at these addresses, without connecting.
    ///
    /// Gradients go to the device `home`, which is on this machine.
    #[must_use]
    pub fn new<'a>(urls: impl IntoIterator<Item = &'a str>, home: Device) -> Self {
        let member = |url| Member { server: Server::new(url), failed: None, failures: 0 };
        Self { members: urls.into_iter().map(member).collect(), home, timeout: TIMEOUT }
    }

    /// Sets the time that a server has for its answer, by default 60 seconds. A server that takes longer is lost.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Iterates over the servers.
    pub fn servers(&self) -> impl ExactSizeIterator<Item = &Server> {
        self.members.iter().map(|member| &member.server)
    }

    /// Connects the servers, and returns the positions of at most `most` that are connected, except those lost in this
    /// step. A server that was lost is tried again after a while.
    ///
    /// # Errors
    ///
    /// If there are none, with the reason for each.
    fn connect(&mut self, most: usize, lost: &[(usize, String)]) -> Result<Vec<usize>, Error> {
        let (mut connected, mut reasons) = (Vec::new(), Vec::new());
        for (place, member) in self.members.iter_mut().enumerate() {
            if connected.len() == most {
                break;
            } else if let Some((_, why)) = lost.iter().find(|(lost, _)| *lost == place) {
                reasons.push(format!("{} is lost: {why}", member.server.url()));
            } else if member.server.session().is_none() && member.pauses() {
                reasons.push(format!("{} was not there a moment ago", member.server.url()));
            } else {
                match member.server.connect(SESSION.min(self.timeout)) {
                    Ok(_) => connected.push(place),
                    Err(error) => {
                        member.fail();
                        reasons.push(error.to_string());
                    }
                }
            }
        }
        if connected.is_empty() { Err(Error::NoServer(reasons.join("; "))) } else { Ok(connected) }
    }

    /// Computes the gradients of the mean loss of `rows` rows.
    ///
    /// `loss` returns the loss of the model for some of the rows, all on the device it gets. All servers compute at
    /// once, unless `loss` itself waits for numbers.
    ///
    /// # Errors
    ///
    /// If `rows` is 0, no server is connected (with the reason for each), the model cannot be read, or its sizes do not
    /// conform.
    ///
    /// # Panics
    ///
    /// If `loss` panics on a connected server.
    pub fn step<M: Parameters<f32, Burn>>(
        &mut self,
        model: &M,
        rows: usize,
        loss: impl Fn(&M, Range<usize>, &Device) -> EngineTensor<f32, ()>,
    ) -> Result<Step<M>, ModelError<Burn>> {
        if rows == 0 {
            return Err(Failed(Error::NoRows).into());
        }
        let (parameters, count) = (vector::elements(model)?, model.count()?);
        let mut lost = Vec::new();
        loop {
            // a server has at least one row
            let servers = self.connect(rows, &lost).map_err(Failed)?;
            let sessions = servers.iter().filter_map(|&place| self.members[place].server.session());
            let send = |(session, part): (_, Range<usize>)| {
                Request::send(session, self.timeout, model, &parameters, |model, device| loss(model, part, device))
            };
            let requests = sessions.zip(parts(rows, servers.len())).map(send).collect::<Result<Vec<_>, _>>()?;
            let sent = Instant::now();
            let wait = |request: Request<'_>| {
                // an answer that has arrived is read, even if the time is over
                request.wait(self.timeout.saturating_sub(sent.elapsed()).max(READ), &parameters, count)
            };
            let answers: Vec<_> = requests.into_iter().map(|request| request.and_then(wait)).collect();
            let (before, mut sum, mut total) = (lost.len(), 0.0, Vec::new());
            for ((answer, &place), part) in answers.into_iter().zip(&servers).zip(parts(rows, servers.len())) {
                match answer {
                    Ok((gradients, value)) => {
                        self.members[place].failures = 0;
                        let weight = ratio(part.len(), rows);
                        sum += weight * value;
                        add(&mut total, weight, gradients);
                    }
                    Err(why) => {
                        self.members[place].fail();
                        lost.push((place, why));
                    }
                }
            }
            if lost.len() == before {
                let gradients = vector::split(model, &vector::upload(total, &self.home))?;
                return Ok(Step { loss: sum, gradients, servers, lost });
            }
        }
    }
}

/// Adds gradients, times a number, to the sum of others.
fn add(total: &mut Vec<f32>, weight: f32, gradients: Vec<f32>) {
    total.resize(gradients.len(), 0.0);
    total.iter_mut().zip(gradients).for_each(|(total, gradient)| *total += weight * gradient);
}

/// Splits the rows into parts whose lengths differ by at most one.
fn parts(rows: usize, count: usize) -> impl Iterator<Item = Range<usize>> {
    let from = move |nth: usize| rows / count * nth + (rows % count).min(nth);
    (0..count).map(move |nth| from(nth)..from(nth + 1))
}

#[allow(clippy::cast_precision_loss, reason = "batches have far fewer than 2^24 rows")]
fn ratio(part: usize, rows: usize) -> f32 {
    part as f32 / rows as f32
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn parts_are_all_rows_once() {
        for rows in 0..20 {
            for count in 1..7 {
                let parts: Vec<_> = parts(rows, count).collect();
                assert_eq!(parts.iter().flat_map(Clone::clone).collect::<Vec<_>>(), (0..rows).collect::<Vec<_>>());
                let lengths = parts.iter().map(std::iter::ExactSizeIterator::len);
                assert!(lengths.clone().max().unwrap() - lengths.min().unwrap() <= 1);
            }
        }
    }
}
