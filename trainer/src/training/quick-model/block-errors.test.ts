import type { RowValidation } from "@agatha/contracts";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { measureConsecutiveBlocks } from "./block-errors.js";

const RUNS = 30;
const ROWS = 15;
const context = { totalRows: RUNS * ROWS, signal: new AbortController().signal };

/** Runs of a machine, each with a level of its own that two readings betray to a model that has seen the run. */
function runs({ classes = false } = {}) {
  const random = createRandom(4);
  const levels = Array.from({ length: RUNS }, () => ({ a: random.normal(), b: random.normal(), y: 3 * random.normal() }));
  const rows = levels.flatMap((level) =>
    Array.from({ length: ROWS }, () => {
      const load = random.normal();
      return { a: level.a + 0.05 * random.normal(), b: level.b + 0.05 * random.normal(), load, y: level.y + load };
    }),
  );
  return createTable({
    a: rows.map(({ a }) => a),
    b: rows.map(({ b }) => b),
    load: rows.map(({ load }) => load),
    y: rows.map(({ y }) => (classes ? (y > 0 ? "good" : "bad") : y)),
  });
}

const train = (table: ReturnType<typeof runs>, validation?: RowValidation, type: "REGRESSION" | "CLASSIFICATION" = "REGRESSION") =>
  trainOnTable(table, modelRequest(type, "XGB", { response: "y", validation }));

test("blocks of consecutive rows are held out whole where the response depends on them", async () => {
  const { info } = await train(runs(), { rows: "auto" });
  expect(info.validation).toMatchObject({ rows: "groups", groupedBy: "consecutive", other: { rows: "random" } });
  expect(info.validation).not.toHaveProperty("groupColumns");
  expect(info.validation.groups).toBeGreaterThan(25);
  expect(info.indicators.RMSE).toBeGreaterThan(2 * (info.validation.other?.indicators.RMSE ?? 0));
  const known = await train(runs());
  expect(known.info.validation).toMatchObject({ rows: "random", other: { rows: "groups" } });
});

test("what decides is what the model learns from, not a column that is left out", async () => {
  const table = runs();
  const random = createRandom(6);
  const y = table.columns.at(-1)!;
  const values = "values" in y ? y.values.map((value) => value + 0.5 * random.normal()) : new Float64Array();
  const measuredAfter = { nrow: table.nrow, columns: [...table.columns, { name: "after", type: "n" as const, values }] };
  const rowsOf = async (columns?: string[]) => {
    const request = modelRequest("REGRESSION", "XGB", { response: "y", columns, validation: { rows: "auto" } });
    return (await trainOnTable(measuredAfter, request)).info.validation;
  };
  expect(await rowsOf()).toMatchObject({ rows: "random" });
  expect(await rowsOf(["a", "b", "load"])).toMatchObject({ rows: "groups", groupedBy: "consecutive" });
});

test("models of an automatic training are judged by the same rows, whatever columns their nodes name", async () => {
  const heldOutBy = async (columns: string[], leaveOutLeaks?: true) => {
    const request = modelRequest("REGRESSION", "XGB", { response: "y", leaveOutLeaks, validation: { rows: "auto" } });
    const layers = [{ nodes: [{ algorithm: "XGB", columns }] }];
    return (await trainOnTable(runs(), { ...request, layers })).info.validation.rows;
  };
  expect(await heldOutBy(["load"])).toBe("random");
  for (const columns of [["load"], ["a", "b", "load"]]) expect(await heldOutBy(columns, true)).toBe("groups");
});

test("so they are for classes", async () => {
  const { info } = await train(runs({ classes: true }), { rows: "auto" }, "CLASSIFICATION");
  expect(info.validation).toMatchObject({ rows: "groups", groupedBy: "consecutive" });
});

test("a class whose rows stand together is no block, since no model could know it from others", async () => {
  const random = createRandom(2);
  const standing = ["north", "south", "east", "west", "south", "coast", "inland", "hills", "plain"];
  const levels = new Map([...new Set(standing)].map((place, i) => [place, { a: 2 * (i % 3), b: 2 * Math.floor(i / 3) }]));
  const rows = standing.flatMap((place) => {
    const { a, b } = levels.get(place)!;
    return Array.from({ length: 30 }, () => ({ a: a + 0.3 * random.normal(), b: b + 0.3 * random.normal(), y: place }));
  });
  const table = createTable({ a: rows.map(({ a }) => a), b: rows.map(({ b }) => b), y: rows.map(({ y }) => y) });
  const { info } = await train(table, { rows: "auto" }, "CLASSIFICATION");
  expect(info.validation.rows).toBe("random");
  expect(info.indicators.Accuracy).toBeGreaterThan(0.9);
});

