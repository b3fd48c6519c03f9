import { createRandom } from "../../numeric/random.js";
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
