//! The messages of ONNX that the interpreter reads: some fields of `onnx.proto`.

#![allow(missing_docs, reason = "the names are those of `onnx.proto`")]

use flate2::read::ZlibDecoder;
use prost::Message;
use std::io::{self, Read};

#[derive(Clone, PartialEq, Message)]
pub struct ModelProto {
    #[prost(message, optional, tag = "7")]
    pub graph: Option<GraphProto>,
    #[prost(message, repeated, tag = "8")]
    pub opset_import: Vec<OperatorSetIdProto>,
}

#[derive(Clone, PartialEq, Message)]
pub struct OperatorSetIdProto {
    #[prost(string, tag = "1")]
    pub domain: String,
    #[prost(int64, tag = "2")]
    pub version: i64,
}

#[derive(Clone, PartialEq, Message)]
pub struct GraphProto {
    #[prost(message, repeated, tag = "1")]
    pub node: Vec<NodeProto>,
    #[prost(message, repeated, tag = "5")]
    pub initializer: Vec<TensorProto>,
    #[prost(message, repeated, tag = "11")]
    pub input: Vec<ValueInfoProto>,
    #[prost(message, repeated, tag = "12")]
    pub output: Vec<ValueInfoProto>,
}

#[derive(Clone, PartialEq, Message)]
pub struct ValueInfoProto {
    #[prost(string, tag = "1")]
    pub name: String,
}

#[derive(Clone, PartialEq, Message)]
pub struct NodeProto {
    #[prost(string, repeated, tag = "1")]
    pub input: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    pub output: Vec<String>,
    #[prost(string, tag = "4")]
    pub op_type: String,
    #[prost(message, repeated, tag = "5")]
    pub attribute: Vec<AttributeProto>,
}

#[derive(Clone, PartialEq, Message)]
pub struct AttributeProto {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(float, tag = "2")]
    pub f: f32,
    #[prost(int64, tag = "3")]
    pub i: i64,
    #[prost(bytes = "vec", tag = "4")]
    pub s: Vec<u8>,
    #[prost(message, optional, tag = "5")]
    pub t: Option<TensorProto>,
    #[prost(float, repeated, tag = "7")]
    pub floats: Vec<f32>,
    #[prost(int64, repeated, tag = "8")]
    pub ints: Vec<i64>,
}

/// A tensor; the test data have all elements in `raw_data`.
#[derive(Clone, PartialEq, Message)]
pub struct TensorProto {
    #[prost(int64, repeated, tag = "1")]
    pub dims: Vec<i64>,
    #[prost(int32, tag = "2")]
    pub data_type: i32,
    #[prost(float, repeated, tag = "4")]
    pub float_data: Vec<f32>,
    #[prost(int32, repeated, tag = "5")]
    pub int32_data: Vec<i32>,
    #[prost(int64, repeated, tag = "7")]
    pub int64_data: Vec<i64>,
    #[prost(string, tag = "8")]
    pub name: String,
    #[prost(bytes = "vec", tag = "9")]
    pub raw_data: Vec<u8>,
}

/// A node test: a model, its inputs, and the outputs of the reference implementation.
#[derive(Clone, PartialEq, Message)]
pub struct Case {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(message, optional, tag = "2")]
    pub model: Option<ModelProto>,
    #[prost(message, repeated, tag = "3")]
    pub inputs: Vec<TensorProto>,
    #[prost(message, repeated, tag = "4")]
    pub outputs: Vec<TensorProto>,
}

/// All node tests, and those that `make.py` leaves out.
#[derive(Clone, PartialEq, Message)]
pub struct Cases {
    #[prost(message, repeated, tag = "1")]
    pub cases: Vec<Case>,
    #[prost(string, repeated, tag = "2")]
    pub left_out: Vec<String>,
}

/// The node tests, which `make.py` writes.
const NODES: &[u8] = include_bytes!("../nodes.zlib");

impl Cases {
    /// Reads the node tests.
    ///
    /// # Errors
    ///
    /// If `nodes.zlib` is not what `make.py` writes.
    pub fn read() -> io::Result<Self> {
        let mut bytes = Vec::new();
        ZlibDecoder::new(NODES).read_to_end(&mut bytes)?;
        Ok(Self::decode(&bytes[..])?)
    }
}
