import { createRandom } from "../../numeric/random.js";
import { limitThreads } from "../../numeric/threads/pool.js";
import { createRowProducts, type SplineRows } from "./row-products.js";
import { createSpline, locateRows, placeOnLine, type Spline } from "./spline.js";

afterEach(() => limitThreads(1));

const NROW = 203;
const random = createRandom(1);
const columns = Array.from({ length: 5 }, () => Float64Array.from({ length: NROW }, () => random.normal()));
const weights = Float64Array.from({ length: NROW }, () => random.next());
/** Straight lines, and curves of different numbers of knots. */
const splines = [2, 6, 2, 4, 10].map((knots, j) => createSpline(j, columns[j]!, knots)!);

function located() {
  const products = createRowProducts(NROW, splines);
  for (const [s, rows] of products.rows.entries()) {
    if (rows instanceof Float64Array) placeOnLine(splines[s]!, columns[s]!, rows);
    else locateRows(splines[s]!, columns[s]!, rows);
  }
  products.setWeights(weights);
  return products;
}

/** Returns one column for each number that a spline's rows may add to. */
function dense({ knots }: Spline, rows: SplineRows): Float64Array[] {
  if (rows instanceof Float64Array) return [rows];
  const all = Array.from({ length: 2 * knots.length }, () => new Float64Array(NROW));
  for (let i = 0; i < NROW; i++) for (let r = 0; r < 4; r++) all[2 * rows.knot[i]! + r]![i] = rows.factors[4 * i + r]!;
  return all;
}

test.each([0, 1, 2, 3, 4])("products of spline %i with all others are those of dense columns", (a) => {
  const products = located();
  const others = products.multiply(a, 0, splines.length);
  for (const [b, found] of others.entries()) {
    const expected = dense(splines[a]!, products.rows[a]!).flatMap((ofA) =>
      dense(splines[b]!, products.rows[b]!).map((ofB) => ofA.reduce((sum, value, i) => sum + weights[i]! * value * ofB[i]!, 0)),
    );
    expect(found).toHaveLength(expected.length);
    expected.forEach((value, at) => void expect(found[at]).toBeCloseTo(value, 10));
  }
});

test("products with some of the others are the same, and so they are on several threads", () => {
  const all = located()
    .multiply(4, 0, 5)
    .map((found) => found.slice());
  expect(located().multiply(4, 1, 3)).toEqual(all.slice(1, 3));
  limitThreads(2);
  expect(located().multiply(4, 0, 5)).toEqual(all);
});
