//! One block of a transformer: compares its results with NumPy's, and measures its time.
//!
//! `cargo run --release -p conformable-files --example transformer` writes a picture and the parameters to
//! `target/transformer`. Use `.. --example transformer -- FOLDER ANSWERS` for another folder and other answers of the
//! same form. The answers are those of `reference.py` for the same parameters and tokens, which both programs compute
//! by one formula. `OPENBLAS_NUM_THREADS=1 python3 crates/conformable-files/examples/transformer/reference.py time`
//! prints NumPy's time.
//!
//! Widths and numbers of heads are types. The numbers of sequences and tokens are known only at run time, and have dims
//! of their own, `Dyn<Batch>` and `Dyn<Time>`. So the following bugs do not compile; each is a program in
//! `ui-tests/programs`, with the compiler's message:
//!
//! | mistake | the compiler says |
//! |---|---|
//! | `Attention::new(Size::<512>, (Size::<7>, Size::<64>), ..)`, heads that do not divide the width | `Size<512>` is not the product of `Size<7>` and `Size<64>` |
//! | `attended.to_flattened_axes_to(Axis::<2>, Size::<500>)`, heads put together to another width | cannot merge `(Dyn<Batch>, Dyn<Time>, Size<8>, Size<64>)` at `Axis<2>` to `Size<500>` |
//! | `linear.forward(&x.swap_axes(..))`, time before the batch | expected `(Dyn<Batch>, Dyn<Time>, Size<512>)`, found `(Dyn<Time>, Dyn<Batch>, Size<512>)` |
//! | `query.matmul(key)`, a transpose forgotten | cannot multiply: `Size<64>`, the last axis of the left shape, and `Dyn<Time>` differ |
//! | `query.matmul(&of_4_heads.t())`, keys of other heads | `Size<8>` and `Size<4>` differ, and neither is 1 |
//! | `weights.matmul(not_split)`, values whose heads are not split | `Size<8>` and `Dyn<Batch>` differ, and neither is 1 |
//! | `sequences.where_cond(scores, ..)`, a mask of sequences and not of tokens | cannot broadcast `(Dyn<Batch>, Dyn<Batch>)` with `(Dyn<Batch>, Size<8>, Dyn<Time>, Dyn<Time>)` |
//! | `x + widen.forward(x)`, a residual of another width | cannot broadcast `(Dyn<Batch>, Dyn<Time>, Size<16>)` with `(Dyn<Batch>, Dyn<Time>, Size<64>)` |
//! | `norm.forward(&widen.forward(x))`, a norm of another width | expected `Size<64>`, found `Size<256>` |
//! | `x - x.mean(Axis::<-1>)`, a norm without `Keep` | cannot broadcast `(Dyn<Batch>, Dyn<Time>, Width)` with `(Dyn<Batch>, Dyn<Time>)` |

mod model;
mod numbers;
mod picture;
mod weights;

use conformable::{Axis, Dyn, Shape, Size, Tensor, dim};
use model::{Batch, Block, Mask, Time, Tokens, causal};
use numbers::{Numbers, read};
use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Widths of 16 and 512, as 4 heads of 4 and 8 heads of 64.
type Small = Block<Size<16>, Size<4>, Size<4>, Size<64>>;
type Large = Block<Size<512>, Size<8>, Size<64>, dim!(2048)>;

