import { createMatrixInverter } from "./matrix-inverse.js";

const yieldToEventLoop = () => undefined;

/** Gram matrix of sine waves; `phase` varies it. */
function gram(size: number, phase: number): Float64Array {
  const wave = (i: number, k: number) => Math.sin((i + 1) * (k + 1) * 0.7 + phase);
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return Array.from({ length: 2 * size }, (_, k) => wave(i, k) * wave(j, k)).reduce((sum, value) => sum + value);
  });
}

test.each([1, 3, 8, 9, 20, 33])("a matrix of %i rows times its inverse is the identity, also on a second call", async (size) => {
  const invert = createMatrixInverter(size, yieldToEventLoop);
  const diagonal = Float64Array.from({ length: size }, (_, i) => 0.1 + i);
  for (const phase of [0, 1]) {
    const matrix = gram(size, phase);
    const inverse = await invert(matrix, diagonal);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        let sum = diagonal[i] * inverse[i * size + j];
        for (let k = 0; k < size; k++) sum += matrix[i * size + k] * inverse[k * size + j];
        expect(sum).toBeCloseTo(Number(i === j), 10);
      }
    }
  }
});

test("the inverse for identical columns is finite", async () => {
  const inverse = await createMatrixInverter(12, yieldToEventLoop)(new Float64Array(144).fill(1), new Float64Array(12));
  expect(inverse.every(Number.isFinite)).toBe(true);
});
