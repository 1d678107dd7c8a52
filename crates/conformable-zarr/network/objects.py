"""Writes an array that `tests/s3.rs` reads, and reads the one that it writes, on the server of the environment.

    python objects.py write
    python objects.py read
"""

import sys

import boto3
import numpy as np
import obstore.store
import zarr
from zarr.storage import ObjectStore

ROWS = (np.arange(23 * 7).reshape(23, 7) % 100).astype("float32")


def store(path, **options):
    return ObjectStore(obstore.store.S3Store("arrays", prefix=path, client_options={"allow_http": True}), **options)


def write():
    boto3.client("s3").create_bucket(Bucket="arrays")
    zarr.create_array(store("python/rows"), shape=ROWS.shape, chunks=(5, 4), dtype="float32")[:] = ROWS


def read():
    np.testing.assert_array_equal(zarr.open_array(store("rust/rows", read_only=True), mode="r")[:], 2 * ROWS)


{"write": write, "read": read}[sys.argv[1]]()
