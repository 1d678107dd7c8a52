"""The module typed_arrays from Python: arrays of NumPy, tensors of PyTorch, and what is refused.

    python -m unittest discover -s crates/conformable-python/module/tests
"""

import gc
import sys
import threading
import time
import unittest
import weakref

import numpy as np
import torch
import typed_arrays as ta

AXES = "(2, 4) is not a (_, 3)\n  array  2  4\n  type   _  3\n            ^ axis 1 is 4, not 3"


class Refusals(unittest.TestCase):
    def refused(self, kind, text, call, *arguments):
        with self.assertRaises(kind) as caught:
            call(*arguments)
        self.assertEqual(str(caught.exception), text)
        return caught.exception

    def test_other_sizes_name_both_shapes_and_the_argument(self):
        for x in np.zeros((2, 4), np.float32), torch.zeros(2, 4):
            error = self.refused(ValueError, AXES, ta.centred, x)
            if sys.version_info >= (3, 11):
                self.assertEqual(error.__notes__, ["while processing 'x'"])

    def test_another_rank(self):
        text = "(3,) is not a (_, 3)\n  array     3\n  type   _  3\n  the ranks 1 and 2 differ"
        with self.assertRaises(ValueError) as caught:
            ta.centred(np.zeros(3, np.float32))
        self.assertEqual(str(caught.exception).splitlines()[0], text.splitlines()[0])

    def test_other_elements(self):
        cases = [
            (np.zeros((2, 3)), "float64"),
            (np.zeros((2, 3), ">f4"), ">f4"),
            (np.zeros((2, 3), np.int32), "int32"),
            (np.zeros((2, 3), "m8[s]"), "timedelta64[s]"),
            (np.zeros((2, 3), [("a", "f4")]), "void32"),
            (np.zeros((2, 3), object), "object"),
            (torch.zeros(2, 3, dtype=torch.float64), "float64"),
            (torch.zeros(2, 3, dtype=torch.bfloat16), "bfloat16"),
            (torch.zeros(2, 3, dtype=torch.bool), "bool"),
        ]
        for x, name in cases:
            self.refused(TypeError, f"the elements are {name}, not float32", ta.centred, x)

    def test_no_arrays(self):
        text = "expected a NumPy array or a tensor with `__dlpack__`, found {}; `numpy.asarray` makes an array"
        for x, name in ([[1.0]], "list"), (None, "NoneType"), (1.0, "float"):
            self.refused(TypeError, text.format(name), ta.centred, x)

    def test_an_operation_that_fails(self):
        with self.assertRaises(ValueError) as caught:
            ta.add(np.zeros((2, 3)), np.zeros(4))
        self.assertIn("(2, 3) with (4,)\n", str(caught.exception))

    def test_masked_arrays(self):
        text = "the array is masked; `.filled(..)` makes an array without a mask"
        self.refused(TypeError, text, ta.total, np.ma.masked_array([1.0, 2.0], [False, True]))

    def test_strides_between_elements(self):
        packed = np.zeros(4, [("a", "f8"), ("b", "f4")])
        text = "the stride of axis 0 is 12 bytes, not a multiple of the 8 bytes of an element; `numpy.ascontiguousarray` copies the array"
        self.refused(ValueError, text, ta.total, packed["a"])
        unaligned = np.frombuffer(bytes(33), np.float64, 4, 1)
        text = "the elements are not aligned in memory; `.copy()` makes an array whose elements are"
        self.refused(ValueError, text, ta.total, unaligned)
        self.assertEqual(ta.total(unaligned.copy()), 0)

    def test_bytes_that_are_no_bool(self):
        bytes_ = np.array([[0, 1], [2, 1]], np.uint8)
        self.refused(ValueError, "element 2 is not a `bool`: its byte is neither 0 nor 1", ta.copy_bool, bytes_.view(bool))

    def test_read_only_and_repeated_elements(self):
        read_only = np.zeros(3)
        read_only.flags.writeable = False
        self.refused(ValueError, "the array is read-only", ta.double, read_only)
        self.refused(ValueError, "the array is read-only", ta.double, np.broadcast_to(np.zeros(3), (2, 3)))
        text = "two indices of the array may have one element; `numpy.array` copies it"
        windows = np.lib.stride_tricks.sliding_window_view(np.zeros(5), 3, writeable=True)
        self.refused(ValueError, text, ta.double, windows)
        self.refused(ValueError, text, ta.double, torch.zeros(3, dtype=torch.float64).expand(2, 3))
        # they may be read
        self.assertEqual(ta.total(read_only), 0)
        self.assertEqual(ta.total(np.broadcast_to(np.ones(3), (2, 3))), 6)
        self.assertEqual(ta.total(torch.ones(3, dtype=torch.float64).expand(2, 3)), 6)

    def test_torch_refuses_gradients_and_other_devices(self):
        with self.assertRaises(BufferError):
            ta.total(torch.zeros(2, dtype=torch.float64, requires_grad=True))
        with self.assertRaises((BufferError, ValueError, NotImplementedError)):
            ta.total(torch.zeros(2, dtype=torch.float64, device="meta"))

    def test_nothing_leaks_from_a_million_refusals(self):
        x, y = np.zeros((2, 4), np.float32), torch.zeros(2, 4)
        holders = sys.getrefcount(x), sys.getrefcount(y)

        def refuse(times):
            for _ in range(times):
                for array in x, y:
                    try:
                        ta.centred(array)
                    except ValueError:
                        pass

        refuse(50_000)
        before = memory()
        refuse(450_000)
        self.assertLess(memory() - before, 8 << 20)
        self.assertEqual((sys.getrefcount(x), sys.getrefcount(y)), holders)


