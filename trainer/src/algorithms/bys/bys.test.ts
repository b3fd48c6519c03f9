import { fitContext } from "../../testing/fit-context.js";
import { accuracyOf, asClasses, encodedPeerSplit, type Side } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { testData, testWithData, vegaData } from "../../testing/test-data.js";
import type { Matrix } from "../algorithm.js";
import { bys } from "./index.js";

const defaults = { maxIterations: 300, smoothing: 1e-9 };

async function answer({ train, test }: { train: Side; test: Side }) {
  return (await bys.fit(train.x, train.target, defaults, fitContext())).predict(test.x);
}

async function rmse(split: { train: Side; test: Side }): Promise<number> {
  const { target } = split.test;
  if (target.kind !== "number") throw new Error("The target has no numbers");
  const { values } = await answer(split);
  return Math.sqrt(target.values.reduce((sum, value, i) => sum + (value - values![i]) ** 2, 0) / target.values.length);
}

const weather = () => readCsv(vegaData("seattle-weather.csv"), ["date"]);

describe("numbers: scikit-learn 1.9.1, BayesianRidge on standardised columns", () => {
  test("seattle-weather: the intercept and the coefficients", async () => {
    const table = await weather();
    const numbers = { ...table, columns: table.columns.filter(({ name }) => name !== "weather") };
    const split = encodedPeerSplit(numbers, "temp_max", bys.encoding);
    expect(await rmse(split)).toBeCloseTo(3.2735188, 5);
    const model = await bys.fit(split.train.x, split.train.target, defaults, fitContext());
    const unit: Matrix = { nrow: 4, ncol: 3, columns: [1, 2, 3].map((at) => Float64Array.from([0, 1, 2, 3], (i) => Number(i === at))) };
    const [intercept, ...sums] = model.predict(unit).values!;
    const peer = { precipitation: -1.1059064751, temp_min: 6.3142599321, wind: -0.3418252967 };
    const names = numbers.columns.map(({ name }) => name).filter((name) => name !== "temp_max") as (keyof typeof peer)[];
    expect(intercept).toBeCloseTo(16.4559931507, 6);
    names.forEach((name, j) => {
      expect(sums[j] - intercept).toBeCloseTo(peer[name], 5);
    });
  });

  testWithData("concrete-strength: RMSE 9.5606", async () => {
    expect(await rmse(encodedPeerSplit(await readCsv(testData("concrete-strength.csv")), "strength", bys.encoding))).toBeCloseTo(
      9.560587,
      4,
    );
  });
});

describe("classes: scikit-learn 1.9.1, GaussianNB on standardised columns", () => {
  test("seattle-weather: accuracy and the first row's probabilities", async () => {
    const split = encodedPeerSplit(await weather(), "weather", bys.encoding);
    const probabilities = (await answer(split)).probabilities!;
    expect(accuracyOf(probabilities, split.test.target)).toBeCloseTo(0.8464163823, 8);
    const labels = split.test.target.kind === "class" ? split.test.target.labels : [];
    const peer = { drizzle: 0.0057445165, fog: 0.1460559447, rain: 0.0001083338, snow: 5.10255632e-8, sun: 0.8480911539 };
    for (const [label, probability] of Object.entries(peer)) expect(probabilities[labels.indexOf(label)]).toBeCloseTo(probability, 6);
  });

  testWithData("wine-quality-red: accuracy .5375", async () => {
    const { train, test } = encodedPeerSplit(await readCsv(testData("wine-quality-red.csv")), "quality", bys.encoding);
    const labels = [3, 4, 5, 6, 7, 8];
    const split = { train: asClasses(train, labels), test: asClasses(test, labels) };
    expect(accuracyOf((await answer(split)).probabilities!, split.test.target)).toBeCloseTo(0.5375, 8);
  });
});

const columns = [Float64Array.of(0, 1, 2, 3, 4), Float64Array.of(2, 2, 2, 2, 2)];
const x: Matrix = { nrow: 5, ncol: 2, columns };

test("a label without rows has probability 0", async () => {
  const target = { kind: "class" as const, codes: Int32Array.of(0, 0, 2, 2, 2), labels: ["a", "b", "c"] };
  const probabilities = (await bys.fit(x, target, defaults, fitContext())).predict(x).probabilities!;
  expect([0, 1, 2, 3, 4].map((i) => probabilities[3 * i + 1])).toEqual([0, 0, 0, 0, 0]);
  expect(probabilities[0]).toBeGreaterThan(0.9);
  expect(probabilities[14]).toBeGreaterThan(0.9);
});

test("it says so when the precisions had not converged", async () => {
  const heard: string[] = [];
  const target = { kind: "number" as const, values: Float64Array.of(1, 30, -20, 7, 100) };
  await bys.fit(x, target, { ...defaults, maxIterations: 1 }, fitContext({ notConverged: (message) => heard.push(message) }));
  expect(heard).toEqual(["BYS had not converged after 1 iterations: allow more"]);
});
