import type { RowValidation } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { createRandom } from "../../numeric/random.js";
import { groupsOfSplitter, takeSplitter } from "../../numeric/split.js";
import { createTable } from "../../testing/create-table.js";
import { fitContext } from "../../testing/fit-context.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { crossValidate } from "../hold-out/cross-validate.js";
import { unitsOfHeldOutRows } from "../hold-out/metric-uncertainty.js";
import { plannedColumns } from "../plan/plan.js";
import { prepareTrainingSet } from "../preparation/prepare-training-set.js";

const GROUPS = 40;
const ROWS = 8;

/** Returns batches, each with a level of its own that its furnace's readings betray to a model that has seen the batch. */
function batches(): Table {
  const random = createRandom(4);
  const levels = Array.from({ length: GROUPS }, () => ({ y: 10 * random.normal(), pressure: random.normal() }));
  const rows = levels.flatMap((level, batch) => Array.from({ length: ROWS }, (_, hour) => ({ ...level, batch, hour })));
  return createTable({
    batch: rows.map(({ batch }) => 1000 + batch),
    hour: rows.map(({ hour }) => hour),
    pressure: rows.map(({ pressure }) => pressure + 0.01 * random.normal()),
    y: rows.map(({ y, hour }) => y + hour + 0.1 * random.normal()),
  });
}

const asked = (validation?: RowValidation, algorithm = "XGB") => modelRequest("REGRESSION", algorithm, { response: "y", validation });
const train = (validation?: RowValidation, algorithm?: string) => trainOnTable(batches(), asked(validation, algorithm));

test("groups are found, held out whole, and their name is no input", async () => {
  const { trainingSet, warnings } = prepareTrainingSet(asked({ rows: "auto" }), batches());
  const { folds } = await crossValidate(trainingSet, fitContext());
  const batchOf = (row: number) => Math.floor(row / ROWS);
  for (const { train: rows, heldOut } of folds) {
    const known = new Set(rows.map(batchOf));
    expect(heldOut.filter((row) => known.has(batchOf(row)))).toHaveLength(0);
  }
  expect(plannedColumns(trainingSet.plan)).toEqual(["hour", "pressure"]);
  expect(warnings).toEqual([{ code: "names_the_group", column: "batch", message: expect.stringContaining("only names the group") }]);
});

test("text that differs in every row names the row, though each of its values lies in one group", () => {
  const note = Array.from({ length: GROUPS * ROWS }, (_, row) => `remark ${row}`);
  const table = { ...batches(), columns: [...batches().columns, ...createTable({ note }).columns] };
  const { warnings } = prepareTrainingSet(asked({ rows: "groups" }), table);
  expect(warnings).toContainEqual(expect.objectContaining({ code: "names_the_row", column: "note" }));
});

test("the figures of new groups and of known ones stand beside each other", async () => {
  const { info } = await train({ rows: "auto" });
  expect(info.validation).toMatchObject({ rows: "groups", groupColumns: ["batch"], groups: GROUPS, folds: 10, other: { rows: "random" } });
  for (const { indicators, intervals } of [info, info.validation.other!]) {
    for (const name of ["RMSE", "MAE", "R2"] as const) {
      expect(intervals![name]!.lower).toBeLessThan(indicators[name]!);
      expect(intervals![name]!.upper).toBeGreaterThan(indicators[name]!);
    }
  }
  const [forNew, forKnown] = [info.indicators.RMSE ?? 0, info.validation.other?.indicators.RMSE ?? 0];
  expect(forNew).toBeGreaterThan(2 * forKnown);
  const known = await train({ rows: "random", groupColumns: ["batch"] });
  expect(known.info.validation.other?.rows).toBe("groups");
  expect(known.info.indicators.RMSE).toBeLessThan(known.info.validation.other?.indicators.RMSE ?? 0);
});

test("a model that was not asked for any rows is judged by random ones, with its error for new groups beside", async () => {
  const { info } = await train();
  expect(info.validation).toMatchObject({ rows: "random", groupColumns: ["batch"], other: { rows: "groups" } });
  expect(info.indicators.RMSE).toBeLessThan(info.validation.other?.indicators.RMSE ?? 0);
});

test("the interval of new groups is as wide as their errors", async () => {
  const [groups, random] = await Promise.all([train({ rows: "groups" }), train({ rows: "random" })]);
  const widthOf = ({ info }: typeof groups) => info.regression?.interval?.half_width ?? 0;
  expect(widthOf(groups)).toBeGreaterThan(2 * widthOf(random));
  expect(groups.info.regression?.interval?.measured).toBeGreaterThan(0.8);
});

