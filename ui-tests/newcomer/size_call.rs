//@ says: no function or associated item named `new`
//@ rustc: a missing function has no text of ours; `Size` documents that `Size::<3>` is its value

use conformable::Size;

fn main() {
    let n = Size::<3>::new();
}
