import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { modelRequest } from "../../testing/train-on-table.js";
import type { ModelRequest } from "../plan/plan.js";
import { withRowsInTime } from "./rows-in-time.js";

const random = createRandom(3);
const rows = Array.from({ length: 300 }, (_, i) => i);
const day = rows.map((i) => new Date(Date.UTC(2023, 0, 1 + i)));
const x = rows.map(() => random.normal());
const explained = x.map((value) => 3 * value + 0.1 * random.normal());
/** A level that wanders. */
let level = 0;
const wandering = rows.map(() => {
  level += random.normal();
  return level;
});
/** Waves that a model of the rows before them knows. */
const waves = rows.map((i) => Math.sin(i / 5));

const request = (change: Partial<ModelRequest> = {}) =>
  modelRequest("REGRESSION", "GLM", { response: "y", validation: { rows: "auto" }, ...change });
const decided = (columns: Record<string, Cells>, change?: Partial<ModelRequest>) =>
  withRowsInTime(request(change), createTable(columns)).validation;

test.each([
  ["wanders", wandering],
  ["comes again", waves],
])("later rows are held out where the response depends on the order of time: it %s", (_what, y) => {
  expect(decided({ day, x, y })).toEqual({ rows: "time", timeColumn: "day" });
});

/** Batches of ten rows, one after the other. */
const batch = rows.map((i) => `b${Math.floor(i / 10)}`);
const furnace = rows.map((i) => `f${Math.floor(i / 10) % 3}`);
const levels = rows.map(() => 3 * random.normal());
const ofBatch = rows.map((i) => levels[Math.floor(i / 10)] + 0.1 * random.normal());

test("the latest groups are held out where groups follow one another and the response depends on their order", () => {
  const expected = { rows: "time", timeColumn: "day", groupColumns: ["batch"] };
  expect(decided({ batch, furnace, day, x, y: wandering })).toEqual(expected);
});

test.each<[string, Record<string, Cells>, Partial<ModelRequest>]>([
  ["batches have independent levels", { batch, furnace, day, x, y: ofBatch }, {}],
  ["batches are in order of no time", { batch, furnace, x, y: wandering }, {}],
  ["the time tells nothing of the response", { day, x, y: explained }, {}],
  [
    "the response is known at one time only",
    { day: rows.map((i) => day[Math.floor(i / 30)]!), x, y: wandering.map((y, i) => (i < 270 ? null : y)) },
    {},
  ],
  ["there is no time", { x, y: wandering }, {}],
  [
    "rows belong together",
    { day, patient: rows.map((i) => `p${i % 30}`), sex: rows.map((i) => `s${i % 2}`), site: rows.map((i) => `h${i % 3}`), y: wandering },
    {},
  ],
  ["the request asks for random rows", { day, x, y: wandering }, { validation: { rows: "random" } }],
  ["the request names groups", { day, x, y: wandering }, { validation: { rows: "auto", groupColumns: ["x"] } }],
])("the request stays as it is where %s", (_what, columns, change) => {
  expect(decided(columns, change)).toEqual(request(change).validation);
});
