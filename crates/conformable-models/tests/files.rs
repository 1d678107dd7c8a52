//! Parameters to files and back, on `Native` and on candle, with the text of each error.

use candle_core::Device;
use conformable::engine::{FloatEngine, Native};
use conformable::{Dyn, Size};
use conformable_candle::Candle;
use conformable_files::{File, Format, Tensors};
use conformable_models::{Checkpoint, Files, FromFile, Linear, ModelError, Parameters, Relu};

type Network<E> = (Linear<Size<3>, Dyn, f32, E>, Relu, Linear<Dyn, Size<2>, f32, E>);

/// A network with that many numbers between its layers, whose parameters are all different.
fn network<E: FloatEngine<f32>>(between: usize, device: &E::Device) -> Network<E> {
    let mut next = 0.0;
    let mut random = || {
        next += 1.0 / 1024.0;
        next
    };
    let first = Linear::random(Size, Dyn::new(between), device, &mut random).expect("memory");
    (first, Relu, Linear::random(Dyn::new(between), Size, device, &mut random).expect("memory"))
}

fn refused<E: FloatEngine<f32>>(loaded: Result<Network<E>, ModelError<E>>) -> (Option<String>, String) {
    let Err(error) = loaded else { panic!("it was loaded") };
    (error.parameter().map(str::to_owned), error.to_string())
}

fn files<E: FloatEngine<f32>>(device: &E::Device) {
    let model = network::<E>(4, device);
    let named = |model: &Network<E>| model.named().expect("numbers");
    let bytes = model.to_bytes(Format::Safetensors).expect("a file");
    let file = File::from_bytes("m.safetensors", &bytes).expect("a file");
    assert_eq!(file.names().collect::<Vec<_>>(), ["0.bias", "0.weight", "2.bias", "2.weight"]);
    let read = model.zeros().expect("memory").load(&file.all()).expect("the same model");
    assert_eq!(named(&read), named(&model));

    // the sizes that the type leaves open must be those of the model
    let (parameter, text) = refused(network::<E>(5, device).load(&file.all()));
    assert_eq!(parameter, None);
    assert_eq!(
        text,
        "m.safetensors does not fit the model: 3 tensors misshapen
  misshapen   `0.weight`: (4, 3) is not a (5, 3); axis 0 is 4, not 5
  misshapen   `0.bias`: (4,) is not a (5,); axis 0 is 4, not 5
  misshapen   `2.weight`: (2, 4) is not a (2, 5); axis 1 is 4, not 5"
    );
    // no such part
    let (_, text) = refused(model.load(&file.part("network")));
    assert!(text.starts_with("m.safetensors does not fit the model: 4 tensors missing\n"), "{text}");
    assert!(text.contains("  missing     `0.weight`, a (4, 3)"), "{text}");

    // without a model: run-time sizes are those of the file, and sizes that two tensors share are compared
    let read = Network::<E>::from_file(&file.all(), device).expect("the same model");
    assert_eq!(named(&read), named(&model));

    // as a part, with another part of another element type
    let parts = model.stored().expect("numbers");
    let other = conformable::Tensor::from([1.0_f64, 2.0]);
    let mut tensors = Tensors::new();
    for (name, tensor) in &parts {
        tensors.part("network").put(name, tensor);
        if name == "2.bias" {
            tensors.part("other").put(name, &other);
        } else {
            tensors.part("other").put(name, tensor);
        }
    }
    let bytes = tensors.to_bytes(Format::Safetensors).expect("a file");
    let file = File::from_bytes("m.safetensors", &bytes).expect("a file");
    let read = model.zeros().expect("memory").load(&file.part("network")).expect("the same model");
    assert_eq!(named(&read), named(&model));
    let (parameter, text) = refused(model.load(&file.part("other")));
    assert_eq!(parameter, None);
    assert!(
        text.ends_with("1 tensor of other elements\n  elements    `2.bias`: the elements are f64, not f32"),
        "{text}"
    );
    // the other floats are converted on request, and the sizes are checked all the same
    let read: Network<E> = Checkpoint::of(&file.part("other")).converted().load(device).expect("the same sizes");
    assert_eq!(read.2.bias.to_tensor().expect("numbers").into_vec(), [1.0, 2.0]);
}

#[test]
fn of_this_crate() {
    files::<Native>(&());
}

#[test]
fn of_candle() {
    files::<Candle>(&Device::Cpu);
}

#[test]
fn what_is_saved_on_one_engine_is_loaded_on_another() {
    let path = std::env::temp_dir().join(format!("conformable-models-{}.safetensors", std::process::id()));
    let model = network::<Candle>(4, &Device::Cpu);
    model.save(&path).expect("a file");
    let file = File::open(&path).expect("a file");
    std::fs::remove_file(&path).expect("a file");
    let read = network::<Native>(4, &()).zeros().expect("memory").load(&file.all()).expect("the same model");
    assert_eq!(read.named().expect("numbers"), model.named().expect("numbers"));
    let error = model.save(path.join("no such folder/m.safetensors")).expect_err("no such folder");
    assert_eq!(error.parameter(), None);
    assert!(error.to_string().contains("there is no folder"), "{error}");
}
