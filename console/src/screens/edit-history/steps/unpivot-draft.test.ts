import type { StepColumn } from "../../../step-columns/step-columns.js";
import { outputColumns } from "../../../step-columns/step-columns.js";
import { newUnpivotDraft, unpivotProblems, unpivotSpecOf } from "./unpivot-draft.js";

const column = (name: string, type: StepColumn["type"] = "n"): StepColumn => ({ name, label: name, type, frequentValues: [], range: null });
const months = Array.from({ length: 8 }, (_, i) => `2024-0${i + 1}`);
const wide = [column("product", "s"), ...months.map((name) => column(name))];

test("the draft of a table with a column for each month makes a row of each, with its time", () => {
  const draft = newUnpivotDraft(wide);
  expect(unpivotProblems(draft, wide)).toEqual({});
  const spec = unpivotSpecOf(draft, wide);
  expect(spec).toEqual({ type: "unpivot", columns: months, names: "time", values: "value", as: "time" });
  expect(outputColumns(wide, [spec]).map(({ name, type }) => [name, type])).toEqual([
    ["product", "s"],
    ["time", "d"],
    ["value", "n"],
  ]);
});

test("names that are no times become text", () => {
  const draft = { columns: ["North", "South"], names: " shop ", values: "sold", readsTimes: true };
  const shops = [column("day", "d"), column("North"), column("South")];
  expect(unpivotSpecOf(draft, shops)).toEqual({ type: "unpivot", columns: ["North", "South"], names: "shop", values: "sold", as: "text" });
});

test("names that are times stay text on request", () => {
  expect(unpivotSpecOf({ ...newUnpivotDraft(wide), readsTimes: false }, wide).as).toBe("text");
});

test.each([
  ["no columns", { columns: [] }, { columns: "columnNeeded" }],
  ["columns of two types", { columns: ["product", "2024-01"] }, { columns: "typesDiffer" }],
  ["the name of a column that stays", { names: "product" }, { names: "nameTaken" }],
  ["the same name twice", { values: "time" }, { values: "nameTaken" }],
  ["no name", { names: "" }, { names: "nameNeeded" }],
])("a draft is told what is wrong with it: %s", (_what, changes, problems) => {
  expect(unpivotProblems({ ...newUnpivotDraft(wide), ...changes }, wide)).toEqual(problems);
});
