import { createRandom } from "../random.js";
import { pairwiseCoupling } from "./pairwise-coupling.js";

const random = createRandom(6);

function coupled(n: number, pairOf: (a: number, b: number) => number): { pairwise: Float64Array; found: Float64Array } {
  const pairwise = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      pairwise[a * n + b] = pairOf(a, b);
      pairwise[b * n + a] = 1 - pairwise[a * n + b];
    }
  }
  const found = new Float64Array(n);
  pairwiseCoupling(pairwise, found);
  return { pairwise, found };
}

test.each([1, 2, 3, 50])("consistent pairs give back the probabilities that they came from: %p classes", (n) => {
  const shares = Float64Array.from({ length: n }, () => 10 ** (-6 * random.next()));
  const sum = shares.reduce((total, share) => total + share, 0);
  const { found } = coupled(n, (a, b) => shares[a] / (shares[a] + shares[b]));
  found.forEach((p, a) => void expect(p).toBeCloseTo(shares[a] / sum, 12));
});

test.each([
  ["3 classes, each surely before the next, the last before the first", 3, (a: number, b: number) => (b - a === 1 ? 1 - 1e-7 : 1e-7)],
  ["7 classes, nothing certain", 7, () => 0.05 + 0.9 * random.next()],
  ["30 classes, each pair as sure as can be, of the one or the other", 30, () => (random.next() < 0.5 ? 1e-7 : 1 - 1e-7)],
])("contradictory pairs get the probabilities with the least squared error: %s", (_title, n, pairOf) => {
  const { pairwise, found } = coupled(n, pairOf);
  expect(found.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  expect(found.every((p) => p >= 0)).toBe(true);
  // At the minimum, the gradient of Σ (r_ba p_a − r_ab p_b)² is the same for each class, since the probabilities sum to 1.
  const gradient = found.map((p, a) =>
    found.reduce((sum, other, b) => sum + pairwise[b * n + a] * (pairwise[b * n + a] * p - pairwise[a * n + b] * other), 0),
  );
  gradient.forEach((value) => void expect(value).toBeCloseTo(gradient[0], 12));
});
