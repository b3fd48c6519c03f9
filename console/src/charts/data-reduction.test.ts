import { binCounts, evenlySpaced, valueCounts } from "./data-reduction.js";

test("the last bin includes the largest value", () => {
  expect(binCounts([0, 4, 5, 10], { start: 0, width: 5, bins: 2 })).toEqual([2, 2]);
});

test("texts are counted, the most frequent first, without missing values", () => {
  expect(valueCounts(["b", "a", null, "a"])).toEqual([
    { value: "a", count: 2 },
    { value: "b", count: 1 },
  ]);
});

test("many rows are sampled evenly, and few rows are all taken", () => {
  expect(evenlySpaced(3, 10)).toEqual([0, 1, 2]);
  expect(evenlySpaced(10, 4)).toEqual([0, 2, 5, 7]);
  expect(evenlySpaced(0, 4)).toEqual([]);
});
