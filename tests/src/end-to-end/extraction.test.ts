/** The edit history on real rows: what a person would do in the data editor, over HTTP. */
import { readFileSync } from "node:fs";
import type { ErrorBody, ExtractionAnswer, RowsAnswer } from "@agatha/contracts/wire";
import { vegaFile } from "../data.js";
import type { Answer } from "./client.js";
import { runningProduct } from "./running.js";

const TEXT = readFileSync(vegaFile("seattle-weather.csv"), "utf8");
const DAYS = TEXT.trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","))
  .map(([date = "", precipitation, , , , weather]) => ({ month: date.slice(0, 7), precipitation: Number(precipitation), weather }));

/** Months with the rain of their rainy days and the number of those, the wettest first. */
function wettest(): [string, number, number][] {
  const months = new Map<string, [number, number]>();
  for (const { month, precipitation, weather } of DAYS) {
    if (weather !== "rain" || precipitation <= 1) continue;
    const [sum, days] = months.get(month) ?? [0, 0];
    months.set(month, [sum + precipitation, days + 1]);
  }
  return [...months].map(([month, [sum, days]]): [string, number, number] => [month, sum, days]).sort((a, b) => b[1] - a[1]);
}

const { client, restart } = runningProduct();
let path: string;

beforeAll(async () => {
  const { id } = await client.readyDataset("weather.csv", TEXT, { name: "Weather" });
  path = `agatha/datasets/${id}`;
});

const rows = (query: string): Promise<Answer<RowsAnswer & ErrorBody>> => client.json("GET", `${path}/rows/?${query}`);
const add = (spec: object): Promise<Answer<ExtractionAnswer>> => client.json("POST", `${path}/extraction/`, { spec });
const rainy = {
  type: "filter",
  combine: "and",
  groups: [
    {
      conditions: [
        { column: "weather", op: "eq", value: "rain" },
        { column: "precipitation", op: "gt", value: 1 },
      ],
    },
  ],
};
const monthly = {
  type: "aggregation",
  window: { column: "date", unit: "month" },
  cols: [
    { name: 'rain "mm"', function: "sum", column: "precipitation" },
    { name: "days", function: "count" },
  ],
};

test("rows are filtered, added up by month and sorted, and the file stays as it is, also over a restart", async () => {
  for (const spec of [rainy, monthly, { type: "sort", by: [{ column: 'rain "mm"', order: "desc" }] }])
    expect((await add(spec)).status).toBe(201);
  const expected = wettest();
  const check = async (): Promise<void> => {
    const { status, body } = await rows("use_ext_data=true&limit=5");
    expect([status, body.columns, body.total]).toEqual([200, ["date", 'rain "mm"', "days"], expected.length]);
    expect(body.data).toEqual(
      expected.slice(0, 5).map(([month, sum, days]) => [`${month}-01T00:00:00.000Z`, expect.closeTo(sum, 6), days]),
    );
  };
  await check();
  expect((await rows("limit=1")).body).toMatchObject({ total: DAYS.length, columns: expect.arrayContaining(["weather"]) });
  await restart();
  await check();
});

test("a history that leaves no row says so, until it is changed", async () => {
  const { body } = await add({ type: "filter", groups: [{ conditions: [{ column: "days", op: "gt", value: 31 }] }] });
  expect(await rows("use_ext_data=true")).toMatchObject({ status: 400, body: { tukey_error: "010409" } });
  await client.json("PATCH", `${path}/extraction/${body.id}/`, { enabled: false });
  expect((await rows("use_ext_data=true")).status).toBe(200);
});
