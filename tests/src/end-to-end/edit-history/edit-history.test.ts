/** The edit history on real rows over HTTP, as the data editor uses it. */
import { readFileSync } from "node:fs";
import type { NewEditStep } from "@agatha/contracts/client";
import { vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";

const TEXT = readFileSync(vegaFile("seattle-weather.csv"), "utf8");
const DAYS = TEXT.trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","))
  .map(([date = "", precipitation, , , , weather]) => ({ month: date.slice(0, 7), precipitation: Number(precipitation), weather }));

/** Returns months with the rain and the number of their rainy days, the wettest first. */
function wettest(): [string, number, number][] {
  const months = new Map<string, [number, number]>();
  for (const { month, precipitation, weather } of DAYS) {
    if (weather !== "rain" || precipitation <= 1) continue;
    const [sum, days] = months.get(month) ?? [0, 0];
    months.set(month, [sum + precipitation, days + 1]);
  }
  return [...months].map(([month, [sum, days]]): [string, number, number] => [month, sum, days]).sort((a, b) => b[1] - a[1]);
}

const { client, restart } = useAgatha();
let datasetId: string;

beforeAll(async () => {
  datasetId = (await client.uploadDataset("weather.csv", TEXT, { name: "Weather" })).id;
});

/** Returns the edited rows. */
const left = (limit?: number) => client.api.rows(datasetId, { use_ext_data: true, limit });
const add = (spec: NewEditStep["spec"]) => client.api.createExtraction(datasetId, { spec });
const rainy: NewEditStep["spec"] = {
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
const monthly: NewEditStep["spec"] = {
  type: "aggregation",
  window: { column: "date", unit: "month" },
  cols: [
    { name: 'rain "mm"', function: "sum", column: "precipitation" },
    { name: "days", function: "count" },
  ],
};

test("rows are filtered, summed by month and sorted, and the file is unchanged, after a restart too", async () => {
  await add(rainy);
  await add(monthly);
  await add({ type: "sort", by: [{ column: 'rain "mm"', order: "desc" }] });
  const expected = wettest();
  const check = async (): Promise<void> => {
    const { columns, total, data } = (await left(5))!;
    expect([columns, total]).toEqual([["date", 'rain "mm"', "days"], expected.length]);
    expect(data).toEqual(expected.slice(0, 5).map(([month, sum, days]) => [`${month}-01T00:00:00.000Z`, expect.closeTo(sum, 6), days]));
  };
  await check();
  expect(await client.api.rows(datasetId, { limit: 1 })).toMatchObject({
    total: DAYS.length,
    columns: expect.arrayContaining(["weather"]),
  });
  await restart();
  await check();
});

test("an edit history that leaves no row says so until it is changed", async () => {
  const { id } = await add({ type: "filter", groups: [{ conditions: [{ column: "days", op: "gt", value: 31 }] }] });
  await expect(left()).rejects.toMatchObject({ status: 400, code: "010409" });
  await client.api.enableExtraction(datasetId, id, false);
  expect(await left()).not.toBeNull();
});
