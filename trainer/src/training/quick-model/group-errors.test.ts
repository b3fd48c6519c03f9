import { takeRows } from "../../data/tables/table.js";
import { createRandom, randomPermutation } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { measureGroupErrors } from "./group-errors.js";

const random = createRandom(2);
const BATCHES = 40;
const levels = Array.from({ length: BATCHES }, () => 5 * random.normal());
const batch = Array.from({ length: 6 * BATCHES }, (_, row) => Math.floor(row / 6));
// The temperature of a batch tells which batch it is, and so its level.
const table = createTable({
  batch,
  temperature: batch.map((at) => 20 + ((at * 17) % BATCHES)),
  pressure: batch.map(() => random.normal()),
  output: batch.map((at) => levels[at] + 0.1 * random.normal()),
});

test("for known groups the quick model learns from the name of the group, as a model for them does", async () => {
  const errors = await measureGroupErrors(
    { ...table, columns: table.columns.filter(({ name }) => name !== "temperature") },
    { kind: "identifier", groupColumns: ["batch"], groups: BATCHES, sharing: 1 },
    { totalRows: table.nrow, signal: new AbortController().signal },
  );
  const output = errors.find(({ response }) => response === "output")!;
  // Nothing else tells the level of a batch, whose deviation is 5.
  expect(output.known).toBeLessThan(3);
  expect(output.new).toBeGreaterThan(4);
});

test("a quick model errs more in new groups, where knowing the group helps", async () => {
  const errors = await measureGroupErrors(
    table,
    { kind: "identifier", groupColumns: ["batch"], groups: BATCHES, sharing: 1 },
    { totalRows: table.nrow, signal: new AbortController().signal },
  );
  expect(errors.map(({ response }) => response)).toEqual(["pressure", "output"]);
  const output = errors[1];
  expect(output).toMatchObject({ measure: "RMSE" });
  expect(output.known).toBeLessThan(3);
  expect(output.new).toBeGreaterThan(4);
});

const errorsOf = (rows: typeof table, groups: number) =>
  measureGroupErrors(
    rows,
    { kind: "identifier", groupColumns: ["batch"], groups, sharing: 1 },
    { totalRows: rows.nrow, signal: new AbortController().signal },
  );

test("all groups of a short table are measured in any order of the rows", async () => {
  const shuffled = Array.from(randomPermutation(table.nrow, createRandom(4)));
  // A row of the first group comes last.
  const first = shuffled.splice(6 * BATCHES - 1 - [...shuffled].reverse().findIndex((row) => batch[row] === batch[shuffled[0]]), 1);
  const [, output] = await errorsOf(takeRows(table, Int32Array.from([...shuffled, ...first])), BATCHES);
  expect(output.known).toBeLessThan(3);
  expect(output.new).toBeGreaterThan(4);
});

test("groups that are longer than the rows measured are several", async () => {
  const long = Array.from({ length: 8 * 600 }, (_, row) => Math.floor(row / 600));
  const measured = await errorsOf(
    createTable({ batch: long, pressure: long.map(() => random.normal()), output: long.map((at) => levels[at] + 0.1 * random.normal()) }),
    8,
  );
  const output = measured.find(({ response }) => response === "output")!;
  expect(output.known).toBeLessThan(1);
  expect(output.new).toBeGreaterThan(3);
});
