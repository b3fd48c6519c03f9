import { parseFprLimit } from "./fpr-limit.js";

test.each([
  ["none is the comparison's own", null, null],
  ["an empty one is none", "", null],
  ["a share", "0.02", 0.02],
  ["nothing may be flagged", "0", 0],
  ["everything may be flagged", "1", 1],
  ["more than everything is none", "1.5", null],
  ["less than nothing is none", "-0.1", null],
  ["what is no number is none", "many", null],
])("a limit in the address: %s", (_sentence, value, limit) => {
  expect(parseFprLimit(value)).toBe(limit);
});
