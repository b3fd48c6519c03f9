import type { Table } from "../../data/tables/table.js";
import { createRandom } from "../../numeric/random.js";
import { dominantGroupWarnings } from "./dominant-groups.js";

const SIZE = 5;

/** Errors of groups of five rows each: those of a group are its spread in every row. */
function errorsOf(spreads: readonly number[]) {
  const errors = spreads.flatMap((spread) => Array<number>(SIZE).fill(spread));
  const groups = Int32Array.from(errors, (_, row) => Math.floor(row / SIZE));
  const levels = spreads.map((_, group) => (group === 1 ? "Alaska" : `state ${group}`));
  const table: Table = { nrow: errors.length, columns: [{ name: "state", type: "s", codes: groups, levels }] };
  return { errors, groups, table, groupColumns: ["state"] };
}

test("a group that makes 45 % of the squared error is named, with the RMSE of the others", () => {
  const spreads = [1, Math.sqrt(0.45 * 20), ...Array<number>(10).fill(1)];
  const [warning] = dominantGroupWarnings(errorsOf(spreads));
  expect(warning).toMatchObject({ code: "dominant_group", values: { groups: "state Alaska", share: 0.45, rmse_without: 1 } });
  expect(warning?.values?.rmse).toBeCloseTo(Math.sqrt(20 / 12));
  expect(warning?.message).toMatch(/one group \(state Alaska\) makes 45 % .* it is 1\.29, and 1 over the other groups/);
});

test("two groups that make a third of the squared error together are named where there are many groups", () => {
  const [warning, ...others] = dominantGroupWarnings(errorsOf([4, 4, ...Array<number>(58).fill(1)]));
  expect(warning).toMatchObject({ code: "dominant_groups", values: { groups: "state state 0; state Alaska", share: 32 / 90 } });
  expect(others).toEqual([]);
});

test.each([
  ["groups that err alike", Array<number>(12).fill(1)],
  ["a third of the error is that of a third of the rows", [1, 1, 1]],
  ["two of a few groups that make half of the error", [3, 3, ...Array<number>(14).fill(1)]],
  ["no errors at all", Array<number>(12).fill(0)],
])("nothing is remarked where there are %s", (_which, spreads) => {
  expect(dominantGroupWarnings(errorsOf(spreads))).toEqual([]);
});

test.each([
  [12, 0.1],
  [20, 0.1],
  [60, 0.02],
])("of tables of %p groups whose errors differ at random by group, at most %p are remarked", (count, most) => {
  const random = createRandom(1);
  const remarked = Array.from({ length: 200 }, () => {
    const effects = Array.from({ length: count }, () => random.normal());
    const { errors, ...others } = errorsOf(effects);
    return dominantGroupWarnings({ ...others, errors: errors.map((effect) => effect + random.normal()) }).length;
  });
  expect(remarked.reduce((sum, number) => sum + number, 0) / 200).toBeLessThanOrEqual(most);
});
