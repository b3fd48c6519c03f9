import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { findTargetLeakage } from "./target-leakage.js";

const rows = Array.from({ length: 1000 }, (_, i) => i);
const random = createRandom(5);
/** One row in 15 has failed, each for one of three causes. */
const failed = rows.map((i) => (i % 15 === 0 ? 1 : 0));
const cause = (which: number) => rows.map((i) => (i % 45 === 15 * which ? 1 : 0));
/** Flag that is unrelated to the target, set in failed and in other rows. */
const seldom = rows.map((i) => (i % 64 === 7 || i === 15 ? 1 : 0));
const [a, b, c] = [0, 1, 2].map(cause);
const measured = rows.map(() => random.normal());
/** Distinct numbers, larger in the failed rows. */
const ranks = rows.map((i) => i + (failed[i] ? 2000 : 0));
const text = (flags: readonly number[]) => flags.map((flag) => (flag ? "yes" : "no"));
const day = (flags: readonly number[]) => flags.map((flag) => new Date(Date.UTC(2024, 0, 1 + flag)));
const instant = (flags: readonly number[]) => day(flags).map(Number);

/** Returns the names by code, in the order of the table. The target is the column "failed". */
async function found(columns: Record<string, Cells>): Promise<Record<string, string[]>> {
  const leaks = await findTargetLeakage(createTable(columns), { response: "failed", type: "CLASSIFICATION" });
  const named = (wanted: string) => leaks.filter(({ code }) => code === wanted).map(({ column }) => column);
  return { leakage: named("leakage"), among_leaks: named("among_leaks") };
}

const leakage = ["a", "b", "c"];

describe("columns among leaks", () => {
  test.each<[string, Record<string, Cells>]>([
    ["after three of its form", { measured, failed, a, b, c, seldom }],
    ["before them", { measured, seldom, a, b, c, failed }],
    ["between them", { measured, a, b, seldom, c, failed }],
    ["as text among text", { failed, a: text(a), b: text(b), c: text(c), seldom: text(seldom) }],
  ])("among_leaks marks a column whose values do not leak %s", async (_case, columns) => {
    expect(await found(columns)).toEqual({ leakage, among_leaks: ["seldom"] });
  });
});

test("numbers by which a copy of the row is recognised leak nothing, and what leaks is found among copies too", async () => {
  const number = () => rows.map(() => random.normal());
  const [x, z, target] = [number(), number(), number()];
  const again = (values: readonly number[]) => [...values, ...values.map((value) => value + 1e-5 * random.normal())];
  const table = createTable({ x: again(x), z: again(z), leak: again(target.map((value) => 2 * value)), target: again(target) });
  const leaks = await findTargetLeakage(table, { response: "target", type: "REGRESSION" });
  expect(leaks.map(({ column }) => column)).toEqual(["leak"]);
});

// @contract get-agatha-datasets-id-leakage
describe("columns not among leaks", () => {
  const gap = (cells: Cells) => cells.map((cell, i) => (i === 7 ? null : cell));
  test.each<[string, Record<string, Cells>]>([
    ["where only two of its form leak", { failed, a, b, seldom, measured }],
    ["where no column leaks", { failed, seldom, other: rows.map((i) => i % 2), another: rows.map((i) => (i % 5 ? 0 : 1)) }],
    ["with a measurement in between", { failed, a, b, c, measured, seldom }],
    ["where a measurement parts the leaks", { failed, a, b, measured, c, seldom }],
    ["where the target is in between", { a, b, c, failed, seldom }],
    ["where the target parts the leaks", { a, b, failed, c, seldom }],
    ["with a flag that is never set in between", { failed, a, b, c, never: rows.map(() => 0), seldom }],
    ["with other values", { failed, a, b, c, seldom: seldom.map((flag) => 2 * flag) }],
    ["with a value more", { failed, a, b, c, seldom: seldom.map((flag, i) => (i % 100 === 3 ? 2 : flag)) }],
    ["with values missing where the leaks miss none", { failed, a, b, c, seldom: gap(seldom) }],
    ["of text beside numbers", { failed, a, b, c, seldom: seldom.map(String) }],
    ["of other text", { failed, a: text(a), b: text(b), c: text(c), seldom: seldom.map((flag) => (flag ? "Yes" : "no")) }],
    ["of dates beside numbers that are the same", { failed, a: instant(a), b: instant(b), c: instant(c), seldom: day(seldom) }],
    ["where as many of the run do not leak", { failed, a, b, c, seldom, second: [...seldom].reverse(), third: rows.map((i) => i % 2) }],
    ["of as many values as a measurement has", { failed, a: ranks, b: ranks, c: ranks, seldom: [...ranks].reverse() }],
  ])("among_leaks does not mark a column %s", async (_case, columns) => {
    const leaks = leakage.filter((name) => name in columns);
    expect(await found(columns)).toEqual({ leakage: leaks, among_leaks: [] });
  });
});

test("the message states what the column's neighbours show and what its values do not", async () => {
  const leaks = await findTargetLeakage(createTable({ failed, a, b, c, seldom }), { response: "failed", type: "CLASSIFICATION" });
  expect(leaks[3]).toEqual({
    code: "among_leaks",
    column: "seldom",
    message:
      "seldom stands among 3 columns that give the target away and has their form, so it was probably recorded with them, though its values do not show it",
  });
});
