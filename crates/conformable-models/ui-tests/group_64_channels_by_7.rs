use conformable::Size;
use conformable::engine::Native;
use conformable_models::GroupNorm;

fn main() {
    let _ = GroupNorm::<Size<8>, Size<64>, f32, Native>::new(Size, Size, &());
    let _ = GroupNorm::<Size<7>, Size<64>, f32, Native>::new(Size, Size, &());
}
