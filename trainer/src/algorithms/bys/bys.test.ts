/** references/bys.py computes the figures with scikit-learn. */
import type { Matrix } from "../../numeric/matrix.js";
import { testOnFile } from "../../testing/dataset-files.js";
import { fitContext } from "../../testing/fit-context.js";
import { describeAgainstPeer, type PeerFigures, rootMeanSquaredError } from "../../testing/peer-comparison.js";
import { accuracyOf, asClasses, encodedPeerSplit } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { bys } from "./index.js";

interface Rows {
  file: string;
  target: string;
  drop: string[];
}

interface Figures {
  numbers: (Rows & { rmse: number; coefficients: number[] })[];
  classes: (Rows & { accuracy: number; first: Record<string, number> })[];
  held_out: PeerFigures;
}

const defaults = { maxIterations: 300, smoothing: 1e-9, balance: 0, logResponse: false };
const figures = referenceFigures<Figures>("bys");

describe("regression has the intercept and the coefficients of BayesianRidge", () => {
  for (const { file, target, drop, rmse, coefficients } of figures.numbers) {
    testOnFile(file, `${file}: ${target}`, async (path) => {
      const { train, test } = encodedPeerSplit(await readCsv(path, drop), target, bys.encoding);
      const model = await bys.fit(train.x, train.target, defaults, fitContext());
      expect(rootMeanSquaredError(model.predict(test.x).values!, test.target)).toBeCloseTo(rmse, 5);
      const { ncol } = train.x;
      const unit = train.x.columns.map((_, j) => Float64Array.from({ length: ncol + 1 }, (_one, at) => Number(at === j + 1)));
      const [intercept, ...sums] = model.predict({ nrow: ncol + 1, ncol, columns: unit }).values!;
      [intercept, ...sums.map((sum) => sum - intercept)].forEach((value, j) => {
        expect(value).toBeCloseTo(coefficients[j], 4);
      });
    });
  }
});

describe("classification has the probabilities of GaussianNB", () => {
  for (const { file, target, drop, accuracy, first } of figures.classes) {
    testOnFile(file, `${file}: ${target}`, async (path) => {
      const split = encodedPeerSplit(await readCsv(path, drop), target, bys.encoding);
      const [train, test] = [split.train, split.test].map((side) =>
        side.target.kind === "number" ? asClasses(side, Object.keys(first).map(Number)) : side,
      );
      const probabilities = (await bys.fit(train.x, train.target, defaults, fitContext())).predict(test.x).probabilities!;
      expect(accuracyOf(probabilities, test.target)).toBeCloseTo(accuracy, 8);
      const labels = test.target.kind === "class" ? test.target.labels : [];
      for (const [label, probability] of Object.entries(first)) expect(probabilities[labels.indexOf(label)]).toBeCloseTo(probability, 6);
    });
  }
});

describeAgainstPeer(bys, defaults, figures.held_out);

const columns = [Float64Array.of(0, 1, 2, 3, 4), Float64Array.of(2, 2, 2, 2, 2)];
const x: Matrix = { nrow: 5, ncol: 2, columns };

test("a label without rows has probability 0", async () => {
  const target = { kind: "class" as const, codes: Int32Array.of(0, 0, 2, 2, 2), labels: ["a", "b", "c"] };
  const probabilities = (await bys.fit(x, target, defaults, fitContext())).predict(x).probabilities!;
  expect([0, 1, 2, 3, 4].map((i) => probabilities[3 * i + 1])).toEqual([0, 0, 0, 0, 0]);
  expect(probabilities[0]).toBeGreaterThan(0.9);
  expect(probabilities[14]).toBeGreaterThan(0.9);
});

test("naive Bayes warns when the precisions have not converged", async () => {
  const heard: string[] = [];
  const target = { kind: "number" as const, values: Float64Array.of(1, 30, -20, 7, 100) };
  await bys.fit(x, target, { ...defaults, maxIterations: 1 }, fitContext({ warnNotConverged: (message) => heard.push(message) }));
  expect(heard).toEqual(["BYS had not converged after 1 iterations: allow more"]);
});

test("the unit of a response with small numbers does not change the fit", async () => {
  const inputs: Matrix = { nrow: 200, ncol: 2, columns: [1, 2].map((k) => Float64Array.from({ length: 200 }, (_, i) => Math.sin(k * i))) };
  const response = Float64Array.from({ length: 200 }, (_, i) => inputs.columns[0][i] + 0.2 * Math.cos(i ** 2));
  const predicted = async (unit: number) => {
    const model = await bys.fit(inputs, { kind: "number", values: response.map((value) => value * unit) }, defaults, fitContext());
    return model.predict(inputs).values!.map((value) => value / unit);
  };
  const asIs = await predicted(1);
  (await predicted(1e-6)).forEach((value, i) => void expect(value).toBeCloseTo(asIs[i], 10));
});