test("blocks on which a response does not depend are not held out, unless they are asked for", async () => {
  const table = runs();
  const random = createRandom(1);
  const [a, b, load] = table.columns;
  // A reading tells all that the run does.
  const values = Float64Array.from({ length: table.nrow }, (_, row) => ("values" in a && a.values[row] > 0 ? 2 : 0) + random.normal());
  const told = { nrow: table.nrow, columns: [a, b, load, { name: "y", type: "n" as const, values }] };
  expect((await train(told, { rows: "auto" })).info.validation.rows).toBe("random");
  expect((await train(told, { rows: "groups" })).info.validation).toMatchObject({ rows: "groups", groupedBy: "consecutive" });
});

test("the data check tells the blocks, with the errors of the responses that depend on them", async () => {
  const found = await measureConsecutiveBlocks(runs(), context);
  expect(found).toMatchObject({ kind: "consecutive", groupColumns: [], sharing: 1 });
  const ofResponse = found?.errors?.find(({ response }) => response === "y");
  expect(ofResponse).toMatchObject({ measure: "RMSE" });
  expect(ofResponse?.new).toBeGreaterThan(2 * (ofResponse?.known ?? 0));
  expect(found?.errors?.map(({ response }) => response)).not.toContain("load");
});

test("blocks are sought in the rows that have the response, by the data check as by a training", async () => {
  const measured = runs();
  const random = createRandom(8);
  const unmeasured = Array.from({ length: 900 }, () => Number.NaN);
  const table = createTable(
    Object.fromEntries(
      measured.columns.map((column) => {
        const before = column.name === "y" ? unmeasured : unmeasured.map(() => random.normal());
        return [column.name, [...before, ...("values" in column ? column.values : [])]];
      }),
    ),
  );
  expect((await train(table, { rows: "auto" })).info.validation).toMatchObject({ rows: "groups", groupedBy: "consecutive" });
  const found = await measureConsecutiveBlocks(table, { ...context, totalRows: table.nrow });
  expect(found).toMatchObject({ kind: "consecutive", errors: expect.arrayContaining([expect.objectContaining({ response: "y" })]) });
});

for (const file of ["iris.csv", "banknote.csv", "wine-quality-red.csv", "abalone.csv", "adult-income-32k.csv"]) {
  testWithDataFolder(`no blocks are told of ${file}`, async () => {
    const table = await readCsv(dataFolderPath(file));
    expect(await measureConsecutiveBlocks(table, { ...context, totalRows: table.nrow })).toBeUndefined();
  });
}

testWithDataFolder("of readings that change slowly the blocks are told, and not of failures that come at random", async () => {
  const table = await readCsv(dataFolderPath("machine-failure-ai4i.csv"));
  const found = await measureConsecutiveBlocks(table, { ...context, totalRows: table.nrow });
  const responses = found?.errors?.map(({ response }) => response);
  expect(responses).toContain("Air temperature [K]");
  expect(responses).not.toContain("Torque [Nm]");
  expect(responses).not.toContain("Machine failure");
});

test("near copies are held out together", async () => {
  const random = createRandom(2);
  const once = Array.from({ length: 120 }, () => ({ a: random.normal(), b: random.normal(), c: random.normal(), y: random.normal() }));
  const rows = [...once, ...once].map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value + 1e-5 * random.normal()])),
  );
  const table = createTable(Object.fromEntries(["a", "b", "c", "y"].map((name) => [name, rows.map((row) => row[name])])));
  const { info } = await train(table, { rows: "auto" });
  expect(info.validation).toMatchObject({ rows: "groups", groupedBy: "copies", other: { rows: "random" } });
  expect(info.validation.groups).toBeLessThan(125);
  expect(info.indicators.RMSE).toBeGreaterThan(1.5 * (info.validation.other?.indicators.RMSE ?? 0));
});