/// The maximal difference from NumPy's results, which are `f64`.
const TOLERANCE: f32 = 1e-5;
const REPEATS: usize = 20;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "target/transformer".to_owned());
    let default = || concat!(env!("CARGO_MANIFEST_DIR"), "/examples/transformer").to_owned();
    let answers = arguments.next().unwrap_or_else(default);
    let (folder, answers) = (Path::new(&folder), Path::new(&answers));

    let (block, x, mask) = small();
    // the compared parameters have been saved and loaded
    fs::create_dir_all(folder)?;
    let file = folder.join("weights.safetensors");
    block.save(&file)?;
    let block = Small::load((Size, Size), &conformable_files::File::open(&file)?.all())?;
    let weights = block.weights(&x, &mask);
    compare("the output", &block.forward(&x, &mask), &answers.join("output.csv"))?;
    compare("the weights of attention", &weights, &answers.join("attention.csv"))?;
    picture::attention(&weights, &folder.join("attention.svg"))?;
    println!("attention.svg and weights.safetensors are in {}\n", folder.display());

    let (block, x, mask) = large();
    let y = block.forward(&x, &mask);
    let last_token: Tensor<f32, Shape![512], _> = y.index_axis(Axis::<0>, 7).into_index_axis(Axis::<0>, 127);
    compare("the last token of a larger block", &last_token.to_owned(), &answers.join("last-token.csv"))?;
    let mut durations = [Duration::ZERO; REPEATS];
    for duration in &mut durations {
        let start = Instant::now();
        let _ = block.forward(&x, &mask);
        *duration = start.elapsed();
    }
    durations.sort();
    let [best, middle] = [0, REPEATS / 2].map(|place| 1e3 * durations[place].as_secs_f64());
    println!("a forward pass of {:?} takes {best:.1} ms at best, {middle:.1} in the middle of {REPEATS}", x.sizes());
    Ok(())
}

/// Prints the difference from NumPy's results.
fn compare<S: Shape>(name: &str, ours: &Tensor<f32, S>, answers: &Path) -> Result<(), String> {
    let path = answers.display();
    let file = File::open(answers).map_err(|error| format!("{path}: {error}"))?;
    let theirs = read(ours.shape().clone(), &(-100.0..=100.0), file).map_err(|error| format!("{path}: {error}"))?;
    let difference = (ours - theirs).abs().max_all();
    println!("{name}: at most {difference:.1e} from NumPy's");
    // false for NaN
    if difference <= TOLERANCE { Ok(()) } else { Err(format!("{name}: not within {TOLERANCE} of NumPy's")) }
}

/// A block, two sequences of eight tokens, and their mask, in the order of `reference.py`.
fn small() -> (Small, Tokens<Size<16>>, Mask) {
    let mut numbers = Numbers::default();
    let block = Block::new(Size, (Size, Size), Size, &mut numbers);
    let (batch, time) = (Dyn::<Batch>::labelled(2), Dyn::<Time>::labelled(8));
    (block, numbers.tensor((batch, time, Size), 0.0, 1.0), causal(time))
}

/// The same for eight sequences of 128 tokens.
fn large() -> (Large, Tokens<Size<512>>, Mask) {
    let mut numbers = Numbers::default();
    let block = Block::new(Size, (Size, Size), dim!(2048), &mut numbers);
    let (batch, time) = (Dyn::<Batch>::labelled(8), Dyn::<Time>::labelled(128));
    (block, numbers.tensor((batch, time, Size), 0.0, 1.0), causal(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(name: &str) -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/transformer").join(name)
    }

    #[test]
    fn the_block_is_numpys() {
        let (block, x, mask) = small();
        assert_eq!(compare("output", &block.forward(&x, &mask), &answers("output.csv")), Ok(()));
        assert_eq!(compare("weights", &block.weights(&x, &mask), &answers("attention.csv")), Ok(()));
        let wrong = block.forward(&(&x + 1e-4), &mask);
        let error = compare("output", &wrong, &answers("output.csv")).unwrap_err();
        assert_eq!(error, "output: not within 0.00001 of NumPy's");
    }

    #[test]
    fn no_token_attends_to_one_after_it() {
        let (block, x, mask) = small();
        let before = block.forward(&x, &mask);
        let mut changed = x.clone();
        changed.index_axis_mut(Axis::<1>, 5).fill(3.0);
        let after = block.forward(&changed, &mask);
        for ([sequence, time, channel], y) in after.indexed_iter() {
            let same = y.to_bits() == before[[sequence, time, channel]].to_bits();
            assert!(same == (time < 5), "{sequence} {time} {channel}");
        }
    }
}
