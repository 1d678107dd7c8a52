//! The program for every engine, and gradients, on the device of a server on this machine.

#[allow(dead_code, reason = "`tests/gradients.rs` runs the others")]
#[path = "../../../tests/engine/gradients.rs"]
mod gradients;
#[path = "../../../tests/engine/program.rs"]
mod program;

use burn::remote::RemoteHost;
use burn::server::{RemoteServer, WebSocketTransport};
use burn::tensor::Device;
use conformable::engine::EngineTensor;
use conformable::{Dyn, Shape, Size, Tensor};
use conformable_burn::Burn;
use std::net::TcpListener;

/// Devices of a server that runs as long as the test.
fn server(devices: usize) -> RemoteHost {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let host = RemoteHost::websocket(&format!("ws://{}", listener.local_addr().expect("an address")));
    let server = RemoteServer::new((0..devices).map(|_| Device::flex()))
        .serve_async(WebSocketTransport::from_listener(listener));
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        runtime.block_on(server).expect("a server");
    });
    host
}

fn device(host: &RemoteHost) -> Device {
    Device::remote_options(host).init().expect("a session")
}

#[test]
fn all_of_the_program() {
    let device = device(&server(1));
    program::program::<Size<2>, Burn>(&device, Size);
    program::program::<Dyn, Burn>(&device, Dyn::new(2));
    gradients::of_a_layer::<Burn>(&device.autodiff());
}

#[test]
fn tensors_of_two_servers_are_refused() {
    let devices = [device(&server(1)), device(&server(1))];
    let [x, y] = devices.map(|device| {
        EngineTensor::<f32, Shape![2], Burn>::upload(&Tensor::from([1.0, 2.0]), &device).expect("a tensor")
    });
    let error = x.try_add(&y).expect_err("two devices").to_string();
    assert!(error.starts_with("the left tensor is on "), "{error}");
    // once moved, the tensor is accepted, and both sessions continue
    let moved = y.to_device(&x.device()).expect("its server");
    assert_eq!((&x + &moved).to_tensor().expect("its server"), Tensor::from([2.0, 4.0]));
    assert_eq!((&x + &x).to_tensor().expect("its server"), Tensor::from([2.0, 4.0]));
    assert_eq!((&y * &y).to_tensor().expect("its server"), Tensor::from([1.0, 4.0]));
}
