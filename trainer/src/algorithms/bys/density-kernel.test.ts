import type { Matrix } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { type ClassNumbers, visitSquareSums } from "./density-kernel.js";

const random = createRandom(6);

function cloud(nrow: number, ncol: number): Matrix {
  return { nrow, ncol, columns: Array.from({ length: ncol }, () => Float64Array.from({ length: nrow }, () => random.normal())) };
}

function classNumbers(classes: number, width: number): ClassNumbers {
  const numbers = () => Float64Array.from({ length: classes * width }, () => random.normal());
  return { classes, width, means: numbers(), factors: numbers() };
}

/** Returns the sums class by class. */
function sumsOf(numbers: ClassNumbers, x: Matrix): Float64Array[] {
  const all = Array.from({ length: numbers.classes }, () => new Float64Array(x.nrow));
  visitSquareSums(numbers, x, (sums, from, count) => {
    all.forEach((into, k) => void into.set(sums[k].subarray(0, count), from));
  });
  return all;
}

function expectedSums({ classes, width, means, factors }: ClassNumbers, { nrow, columns }: Matrix): Float64Array[] {
  return Array.from({ length: classes }, (_, k) =>
    Float64Array.from({ length: nrow }, (_row, i) =>
      columns.reduce((sum, column, j) => {
        const distance = column[i] - means[k * width + j];
        return sum + factors[k * width + j] * distance * distance;
      }, 0),
    ),
  );
}

test("models of different shapes compute in turn, in blocks of rows, to the same bytes as a loop", () => {
  const models = [classNumbers(3, 4), classNumbers(2, 90), classNumbers(20, 7)];
  for (const nrow of [1, 40, 9001]) {
    for (const model of models) {
      const x = cloud(nrow, model.width);
      expect(sumsOf(model, x)).toEqual(expectedSums(model, x));
    }
  }
});

test("infinite and huge numbers are clipped to 1e70", () => {
  const model = { classes: 1, width: 1, means: Float64Array.of(0), factors: Float64Array.of(1) };
  const columns = [Float64Array.of(Number.POSITIVE_INFINITY, -1e90, 2, Number.NaN)];
  expect([...sumsOf(model, { nrow: 4, ncol: 1, columns })[0]]).toEqual([1e70 ** 2, 1e70 ** 2, 4, Number.NaN]);
});
