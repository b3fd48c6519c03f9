import type { LearnedLevel } from "../../data/time-series/recent-level.js";
import type { OnnxGraph, Value } from "../../onnx/graph.js";

/**
 * Counts the sources, n × 1 each, from the recent level of their rows. `restore` returns answers, n or
 * n × 1, that were counted from it. The arithmetic is that of recent-level.ts.
 */
export function levelToOnnx(
  graph: OnnxGraph,
  { mean, deviation, values, scaled, range }: LearnedLevel,
  sources: Map<string, Value>,
): { restore: (answers: Value) => Value } {
  const center = sources.get(mean);
  const spread = sources.get(deviation);
  if (center === undefined || spread === undefined) throw new Error("the model lacks the inputs of its level");
  const known = graph.node("Where", [graph.node("IsNaN", [spread]), graph.doubles([0]), spread]);
  const squares = graph.node("Add", [graph.node("Mul", [center, center]), graph.node("Mul", [known, known])]);
  const size = graph.node("Sqrt", [squares]);
  const unit = graph.node("Where", [graph.node("Equal", [size, graph.doubles([0])]), graph.doubles([1]), size]);
  const in32Bits = (value: Value) => graph.cast(graph.cast(value, "float"), "double");
  for (const name of values) {
    const source = sources.get(name);
    if (source !== undefined) sources.set(name, in32Bits(graph.node("Div", [graph.node("Sub", [source, center]), unit])));
  }
  for (const name of scaled) {
    const source = sources.get(name);
    if (source !== undefined) sources.set(name, in32Bits(graph.node("Div", [source, unit])));
  }
  const column = (answers: Value) => graph.node("Reshape", [answers, graph.int64s([-1, 1])]);
  const [least, greatest] = range.map((end) => graph.scalar(end));
  const inRange = (answers: Value) => graph.node("Clip", [column(answers), least, greatest]);
  return { restore: (answers) => graph.node("Add", [center, graph.node("Mul", [unit, inRange(answers)])]) };
}
