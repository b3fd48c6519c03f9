import { fitContext } from "../../testing/fit-context.js";
import { withThreads } from "../../testing/with-threads.js";
import { createRandom } from "../random.js";
import { createYielder } from "../yield-to-event-loop.js";
import { jacobiEigen } from "./jacobi-eigen.js";
import { symmetricEigen } from "./symmetric-eigen.js";
import { dot } from "./vectors.js";

const yieldToEventLoop = () => createYielder(fitContext());

describe.each([
  ["by QR steps", symmetricEigen],
  ["by Jacobi rotations", jacobiEigen],
])("%s", (_, find) => {
  test("the decomposition finds known eigenvalues", async () => {
    const { values, vectors } = await find(Float64Array.of(2, Number.NaN, 1, 2), 2, yieldToEventLoop());
    expect(values[0]).toBeCloseTo(3, 12);
    expect(values[1]).toBeCloseTo(1, 12);
    expect(Math.abs(vectors[0][0] + vectors[0][1])).toBeCloseTo(Math.SQRT2, 12);
  });

  test.each([
    { size: 12, rank: 12 },
    { size: 12, rank: 5 },
    { size: 1, rank: 1 },
    { size: 4, rank: 0 },
    { size: 61, rank: 40 },
  ])("the vectors are orthogonal and reproduce the matrix: size $size, rank $rank", async ({ size, rank }) => {
    const random = createRandom(2);
    const factors = Array.from({ length: rank }, () => Float64Array.from({ length: size }, () => random.normal()));
    const matrix = Float64Array.from({ length: size * size }, (_, at) =>
      factors.reduce((sum, factor) => sum + factor[at % size] * factor[Math.floor(at / size)], 0),
    );
    const { values, vectors } = await find(matrix.slice(), size, yieldToEventLoop());
    expect(vectors).toHaveLength(rank);
    vectors.forEach((a, i) => {
      vectors.forEach((b, k) => {
        expect(dot(a, b)).toBeCloseTo(i === k ? 1 : 0, 10);
      });
    });
    matrix.forEach((number, at) => {
      const again = vectors.reduce((sum, vector, k) => sum + values[k] * vector[at % size] * vector[Math.floor(at / size)], 0);
      expect(again).toBeCloseTo(number, 9);
    });
  });
});

test("QR steps find eigenvalues of numbers whose squares underflow", async () => {
  const { values } = await symmetricEigen(Float64Array.of(2e-200, 0, 1e-200, 2e-200), 2, yieldToEventLoop());
  expect(values[0] / 3e-200).toBeCloseTo(1, 12);
  expect(values[1] / 1e-200).toBeCloseTo(1, 12);
});

test("Jacobi rotations find small eigenvalues as exactly as great ones", async () => {
  // The product of the eigenvalues is the determinant.
  const { values } = await jacobiEigen(Float64Array.of(1.1, 0, 0.1e-6, 1.1e-12), 2, yieldToEventLoop());
  expect((values[0] * values[1]) / 1.2e-12).toBeCloseTo(1, 13);
});

test("two threads find the same bytes as one", async () => {
  const random = createRandom(3);
  const columns = Array.from({ length: 150 }, () => Float64Array.from({ length: 200 }, () => random.normal()));
  const gram = Float64Array.from({ length: 150 ** 2 }, (_, at) => dot(columns[Math.floor(at / 150)], columns[at % 150]));
  const find = () => symmetricEigen(gram, 150, yieldToEventLoop());
  const one = await find();
  // A worker that has just started may take no part.
  await withThreads(2, async () => {
    for (let time = 0; time < 3; time++) expect(await find()).toEqual(one);
  });
});
