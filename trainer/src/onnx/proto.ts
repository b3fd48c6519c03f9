/**
 * The part of the ONNX file format that models need, as Protocol Buffers messages. Field numbers: onnx/onnx.proto3 of ONNX 1.16,
 * IR version 9.
 */
import protobuf from "protobufjs";

const repeated = { rule: "repeated" };

const { root } = protobuf.Root.fromJSON({
  nested: {
    Model: {
      fields: {
        irVersion: { type: "int64", id: 1 },
        producerName: { type: "string", id: 2 },
        producerVersion: { type: "string", id: 3 },
        graph: { type: "Graph", id: 7 },
        opsetImport: { ...repeated, type: "Opset", id: 8 },
        metadataProps: { ...repeated, type: "Entry", id: 14 },
      },
    },
    Opset: { fields: { domain: { type: "string", id: 1 }, version: { type: "int64", id: 2 } } },
    Entry: { fields: { key: { type: "string", id: 1 }, value: { type: "string", id: 2 } } },
    Graph: {
      fields: {
        node: { ...repeated, type: "Node", id: 1 },
        name: { type: "string", id: 2 },
        initializer: { ...repeated, type: "Tensor", id: 5 },
        input: { ...repeated, type: "ValueInfo", id: 11 },
        output: { ...repeated, type: "ValueInfo", id: 12 },
      },
    },
    Node: {
      fields: {
        input: { ...repeated, type: "string", id: 1 },
        output: { ...repeated, type: "string", id: 2 },
        name: { type: "string", id: 3 },
        opType: { type: "string", id: 4 },
        attribute: { ...repeated, type: "Attribute", id: 5 },
        domain: { type: "string", id: 7 },
      },
    },
    Attribute: {
      fields: {
        name: { type: "string", id: 1 },
        f: { type: "float", id: 2 },
        i: { type: "int64", id: 3 },
        s: { type: "bytes", id: 4 },
        t: { type: "Tensor", id: 5 },
        floats: { ...repeated, type: "float", id: 7 },
        ints: { ...repeated, type: "int64", id: 8 },
        strings: { ...repeated, type: "bytes", id: 9 },
        type: { type: "int32", id: 20 },
      },
    },
    Tensor: {
      fields: {
        dims: { ...repeated, type: "int64", id: 1 },
        dataType: { type: "int32", id: 2 },
        stringData: { ...repeated, type: "bytes", id: 6 },
        name: { type: "string", id: 8 },
        rawData: { type: "bytes", id: 9 },
      },
    },
    ValueInfo: { fields: { name: { type: "string", id: 1 }, type: { type: "Type", id: 2 } } },
    Type: { fields: { tensorType: { type: "TensorType", id: 1 } } },
    TensorType: { fields: { elemType: { type: "int32", id: 1 }, shape: { type: "Shape", id: 2 } } },
    Shape: { fields: { dim: { ...repeated, type: "Dimension", id: 1 } } },
    Dimension: { fields: { dimValue: { type: "int64", id: 1 }, dimParam: { type: "string", id: 2 } } },
  },
});

const model = root.lookupType("Model");

/** Returns a ModelProto message as bytes. */
export function encodeModel(message: Record<string, unknown>): Uint8Array {
  return model.encode(model.create(message)).finish();
}
