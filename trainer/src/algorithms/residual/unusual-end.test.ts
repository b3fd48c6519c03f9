import { createRandom } from "../../numeric/random.js";
import { conspicuousness, findUnusualEnd } from "./unusual-end.js";

const MONTHS = { season: 12, longerSeasons: [] };
/** A season with noise of deviation 1, and changes of single values by so much. */
function monthly(changes: Record<number, number> = {}, length = 72): Float64Array {
  const random = createRandom(5);
  return Float64Array.from({ length }, (_, t) => 100 + 10 * Math.sin((2 * Math.PI * t) / 12) + random.normal() + (changes[t] ?? 0));
}
const find = (series: Float64Array, seasons = MONTHS) => findUnusualEnd(series, seasons, () => undefined);

test.each([
  ["the last value", 71, 8],
  ["the last value, downwards", 71, -8],
  ["the one before it", 70, 8],
  ["the third from the end", 69, 8],
])("%s is found where it is far from its forecast, with the range that was expected", async (_name, t, change) => {
  const series = monthly({ [t]: change });
  const found = await find(series);
  expect(found).toMatchObject({ t, value: series[t] });
  const { lower = 0, upper = 0 } = found ?? {};
  expect(lower).toBeLessThan(series[t] - change);
  expect(upper).toBeGreaterThan(series[t] - change);
  expect(upper - lower).toBeLessThan(8);
});

test("usual ends, an earlier outlier and a level that changed some values ago are no unusual ends", async () => {
  const shift = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [66 + i, 20]));
  for (const series of [monthly(), monthly({ 60: 8 }), monthly(shift)]) expect(await find(series)).toBeUndefined();
});

test("of 60 series of noise, the end of hardly any is unusual", async () => {
  const random = createRandom(9);
  let found = 0;
  for (let i = 0; i < 60; i++) {
    const noise = Float64Array.from({ length: 60 }, () => random.normal());
    if (await find(noise, { season: 1, longerSeasons: [] })) found++;
  }
  expect(found).toBeLessThanOrEqual(2);
});

test("a demand as large as others of an intermittent series is usual, and so is a constant", async () => {
  const demand = Float64Array.from({ length: 80 }, (_, t) => (t % 5 === 4 ? 3 + (t % 3) : 0));
  const seasons = { season: 1, longerSeasons: [] };
  expect(await find(demand, seasons)).toBeUndefined();
  expect(await find(new Float64Array(40).fill(7), seasons)).toBeUndefined();
});

test.each([0, 30])("a last value of %d is found in a positive series that grows with its season", async (value) => {
  const random = createRandom(5);
  const grown = Float64Array.from(
    { length: 72 },
    (_, t) => Math.exp(4 + t / 60) * (1 + 0.2 * Math.sin((2 * Math.PI * t) / 12) + 0.02 * random.normal()),
  );
  expect(await find(grown)).toBeUndefined();
  grown[71] = value;
  expect(await find(grown)).toMatchObject({ t: 71, value });
});

test("a series of few values is not judged", async () => {
  expect(await find(monthly({ 14: 50 }, 15))).toBeUndefined();
});

test("the series with an unusual end is the most conspicuous one", () => {
  expect(conspicuousness(monthly({ 71: 8 }), MONTHS)).toBeGreaterThan(3);
  expect(conspicuousness(monthly(), MONTHS)).toBeLessThan(2.5);
});
