use conformable::{Keep, Shape, Tensor, axis_names};

axis_names! { Batch, Time, Channels }

fn scores(x: &Tensor<f32, Shape![Batch = _, 3, Channels = 4]>) {
    let _ = x.sum(Batch);
    let _ = x.softmax(Channels);

    let _ = x.sum(Time);
    let _ = x.sum(Keep((Time, Batch)));
    let _ = x.softmax(Time);
    let _ = x.index_axis(Time, 0);
}

fn main() {}
