import { parseFprLimit } from "./fpr-limit.js";

test.each([
  ["no parameter is the comparison's own limit", null, null],
  ["an empty parameter is the comparison's own limit", "", null],
  ["a share is the limit", "0.02", 0.02],
  ["0 is valid", "0", 0],
  ["1 is valid", "1", 1],
  ["a number above 1 is ignored", "1.5", null],
  ["a number below 0 is ignored", "-0.1", null],
  ["a word is ignored", "many", null],
])("a limit in the address: %s", (_sentence, value, limit) => {
  expect(parseFprLimit(value)).toBe(limit);
});