test.each(["KNN", "enet", "DNN"])("random rows give the same bytes as a request without validation (%s)", async (algorithm) => {
  const [before, random] = await Promise.all([train(undefined, algorithm), train({ rows: "random" }, algorithm)]);
  expect(Buffer.compare(before.artifact, random.artifact)).toBe(0);
  expect(random.info.indicators).toEqual(before.info.indicators);
});

test("a named group column is an input, with a warning that it does not carry over", () => {
  const { trainingSet, warnings } = prepareTrainingSet({ ...asked({ rows: "groups" }), columns: ["batch", "hour"] }, batches());
  expect(plannedColumns(trainingSet.plan)).toEqual(["batch", "hour"]);
  expect(warnings).toEqual([expect.objectContaining({ code: "group_name_used", message: expect.stringContaining("does not carry over") })]);
});

test("of rows in order of time the latest are held out, whatever their order in the file", async () => {
  const { trainingSet } = prepareTrainingSet(asked({ rows: "time", timeColumn: "hour" }), batches());
  const { method, folds } = await crossValidate(trainingSet, fitContext());
  const hourOf = (row: number) => trainingSet.datasetRows[row] % ROWS;
  expect(method).toBe("rolling_origin");
  const hours = folds.map(({ train, heldOut }) => [Math.max(...train.map(hourOf)), ...new Set(heldOut.map(hourOf))]);
  expect(hours).toEqual([
    [3, 4, 5],
    [5, 6, 7],
  ]);
  const { info } = await train({ rows: "time", timeColumn: "hour" });
  expect(info.validation).toMatchObject({ rows: "time", timeColumn: "hour", method: "rolling_origin", folds: 2 });
});

test("of groups that follow one another the latest are held out whole, and their name is no input", async () => {
  const { columns, nrow } = batches();
  const minute = Array.from({ length: nrow }, (_, row) => row);
  const table = { nrow, columns: [...createTable({ minute }).columns, ...columns] };
  const validation: RowValidation = { rows: "time", timeColumn: "minute", groupColumns: ["batch"], folds: 6 };
  const { trainingSet } = prepareTrainingSet(asked(validation), table);
  const { folds, heldOutRows } = await crossValidate(trainingSet, fitContext());
  const batchOf = (row: number) => Math.floor(trainingSet.datasetRows[row] / ROWS);
  for (const { train: rows, heldOut } of folds) expect(Math.max(...rows.map(batchOf))).toBeLessThan(Math.min(...heldOut.map(batchOf)));
  expect(plannedColumns(trainingSet.plan)).toEqual(["hour", "pressure"]);
  expect(groupsOfSplitter(takeSplitter(trainingSet.validation!.splitter, heldOutRows))).toEqual(heldOutRows.map(batchOf));
  const drawn = unitsOfHeldOutRows(trainingSet, heldOutRows)!;
  expect(new Set(heldOutRows.map((row, at) => batchOf(row) * 1000 + drawn[at])).size).toBe(new Set(heldOutRows.map(batchOf)).size);
  expect(new Set(drawn).size).toBeLessThan(GROUPS / 2);
  const { info } = await trainOnTable(table, asked(validation, "GLM"));
  expect(info.validation).toMatchObject({ rows: "time", timeColumn: "minute", groupColumns: ["batch"], groups: GROUPS });
  expect(info.validation.other?.rows).toBe("random");
});

test("later rows and the periods of several series are drawn with all rows of their time", async () => {
  const random = createRandom(8);
  const days = Array.from({ length: 40 }, (_, day) => day);
  const rows = days.flatMap((day) => ["a", "b", "c", "d", "e"].map((shop) => ({ day, shop, y: day + random.normal() })));
  const table = createTable({
    day: rows.map(({ day }) => new Date(Date.UTC(2024, 0, 1 + day))),
    shop: rows.map(({ shop }) => shop),
    y: rows.map(({ y }) => y),
  });
  const later = { validation: { rows: "time", timeColumn: "day" } } as const;
  const series = { timeSeries: { time: "day", series: "shop", lags: 1, horizon: 1 } };
  for (const request of [later, series]) {
    const { trainingSet } = prepareTrainingSet({ ...modelRequest("REGRESSION", "GLM", { response: "y" }), ...request }, table);
    const { heldOutRows } = await crossValidate(trainingSet, fitContext());
    const drawn = unitsOfHeldOutRows(trainingSet, heldOutRows)!;
    const dayOf = (row: number) => rows[trainingSet.datasetRows[row]].day;
    expect(new Set(heldOutRows.map((row, at) => 100 * dayOf(row) + drawn[at])).size).toBe(new Set(heldOutRows.map(dayOf)).size);
  }
});

test("a group column that orders the rows as well remains an input", () => {
  const { trainingSet } = prepareTrainingSet(asked({ rows: "time", timeColumn: "batch", groupColumns: ["batch"] }), batches());
  expect(plannedColumns(trainingSet.plan)).toEqual(["batch", "hour", "pressure"]);
});

