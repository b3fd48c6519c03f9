import type { Metrics } from "@agatha/contracts";
import { finiteOrNull } from "../../numeric/finite-or-null.js";
import type { RowGroups } from "../../numeric/relabel-sequentially.js";
import type { Weights } from "./weights.js";

/** The rows that the figures are computed from. */
interface RowErrors {
  actual: Float64Array;
  /** Absolute errors. */
  errors: Float64Array;
  /** Arctangents of relative errors. */
  angles: Float64Array;
  /** By what errors, and actual values, are divided before they are squared. */
  scale: number;
  actualScale: number;
}

/** Share of the squared deviations from the mean of all rows below which those of drawn rows are rounding errors. */
const ROUNDING = 1e-12;

/**
 * Returns a function that computes regressionMetrics with weights for groups of rows. It passes over the rows once, and for each
 * set of weights over the groups only.
 */
export function groupedRegressionMetrics(
  { actual, errors, angles, scale, actualScale }: RowErrors,
  groups: RowGroups,
): (weights: Weights) => Metrics {
  const sumOf = (termOf: (row: number) => number) => sumsByGroup(groups, termOf);
  const mean = actual.reduce((sum, value) => sum + value, 0) / actual.length;
  const count = sumOf(() => 1);
  const absolute = sumOf((row) => errors[row]);
  const squares = sumOf((row) => (errors[row] / scale) ** 2);
  const turned = sumOf((row) => angles[row]);
  const offsets = sumOf((row) => (actual[row] - mean) / actualScale);
  const squaredOffsets = sumOf((row) => ((actual[row] - mean) / actualScale) ** 2);
  return (weights) => {
    const n = weighted(count, weights);
    if (n === 0) return { RMSE: null, MAE: null, MAAPE: null, R2: null };
    const squaredErrors = weighted(squares, weights);
    const aroundMeanOfAll = weighted(squaredOffsets, weights);
    const deviations = aroundMeanOfAll - weighted(offsets, weights) ** 2 / n;
    return {
      RMSE: finiteOrNull(Math.sqrt(squaredErrors / n) * scale),
      MAE: finiteOrNull(weighted(absolute, weights) / n),
      MAAPE: finiteOrNull(weighted(turned, weights) / n),
      R2: deviations > ROUNDING * aroundMeanOfAll ? finiteOrNull(1 - (squaredErrors / deviations) * (scale / actualScale) ** 2) : null,
    };
  };
}

function sumsByGroup({ codes, count }: RowGroups, termOf: (row: number) => number): Float64Array {
  const sums = new Float64Array(count);
  for (let row = 0; row < codes.length; row++) sums[codes[row]] += termOf(row);
  return sums;
}

/** Groups without weight add nothing, also where their sum is infinite. */
function weighted(sums: Float64Array, weights: Weights): number {
  let total = 0;
  for (let group = 0; group < sums.length; group++) if (weights[group] !== 0) total += weights[group] * sums[group];
  return total;
}
