import { createRandom } from "../../numeric/random.js";
import { dependsOnGroupOrder, orderByGroups } from "./group-order.js";

const NONE = Number.NEGATIVE_INFINITY;

test.each<[string, number[], number[], number[] | undefined]>([
  ["those of an earlier group come first, whatever their order in the table", [5, 1, 4, 2], [0, 1, 0, 1], [1, 3, 2, 0]],
  ["a group may end as the next one begins", [1, 2, 2, 3], [0, 0, 1, 1], [0, 1, 2, 3]],
  ["groups of one time follow one another, though their rows alternate", [1, 1, 1, 1], [0, 1, 0, 1], [0, 2, 1, 3]],
  ["a group that begins before another ends overlaps it", [1, 3, 2, 4], [0, 0, 1, 1], undefined],
  ["a row without a time comes first in its group", [1, 2, 4, NONE], [0, 0, 1, 1], [0, 1, 3, 2]],
  ["a group without a time comes first", [1, 2, NONE, NONE], [0, 0, 1, 1], [2, 3, 0, 1]],
])("rows by groups in order of time: %s", (_what, times, groups, order) => {
  const found = orderByGroups(Float64Array.from(times), Int32Array.from(groups));
  expect(found && [...found]).toEqual(order);
});

const SIZE = 6;
/** Returns whether the response depends on the order of groups that have these levels. */
function depends(levels: readonly number[], { text = false, overlap = false } = {}): boolean {
  const random = createRandom(2);
  const rows = Array.from({ length: levels.length * SIZE }, (_, row) => row);
  const values = Float64Array.from(rows, (row) => levels[Math.floor(row / SIZE)] + random.normal());
  const groups = Int32Array.from(rows, (row) => Math.floor(row / SIZE));
  const times = Float64Array.from(rows, (row) => (overlap ? row % SIZE : row));
  const codes = Int32Array.from(values, (value) => (value > 0 ? 1 : 0));
  return dependsOnGroupOrder(text ? { name: "y", type: "s", codes, levels: ["a", "b"] } : { name: "y", type: "n", values }, times, groups);
}
const waves = (count: number) => Array.from({ length: count }, (_, i) => 3 * Math.sin(i / 3));
const independent = () => {
  const random = createRandom(5);
  return Array.from({ length: 40 }, () => 3 * random.normal());
};

test("a response depends on the order of groups whose levels are like those of their neighbours", () => {
  expect(depends(waves(40))).toBe(true);
  expect(depends(waves(40), { text: true })).toBe(true);
});

test.each([
  ["levels are independent, though the rows of a group are alike", depends(independent())],
  ["groups are few", depends(waves(19))],
  ["groups overlap in time", depends(waves(40), { overlap: true })],
])("it does not where %s", (_what, found) => {
  expect(found).toBe(false);
});
