//! Views, and operations that move elements of any type.

use crate::arguments::{Arguments, Held, Places};
use crate::steps::{Perhaps, changed, one};
use crate::values::{Any, Element, Seen, Value};
use crate::ways::{self, Equal, OnEngine, Way, also, change, indexed, ways};
use conformable::engine;
use conformable::ops::{Pad, try_concat_into, try_stack_into};
use conformable::windows::Window;
use conformable::{Dyn, Shape, Tensor, View, try_broadcast, try_concat, try_meshgrid, try_stack};

/// The elements of views, in order.
fn several<'a, T: Element, S: Shape>(views: impl Iterator<Item = Tensor<T, S, View<'a>>>) -> Vec<Value> {
    views.map(|x| T::wrapped(x.to_heap().erase())).collect()
}

/// The operands on an engine.
fn on_engine<T: Element>(of: &[Held<'_>]) -> Vec<OnEngine<T>> {
    of.iter().map(|held| held.engine().expect("a view")).collect()
}

/// Compares parts of a tensor with those on an engine.
fn parts_agree<T: Element>(views: &[&Seen<'_, T>], parts: Result<Vec<OnEngine<T>>, engine::Error<engine::Native>>) {
    let parts = parts.expect("as many parts");
    assert_eq!(views.len(), parts.len(), "an engine has as many parts");
    for (view, part) in views.iter().zip(parts) {
        ways::engine(&Ok(view.to_heap()), Equal::Bits, Ok(part));
    }
}

fn pad<T: Element>(k: &Arguments<'_>, of: &[Held<'_>]) -> Pad<T> {
    match k.text("mode") {
        "constant" => Pad::Constant(of[1].element()),
        "edge" => Pad::Edge,
        "reflect" => Pad::Reflect,
        _ => Pad::Wrap,
    }
}

/// Runs a step on elements of any type.
pub(crate) fn moved<T: Element>(op: &str, of: &[Held<'_>], k: &Arguments<'_>) -> Perhaps {
    let axis = || k.int("axis");
    match op {
        "assign" => {
            let y = of[1].seen::<T>()?;
            return change!(of T, () try_assign(&y));
        }
        "fill" => {
            return changed(of[0].changed::<T>(|x| {
                x.fill(of[1].element());
                Ok(())
            }));
        }
        "masked_fill" => {
            let mask = of[1].seen::<bool>()?;
            return change!(of T, (mask = of[1]) try_masked_fill(&mask, of[2].element()), engine try_masked_fill);
        }
        "masked_scatter" => {
            let (mask, values) = (of[1].seen::<bool>()?, of[2].seen::<T>()?);
            return change!(of T, () try_masked_scatter(&mask, &values));
        }
        "index_copy" | "scatter" | "scatter_nd" => {
            let values = of[2].seen::<T>()?;
            return indexed!(of[1], i => match op {
                "index_copy" => change!(of T, () try_index_copy(axis(), &i, &values)),
                "scatter" => change!(of T, () try_scatter(axis(), &i, &values)),
                _ => change!(of T, () try_scatter_nd(&i, &values)),
            });
        }
        _ => {}
    }
    let x = of[0].seen::<T>()?;
    macro_rules! joined {
        ($join:ident $join_into:ident) => {{
            let all = of.iter().map(Held::seen::<T>).collect::<Result<Vec<_>, _>>()?;
            let made = $join(axis(), &all[..]);
            also! {
                ways::into(&made, Equal::Bits, |out| $join_into(axis(), &all[..], out));
                ways::engine(&made, Equal::Bits, engine::$join(axis(), &on_engine::<T>(of)[..]));
            }
            one(&made?)
        }};
    }
    Ok(Some(match op {
        "view" => {
            also! {
                ways::take(Way::Engine);
            }
            one(&x)
        }
        "reshape" => one(&ways!((x = of[0]) try_to_reshaped, (k.shape("sizes")), engine try_reshape)?),
        "reshape_to" => {
            one(&ways!((x = of[0]) try_to_reshaped_to, (&k.ints("sizes").expect("sizes")), engine try_reshape_to)?)
        }
        "reshape_moved" => one(&x.to_heap().try_reshape(k.shape("sizes"))?),
        "flatten" => {
            let made = x.try_to_flattened().map(Tensor::erase);
            also! {
                ways::engine(&made, Equal::Bits, of[0].on_engine(&x).map(|x| x.flatten()));
            }
            one(&made?)
        }
        "flatten_axes" => one(&ways!((x = of[0]) try_to_flattened_axes, (axis()), engine try_flatten_axes)?),
        "unflatten" => {
            let factors = k.counts("factors");
            let factors = (Dyn::new(factors[0]), Dyn::new(factors[1]));
            one(&ways!((x = of[0]) try_to_unflattened, (axis(), factors), engine try_unflatten)?)
        }
        "sliding_windows" => {
            let window = Window::new().stride(Dyn::new(k.count("stride"))).dilation(Dyn::new(k.count("dilation")));
            let length = Dyn::new(k.count("length"));
            one(&ways!((x = of[0]) try_sliding_windows, (axis(), length, window), engine try_sliding_windows)?)
        }
        "sliding_windows_axes" => {
            let lengths = k.counts("lengths");
            let axes = k.ints("axes").expect("axes");
            one(&ways!(
                (x = of[0]) try_sliding_windows_axes, (&axes[..], &lengths[..], Window::new()),
                engine try_sliding_windows_axes
            )?)
        }
        "split_at" => {
            let (first, second) = x.try_split_at(axis(), k.count("at"))?;
            also! {
                let made = of[0].engine::<T>().and_then(|x| x.try_split_at(axis(), k.count("at")));
                parts_agree(&[&first, &second], made.map(|(a, b)| vec![a, b]));
            }
            several([first, second].into_iter())
        }
        "split" => {
            let parts = k.counts("parts");
            let views = x.try_split(axis(), (Dyn::new(parts[0]), Dyn::new(parts[1]), Dyn::new(parts[2])))?;
            also! {
                let lengths = (Dyn::new(parts[0]), Dyn::new(parts[1]), Dyn::new(parts[2]));
                let made = of[0].engine::<T>().and_then(|x| x.try_split(axis(), lengths));
                parts_agree(&[&views.0, &views.1, &views.2], made.map(|(a, b, c)| vec![a, b, c]));
            }
            several([views.0, views.1, views.2].into_iter())
        }
        "chunk" => {
            let (count, views) = (Dyn::new(k.count("count")), x.try_chunk(axis(), Dyn::new(k.count("count")))?);
            let views: Vec<_> = views.collect();
            also! {
                let made = of[0].engine::<T>().and_then(|x| x.try_chunk(axis(), count));
                parts_agree(&views.iter().collect::<Vec<_>>(), made);
            }
            several(views.into_iter())
        }
        "axis_iter" => several(x.try_axis_iter(axis())?),
        "axis_windows" => several(x.try_axis_windows(axis(), Dyn::new(k.count("length")))?),
        "axis_chunks_iter" => several(x.try_axis_chunks_iter(axis(), Dyn::new(k.count("length")))?),
        "concat" => joined!(try_concat try_concat_into),
        "stack" => joined!(try_stack try_stack_into),
        "meshgrid" => {
            let y = of[1].seen::<T>()?;
            let (x, y) = try_meshgrid((&x, &y))?;
            several([x, y].into_iter())
        }
        "broadcast" => {
            let y = of[1].seen::<T>()?;
            let (x, y) = try_broadcast((&x, &y))?;
            several([x, y].into_iter())
        }
        "tile" => one(&ways!((x = of[0]) try_tile | try_tile_into, (axis(), k.count("times")), engine try_tile)?),
        "tile_axes" => {
            let (axes, times) = (k.ints("axes").expect("axes"), k.counts("times"));
            one(&ways!((x = of[0]) try_tile_axes | try_tile_axes_into, (&axes[..], &times[..]), engine try_tile_axes)?)
        }
        "repeat" => {
            one(&ways!((x = of[0]) try_repeat | try_repeat_into, (axis(), k.count("times")), engine try_repeat)?)
        }
        "repeat_each" => {
            let counts: Any<usize> = of[1].seen::<u8>()?.map(usize::from);
            one(&ways!((x = of[0]) try_repeat_each | try_repeat_each_into, (axis(), &counts))?)
        }
        "pad" => {
            let more = k.counts("more");
            one(&ways!((x = of[0]) try_pad | try_pad_into, (axis(), (more[0], more[1]), pad(k, of)), engine try_pad)?)
        }
        "pad_axes" => {
            let pairs: Vec<_> = k.counts("more").chunks(2).map(|pair| (pair[0], pair[1])).collect();
            let axes = k.ints("axes").expect("axes");
            one(&ways!(
                (x = of[0]) try_pad_axes | try_pad_axes_into, (&axes[..], &pairs[..], pad(k, of)),
                engine try_pad_axes
            )?)
        }
        "take" => indexed!(of[1], i => {
            one(&ways!((x = of[0], i = Places) try_take | try_take_into, (axis(), &i), engine try_take)?)
        }),
        "gather" => indexed!(of[1], i => {
            one(&ways!((x = of[0], i = Places) try_gather | try_gather_into, (axis(), &i), engine try_gather)?)
        }),
        "gather_nd" => indexed!(of[1], i => one(&ways!((x = of[0]) try_gather_nd | try_gather_nd_into, (&i))?)),
        "compress" => one(&ways!((x = of[0]) try_compress | try_compress_into, (axis(), &of[1].seen::<bool>()?))?),
        "masked_select" => {
            one(&ways!((x = of[0]) try_masked_select | try_masked_select_into, (&of[1].seen::<bool>()?))?)
        }
        _ => return Ok(None),
    }))
}
