import { multiplyTransposed } from "./dense-matrix.js";
import { type LocatedRows, VALUES_PER_KNOT } from "./spline.js";

/** Columns that are linear in the factors of the rows at the knots. */
interface Coordinates {
  rows: LocatedRows;
  /** (VALUES_PER_KNOT × knots) × width. The coordinates have variance 1 over the rows. */
  knotTransform: Float64Array;
  width: number;
}

/**
 * Returns a factor for each coordinate, at least 1: how much larger the variance of its coefficient is where the rows of a group
 * share their error than over as many unrelated rows (Moulton 1986, "Random group effects and the precision of regression
 * estimates", for errors of correlation 1). It is 1 for a coordinate that varies within groups alone, and up to the number of a
 * group's rows for one that is the same in all of them. `groups` has a code below `count` for each row.
 */
export function designEffects({ rows, knotTransform, width }: Coordinates, groups: Int32Array, count: number): Float64Array {
  const size = knotTransform.length / width;
  const factorSums = new Float64Array(size * count);
  const rowsOf = new Float64Array(count);
  for (const [i, group] of groups.entries()) {
    rowsOf[group]++;
    for (let r = 0; r < 4; r++) factorSums[(VALUES_PER_KNOT * rows.knot[i] + r) * count + group] += rows.factors[4 * i + r];
  }
  const sums = multiplyTransposed(knotTransform, factorSums, size);
  return Float64Array.from({ length: width }, (_, a) => {
    const ofGroups = sums.subarray(a * count, (a + 1) * count);
    const mean = ofGroups.reduce((total, sum) => total + sum, 0) / groups.length;
    const squares = ofGroups.reduce((total, sum, group) => total + (sum - rowsOf[group] * mean) ** 2, 0);
    return Math.max(1, squares / groups.length);
  });
}
