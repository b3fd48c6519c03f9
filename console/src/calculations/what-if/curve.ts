/** Geometry of response curves: positions of values on a curve, and the scale that all curves of a model share. */
import type { ModelInfo, ModelInput, PredictionResult } from "@agatha/contracts";
import type { ResponseCurvesAnswer } from "@agatha/contracts/wire";
import { numberText } from "../../fields/number-text.js";
import { roundedTimeText } from "./inputs.js";

export type Curve = ResponseCurvesAnswer["curves"][number];

/** Range of positions along a curve. Null if there is nothing to choose from. */
export function curveRange({ type, min, max }: ModelInput, { grid }: Curve): [number, number] | null {
  if (type === "s") return grid.length > 1 ? [-0.5, grid.length - 0.5] : null;
  return min !== null && max !== null && max > min ? [min, max] : null;
}

/** Position of an entered value: a number, milliseconds, or the index of a level. Null if the value lies outside of the curve. */
export function positionOf(input: ModelInput, curve: Curve, entered: string): number | null {
  const range = curveRange(input, curve);
  if (range === null || entered.trim() === "") return null;
  const position = input.type === "s" ? curve.grid.indexOf(entered) : input.type === "d" ? Date.parse(`${entered}Z`) : Number(entered);
  return position >= range[0] && position <= range[1] ? position : null;
}

/** The value to enter for a position. */
export function valueAt(input: ModelInput, { grid }: Curve, position: number): string {
  if (input.type === "s") return String(grid[position] ?? "");
  return input.type === "d" ? roundedTimeText(position, input) : numberText(position, input);
}

/** The answer on the scale of the curves: the predicted number, the probability of the class, the score or the cluster. */
export function currentNumber({ value, prob, score }: PredictionResult, label: string | undefined): number | null {
  const [first] = value;
  const probability = label === undefined ? undefined : prob?.[0]?.[label];
  return probability ?? score?.[0] ?? (typeof first === "number" ? first : null);
}

/**
 * Smallest and largest answer that the curves show. It includes the held-out answers, so that it seldom moves; of a forecast it does
 * not, since other series and sums of them may be many times as large. Below the first group there is room for its bar.
 */
export function answerScale(info: ModelInfo, { of, curves }: ResponseCurvesAnswer): [number, number] {
  if (of === "probability") return [0, 1];
  const known = [
    ...(info.forecast ? [] : (info.regression?.points.map(({ actual }) => actual) ?? [])),
    ...(info.outlier ? [info.outlier.threshold] : []),
    ...(info.clustering?.clusters.map(({ cluster }) => cluster) ?? []),
  ];
  const shown = curves.flatMap(({ values, intervals = [] }) => [
    ...values.filter((value) => value !== null),
    ...intervals.flatMap((interval) => (interval ? [interval.lower, interval.upper] : [])),
  ]);
  const all = [...known, ...shown];
  if (all.length === 0) return [0, 1];
  const [low, high] = all.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [all[0]!, all[0]!]);
  if (info.type === "CLUSTERING") return [low - 1, high];
  return low < high ? [low, high] : [low - 1, high + 1];
}
