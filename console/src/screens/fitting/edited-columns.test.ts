import type { TableColumn } from "@agatha/contracts";
import { canBeClassTarget, columnOptions, targetOptions } from "../../models/training-draft/column-options.js";
import { newTrainingDraft, withTarget } from "../../models/training-draft/draft.js";
import { withRows } from "../../models/training-draft/group-names.js";
import { editedColumnOptions } from "./edited-columns.js";

const column = (name: string, type: TableColumn["type"], colIndex: number, { hidden = false, unique = 9, top = [] as object[] } = {}) => ({
  ...{ uid: `c${colIndex}`, name, label: name, type, originalType: type, colIndex, hidden, label_like: false },
  stats: { missing: 0, unique, min: null, max: null, mean: null, top, histogram: [], integer: true },
});
const COLUMNS = [column("oven", "s", 0), column("heat", "n", 1), column("note", "s", 2, { hidden: true })] as never;
const editedOptions = (columns: never, steps: object[], check?: object) =>
  editedColumnOptions(columns, columnOptions(columns, check as never), steps as never);
const options = (steps: object[]) =>
  editedOptions(COLUMNS, steps).map(
    (option) => `${option.column.name} ${option.column.type} ${option.column.stats.unique > 50 ? "amount" : "kind"}`,
  );
const derived = { enabled: true, spec: { type: "derived", name: "ratio", formula: { op: "abs", of: { column: "heat" } } } };
const means = { enabled: true, spec: { type: "aggregation", by: ["oven"], cols: [{ name: "mean", function: "mean", column: "heat" }] } };

test.each<[string, object[], string[]]>([
  ["a filter leaves the columns that are not hidden", [{ enabled: true, spec: { type: "filter" } }], ["oven s kind", "heat n kind"]],
  ["a derived column is offered as an amount", [derived], ["oven s kind", "heat n kind", "ratio n amount"]],
  ["a step that is switched off adds nothing", [{ ...derived, enabled: false }], ["oven s kind", "heat n kind"]],
  ["an aggregation leaves its keys and its figures", [means], ["oven s kind", "mean n amount"]],
])("columns to learn from: %s", (_rule, steps, expected) => {
  expect(options(steps)).toEqual(expected);
});

const on = (spec: object) => ({ enabled: true, spec });
const expression = (name: string, text: string) => on({ type: "derived", name, formula: { op: "expression", expression: text } });
const aggregates = (...cols: [name: string, aggregate: string][]) =>
  on({ type: "aggregation", by: ["oven"], cols: cols.map(([name, aggregate]) => ({ name, function: aggregate, column: name })) });
const someFaults = on({ type: "filter", groups: [{ conditions: [{ column: "fault", op: "in", values: ["a", "b"] }] }] });

const FAULTS = [
  column("oven", "s", 0, { unique: 20 }),
  column("heat", "n", 1, { unique: 400 }),
  column("fault", "s", 2, { unique: 200 }),
  column("defect", "n", 3, { unique: 2 }),
  column("note", "s", 4, { hidden: true }),
  column("blank", "s", 5, { unique: 0 }),
] as never;
const CHECK = { check_table: [{ name: "blank", quality: 0, all_na: true, flags: {} }] };

test.each<[string, object[], string[]]>([
  ["of the file as they were counted", [on({ type: "sort", by: [] })], ["oven class", "heat number only", "defect class"]],
  [
    "a condition as classes, another formula as a number",
    [expression("bad", "heat > 200"), expression("double", "2 * heat")],
    ["oven class", "heat number only", "defect class", "bad class", "double number"],
  ],
  [
    "a condition that is a group as classes",
    [expression("bad", "heat > 200"), on({ type: "aggregation", by: ["bad"], cols: [] })],
    ["bad class"],
  ],
  ["all of which a filter may leave few classes", [someFaults], ["oven class", "heat number", "fault class", "defect class"]],
  [
    "a column without values that a step fills",
    [on({ type: "replacement", replace_col: "blank", action: { kind: "fill", value: "none" } })],
    ["oven class", "heat number only", "defect class", "blank class"],
  ],
  [
    "aggregates by what they are, also under the name of a column, though it is hidden",
    [aggregates(["fault", "unique"], ["defect", "mean"], ["note", "first"])],
    ["oven class", "fault number", "defect number", "note class"],
  ],
])("an edit history offers to predict %s", (_what, steps, expected) => {
  const choices = editedOptions(FAULTS, steps, CHECK);
  const shown = targetOptions(choices).map((choice) => {
    const { name } = choice.column;
    const { predictAs } = withTarget(newTrainingDraft(choices, "predict"), choices, name);
    return `${name} ${predictAs}${canBeClassTarget(choice) ? "" : " only"}`;
  });
  expect(shown).toEqual(expected);
});

test("a target stays as other rows are chosen where they have it, as what they allow", () => {
  const file = columnOptions(FAULTS, CHECK as never);
  const edited = editedOptions(FAULTS, [aggregates(["fault", "unique"], ["defect", "mean"])], CHECK);
  const chosen = (from: typeof file, to: typeof file, target: string) => {
    const costs = { by: "classes", weights: {} } as const;
    const draft = withRows({ ...withTarget(newTrainingDraft(from, "predict"), from, target), errorCosts: costs }, to, true);
    return [draft.target, draft.predictAs, draft.errorCosts.by];
  };
  expect(chosen(file, edited, "heat")[0]).toBeNull();
  expect(chosen(edited, file, "fault")[0]).toBeNull();
  expect(chosen(edited, file, "oven")).toEqual(["oven", "class", "answers"]);
  const top = ["a", "b"].map((value) => ({ value, count: 5 }));
  const small = columnOptions([column("fault", "s", 0, { unique: 2, top })] as never, undefined);
  expect(chosen(edited, small, "fault")).toEqual(["fault", "class", "classes"]);
  const few = editedOptions(FAULTS, [someFaults], CHECK);
  const asClass = { ...withTarget(newTrainingDraft(few, "predict"), few, "heat"), predictAs: "class" as const };
  expect(withRows(asClass, file, false).predictAs).toBe("number");
});