def memory():
    """The resident memory in bytes."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


class Elements(unittest.TestCase):
    def test_every_type_both_ways(self):
        names = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128"
        for name in names.split():
            copy = getattr(ta, "copy_" + name)
            x = (np.arange(12).reshape(3, 4) % 2).astype(name)
            for array in x, x.T, x[::-1, ::2], x[:0], x[1, 2, ...], np.asfortranarray(x):
                copied = copy(array)
                self.assertEqual((copied.dtype, copied.shape), (array.dtype, np.shape(array)))
                np.testing.assert_array_equal(copied, array)
            if hasattr(torch, name):
                tensor = torch.from_numpy(x)
                for tensor in tensor, tensor.T, tensor[1:, ::2], tensor[:0]:
                    np.testing.assert_array_equal(copy(tensor), tensor.numpy())

    def test_bfloat16(self):
        self.assertEqual(ta.sum_bf16(torch.tensor([1.5, 2.5], dtype=torch.bfloat16)), 4.0)
        try:
            import ml_dtypes
        except ImportError:
            with self.assertRaises(TypeError):
                ta.copy_bfloat16(torch.ones(2, dtype=torch.bfloat16))
        else:
            self.assertEqual(ta.sum_bf16(np.array([1.5, 2.5], ml_dtypes.bfloat16)), 4.0)
            self.assertEqual(ta.copy_bfloat16(torch.ones(2, dtype=torch.bfloat16)).dtype, ml_dtypes.bfloat16)

    def test_strides_and_addresses(self):
        x = np.arange(24.0).reshape(4, 6)
        views = [x, x.T, x[::-1], x[:, ::-1], x[::2, 1::3], x[::-2, ::-2].T, x[1:2], x[:, 3:4], np.broadcast_to(x[0], (3, 6))]
        for view in views:
            elements, first = ta.elements(view)
            self.assertEqual(elements, view.ravel().tolist())
            self.assertEqual(first, view.__array_interface__["data"][0])
        tensor = torch.arange(24, dtype=torch.float64).reshape(4, 6)
        for view in tensor, tensor.T, tensor[::2, 1::3], tensor[2:3]:
            elements, first = ta.elements(view)
            self.assertEqual((elements, first), (view.flatten().tolist(), view.data_ptr()))
        for shape in (0, 3), (3, 0), (0, 0):
            self.assertEqual(ta.elements(np.zeros(shape)), ([], None))
            self.assertEqual(ta.elements(torch.zeros(*shape, dtype=torch.float64)), ([], None))

    def test_results_are_the_memory_of_the_tensor(self):
        array, first = ta.zeros(1000)
        self.assertEqual((array.shape, array.__array_interface__["data"][0]), ((1000, 2), first))
        array += 1
        self.assertEqual(torch.from_numpy(array).data_ptr(), first)
        self.assertEqual(torch.from_dlpack(array).sum().item(), 2000)
        self.assertEqual(ta.nothing(7).shape, (0, 7, 3))
        with self.assertRaises(ValueError):
            ta.nothing(1 << 62)

    def test_results(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        np.testing.assert_array_equal(ta.centred(x), x - x.mean(0))
        np.testing.assert_array_equal(ta.centred(torch.from_numpy(x)), x - x.mean(0))
        np.testing.assert_array_equal(ta.add(np.ones((2, 3)), np.arange(3.0)), np.ones((2, 3)) + np.arange(3))


class Producer:
    """A DLPack producer of another library, with the arguments of before 1.0."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self):
        return self.array.__dlpack__()


