//! A request for a loss and its gradients, and the server's answer, which may be late, changed or cut short.

use crate::relay::{Relay, message};
use crate::servers::Session;
use crate::{Burn, Element, EngineTensor, vector};
use burn::Tensor;
use burn::tensor::{Device, ExecutionError, TensorData, try_read_sync};
use conformable_models::{ModelError, Parameters, value_and_gradients};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// A request that was sent to a server.
pub(crate) struct Request<'a> {
    relay: &'a Relay,
    answer: Poll<Result<TensorData, ExecutionError>>,
    /// The read of the answer, if it was not there at once.
    read: Pin<Box<dyn Future<Output = Result<TensorData, ExecutionError>> + Send>>,
}

impl<'a> Request<'a> {
    /// Sends the parameters of a model, and requests the loss and its gradients, without waiting for them.
    ///
    /// `loss` may wait for numbers of the server, at most `timeout`.
    ///
    /// # Errors
    ///
    /// The inner error is the reason why the server failed. The outer one is an error of the model.
    pub(crate) fn send<M: Parameters<f32, Burn>>(
        Session { device, relay }: &'a Session,
        timeout: Duration,
        model: &M,
        parameters: &[f32],
        loss: impl FnOnce(&M, &Device) -> EngineTensor<f32, ()>,
    ) -> Result<Result<Self, String>, ModelError<Burn>> {
        let send = || {
            let received = vector::upload(parameters.to_vec(), device);
            let model = vector::split(model, &received)?;
            let (loss, gradients) = value_and_gradients(&model, |model| loss(model, device))?;
            let answer = vector::answer(received, &gradients, &loss)?;
            let mut read = Box::pin(Tensor::<1>::from_dispatch(answer).into_data_async());
            // this sends the operations, and does not wait
            let answer = read.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            Ok::<_, ModelError<Burn>>(Self { relay, answer, read })
        };
        relay.within(timeout, || match catch_unwind(AssertUnwindSafe(send)) {
            Ok(Ok(request)) => Ok(Ok(request)),
            Ok(Err(error)) if computes(device) => Err(error),
            Ok(Err(error)) => Ok(Err(relay.reason(error.to_string()))),
            // a read panics in the loss if the server is dead, or if it answers another request
            Err(panic) => match message(&*panic) {
                why if why.starts_with("Invalid response") || !computes(device) => Ok(Err(relay.reason(why))),
                _ => resume_unwind(panic),
            },
        })
    }

    /// Waits for the gradients, which other numbers follow, and the loss.
    ///
    /// # Errors
    ///
    /// The reason why the server did not answer, or why its answer does not belong to the `parameters` of a model with
    /// `count` elements.
    pub(crate) fn wait(self, timeout: Duration, parameters: &[f32], count: usize) -> Result<(Vec<f32>, f32), String> {
        let Self { relay, answer, read } = self;
        let wait = || match answer {
            Poll::Ready(answer) => Some(answer),
            Poll::Pending => try_read_sync(read),
        };
        // burn panics if the answer is one to another request
        let data = match relay.within(timeout, || catch_unwind(AssertUnwindSafe(wait))) {
            Ok(Some(Ok(data))) => data,
            Ok(Some(Err(error))) => return Err(relay.reason(error.to_string())),
            Ok(None) => return Err("burn does not wait on this platform".to_owned()),
            Err(panic) => return Err(relay.reason(message(&*panic))),
        };
        f32::check(data.dtype()).map_err(|error| error.to_string())?;
        let answer = data.try_into_vec_as().map_err(|error| error.to_string())?;
        let gradients = vector::checked(parameters, answer)?;
        let loss = gradients[count];
        Ok((gradients, loss))
    }
}

/// Whether a device computes.
fn computes(device: &Device) -> bool {
    catch_unwind(AssertUnwindSafe(|| device.sync())).is_ok_and(|synced| synced.is_ok())
}
