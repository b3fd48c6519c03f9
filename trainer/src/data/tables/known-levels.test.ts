import { createTable } from "../../testing/create-table.js";
import { createLevelAligner, createLevelFinder } from "./known-levels.js";

test.each([
  ["True and False, as pandas writes them", ["False", "True"], ["TRUE", " true", "True", "FALSE", "yes"], [1, 1, 1, 0, undefined]],
  ["TRUE alone, as a workbook has it", ["TRUE"], ["true", "false"], [0, undefined]],
  ["two spellings of true", ["True", "TRUE"], ["True", "TRUE", "true"], [0, 1, undefined]],
  ["truth values and another text", ["True", "no"], ["True", "true", "NO"], [0, undefined, undefined]],
] as const)("case does not count where all levels are truth values: %s", (_what, levels, texts, codes) => {
  expect(texts.map(createLevelFinder(levels))).toEqual(codes);
});

test("a column of another spelling gets the levels of the training, each once", () => {
  const align = createLevelAligner([{ name: "member", type: "s", levels: ["True", "False"] }]);
  const { columns } = align(createTable({ member: ["TRUE", "FALSE", "true", null] }));
  expect(columns).toEqual([{ name: "member", type: "s", codes: Int32Array.of(0, 1, 0, -1), levels: ["True", "False"] }]);
});
