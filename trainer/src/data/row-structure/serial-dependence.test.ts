import { isSeriallyDependent } from "./serial-dependence.js";

test.each([
  { what: "half of which are one text, in a run", code: (row: number) => Math.max(0, row - 100_000), expected: true },
  { what: "that are all different", code: (row: number) => row, expected: false },
])("200,000 texts $what: related to their neighbours is $expected", ({ code, expected }) => {
  const codes = Int32Array.from({ length: 200_000 }, (_, row) => code(row));
  const levels = Array.from({ length: 200_000 }, (_, level) => `lot ${level}`);
  expect(isSeriallyDependent({ name: "lot", type: "s", codes, levels })).toBe(expected);
});
