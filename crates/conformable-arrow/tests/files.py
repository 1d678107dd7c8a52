"""Writes the tables that `tests/files.rs` reads, by pyarrow, and reads those that it writes.

    python files.py write FOLDER
    python files.py read FOLDER
"""

import pathlib
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet as pq

NAMES = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split()


def numbers(name):
    return (np.arange(1000).reshape(500, 2) % 100).astype(name)


def write(folder):
    for name in NAMES:
        x = numbers(name)
        pq.write_table(pa.table({"a": x[:, 0], "b": x[:, 1]}), folder / f"{name}.parquet", row_group_size=200)
    x = numbers("float64")
    pyarrow.csv.write_csv(pa.table({"a": x[:, 0], "b": x[:, 1]}), folder / "float64.csv")
    nulls = pa.table({"a": pa.array([1.0, None, 3.0]), "b": pa.array([None, 5.0, 6.0])})
    pq.write_table(nulls, folder / "nulls.parquet")
    mixed = pa.table({"a": pa.array([1.0]), "b": pa.array([1], pa.int32()), "c": ["text"]})
    pq.write_table(mixed, folder / "mixed.parquet")
    lists = pa.FixedSizeListArray.from_arrays(pa.array(np.arange(12, dtype=np.float32)), 3)
    pq.write_table(pa.table({"points": lists}), folder / "lists.parquet")


def read(folder):
    for name in NAMES:
        table = pq.read_table(folder / f"{name}.parquet")
        assert table.schema.field("a").type == pa.from_numpy_dtype(np.dtype(name)), table.schema
        np.testing.assert_array_equal(np.stack([table["a"], table["b"]], 1), numbers(name))
    lists = pq.read_table(folder / "lists.parquet")["points"].combine_chunks()
    np.testing.assert_array_equal(lists.flatten().to_numpy(), np.arange(12))


{"write": write, "read": read}[sys.argv[1]](pathlib.Path(sys.argv[2]))
