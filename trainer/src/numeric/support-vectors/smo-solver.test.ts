/** references/svm.py computes the optima with LIBSVM. */
import { dataFolderPath, testWithDataFolder, vegaDatasetPath } from "../../testing/dataset-files.js";
import { encodedPeerSplit } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import type { Target } from "../matrix.js";
import { createRandom } from "../random.js";
import { createSupportVectors, DecisionFunction } from "./decision-function.js";
import { fitPair } from "./fit-pair.js";
import { kernelFunctionOf, toRowMajor } from "./kernel-function.js";
import { plattProbability } from "./platt-scaling.js";
import { SmoSolver } from "./smo-solver.js";

interface Figures {
  file: string;
  target: string;
  one: string | number;
  drop: string[];
  cost: number;
  balance: number;
  kernel: "rbf" | "linear";
  objective: number;
  vectors: number;
  decisions: number[];
  accuracy: number;
  log_loss: number;
}

const { two_classes: cases } = referenceFigures<{ two_classes: Figures[] }>("svm");

function isOne(target: Target, one: string | number): (row: number) => boolean {
  if (target.kind === "class") return (row) => target.labels[target.codes[row]] === one;
  return (row) => target.kind === "number" && target.values[row] === one;
}

function finish<T>(steps: Generator<number, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

async function expectFigures(figures: Figures): Promise<void> {
  const path = figures.file === "seattle-weather.csv" ? vegaDatasetPath(figures.file) : dataFolderPath(figures.file);
  const { train, test } = encodedPeerSplit(await readCsv(path, figures.drop), figures.target, { missing: "impute", scale: "standard" });
  const rows = toRowMajor(train.x);
  const similarity = kernelFunctionOf(rows, { kernel: figures.kernel === "linear" ? 1 : 0, kernelGamma: 0 });
  const signs = Int8Array.from({ length: rows.count }, (_, row) => (isOne(train.target, figures.one)(row) ? 1 : -1));
  const ones = signs.filter((sign) => sign > 0).length;
  const weights = [ones, rows.count - ones].map((count) => (rows.count / (2 * count)) ** figures.balance) as [number, number];
  const pair = {
    rows: Int32Array.from(signs.keys()),
    signs,
    costs: [figures.cost * weights[0], figures.cost * weights[1]] as const,
    weights: [1, 1] as const,
    seed: 1,
  };
  const solver = new SmoSolver(rows, similarity, rows.count);
  const { beta, intercept, sigmoid, converged } = finish(fitPair(solver, pair, { tolerance: 0.001, maxIterations: 1_000_000 }));
  expect(converged).toBe(true);

  const vectors = pair.rows.filter((row) => beta[row] !== 0);
  // With the linear kernel, similar rows can replace each other.
  expect(Math.abs(vectors.length - figures.vectors)).toBeLessThan(1.5 + (similarity.linear ? 0.05 : 0.01) * figures.vectors);
  expect(Math.abs(beta.reduce((sum, value) => sum + value, 0))).toBeLessThan(1e-9 * rows.count);
  const machine = createSupportVectors(rows, similarity, [vectors], 1);
  machine.coefficients.set(Float32Array.from(vectors, (row) => beta[row]));
  const scorer = new DecisionFunction(machine);
  let objective = 0;
  for (const row of vectors) {
    scorer.setRow(train.x, row);
    objective += beta[row] * (scorer.decisionSum(0, 0) / 2 - signs[row]);
  }
  expect(Math.abs(objective / figures.objective - 1)).toBeLessThan(1e-4);

  const decisions = Array.from({ length: test.x.nrow }, (_, row) => {
    scorer.setRow(test.x, row);
    return scorer.decisionSum(0, 0) + intercept;
  });
  figures.decisions.forEach((decision, row) => void expect(Math.abs(decisions[row] - decision)).toBeLessThan(0.02));
  const positive = isOne(test.target, figures.one);
  const right = decisions.filter((decision, row) => decision > 0 === positive(row)).length;
  expect(Math.abs(right / decisions.length - figures.accuracy)).toBeLessThan(0.002);
  const surprise = decisions.map((decision, row) => {
    const p = plattProbability(decision, sigmoid);
    return -Math.log(positive(row) ? p : 1 - p);
  });
  const logLoss = surprise.reduce((sum, value) => sum + value, 0) / surprise.length;
  expect(Math.abs(logLoss - figures.log_loss)).toBeLessThan(0.05 * figures.log_loss);
}

describe("separates two classes as LIBSVM does", () => {
  for (const figures of cases) {
    const { file, target, one, kernel, cost, balance } = figures;
    const title = `${file}: ${target} ${one}, kernel ${kernel}, cost ${cost}${balance ? ", classes balanced" : ""}`;
    if (file === "seattle-weather.csv") test(title, () => expectFigures(figures));
    else testWithDataFolder(title, () => expectFigures(figures));
  }
});

const random = createRandom(5);
const noise = { nrow: 300, ncol: 5, columns: Array.from({ length: 5 }, () => Float64Array.from({ length: 300 }, () => random.normal())) };

test("out-of-fold decisions equal those of machines fitted without the rows", () => {
  // The labels are noise. With so high a cost the machine overfits its own rows, and must not be certain about others.
  const rows = toRowMajor(noise);
  const signs = Int8Array.from({ length: 300 }, () => (random.next() < 0.5 ? 1 : -1));
  const pair = { rows: Int32Array.from(signs.keys()), signs, costs: [1000, 1000] as const, weights: [1, 1] as const, seed: 3 };
  const solver = new SmoSolver(rows, { linear: false, gamma: 1 }, 300);
  const { beta, intercept, sigmoid } = finish(fitPair(solver, pair, { tolerance: 0.001, maxIterations: 1_000_000 }));
  const scorer = new DecisionFunction(
    Object.assign(createSupportVectors(rows, { linear: false, gamma: 1 }, [pair.rows], 1), { coefficients: withPadding(beta) }),
  );
  const surest = signs.map((sign, row) => {
    scorer.setRow(noise, row);
    const decision = scorer.decisionSum(0, 0) + intercept;
    expect(decision * sign).toBeGreaterThan(0.9);
    return 100 * plattProbability(decision * sign, sigmoid);
  });
  expect(Math.max(...surest)).toBeLessThan(70);
});

function withPadding(beta: Float64Array): Float32Array {
  const padded = new Float32Array(Math.ceil(beta.length / 16) * 16);
  padded.set(beta);
  return padded;
}
