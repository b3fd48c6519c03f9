import { encodeModel } from "./proto.js";

/** Name of a value in the graph. */
export type Value = string;

/** Prediction in the graph: n × 1 for numbers and scores, n × labels for probabilities, a list of cluster numbers from 0. */
export interface OnnxPrediction {
  values?: Value;
  probabilities?: Value;
  scores?: Value;
  clusters?: Value;
}

/** Element types of tensors, with ONNX's number for each. */
const ELEMENT_TYPES = { float: 1, int64: 7, string: 8, bool: 9, double: 11 } as const;
type ElementType = keyof typeof ELEMENT_TYPES;

type Attribute = number | string | readonly number[] | readonly string[] | { floats: readonly number[] } | { doubles: Float64Array };

interface NewNode {
  opType: string;
  input: readonly Value[];
  domain?: string;
  /** Number of outputs; 1 by default. */
  count?: number;
}

const ML_DOMAIN = "ai.onnx.ml";
/** Opset 19 compares text. Version 3 of the machine-learning operators has trees with 64-bit numbers. */
const OPSETS = [
  { domain: "", version: 19 },
  { domain: ML_DOMAIN, version: 3 },
];
const IR_VERSION = 9;
const [FLOAT, INT, STRING, TENSOR, FLOATS, INTS, STRINGS] = [1, 2, 3, 4, 6, 7, 8];

/** Builder of an ONNX graph. Every value is a tensor with a row for each row of the request. */
export class OnnxGraph {
  private readonly operators: object[] = [];
  private readonly constants: object[] = [];
  private readonly inputs: object[] = [];
  private readonly outputs: object[] = [];
  private readonly taken = new Set<Value>();
  private nameCounter = 0;

  /** Adds an input of n × 1. */
  input(name: string, element: ElementType): Value {
    this.taken.add(name);
    this.inputs.push(valueInfo(name, element, [1]));
    return name;
  }

  /**
   * Adds an output. Without `width` it is a list with an element for each row. Where an input has its name, a number follows: no two
   * values of a graph may share one.
   */
  output(wanted: string, value: Value, element: ElementType, width?: number): void {
    const name = this.freeName(wanted);
    this.operators.push({ opType: "Identity", input: [value], output: [name], name });
    this.outputs.push(valueInfo(name, element, width === undefined ? [] : [width]));
  }

  /** Adds a node and returns its one output. */
  node(opType: string, inputs: readonly Value[], attributes: Record<string, Attribute> = {}): Value {
    return this.add({ opType, input: inputs }, attributes)[0];
  }

  /** Adds a node and returns its several outputs. */
  nodes(opType: string, inputs: readonly Value[], count: number, attributes: Record<string, Attribute>): Value[] {
    return this.add({ opType, input: inputs, count }, attributes);
  }

  /** Does the same for the operators of ai.onnx.ml. */
  mlNode(opType: string, inputs: readonly Value[], attributes: Record<string, Attribute>): Value {
    return this.add({ opType, input: inputs, domain: ML_DOMAIN }, attributes)[0];
  }

  /** Adds a scalar constant, which some operators need for their bounds. */
  scalar(value: number): Value {
    return this.doubles([value], []);
  }

  /** Adds a constant, row by row; a list without `dims`. */
  doubles(values: ArrayLike<number>, dims: readonly number[] = [values.length]): Value {
    return this.constant({ dims, dataType: ELEMENT_TYPES.double, rawData: littleEndian(values) });
  }

  int64s(values: readonly number[]): Value {
    const raw = new Uint8Array(new BigInt64Array(values.map(BigInt)).buffer);
    return this.constant({ dims: [values.length], dataType: ELEMENT_TYPES.int64, rawData: raw });
  }

  strings(values: readonly string[], dims: readonly number[] = [values.length]): Value {
    return this.constant({ dims, dataType: ELEMENT_TYPES.string, stringData: values.map(bytesOf) });
  }

  /** Clips numbers to `limit` in absolute value. */
  clip(value: Value, limit: number): Value {
    return this.node("Clip", [value, this.scalar(-limit), this.scalar(limit)]);
  }

  /** Returns value × scale + center. */
  unscale(value: Value, { center, scale }: { readonly center: number; readonly scale: number }): Value {
    return this.node("Add", [this.node("Mul", [value, this.doubles([scale])]), this.doubles([center])]);
  }

  cast(value: Value, to: ElementType): Value {
    return this.node("Cast", [value], { to: ELEMENT_TYPES[to] });
  }

  /** Returns the bytes of the file. It stores `metadata` as key and value. */
  toBytes(metadata: Record<string, string>): Uint8Array {
    return encodeModel({
      irVersion: IR_VERSION,
      producerName: "Agatha",
      opsetImport: OPSETS,
      metadataProps: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      graph: { name: "model", node: this.operators, initializer: this.constants, input: this.inputs, output: this.outputs },
    });
  }

  private add({ count = 1, ...node }: NewNode, attributes: Record<string, Attribute>): Value[] {
    const name = this.freeName(`${node.opType}_${this.nameCounter++}`);
    const output = Array.from({ length: count }, (_, i) => (i === 0 ? name : this.freeName(`${name}_${i}`)));
    const attribute = Object.entries(attributes).map(([key, value]) => ({ name: key, ...attributeOf(value) }));
    this.operators.push({ ...node, output, name, attribute });
    return output;
  }

  private constant(tensor: object): Value {
    const name = this.freeName(`constant_${this.nameCounter++}`);
    this.constants.push({ ...tensor, name });
    return name;
  }

  private freeName(wanted: string): Value {
    let name = wanted;
    for (let next = 1; this.taken.has(name); next++) name = `${wanted}_${next}`;
    this.taken.add(name);
    return name;
  }
}

function attributeOf(value: Attribute): object {
  if (typeof value === "number") return Number.isInteger(value) ? { i: value, type: INT } : { f: value, type: FLOAT };
  if (typeof value === "string") return { s: bytesOf(value), type: STRING };
  if (!Array.isArray(value)) {
    const array = value as Extract<Attribute, { floats: unknown } | { doubles: unknown }>;
    if ("floats" in array) return { floats: array.floats, type: FLOATS };
    return { t: { dims: [array.doubles.length], dataType: ELEMENT_TYPES.double, rawData: littleEndian(array.doubles) }, type: TENSOR };
  }
  if (typeof value[0] === "string") return { strings: value.map((text) => bytesOf(text as string)), type: STRINGS };
  return { ints: value, type: INTS };
}

function valueInfo(name: string, element: ElementType, widths: readonly number[]): object {
  const dim = [{ dimParam: "rows" }, ...widths.map((dimValue) => ({ dimValue }))];
  return { name, type: { tensorType: { elemType: ELEMENT_TYPES[element], shape: { dim } } } };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function littleEndian(values: ArrayLike<number>): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 8));
  for (let i = 0; i < values.length; i++) view.setFloat64(i * 8, values[i], true);
  return new Uint8Array(view.buffer);
}
