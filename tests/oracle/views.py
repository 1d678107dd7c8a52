"""Views, which are operands and operations."""

from generator import RANGE, VIEWS, operation


def view_permute(g, x, wrong):
    order = g.random.sample(range(x.ndim), x.ndim)
    order = [axis - x.ndim if g.chance(0.3) else axis for axis in order]
    if order and g.chance(wrong):
        order[0] = g.random.choice([order[-1], x.ndim, -x.ndim - 1])
        order = order[: g.random.choice([len(order), len(order) - 1])]
    return [order], f"np.transpose({{}}, {tuple(order)})", None


def view_swap_axes(g, x, wrong):
    a, b = g.axis(x.ndim, wrong), g.axis(x.ndim, wrong)
    return [a, b], f"np.swapaxes({{}}, {a}, {b})", None


def view_move_axis(g, x, wrong):
    a, b = g.axis(x.ndim, wrong), g.axis(x.ndim, wrong)
    return [a, b], f"np.moveaxis({{}}, {a}, {b})", None


def view_flip(g, x, wrong):
    axes = None if g.chance(0.2) else g.axes(x.ndim, wrong)
    # of rank 0, `np.flip` is a copy
    text = "{}[...]" if x.ndim == 0 and not axes else f"np.flip({{}}, {axes if axes is None else tuple(axes)})"
    return [axes], text, None


def view_squeeze(g, x, wrong):
    ones = [axis for axis, size in enumerate(x.shape) if size == 1]
    if not ones and not g.chance(wrong):
        return None
    axis = g.axis(x.ndim, 0.5) if not ones or g.chance(wrong) else g.random.choice(ones) - g.random.choice([0, x.ndim])
    return [axis], f"np.squeeze({{}}, ({axis},))", None


def view_unsqueeze(g, x, wrong):
    axis = g.axis(x.ndim + 1, wrong)
    return [axis], f"np.expand_dims({{}}, {axis})", None


def view_diagonal(g, x, wrong):
    a, b = g.axis(x.ndim, wrong), g.axis(x.ndim, wrong)
    if x.ndim >= 2 and not g.chance(wrong):
        a, b = g.random.sample(range(x.ndim), 2)
        b -= g.random.choice([0, x.ndim])
    return [a, b], f"np.diagonal({{}}, 0, {a}, {b})", None


def view_offset_diagonal(g, x, wrong):
    (a, b), _, _ = view_diagonal(g, x, wrong)
    offset = g.random.randint(-4, 4)
    return [a, b, offset], f"np.diagonal({{}}, {offset}, {a}, {b})", None


def view_t(g, x, wrong):
    return [], "np.swapaxes({}, -1, -2)", None


def view_reversed_axes(g, x, wrong):
    return [], "np.transpose({})", None


def view_index_axis(g, x, wrong):
    axis = g.axis(x.ndim, wrong)
    size = x.shape[axis] if -x.ndim <= axis < x.ndim else 1
    index = g.random.randint(-size - 1, size) if g.chance(wrong) or size == 0 else g.random.randrange(-size, size)
    return [axis, index], f"along({{}}, {axis}, {index})", None


def part(g, size, wrong):
    """A range and a step, and whether NumPy cuts the range short."""
    if g.chance(wrong):
        start, end = g.random.randint(-size - 2, size + 2), g.random.choice(
            [None, g.random.randint(-size - 2, size + 2)]
        )
    else:
        start, end = sorted([g.random.randint(0, size), g.random.randint(0, size)])
        if start > 0 and g.chance(0.3):
            start -= size
        if start < 0 and start + size == size:
            start = size
        end = g.random.choice([end, end - size if end < size else None])
    step = g.random.choice([1, 1, 1, 2, 3, -1, -1, -2, 7, 0 if g.chance(wrong) else -3])
    first = start + size if start < 0 else start
    last = size if end is None else end + size if end < 0 else end
    return (start, end, step), not 0 <= first <= last <= size


def view_narrow(g, x, wrong):
    axis = g.axis(x.ndim, wrong)
    size = x.shape[axis] if -x.ndim <= axis < x.ndim else 1
    (start, end, step), is_cut = part(g, size, wrong * 4)
    text = f"along(along({{}}, {axis}, slice({start}, {end})), {axis}, slice(None, None, {step}))"
    return [axis, start, end, step], text, RANGE if is_cut else None


def view_slice(g, x, wrong):
    axes = x.ndim if not g.chance(wrong) else g.random.choice([x.ndim + 1, max(x.ndim - 1, 0)])
    rest = g.random.randint(0, axes) if axes >= x.ndim and g.chance(0.5) else None
    skipped = 0 if rest is None or axes > x.ndim else g.random.randint(0, axes)
    entries, first, second, is_cut, axis = [], [], [], False, 0
    for place in range(axes - skipped + 1):
        if place == rest or (rest is not None and place == axes - skipped and "rest" not in entries):
            entries, first, second, axis = entries + ["rest"], first + ["..."], second + ["..."], axis + skipped
        if place == axes - skipped:
            break
        if g.chance(0.15):
            entries, first, second = entries + ["new"], first + ["None"], second + [":"]
        size = x.shape[axis] if axis < x.ndim else 1
        if g.chance(0.35):
            index = (
                g.random.randint(-size - 1, size) if g.chance(wrong) or size == 0 else g.random.randrange(-size, size)
            )
            entries, first = entries + [index], first + [str(index)]
        else:
            (start, end, step), cut = part(g, size, wrong)
            is_cut |= cut
            entries.append([start, end, step])
            first.append(f"{start}:{'' if end is None else end}")
            second.append(f"::{step}")
        axis += 1
    if "rest" not in entries:
        first, second = first + ["..."], second + ["..."]
        if axes < x.ndim:
            return (
                [entries],
                f"{{}}[{', '.join(first)}][{', '.join(second)}]",
                "NumPy takes fewer entries than axes without an ellipsis",
            )
    return [entries], f"{{}}[{', '.join(first)}][{', '.join(second)}]", RANGE if is_cut else None


def view_broadcast_to(g, x, wrong):
    sizes = [g.random.choice([1, 2, 3, 5]) if size == 1 else size for size in x.shape]
    sizes = [g.random.choice([1, 2, 3]) for _ in range(g.random.choice([0, 0, 1, 2]))] + sizes
    if sizes and g.chance(wrong):
        sizes[g.random.randrange(len(sizes))] += 1
    if g.chance(wrong):
        sizes = sizes[1:]
    return [sizes], f"np.broadcast_to({{}}, {tuple(sizes)})", None


VIEWS.update({name[5:]: function for name, function in list(globals().items()) if name.startswith("view_")})


def add_view(name, function):
    def steps(g):
        x = yield from g.operand()
        made = function(g, x.array, 0.08)
        if made is None or (name == "broadcast_to" and x.views):
            return
        view, text, differs = made
        x.views, x.text = x.views + [[name, *view]], text.replace("{}", x.text)
        if differs == RANGE and x.array.ndim == 0:
            differs = None
        yield g.step("view", [x], "{0}", differs=differs)

    steps.__name__ = name
    operation(0.7)(steps)


for name, function in VIEWS.items():
    add_view(name, function)
