import { refuseOnnx } from "../../algorithms/base/fitted-forecast.js";
import type { DatePart, EncodedColumn, EncoderState, Feature } from "../../data/encoding/encoder-state.js";
import { DAY_MS } from "../../data/tables/zoned-time.js";
import type { OnnxGraph, Value } from "../../onnx/graph.js";

/** Source values by column name: n × 1, numbers and times as doubles (NaN where missing), text as strings (empty where missing). */
type ColumnSources = ReadonlyMap<string, Value>;

/** Adds the encoder to the graph and returns the encoded columns, n × width. The arithmetic is that of encoder.ts, in doubles. */
export function encoderToOnnx(graph: OnnxGraph, { columns }: EncoderState, sources: ColumnSources): Value {
  const parts = columns.map((column) => {
    const source = sources.get(column.name);
    if (source === undefined) throw new Error(`no column ${column.name} to encode`);
    return columnToOnnx(graph, column, source);
  });
  return parts.length === 1 ? parts[0] : graph.node("Concat", parts, { axis: 1 });
}

function columnToOnnx(graph: OnnxGraph, column: EncodedColumn, source: Value): Value {
  if (column.type === "n") return scaled(graph, replaceNonFinite(graph, source, column.fill), [column]);
  if (column.type === "s") return textToOnnx(graph, column, source);
  if (column.type === "p") return refuseOnnx();
  const parts = column.parts.map((part) => {
    const value = datePartToOnnx(graph, source, part.part);
    return scaled(graph, replaceNonFinite(graph, value, part.fill), [part]);
  });
  return parts.length === 1 ? parts[0] : graph.node("Concat", parts, { axis: 1 });
}

/** Replaces infinite numbers, which count as missing. */
function replaceNonFinite(graph: OnnxGraph, value: Value, fill = Number.NaN): Value {
  const isMissing = graph.node("Or", [graph.node("IsNaN", [value]), graph.node("IsNaN", [graph.node("Sub", [value, value])])]);
  return graph.node("Where", [isMissing, graph.doubles([fill]), value]);
}

function textToOnnx(graph: OnnxGraph, { indicators }: Extract<EncodedColumn, { type: "s" }>, source: Value): Value {
  const levels = graph.strings(
    indicators.map(({ level }) => level),
    [1, indicators.length],
  );
  const has = graph.cast(graph.node("Equal", [source, levels]), "double");
  const isMissing = graph.node("Equal", [source, graph.strings([""])]);
  const fills = graph.doubles(
    indicators.map(({ fill = Number.NaN }) => fill),
    [1, indicators.length],
  );
  return scaled(graph, graph.node("Where", [isMissing, fills, has]), indicators);
}

function scaled(graph: OnnxGraph, value: Value, features: readonly Feature[]): Value {
  if (features.every(({ center, scale }) => center === 0 && scale === 1)) return value;
  const list = (of: (feature: Feature) => number) => graph.doubles(features.map(of), [1, features.length]);
  return graph.node("Div", [graph.node("Sub", [value, list(({ center }) => center)]), list(({ scale }) => scale)]);
}

/**
 * Computes date parts as in date-parts.ts, by arithmetic alone. The month follows Hinnant 2013, "chrono-compatible low-level date
 * algorithms".
 */
function datePartToOnnx(graph: OnnxGraph, time: Value, part: DatePart): Value {
  const op = (name: string) => (a: Value, b: number) => graph.node(name, [a, graph.doubles([b])]);
  const [plus, times, over] = ["Add", "Mul", "Div"].map(op);
  const floor = (value: Value) => graph.node("Floor", [value]);
  const sum = (a: Value, b: Value) => graph.node("Add", [a, b]);
  const difference = (a: Value, b: Value) => graph.node("Sub", [a, b]);
  const whole = (value: Value, by: number) => floor(over(value, by));
  const rest = (value: Value, by: number) => difference(value, times(whole(value, by), by));
  if (part === "days") return over(time, DAY_MS);
  if (part === "hour") return whole(rest(time, DAY_MS), 3_600_000);
  const days = whole(time, DAY_MS);
  if (part === "weekday") return rest(plus(days, 4), 7);
  const dayOfEra = rest(plus(days, 719_468), 146_097);
  const leaps = difference(sum(whole(dayOfEra, 1460), whole(dayOfEra, 146_096)), whole(dayOfEra, 36_524));
  const yearOfEra = whole(difference(dayOfEra, leaps), 365);
  const dayOfYear = difference(dayOfEra, difference(sum(times(yearOfEra, 365), whole(yearOfEra, 4)), whole(yearOfEra, 100)));
  const fromMarch = whole(plus(times(dayOfYear, 5), 2), 153);
  return difference(plus(fromMarch, 3), times(whole(fromMarch, 10), 12));
}
