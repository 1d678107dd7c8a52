"""Writes `nodes.zlib`, the node tests of ONNX, as the message `Cases` of `src/proto.rs`, compressed.

python3 make.py         # needs the package `onnx`; `nodes.zlib` is of onnx 1.23.2

A test is left out if it has an operator that is not in `OPERATORS`, a tensor of more than 16 kB, or values other than tensors of the
types that `src/value.rs` has. The
first line of an entry of `left_out` is its name, and the second one is the reason."""

import pathlib
import warnings
import zlib

import numpy as np
import onnx
from onnx.backend.test.loader import load_model_tests

MOST = 16_000
# the operators that `src` has
OPERATORS = """
    Abs Acos Acosh Add And ArgMax ArgMin Asin Asinh Atan Atanh AveragePool BatchNormalization BitShift BitwiseAnd
    BitwiseNot BitwiseOr BitwiseXor Cast CastLike Ceil Celu Clip Compress Concat Constant ConstantOfShape Conv
    ConvTranspose Cos Cosh CumProd CumSum DepthToSpace Div Dropout Einsum Elu Equal Erf Exp Expand EyeLike Flatten
    Floor Gather GatherElements GatherND Gelu Gemm GlobalAveragePool GlobalMaxPool Greater GreaterOrEqual
    GroupNormalization HardSigmoid HardSwish Hardmax Identity InstanceNormalization IsInf IsNaN LayerNormalization
    LeakyRelu Less LessOrEqual Log LogSoftmax LpNormalization LpPool MatMul Max MaxPool Mean MeanVarianceNormalization
    Min Mish Mod Mul Neg NonZero Not OneHot Or PRelu Pad Pow RMSNormalization Range Reciprocal Reduce ReduceL1
    ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare Relu
    Reshape Resize ReverseSequence Round Scatter ScatterElements ScatterND Selu Shape Shrink Sigmoid Sign Sin Sinh
    Size Slice Softmax Softplus Softsign SpaceToDepth Split Sqrt Squeeze Sub Sum Swish Tan Tanh ThresholdedRelu Tile
    TopK Transpose Trilu Unsqueeze Where Xor
"""
TYPES = "float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool"


def field(number, payload):
    """A field of a message, whose payload is bytes."""
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def varint(n):
    out = b""
    while n > 0x7F:
        out += bytes([n & 0x7F | 0x80])
        n >>= 7
    return out + bytes([n])


def reason(test):
    """Why a test is left out."""
    if test.model is None:
        return "it has no model"
    for node in test.model.graph.node:
        if node.op_type not in OPERATORS.split():
            return f"the operator {node.op_type}"
    for value in [value for values in test.data_sets[0] for value in values]:
        if not isinstance(value, (np.ndarray, np.generic, onnx.TensorProto)):
            return "a value is not a tensor"
        array = onnx.numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else np.asarray(value)
        if array.dtype.name not in TYPES.split():
            return f"elements of type {array.dtype.name}" if array.dtype.kind not in "OUS" else "elements are strings"
        if array.nbytes > MOST:
            return f"a tensor has more than {MOST} bytes"
    return None


def tensor(value):
    if not isinstance(value, onnx.TensorProto):
        value = onnx.numpy_helper.from_array(np.asarray(value))
    return value.SerializeToString(deterministic=True)


def main():
    out = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tests = sorted(load_model_tests(kind="node"), key=lambda test: test.name)
    for test in tests:
        why = reason(test)
        if why:
            out.append(field(2, f"{test.name}\n{why}".encode()))
            continue
        inputs, outputs = test.data_sets[0]
        test.model.graph.ClearField("value_info")
        case = field(1, test.name.encode()) + field(2, test.model.SerializeToString(deterministic=True))
        case += b"".join(field(3, tensor(value)) for value in inputs)
        case += b"".join(field(4, tensor(value)) for value in outputs)
        out.append(field(1, case))
    (pathlib.Path(__file__).parent / "nodes.zlib").write_bytes(zlib.compress(b"".join(out), 9))


main()
