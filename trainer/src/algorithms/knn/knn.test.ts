/** references/knn.py computes the figures with scikit-learn. */
import { InvalidInput } from "@agatha/contracts";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { testOnFile } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { encodedSplitOf, scoreOf } from "../../testing/peer-comparison.js";
import { readCsv } from "../../testing/read-csv.js";
import { type FigureBounds, referenceFigures } from "../../testing/reference-figures.js";
import { knn } from "./index.js";

interface Figure extends FigureBounds {
  score: "RMSE" | "Accuracy";
  file: string;
  target: string;
  drop: string[];
  distance_power: number;
  /** Indices of test rows, and the predicted number or highest probability of each. */
  rows: number[];
  answers: number[];
}

const { neighbours, contests } = referenceFigures<{ neighbours: number; contests: Figure[] }>("knn");
const defaults = { neighbours, distancePower: 0 };

describe("predicts the same as scikit-learn", () => {
  for (const { score, file, target, drop, distance_power: distancePower, lowest, highest, rows, answers } of contests) {
    testOnFile(
      file,
      `${file}, ${target}, distance to the power of ${distancePower}: ${score} ${lowest.toFixed(4)} to ${highest.toFixed(4)}`,
      async (path) => {
        const { train, test } = encodedSplitOf(await readCsv(path, drop), target, { classes: score === "Accuracy", algorithm: knn });
        const answer = (await knn.fit(train.x, train.target, { neighbours, distancePower }, fitContext())).predict(test.x);
        const classes = test.target.kind === "class" ? test.target.labels.length : 0;
        const answered = (row: number) =>
          answer.values ? answer.values[row] : Math.max(...answer.probabilities!.subarray(row * classes, (row + 1) * classes));
        rows.forEach((row, i) => void expect(answered(row)).toBeCloseTo(answers[i], 9));
        // Ties in distance may be broken in another way than in any row order that the peer was run with.
        const allowed = highest - lowest + 1e-9;
        expect(scoreOf(answer, test.target)).toBeGreaterThan(lowest - allowed);
        expect(scoreOf(answer, test.target)).toBeLessThan(highest + allowed);
      },
    );
  }
});

const line: Matrix = { nrow: 5, ncol: 1, columns: [Float64Array.of(0, 1, 3, 7, 8)] };
const at = (...places: number[]): Matrix => ({ nrow: places.length, ncol: 1, columns: [Float64Array.from(places)] });
const numbers: Target = { kind: "number", values: Float64Array.of(10, 20, 30, 40, 50) };

test.each([
  { says: "the mean of the nearest", params: { neighbours: 2, distancePower: 0 }, place: 0.4, expected: 15 },
  { says: "the nearer weighs more", params: { neighbours: 2, distancePower: 1 }, place: 0.25, expected: 12.5 },
  { says: "by the square of the distance still more", params: { neighbours: 2, distancePower: 2 }, place: 0.25, expected: 11 },
  { says: "at no distance the others do not count", params: { neighbours: 3, distancePower: 1 }, place: 3, expected: 30 },
  { says: "no more neighbours than rows", params: { neighbours: 100, distancePower: 0 }, place: 0, expected: 30 },
])("predictions from neighbours: $says", async ({ params, place, expected }) => {
  expect((await knn.fit(line, numbers, params, fitContext())).predict(at(place)).values![0]).toBeCloseTo(expected, 12);
});

test("classification returns the classes' shares of the neighbours", async () => {
  const target: Target = { kind: "class", codes: Int32Array.of(0, 2, 2, 0, 0), labels: ["a", "b", "c"] };
  const model = await knn.fit(line, target, { neighbours: 3, distancePower: 0 }, fitContext());
  expect([...model.predict(at(1)).probabilities!].map((p) => 3 * p)).toEqual([1, 0, 2]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])("KNN rejects %p in a training row", async (value) => {
  await expect(knn.fit(at(1, value), { kind: "number", values: Float64Array.of(1, 2) }, defaults, fitContext())).rejects.toThrow(
    InvalidInput,
  );
});
