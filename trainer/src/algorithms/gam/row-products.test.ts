import { createRandom } from "../../numeric/random.js";
import { limitThreads } from "../../numeric/threads/pool.js";
import { createRowProducts, type SplineRows } from "./row-products.js";
import { createSpline, type LocatedRows, locateRows, placeOnLine, type Spline } from "./spline.js";

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
    else {
      locateRows(splines[s]!, columns[s]!, rows);
      products.setTransform(s, transforms[s]!);
    }
  }
  products.setWeights(weights);
  return products;
}

const coordinatesOf = ({ knots }: Spline) => knots.length - 1;
const transforms = splines.map((spline) =>
  Float64Array.from({ length: 2 * spline.knots.length * coordinatesOf(spline) }, () => random.normal()),
);

/** Returns one column for each number that a curve's rows add to. */
function factorColumns({ knot, factors }: LocatedRows, { knots }: Spline): Float64Array[] {
  const all = Array.from({ length: 2 * knots.length }, () => new Float64Array(NROW));
  for (let i = 0; i < NROW; i++) for (let r = 0; r < 4; r++) all[2 * knot[i]! + r]![i] = factors[4 * i + r]!;
  return all;
}

/** Returns one column for each coordinate of a spline. */
function coordinateColumns(s: number, rows: SplineRows): Float64Array[] {
  if (rows instanceof Float64Array) return [rows];
  const factors = factorColumns(rows, splines[s]!);
  const count = coordinatesOf(splines[s]!);
  return Array.from({ length: count }, (_, c) =>
    Float64Array.from({ length: NROW }, (_, i) => factors.reduce((sum, column, f) => sum + column[i]! * transforms[s]![f * count + c]!, 0)),
  );
}

const weightedProduct = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + weights[i]! * value * b[i]!, 0);

/** Multiplies all splines, `together` at once. */
function gramOf(together: number): Float64Array {
  const products = located();
  for (let a = 0; a < splines.length; a++) {
    for (let first = 0; first <= a; first += together) products.multiplyCoordinates(a, first, Math.min(a + 1, first + together));
  }
  return products.gram;
}

test("the gram matrix is that of dense columns", () => {
  const gram = gramOf(splines.length);
  const all = located().rows.flatMap((rows, s) => coordinateColumns(s, rows));
  expect(gram).toHaveLength(all.length ** 2);
  for (const [i, one] of all.entries()) {
    for (let j = 0; j <= i; j++) expect(gram[i * all.length + j]).toBeCloseTo(weightedProduct(one, all[j]!), 8);
  }
});

test("products of a curve's factors are those of dense columns", () => {
  const products = located();
  const columnsOfCurve = factorColumns(products.rows[1] as LocatedRows, splines[1]!);
  const found = products.factorProducts(1);
  expect(found).toHaveLength(columnsOfCurve.length ** 2);
  const expected = columnsOfCurve.flatMap((one) => columnsOfCurve.map((other) => weightedProduct(one, other)));
  expected.forEach((value, at) => void expect(found[at]).toBeCloseTo(value, 10));
});

test("the gram matrix is the same in several calls, and on several threads", () => {
  const all = gramOf(splines.length).slice();
  expect(gramOf(2)).toEqual(all);
  limitThreads(2);
  expect(gramOf(splines.length)).toEqual(all);
});
