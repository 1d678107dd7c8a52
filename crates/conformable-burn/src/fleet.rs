//! A training step over several servers: each has the model, and a part of the batch.
//!
//! This program keeps the parameters. Each step sends them to every server, with its rows of the batch. The gradients
//! come back, weighted by the number of rows, and sum to those of the whole batch. Each step reads them, which detects
//! a dead server: then the step is repeated on the others, from the same parameters. A server that returns joins at the
//! next step.

use crate::servers::Server;
use crate::{Burn, EngineTensor, Error};
use burn::tensor::Device;
use conformable::Shape;
use conformable::engine::Error::Failed;
use conformable_models::{ModelError, Name, Parameters, Visitor, Why, value_and_gradients};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

/// The time that a server has to answer a connection.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time until a server that did not answer is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// Servers that train one model.
#[derive(Debug)]
pub struct Fleet {
    ships: Vec<Ship>,
    home: Device,
}

/// A server, and the time of the last failed connection.
#[derive(Debug)]
struct Ship {
    server: Server,
    called: Option<Instant>,
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
    /// The servers lost during the step, which was repeated without them.
    pub lost: Vec<(usize, String)>,
}

impl Fleet {
    /// Makes a fleet of the servers at these addresses, without connecting.
    ///
    /// Gradients go to the device `home`, which is on this machine.
    #[must_use]
    pub fn new<'a>(urls: impl IntoIterator<Item = &'a str>, home: Device) -> Self {
        let ship = |url| Ship { server: Server::new(url), called: None };
        Self { ships: urls.into_iter().map(ship).collect(), home }
    }

    /// Iterates over the servers.
    pub fn servers(&self) -> impl ExactSizeIterator<Item = &Server> {
        self.ships.iter().map(|ship| &ship.server)
    }

    /// The devices of the connected servers, with their positions, except those lost in this step. A server that was
    /// not connected is tried again after a while.
    ///
    /// # Errors
    ///
    /// If there are none, with the reason for each.
    fn devices(&mut self, lost: &[(usize, String)]) -> Result<Vec<(usize, Device)>, Error> {
        let (mut devices, mut said) = (Vec::new(), Vec::new());
        for (place, ship) in self.ships.iter_mut().enumerate() {
            if let Some((_, why)) = lost.iter().find(|(lost, _)| *lost == place) {
                said.push(format!("{} is lost: {why}", ship.server.url()));
                continue;
            }
            match ship.server.device() {
                Some(device) => devices.push((place, device.clone())),
                None if ship.called.is_some_and(|called| called.elapsed() < AGAIN) => {
                    said.push(format!("{} was not there a moment ago", ship.server.url()));
                }
                None => match ship.server.connect(PATIENCE) {
                    Ok(device) => devices.push((place, device.clone())),
                    Err(error) => {
                        ship.called = Some(Instant::now());
                        said.push(error.to_string());
                    }
                },
            }
        }
        if devices.is_empty() { Err(Error::NoServer(said.join("; "))) } else { Ok(devices) }
    }

    fn lose(&mut self, place: usize) {
        self.ships[place].server.lose();
        self.ships[place].called = Some(Instant::now());
    }

    /// Computes the gradients of the mean loss of `rows` rows.
    ///
    /// `loss` returns the loss of the model for some of the rows, all on the device it gets.
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
        let mut lost = Vec::new();
        loop {
            let devices = self.devices(&lost).map_err(Failed)?;
            let before = lost.len();
            // start all before waiting for one
            let mut asked = Vec::new();
            for ((place, device), part) in devices.iter().zip(parts(rows, devices.len())) {
                if part.is_empty() {
                    continue;
                }
                let ask = || value_and_gradients(&moved(model, device)?, |model| loss(model, part.clone(), device));
                // a read on a dead server panics
                match catch_unwind(AssertUnwindSafe(ask)) {
                    Ok(Ok(answer)) => asked.push((*place, part.len(), answer)),
                    _ if device.sync().is_err() => {
                        self.lose(*place);
                        lost.push((*place, "it died while it was asked".to_owned()));
                    }
                    Ok(Err(error)) => return Err(error),
                    Err(panic) => resume_unwind(panic),
                }
            }
            let (mut sum, mut total, mut servers) = (0.0, None, Vec::new());
            for (place, part, (value, gradients)) in asked {
                let weight = ratio(part, rows);
                let read = value.to_tensor().map_err(ModelError::from);
                match read.and_then(|value| Ok((value[[]], moved(&gradients, &self.home)?))) {
                    Ok((value, gradients)) => {
                        sum += weight * value;
                        total = Some(match total {
                            None => M::visit([&gradients], Weighted([weight]))?,
                            Some(total) => M::visit([&total, &gradients], Weighted([1.0, weight]))?,
                        });
                        servers.push(place);
                    }
                    Err(error) => {
                        self.lose(place);
                        lost.push((place, error.to_string()));
                    }
                }
            }
            match total {
                Some(gradients) if lost.len() == before => return Ok(Step { loss: sum, gradients, servers, lost }),
                _ => {}
            }
        }
    }
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

/// Copies the model to another device, through this machine; this waits for earlier computations.
fn moved<M: Parameters<f32, Burn>>(model: &M, device: &Device) -> Result<M, ModelError<Burn>> {
    struct Moved<'a>(&'a Device);

    impl Visitor<1, f32, Burn> for Moved<'_> {
        fn parameter<S: Shape>(
            &mut self,
            _: Name<'_>,
            [x]: [&EngineTensor<f32, S>; 1],
        ) -> Result<EngineTensor<f32, S>, Why<Burn>> {
            Ok(EngineTensor::upload(&x.to_tensor()?, self.0)?)
        }
    }

    M::visit([model], Moved(device))
}

/// The sum of parameters, each times a number.
struct Weighted<const N: usize>([f32; N]);

impl<const N: usize> Visitor<N, f32, Burn> for Weighted<N> {
    fn parameter<S: Shape>(
        &mut self,
        _: Name<'_>,
        all: [&EngineTensor<f32, S>; N],
    ) -> Result<EngineTensor<f32, S>, Why<Burn>> {
        let mut parts = all.into_iter().zip(self.0).map(|(x, weight)| x * weight);
        let first = parts.next().expect("several are summed");
        parts.try_fold(first, |sum, part| Ok(sum.try_add(&part)?))
    }
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