class Borrows(unittest.TestCase):
    def test_changes_are_seen(self):
        x = np.arange(6.0).reshape(2, 3)
        ta.double(x[:, ::2])
        np.testing.assert_array_equal(x, [[0, 1, 4], [6, 4, 10]])
        tensor = torch.ones(2, 3, dtype=torch.float64)
        ta.double(tensor.T)
        self.assertEqual(tensor.sum().item(), 12)
        ta.double(np.zeros((0, 3)))

    def test_one_element_is_not_borrowed_twice(self):
        x = np.arange(8.0)
        tensor = torch.from_numpy(x)
        for lhs, rhs in (x, x), (tensor, tensor), (x, tensor), (tensor, x), (x[:5], x[4::-1]), (tensor[1:5], x[:4]):
            with self.assertRaises(BufferError):
                ta.add_to(lhs, rhs)
        np.testing.assert_array_equal(x, np.arange(8))
        # two halves, and every second element
        ta.add_to(x[:4], x[4:])
        ta.add_to(x[::2], x[1::2])
        ta.add_to(tensor[4:], x[:4])
        np.testing.assert_array_equal(x, [10, 6, 18, 10, 19, 11, 31, 17])

    def test_a_call_back_cannot_borrow_it(self):
        x = np.ones(3)
        with self.assertRaises(BufferError):
            ta.call_back(x, lambda: ta.double(x))
        self.assertEqual(ta.call_back(x, lambda: ta.double(x[:0])), 3)
        ta.double(x)
        self.assertEqual(x.sum(), 6)

    def test_nothing_stays_borrowed_or_alive(self):
        class Array(np.ndarray):
            pass

        x = np.ones(3).view(Array)
        holders, alive = sys.getrefcount(x), weakref.ref(x)
        for call in ta.total, ta.double, lambda x: ta.add(np.ones((1, 3)), x):
            call(x)
        with self.assertRaises(ValueError):
            ta.add(x, x)
        self.assertEqual(sys.getrefcount(x), holders)
        del x
        gc.collect()
        self.assertIsNone(alive())

    def test_results_outlive_the_module_call(self):
        parts = [ta.zeros(1 << 16)[0][10:20] for _ in range(50)]
        gc.collect()
        self.assertEqual(sum(part.sum() for part in parts), 0)

    def test_dlpack_of_before_1_0(self):
        x = np.arange(6.0).reshape(2, 3)
        self.assertEqual(ta.elements(Producer(x)), (x.ravel().tolist(), x.__array_interface__["data"][0]))
        holders = sys.getrefcount(x)
        for _ in range(100):
            ta.total(Producer(x[:, ::-2]))
        gc.collect()
        self.assertEqual(sys.getrefcount(x), holders)

    def test_a_read_only_producer(self):
        class New(Producer):
            def __dlpack__(self, **arguments):
                return self.array.__dlpack__(**arguments)

        x = np.ones(3)
        x.flags.writeable = False
        self.assertEqual(ta.total(New(x)), 3)
        with self.assertRaisesRegex(ValueError, "the tensor is read-only"):
            ta.double(New(x))

    def test_what_is_no_capsule(self):
        class Text(Producer):
            def __dlpack__(self):
                return self.array

        with self.assertRaises(TypeError):
            ta.total(Text("text"))
        used = np.ones(3).__dlpack__()
        torch.from_dlpack(used)
        with self.assertRaisesRegex(BufferError, "used before"):
            ta.total(Text(used))


class Threads(unittest.TestCase):
    def test_others_run_meanwhile(self):
        x = np.ones(4)
        results, start = [], time.monotonic()
        threads = [threading.Thread(target=lambda: results.append(ta.wait(x, 0.5))) for _ in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            results.append(None)
            time.sleep(0.01)
        self.assertLess(time.monotonic() - start, 1.5)
        self.assertEqual(results.count(4.0), 4)
        self.assertGreater(results.count(None), 10)

    def test_a_reader_elsewhere_keeps_writers_out(self):
        x = np.ones(4)
        thread = threading.Thread(target=ta.wait, args=(x, 0.5))
        thread.start()
        time.sleep(0.2)
        with self.assertRaises(BufferError):
            ta.double(x)
        thread.join()
        ta.double(x)
        self.assertEqual(x.sum(), 8)


if __name__ == "__main__":
    unittest.main()
