import { InvalidInput } from "@agatha/contracts";
import { fitContext } from "../../testing/fit-context.js";
import { accuracyOf, asClasses, encodedPeerSplit } from "../../testing/peer-split.js";
import { readCsv } from "../../testing/read-csv.js";
import { testData, testWithData, vegaData } from "../../testing/test-data.js";
import type { Matrix, Target } from "../algorithm.js";
import { knn } from "./index.js";

const defaults = { neighbours: 5, distancePower: 0 };
const byDistance = { neighbours: 5, distancePower: 1 };

async function answer(split: ReturnType<typeof encodedPeerSplit>, params: typeof defaults) {
  return (await knn.fit(split.train.x, split.train.target, params, fitContext())).predict(split.test.x);
}

async function rmse(split: ReturnType<typeof encodedPeerSplit>, params: typeof defaults): Promise<number> {
  const { target } = split.test;
  if (target.kind !== "number") throw new Error("The target has no numbers");
  const { values } = await answer(split, params);
  return Math.sqrt(target.values.reduce((sum, value, i) => sum + (value - values![i]) ** 2, 0) / target.values.length);
}

/** scikit-learn 1.9.1 on standardised columns: KNeighborsRegressor and KNeighborsClassifier, weights "uniform" or "distance". */
describe("scores as scikit-learn does", () => {
  const weather = () => readCsv(vegaData("seattle-weather.csv"), ["date"]);

  // Many rows are at the same distance, of which any may be the fifth: the peer's figures in other orders of the training rows.
  test("seattle-weather, numbers: RMSE 3.419 to 3.463, by distance 3.493 to 3.527", async () => {
    const table = await weather();
    const numbers = { ...table, columns: table.columns.filter(({ name }) => name !== "weather") };
    const split = encodedPeerSplit(numbers, "temp_max", knn.encoding);
    expect(Math.abs((await rmse(split, defaults)) - 3.441)).toBeLessThan(0.035);
    expect(Math.abs((await rmse(split, byDistance)) - 3.51)).toBeLessThan(0.035);
  });

  test("seattle-weather, classes: accuracy .6792, by distance .7065", async () => {
    const split = encodedPeerSplit(await weather(), "weather", knn.encoding);
    expect(Math.abs(accuracyOf((await answer(split, defaults)).probabilities!, split.test.target) - 0.6792)).toBeLessThan(0.01);
    expect(Math.abs(accuracyOf((await answer(split, byDistance)).probabilities!, split.test.target) - 0.7065)).toBeLessThan(0.01);
  });

  testWithData("concrete-strength: RMSE 8.1308, by distance 7.1513", async () => {
    const split = encodedPeerSplit(await readCsv(testData("concrete-strength.csv")), "strength", knn.encoding);
    expect(Math.abs((await rmse(split, defaults)) - 8.1308)).toBeLessThan(0.05);
    expect(Math.abs((await rmse(split, byDistance)) - 7.1513)).toBeLessThan(0.05);
  });

  testWithData("wine-quality-red: accuracy .6156, by distance .6938", async () => {
    const { train, test } = encodedPeerSplit(await readCsv(testData("wine-quality-red.csv")), "quality", knn.encoding);
    const labels = [3, 4, 5, 6, 7, 8];
    const split = { train: asClasses(train, labels), test: asClasses(test, labels) };
    expect(Math.abs(accuracyOf((await answer(split, defaults)).probabilities!, split.test.target) - 0.6156)).toBeLessThan(0.005);
    expect(Math.abs(accuracyOf((await answer(split, byDistance)).probabilities!, split.test.target) - 0.6938)).toBeLessThan(0.005);
  });
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
])("$says", async ({ params, place, expected }) => {
  expect((await knn.fit(line, numbers, params, fitContext())).predict(at(place)).values![0]).toBeCloseTo(expected, 12);
});

test("classes get the shares of their neighbours", async () => {
  const target: Target = { kind: "class", codes: Int32Array.of(0, 2, 2, 0, 0), labels: ["a", "b", "c"] };
  const model = await knn.fit(line, target, { neighbours: 3, distancePower: 0 }, fitContext());
  expect([...model.predict(at(1)).probabilities!].map((p) => 3 * p)).toEqual([1, 0, 2]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])("%p in a training row is refused", async (value) => {
  await expect(knn.fit(at(1, value), { kind: "number", values: Float64Array.of(1, 2) }, defaults, fitContext())).rejects.toThrow(
    InvalidInput,
  );
});
