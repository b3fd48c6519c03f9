import type { GraphNode } from "../../model/artifact/graph.js";

/**
 * Returns the detector with its scores in the unit of another's, by the median and the interquartile range of their training scores.
 * Scores of a one-class SVM grow with the number of rows, and distances to neighbours fall. In an average, both detectors then count
 * alike.
 */
export function withScoresLike(node: GraphNode, { scoreQuartiles: unit, scores }: GraphNode): GraphNode {
  const { model, scoreQuartiles: own } = node;
  if (!own || !unit || own === unit) return node;
  const scale = (unit.upper - unit.lower) / (own.upper - own.lower);
  if (!(scale > 0 && Number.isFinite(scale))) return node;
  const toUnit = (score: number) => unit.median + (score - own.median) * scale;
  const predict: typeof model.predict = (x) => ({ scores: model.predict(x).scores?.map(toUnit) });
  return { ...node, scores, scoreQuartiles: unit, model: { ...model, predict } };
}
