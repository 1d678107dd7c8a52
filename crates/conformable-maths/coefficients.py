#!/usr/bin/env python3
"""Writes src/coefficients.rs: `python3 coefficients.py > src/coefficients.rs`. Needs mpmath.

Each polynomial is the best one of its degree (Remez's exchange), by the error that is named as its weight, and its coefficients
are then rounded to the type of the numbers.
"""

from mpmath import mp, mpf, cos, erf, erfc, exp, floor, frexp, ldexp, log, lu_solve, matrix, nint, pi, sin, sqrt

mp.prec = 200
GRID = 1500


def rounded(x, bits):
    """The nearest number of that many bits."""
    if x == 0:
        return mpf(0)
    _, exponent = frexp(x)
    return ldexp(nint(ldexp(x, bits - exponent)), exponent - bits)


def remez(function, weight, low, high, degree):
    """The coefficients, lowest first, of the polynomial p for which the largest |weight * (p - function)| is least."""
    middle, half = (mpf(low) + high) / 2, (mpf(high) - low) / 2
    grid = [middle - half * cos(pi * (i + mpf(1) / 2) / GRID) for i in range(GRID)]
    values = [function(x) for x in grid]
    weights = [weight(x) for x in grid]
    extremes = [round((i + 0.5) * GRID / (degree + 2)) for i in range(degree + 2)]
    for _ in range(60):
        rows = matrix(degree + 2, degree + 2)
        right = matrix(degree + 2, 1)
        for row, i in enumerate(extremes):
            for power in range(degree + 1):
                rows[row, power] = grid[i] ** power
            rows[row, degree + 1] = (-1) ** row / weights[i]
            right[row] = values[i]
        solution = lu_solve(rows, right)
        found = [solution[power] for power in range(degree + 1)]
        errors = []
        for x, value, w in zip(grid, values, weights):
            p = mpf(0)
            for c in reversed(found):
                p = p * x + c
            errors.append(w * (p - value))
        # the largest error of each run of one sign
        runs = [[0]]
        for i in range(1, GRID):
            if (errors[i] > 0) == (errors[i - 1] > 0):
                runs[-1].append(i)
            else:
                runs.append([i])
        peaks = [max(run, key=lambda i: abs(errors[i])) for run in runs]
        while len(peaks) > degree + 2:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        worst, level = max(map(abs, errors)), abs(solution[degree + 1])
        if len(peaks) < degree + 2 or worst < level * mpf("1.001"):
            break
        extremes = peaks
    return found, worst


def literal(x, kind):
    """The shortest decimal that reads back as that number of the type, as rustfmt and clippy like it."""
    digits = 6
    bits = {"f32": 24, "f64": 53}[kind]
    while rounded(mpf(mp.nstr(x, digits)), bits) != rounded(x, bits):
        digits += 1
    text = mp.nstr(x, digits, min_fixed=-5, max_fixed=17)
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    groups = lambda s: "_".join(s[i : i + 3] for i in range(0, len(s), 3))
    negative, whole = ("-", whole[1:]) if whole[0] == "-" else ("", whole)
    first = len(whole) % 3
    whole = "_".join(filter(None, [whole[:first], groups(whole[first:])]))
    return f"{negative}{whole}.{groups(fraction) or 0}" + (f"e{int(exponent)}" if exponent else "")


def series(name, kind, what, function, weight, low, high, degree, halves=1):
    """Prints a polynomial as a constant array, or as that many arrays of one length."""
    found, worst = remez(function, weight, low, high, degree)
    bits = {"f32": 24, "f64": 53}[kind]
    print(f"/// {what}. Largest error {mp.nstr(worst, 2)} of the function's value.")
    count = (degree + 1) // halves
    for half in range(halves):
        print(f"pub(crate) const {name}{'_UPPER' if half else ''}: [{kind}; {count}] = [")
        for c in found[half * count : (half + 1) * count]:
            print(f"    {literal(rounded(c, bits), kind)},")
        print("];")
        if half + 1 < halves:
            print(f"/// Those of the upper half.")


def parts(name, kind, what, value, *bits):
    """Prints a constant in parts of so many bits, and what is left."""
    print(f"/// {what}, in parts.")
    found = []
    for count in bits:
        part = rounded(value, count)
        found.append(literal(part, kind))
        value -= part
    print(f"pub(crate) const {name}: [{kind}; {len(bits)}] = [")
    for part in found:
        print(f"    {part},")
    print("];")


def windows(name, tops, bits):
    """Prints the digits of 2/pi from each place on, in parts that end so many places further."""
    print("/// 2/pi less its multiples of a power of two, which give whole turns, in parts, for two ranges of angles.")
    print(f"pub(crate) const {name}: [[f64; {len(bits)}]; {len(tops)}] = [")
    for top in tops:
        value = 2 / pi
        value -= ldexp(floor(ldexp(value, top)), -top)
        found = []
        for place in bits:
            # the parts but the last end at set places, so that each product with an angle is exact
            place += top
            part = ldexp(floor(ldexp(value, place)), -place) if place > top else rounded(value, 53)
            found.append(literal(part, "f64"))
            value -= part
        print(f"    [{', '.join(found)}],")
    print("];")


def rest(function, *taken):
    """(function(x) - taken[0] - taken[1] x - ..) / x^n without the loss of digits near 0."""

    def quotient(x):
        with mp.workprec(600):
            return (function(x) - sum(c * x**i for i, c in enumerate(taken))) / x ** len(taken)

    return quotient


