import type { TableColumn } from "@agatha/contracts";
import { type Choice, type Draft, type DraftProblems, newDraft, problemsOf, requestOf, targetsOf, withTarget } from "./draft.js";

function choice(name: string, type: TableColumn["type"], unique: number, usable = true): Choice {
  const column = { name, label: name, uid: name, type, stats: { unique } } as TableColumn;
  return { column, quality: 1, usable };
}
const choices = [choice("yield", "n", 300), choice("speed", "n", 200), choice("shift", "s", 3), choice("batch", "s", 400, false)];
const place = { choices, taken: ["Model1"], rows: 100 };
const draft = (change: Partial<Draft> = {}): Draft => ({ ...withTarget(newDraft(choices, "predict"), choices, "yield"), ...change });
const groups = (clusters: string): Partial<Draft> => ({ goal: "groups", algorithm: "k-means", parameters: { clusters } });

test.each<[string, Partial<Draft>, Partial<DraftProblems>]>([
  ["a target and columns are enough", {}, {}],
  ["a target must be set", { target: null }, { target: "targetNeeded" }],
  ["outliers need no target", { goal: "outliers", target: null }, {}],
  ["the method needs at least one variable", { columns: [] }, { columns: "columnsNeeded" }],
  ["the target itself is none", { columns: ["yield"] }, { columns: "columnsNeeded" }],
  ["a name begins with an English letter", { name: "1st" }, { name: "nameRule" }],
  ["a name is unique among the dataset's models", { name: "Model1 " }, { name: "nameTaken" }],
  ["clusters are whole", groups("2.5"), { parameters: ["clusters"] }],
  ["there are at least 2 clusters", groups("1"), { parameters: ["clusters"] }],
  ["there are as many clusters as a fifth of the rows", groups("20"), {}],
  ["there are no more clusters than a fifth of the rows", groups("21"), { parameters: ["clusters"] }],
  ["a number of clusters is a number", groups("many"), { parameters: ["clusters"] }],
])("before anything is sent: %s", (_sentence, change, problems) => {
  expect(problemsOf(draft(change), place)).toEqual({ parameters: [], ...problems });
});

test("there are never more than 50 clusters", () => {
  expect(problemsOf(draft(groups("50")), { ...place, rows: 9000 }).parameters).toEqual([]);
  expect(problemsOf(draft(groups("51")), { ...place, rows: 9000 }).parameters).toEqual(["clusters"]);
});

test("offered as a target is what can be one: numbers, and texts of two to 50 values", () => {
  const offered = [choice("two", "s", 2), choice("fifty", "s", 50), choice("many", "n", 51)];
  const others = [choice("one", "n", 1), choice("words", "s", 51), choice("day", "d", 9), choice("name", "s", 40, false)];
  expect(targetsOf([...others, ...offered])).toEqual(offered);
});

test("what is sent has the first free name, the usable columns but the target, and what differs from the defaults", () => {
  const request = requestOf(draft({ algorithm: "RF", parameters: { trees: "50", minLeaf: "" } }), place);
  expect(request).toEqual({
    name: "Model2",
    model_type: "REGRESSION",
    response: "yield",
    columns: ["speed", "shift"],
    layers: [{ nodes: [{ algorithm: "RF", params: { trees: 50 } }] }],
  });
});
