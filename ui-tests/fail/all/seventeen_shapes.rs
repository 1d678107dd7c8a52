use conformable::{BroadcastAll};

fn main() {
    let s = ((), (), (), ());
    let _ = (s.0, s.1, s.2, s.3).broadcast_all();
    let _ = ((), (), (), (), (), (), (), (), (), (), (), (), (), (), (), (), ()).broadcast_all();
}
