import { createRandom } from "../../numeric/random.js";
import { withThreads } from "../../testing/with-threads.js";
import { createLikelihoodKernel } from "./likelihood-kernel.js";

const random = createRandom(2);
const list = (length: number) => Float64Array.from({ length }, () => random.normal());

function design(rows: number, width: number, classes: number) {
  return {
    columns: Array.from({ length: width }, () => list(rows)),
    codes: Int32Array.from({ length: rows }, () => random.int(classes)),
    classes,
  };
}

test.each([
  ["few numbers", { rows: 7, width: 3, classes: 3 }],
  ["two classes", { rows: 130, width: 5, classes: 2 }],
  ["many, in blocks of which the last is not full", { rows: 4001, width: 13, classes: 4 }],
  ["many, in blocks that are full", { rows: 640, width: 64, classes: 6 }],
])("computes loss, gradient, probabilities and products row by row: %s", async (_title, { rows, width, classes }) => {
  const { columns, codes } = design(rows, width, classes);
  const kernel = createLikelihoodKernel({ columns, codes, classes });
  // The second pass checks that nothing of the first remains.
  for (let time = 0; time < 2; time++) {
    const coefficients = list((classes - 1) * width);
    const { loss, gradient } = kernel.evaluate(coefficients);
    const found = Array.from({ length: classes - 1 }, (_, a) => kernel.probabilities(a));
    let expectedLoss = 0;
    const expectedGradient = new Float64Array(gradient.length);
    for (let i = 0; i < rows; i++) {
      const logits = Array.from({ length: classes }, (_, a) =>
        a < classes - 1 ? columns.reduce((sum, column, j) => sum + column[i] * coefficients[a * width + j], 0) : 0,
      );
      const total = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
      expectedLoss += Math.log(total) - logits[codes[i]];
      found.forEach((probabilities, a) => {
        const p = Math.exp(logits[a]) / total;
        expect(Math.abs(probabilities[i] - p)).toBeLessThan(1e-12);
        columns.forEach((column, j) => {
          expectedGradient[a * width + j] += column[i] * (p - (codes[i] === a ? 1 : 0));
        });
      });
    }
    expect(loss / expectedLoss).toBeCloseTo(1, 12);
    gradient.forEach((number, at) => {
      expect(number).toBeCloseTo(expectedGradient[at], 8);
    });
    for (const weight of [undefined, list(rows)]) {
      const gram = await kernel.weightedGram(weight, () => undefined);
      for (let j = 0; j < width; j++) {
        for (let k = 0; k <= j; k++) {
          const expected = codes.reduce((sum, _code, i) => sum + (weight?.[i] ?? 1) * columns[j][i] * columns[k][i], 0);
          expect(gram[j * width + k]).toBeCloseTo(expected, 8);
        }
      }
    }
  }
});

test("logits beyond the range of the exponential leave a finite loss", () => {
  const kernel = createLikelihoodKernel({ columns: [Float64Array.of(1, -1, 0)], codes: Int32Array.of(0, 1, 1), classes: 2 });
  const { loss, gradient } = kernel.evaluate(Float64Array.of(-5000));
  expect(loss).toBeCloseTo(10_000 + Math.LN2, 6);
  expect(gradient[0]).toBeCloseTo(-2, 12);
});

test("two threads compute the same bytes as one", async () => {
  const rows = design(20_000, 60, 3);
  const coefficients = list(2 * 60);
  const evaluations = (threads: number) =>
    withThreads(threads, async () => {
      const kernel = createLikelihoodKernel(rows);
      return Array.from({ length: 5 }, () => kernel.evaluate(coefficients));
    });
  expect(await evaluations(2)).toEqual(await evaluations(1));
});
