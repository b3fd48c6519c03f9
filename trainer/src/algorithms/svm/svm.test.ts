/** references/svm.py computes the figures with scikit-learn. */

import { ALGORITHMS } from "@agatha/contracts";
import type { Matrix, Target } from "../../numeric/matrix.js";
import { deserializeSupportVectors } from "../../numeric/support-vectors/decision-function.js";
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { accuracyOf, asClasses, encodedPeerSplit } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { withThreads } from "../../testing/with-threads.js";
import type { FittedModel } from "../base/algorithm.js";
import { svm } from "./index.js";

interface Rows {
  file: string;
  target: string;
  drop: string[];
  vectors: number;
}

interface NumberFigures extends Rows {
  cost: number;
  epsilon: number;
  kernel: "rbf" | "linear";
  predictions: number[];
  rmse: number;
}

interface ClassMetrics extends Rows {
  accuracy: number;
}

const figures = referenceFigures<{ numbers: NumberFigures[]; several_classes: ClassMetrics[] }>("svm");
const defaults = ALGORITHMS.SVM.params.parse({});

function onData(title: string, file: string, run: (path: string) => Promise<void>): void {
  if (file === "seattle-weather.csv") test(title, () => run(vegaDatasetPath(file)));
  else testWithDataFolder(title, () => run(dataFolderPath(file)));
}

/** Returns the number of support vectors: rows with a coefficient in any sum. */
function vectorsOf(model: FittedModel): number {
  const { tiles, width, coefficients } = deserializeSupportVectors(model.save(), "SVM").machine;
  const stride = tiles.length / width;
  return Array.from({ length: stride }, (_, at) => at).filter((at) => coefficients.some((value, i) => i % stride === at && value !== 0))
    .length;
}

describe("regression predicts the same as scikit-learn", () => {
  for (const { file, target, drop, cost, epsilon, kernel, predictions, rmse, vectors } of figures.numbers) {
    onData(`${file}, kernel ${kernel}, cost ${cost}, epsilon ${epsilon}`, file, async (path) => {
      const { train, test } = encodedPeerSplit(await readCsv(path, drop), target, svm.encoding);
      const model = await svm.fit(train.x, train.target, { ...defaults, cost, epsilon, kernel: kernel === "linear" ? 1 : 0 }, fitContext());
      const values = model.predict(test.x).values!;
      predictions.forEach((prediction, i) => void expect(Math.abs(values[i] - prediction)).toBeLessThan(0.05));
      const truth = (test.target as Extract<Target, { kind: "number" }>).values;
      const squares = truth.reduce((sum, value, i) => sum + (value - values[i]) ** 2, 0);
      expect(Math.sqrt(squares / truth.length)).toBeCloseTo(rmse, 2);
      expect(Math.abs(vectorsOf(model) / vectors - 1)).toBeLessThan(0.01);
    });
  }
});

describe("classification of several classes is as accurate as scikit-learn", () => {
  for (const { file, target, drop, accuracy, vectors } of figures.several_classes) {
    onData(file, file, async (path) => {
      const { train, test } = encodedPeerSplit(await readCsv(path, drop), target, svm.encoding);
      const labels = train.target.kind === "number" ? [...new Set(train.target.values)].sort((a, b) => a - b) : undefined;
      const [learned, asked] = labels ? [asClasses(train, labels), asClasses(test, labels)] : [train, test];
      const model = await svm.fit(learned.x, learned.target, defaults, fitContext());
      // The peer's class is by votes of the pairs, ours by their probabilities. They differ in one row in a hundred.
      expect(Math.abs(accuracyOf(model.predict(asked.x).probabilities!, asked.target) - accuracy)).toBeLessThan(0.01);
      expect(Math.abs(vectorsOf(model) / vectors - 1)).toBeLessThan(0.01);
    });
  }
});

const line: Matrix = { nrow: 200, ncol: 1, columns: [Float64Array.from({ length: 200 }, (_, i) => (i - 100) / 50)] };
const tenth: Target = {
  kind: "class",
  codes: Int32Array.from({ length: 200 }, (_, i) => (i % 10 === 3 ? 1 : 0)),
  labels: ["usual", "rare"],
};

test("without an informative column, balanced classes get even probabilities, others their shares of the rows", async () => {
  const [alike, balanced] = await Promise.all(
    [0, 1].map(async (classBalance) => {
      const model = await svm.fit(line, tenth, { ...defaults, classBalance }, fitContext());
      return model.predict({ nrow: 1, ncol: 1, columns: [Float64Array.of(0.1)] }).probabilities![1];
    }),
  );
  expect(Math.abs(alike - 0.1)).toBeLessThan(0.1);
  expect(Math.abs(balanced - 0.5)).toBeLessThan(0.2);
});

test("the unit of the target does not change the fit", async () => {
  const values = line.columns[0].map((x) => Math.sin(2 * x));
  const fit = (target: Float64Array) => svm.fit(line, { kind: "number", values: target }, defaults, fitContext());
  const [one, thousand] = await Promise.all([fit(values), fit(values.map((value) => 1000 * value + 5000))]);
  const answers = one.predict(line).values!;
  thousand.predict(line).values!.forEach((value, i) => void expect((value - 5000) / 1000).toBeCloseTo(answers[i], 3));
  answers.forEach((answer, i) => void expect(Math.abs(answer - values[i])).toBeLessThan(0.15));
});

test("SVM warns when it has not converged", async () => {
  const told: string[] = [];
  const context = fitContext({ warnNotConverged: (message) => told.push(message) });
  await svm.fit(line, { kind: "number", values: line.columns[0] }, { ...defaults, maxIterations: 2 }, context);
  await svm.fit(line, tenth, { ...defaults, maxIterations: 2 }, context);
  expect(told).toHaveLength(2);
  expect(told[0]).toContain("2 iterations");
});

test("two threads fit the same pairs as one, and a cancelled fit rejects with the reason", async () => {
  const codes = Int32Array.from({ length: 3000 }, (_, i) => i % 4);
  const x = {
    nrow: 3000,
    ncol: 2,
    columns: [0, 1].map((j) => Float64Array.from(codes, (code, i) => Math.sin(i * (j + 1.7)) + (code === j ? 1 : 0))),
  };
  const target: Target = { kind: "class", codes, labels: ["a", "b", "c", "d"] };
  const one = await svm.fit(x, target, defaults, fitContext());
  const two = await withThreads(2, () => svm.fit(x, target, defaults, fitContext()));
  expect(Buffer.compare(one.save(), two.save())).toBe(0);
  const controller = new AbortController();
  const fitting = withThreads(2, () => svm.fit(x, target, { ...defaults, cost: 10_000 }, fitContext({ signal: controller.signal })));
  setImmediate(() => controller.abort(new Error("not wanted")));
  await expect(fitting).rejects.toThrow("not wanted");
});

test("classes of more rows than a call takes arguments are told apart", async () => {
  const codes = Int32Array.from({ length: 150_000 }, (_, i) => i % 2);
  const x: Matrix = { nrow: codes.length, ncol: 1, columns: [Float64Array.from(codes)] };
  const model = await svm.fit(x, { kind: "class", codes, labels: ["a", "b"] }, { ...defaults, maxIterations: 1 }, fitContext());
  const [ofA, ofB] = [0, 1].map((value) => model.predict({ nrow: 1, ncol: 1, columns: [Float64Array.of(value)] }).probabilities!);
  expect(ofA[0]).toBeGreaterThan(0.5);
  expect(ofB[1]).toBeGreaterThan(0.5);
});
