import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";

const MONTHS = 60;
const monthAt = (t: number) => new Date(Date.UTC(2018, t, 1));
function values(seed: number, last?: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: MONTHS }, (_, t) => {
    const usual = 350 + 40 * Math.sin((2 * Math.PI * t) / 12) + 8 * random.normal();
    return Math.round(t === MONTHS - 1 ? (last ?? usual) : usual);
  });
}
const warningsOf = async (...[table, asked]: Parameters<typeof trainOnTable>) =>
  (await trainOnTable(table, asked)).info.warnings.filter(({ code }) => code === "unusual_end" || code === "unusual_ends");

test.each(["ETS", "GLM"])("a model of %s tells an unusual last value, and no usual one", async (algorithm) => {
  const warnings = async (y: number[]) => {
    const table = createTable({ when: y.map((_, t) => monthAt(t)), y });
    const timeSeries = { time: "when", lags: 3, horizon: 3 };
    return await warningsOf(table, modelRequest("REGRESSION", algorithm, { response: "y", timeSeries }));
  };
  const [warning] = await warnings(values(3, 940));
  expect(warning).toMatchObject({ code: "unusual_end", values: { value: 940, time: monthAt(MONTHS - 1).toISOString() } });
  expect(warning?.values?.lower).toBeGreaterThan(250);
  expect(warning?.values?.upper).toBeLessThan(400);
  expect(warning?.message).toMatch(/940 .* far from what was expected .* correct it and train again/);
  expect(await warnings(values(3))).toEqual([]);
});

test("of several series, those with an unusual end are named", async () => {
  const shops = [values(3), values(4, 940), values(5)];
  const rows = shops.flatMap((list, shop) => list.map((y, t) => ({ when: monthAt(t), shop: `S${shop}`, y })));
  const table = createTable({ when: rows.map(({ when }) => when), shop: rows.map(({ shop }) => shop), y: rows.map(({ y }) => y) });
  const timeSeries = { time: "when", series: "shop", lags: 1, horizon: 3 };
  const [warning, ...others] = await warningsOf(table, modelRequest("REGRESSION", "SNaive", { response: "y", timeSeries }));
  expect(warning).toMatchObject({ code: "unusual_ends", values: { count: 1 } });
  expect(warning?.values?.names).toMatch(/^S1: 940 \(\d+ – \d+\)$/);
  expect(others).toEqual([]);
});

test("a last value that a column known ahead explains is as expected", async () => {
  const promoted = (t: number) => t === MONTHS - 1 || t % 9 === 4;
  const y = values(6).map((value, t) => value + (promoted(t) ? 300 : 0));
  const table = createTable({ when: y.map((_, t) => monthAt(t)), promotion: y.map((_, t) => (promoted(t) ? 1 : 0)), y });
  const timeSeries = { time: "when", lags: 1, horizon: 3, knownAhead: ["promotion"] };
  expect(await warningsOf(table, modelRequest("REGRESSION", "ETS", { response: "y", timeSeries }))).toEqual([]);
});

test.each([[[]], [["promotion"]]])(
  "a period without a row has no value that could be unusual, with columns known ahead %j",
  async (knownAhead) => {
    const random = createRandom(3);
    const week = [100, 100, 100, 100, 100, 200, 20];
    const rows = Array.from({ length: 71 }, (_, t) => ({ t, promotion: t % 9 === 4 ? 1 : 0, y: week[t % 7]! + random.normal() }));
    const told = async (kept: typeof rows) => {
      const table = createTable({
        when: kept.map(({ t }) => new Date(Date.UTC(2024, 0, 1 + t))),
        promotion: kept.map(({ promotion }) => promotion),
        y: kept.map(({ y }) => y),
      });
      const timeSeries = { time: "when", lags: 1, horizon: 3, knownAhead };
      return await warningsOf(table, modelRequest("REGRESSION", "ETS", { response: "y", columns: ["promotion"], timeSeries }));
    };
    expect(await told(rows.map((row) => (row.t === 69 ? { ...row, y: 150 } : row)))).toHaveLength(1);
    expect(await told(rows.filter(({ t }) => t !== 69))).toEqual([]);
  },
);
