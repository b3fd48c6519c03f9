import { joinResults, sliceResult } from "./join-results.js";

test.each([
  ["the first", [{ value: [1, 2], warning: ["w", null] }, { value: [3] }], ["w", null, null]],
  ["a later one", [{ value: [1, 2] }, { value: [null], warning: ["w"] }], [null, null, "w"]],
])("of parts of which only %s has warnings, each row keeps its own", (_which, parts, warning) => {
  const joined = joinResults(parts);
  expect(joined.warning).toEqual(warning);
  expect(sliceResult(joined, 1, 3)).toEqual({ value: joined.value.slice(1), warning: warning.slice(1) });
});

test("without a part there are no values", () => {
  expect(joinResults([])).toEqual({ value: [] });
});