test("groups that overlap in time are refused with what to do", () => {
  const request = asked({ rows: "time", timeColumn: "hour", groupColumns: ["batch"] });
  expect(() => prepareTrainingSet(request, batches())).toThrow(
    /groups of batch overlap in hour.*hold out later rows without group columns/,
  );
});

test("a latest time with more than half of the rows is held out after the rows before it", async () => {
  const shift = Array.from({ length: 60 }, (_, i) => (i < 20 ? 1 : 2));
  const random = createRandom(1);
  const x = shift.map(() => random.normal());
  const request = { ...asked({ rows: "time", timeColumn: "shift" }), layers: [{ nodes: [{ algorithm: "GLM" }] }] };
  const { trainingSet } = prepareTrainingSet(request, createTable({ shift, x, y: x.map((value) => value + random.normal()) }));
  const { folds } = await crossValidate(trainingSet, fitContext());
  expect(folds.map(({ train, heldOut }) => [train.length, heldOut.length])).toEqual([[20, 40]]);
});

test("the request's number of folds is kept", async () => {
  const { info } = await train({ rows: "groups", folds: 4 });
  expect(info.validation.folds).toBe(4);
});

test.each([5, 20])("so it is of later rows: %p", async (folds) => {
  const { info } = await trainOnTable(batches(), asked({ rows: "time", timeColumn: "batch", folds }, "GLM"));
  expect(info.validation).toMatchObject({ rows: "time", folds });
});

test("random rows are held out where the groups of the request are one", async () => {
  const { columns, nrow } = batches();
  const table = { nrow, columns: [...createTable({ line: Array(nrow).fill("north") }).columns, ...columns] };
  const { trainingSet } = prepareTrainingSet(asked({ rows: "random", groupColumns: ["line"], folds: 3 }), table);
  expect(trainingSet.validation).toEqual({ splitter: { rows: "random" }, folds: 3 });
});

test("nothing is told of held-out rows where there are none", async () => {
  const random = createRandom(2);
  const table = createTable({
    lot: [...Array(24).keys()].map((row) => `L${row % 6}`),
    x: [...Array(24).keys()].map(() => random.normal()),
  });
  const request = modelRequest("CLUSTERING", "k-means", { validation: { rows: "groups", groupColumns: ["lot"] } });
  const { info } = await trainOnTable(table, request);
  expect(info.validation).toMatchObject({ method: "none", heldOutRows: 0 });
  expect(Object.keys(info.validation)).not.toContain("rows");
});

test.each<[string, RowValidation, string]>([
  ["an unknown group column", { rows: "groups", groupColumns: ["lot"] }, "validation.groupColumns[0]"],
  ["the response as a group column", { rows: "groups", groupColumns: ["y"] }, "validation.groupColumns[0]"],
  ["time without a column", { rows: "time" }, "validation.timeColumn"],
])("refuses %s", (_case, validation, path) => {
  expect(() => prepareTrainingSet(asked(validation), batches())).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ path })] }),
  );
});

test("groups that are asked for and not found are refused with what to do", () => {
  const random = createRandom(1);
  const table = createTable({ x: Array.from({ length: 60 }, () => random.normal()), y: Array.from({ length: 60 }, () => random.normal()) });
  expect(() => prepareTrainingSet(asked({ rows: "groups" }), table)).toThrow(/name the columns that name the group/);
  expect(prepareTrainingSet(asked({ rows: "auto" }), table).trainingSet.validation?.splitter.rows).toBe("random");
});

test.each([
  ["enet", {}],
  ["a layer on KNN", { layers: [{ nodes: [{ algorithm: "KNN" }] }, { nodes: [{ algorithm: "GLM", columns: [] }] }] }],
])("of two machines each is predicted by a model of the other: %s", async (_which, asked) => {
  const random = createRandom(3);
  const rows = Array.from({ length: 120 }, (_, row) => ({ machine: row % 2 === 0 ? "A" : "B", x: random.normal() }));
  const table = createTable({
    machine: rows.map(({ machine }) => machine),
    x: rows.map(({ x }) => x),
    y: rows.map(({ x }) => 2 * x + 0.1 * random.normal()),
  });
  const validation: RowValidation = { rows: "groups", groupColumns: ["machine"] };
  const { info } = await trainOnTable(table, {
    ...modelRequest("REGRESSION", "enet", { response: "y", columns: ["x"], validation }),
    ...asked,
  });
  expect(info.validation).toMatchObject({ rows: "groups", groups: 2, folds: 2 });
  expect(info.indicators.RMSE).toBeLessThan(0.5);
});