def near_zero(function):
    """The same function, asked a little beside 0, where it is 0/0."""
    tiny = mpf(2) ** -60
    return lambda x: function(x if abs(x) > tiny else tiny)


print("//! Written by `coefficients.py`.\n")
half_ln2 = log(2) / 2 * mpf("1.0001")
root = mpf(1) / 1000
for kind, degree in ("f32", 4), ("f64", 9):
    upper = kind.upper()
    series(
        f"EXP_{upper}", kind, "`(exp(r) - 1 - r) / r^2`, |r| to ln 2 / 2",
        near_zero(rest(exp, 1, 1)), lambda r: r * r / exp(r), -half_ln2, half_ln2, degree,
    )
parts("LN_2_F32", "f32", "The natural logarithm of 2", log(2), 15, 24)
parts("LN_2_F64", "f64", "The natural logarithm of 2", log(2), 41, 53)
series(
    "EXP2_F32", "f32", "`(2^r - 1 - r ln 2) / r^2`, |r| to 1/2",
    near_zero(rest(lambda r: exp(r * log(2)), 1, log(2))), lambda r: r * r, -0.5001, 0.5001, 4,
)
parts("LN_2_WHOLE_F32", "f32", "The natural logarithm of 2, its first part as near as a number can be", log(2), 24, 24)
series(
    "LN_F32", "f32", "`(ln(1 + f) - f + f^2 / 2) / f^3`, from sqrt(1/2) to sqrt(2)",
    near_zero(rest(lambda f: log(1 + f), 0, 1, mpf(-1) / 2)), lambda f: f**3 / log(1 + f) if abs(f) > 1e-30 else f * f,
    sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1, 7,
)


def atanh_rest(z):
    """(2 atanh(s) / s - 2) / z, where z = s^2."""
    with mp.workprec(600):
        s = sqrt(z)
        return (log((1 + s) / (1 - s)) / s - 2) / z


steepest = (sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)
series(
    "LN_F64", "f64", "`(2 atanh(s) / s - 2) / s^2` by `s^2`, from sqrt(1/2) to sqrt(2)",
    near_zero(atanh_rest), lambda z: z, 0, steepest**2 * mpf("1.001"), 6,
)
for kind, degree in ("f32", 4), ("f64", 9):
    series(
        f"LN_1P_{kind.upper()}", kind, "`(2 atanh(s) / s - 2) / s^2` by `s^2`, |s| to 1/3",
        near_zero(atanh_rest), lambda z: z, 0, mpf("0.1112"), degree,
    )
quarter = (pi / 4 * mpf("1.04")) ** 2
for kind, degree in ("f32", 2), ("f64", 5):
    upper = kind.upper()
    series(
        f"SIN_{upper}", kind, "`(sin(r) - r) / r^3` by `r^2`, |r| to pi / 4",
        near_zero(lambda z: rest(lambda r: sin(r), 0, 1, 0)(sqrt(z))), lambda z: z, 0, quarter, degree,
    )
    series(
        f"COS_{upper}", kind, "`(cos(r) - 1 + r^2 / 2) / r^4` by `r^2`, |r| to pi / 4",
        near_zero(lambda z: rest(lambda r: cos(r), 1, 0, mpf(-1) / 2, 0)(sqrt(z))), lambda z: z * z, 0, quarter, degree,
    )
windows("TWO_OVER_PI", [0, 51], [29, 58, 87, 0])
parts("PI_2_WHOLE", "f64", "A quarter of a turn, its first part as near as a number can be", pi / 2, 53, 53)
parts("PI_2", "f64", "A quarter of a turn", pi / 2, 31, 31, 31, 53)
for kind, degree in ("f32", 6), ("f64", 12):
    series(
        f"ERF_{kind.upper()}", kind, "`erf(z) / z - 1` by `z^2`, |z| to 1",
        near_zero(lambda q: erf(sqrt(q)) / sqrt(q) - 1), lambda q: sqrt(q) / erf(sqrt(q)) if q > 1e-30 else mpf(1), 0, mpf(1), degree,
    )
series("LN_ERFC", "f32", "`ln(1 - erf(z))`, from 1 to 4", lambda z: log(erfc(z)), erfc, 1, 4, 6)


def tail(t):
    """The normal distribution below -z sqrt(2), over t exp(-z^2), where t = 3 / (3 + z)."""
    z = 3 / t - 3
    return exp(z * z) * erfc(z) / t / 2


series("TAIL_F32", "f64", "`erfc(z) exp(z^2) / (2 t)` by `t = 3 / (3 + z)`, z to 10.7", tail, lambda t: 1 / tail(t), 3 / mpf("13.7"), 1, 10)
middle = mpf(9) / 16
series(
    "TAIL_F64", "f64", "The same by `t - 9 / 16`, z to 27.5", lambda s: tail(s + middle), lambda s: 1 / tail(s + middle),
    3 / mpf("30.5") - middle, 1 - middle, 23, halves=2,
)
print("/// The digits of 2/pi after the point, 64 in each.")
print("pub(crate) const TWO_OVER_PI_DIGITS: [u64; 20] = [")
with mp.workprec(1400):
    value = 2 / pi
    for _ in range(20):
        value = ldexp(value, 64)
        word = int(floor(value))
        value -= word
        print("    0x" + "_".join(f"{word:016x}"[i : i + 4] for i in range(0, 16, 4)) + ",")
print("];")
