import type { RowStructure } from "@agatha/contracts";
import { newTrainingDraft, type TrainingDraft, withTarget } from "./draft.js";
import type { RowFacts } from "./row-facts.js";
import { choiceOf as choice } from "./testing/choice-of.js";
import { heldOutRows, toValidation, validationOptions, validationProblem } from "./validation-options.js";

const choices = [choice("yield", "n", 300), choice("speed", "n", 200), choice("shift", "s", 3), choice("batch", "s", 40)];
const draft = (change: Partial<TrainingDraft> = {}): TrainingDraft => ({
  ...withTarget(newTrainingDraft(choices, "predict"), choices, "yield"),
  ...change,
});

describe("where nothing was found in the data", () => {
  const requested = (change: Partial<TrainingDraft> = {}) => toValidation(draft(change), choices, {});
  const problem = (change: Partial<TrainingDraft>) => validationProblem(draft(change), choices, {});

  test("the question is asked, with more rows like these as the default, of which nothing is sent", () => {
    const options = validationOptions(draft(), choices, {})!;
    expect(options).toMatchObject({ groupColumns: [], timeColumn: undefined, byDefault: "random" });
    expect(heldOutRows(draft(), options)).toBe("random");
    expect(requested()).toBeUndefined();
    expect(requested({ validationRows: "random" })).toEqual({ rows: "random" });
  });

  test("columns that name the group are needed for new groups, and sent for new and for known ones", () => {
    expect(problem({ validationRows: "groups" })).toBe("groupsNeeded");
    expect(problem({ validationRows: "groups", groupColumns: [] })).toBe("groupsNeeded");
    const named = { validationRows: "groups", groupColumns: ["batch", "shift"] } as const;
    expect(problem(named)).toBeUndefined();
    expect(requested(named)).toEqual({ rows: "groups", groupColumns: ["batch", "shift"] });
    expect(requested({ ...named, validationRows: "random" })).toEqual({ rows: "random", groupColumns: ["batch", "shift"] });
  });

  test("a column that orders the rows is needed for later rows, and sent", () => {
    expect(problem({ validationRows: "time" })).toBe("timeNeeded");
    expect(problem({ validationRows: "time", timeColumn: "speed" })).toBeUndefined();
    expect(requested({ validationRows: "time", timeColumn: "speed" })).toEqual({ rows: "time", timeColumn: "speed" });
  });

  test("a chosen column that becomes the target no longer names the group or orders the rows", () => {
    expect(problem({ validationRows: "groups", groupColumns: ["batch"], target: "batch" })).toBe("groupsNeeded");
    expect(problem({ validationRows: "time", timeColumn: "speed", target: "speed" })).toBe("timeNeeded");
  });

  test("columns of one value, and those in which every row differs, name no groups and are not offered", () => {
    const offered = [
      choice("one", "s", 1, { top: [{ value: "a", count: 400 }] }),
      choice("row", "s", 400, { top: [{ value: "a", count: 1 }] }),
      choice("serial", "n", 400, { histogram: [200, 200] }),
      choice("batch", "s", 200, { top: [{ value: "a", count: 2 }] }),
      choice("machine", "n", 399, { histogram: [200, 200] }),
      choice("computed", "s", 2),
      choice("temperature", "n", 299, { histogram: [200, 200], integer: false }),
      choice("dose", "n", 200, { histogram: [200, 200], integer: false }),
    ];
    const options = validationOptions(newTrainingDraft(offered, "predict"), offered, {});
    expect(options?.groupOptions).toEqual(["batch", "machine", "computed", "dose"]);
    expect(options?.timeOptions).toEqual(["serial", "machine", "temperature", "dose"]);
    expect(validationOptions(newTrainingDraft(offered, "predict"), offered.slice(0, 2), {})).toBeUndefined();
  });

  test("a column that marks known anomalies, or looks like it, names no groups of rows to find outliers in", () => {
    const inspection = choice("inspection", "s", 2, { top: [{ value: "ok", count: 390 }] });
    const offered = [...choices, inspection, { ...choice("odd", "s", 2), labelLike: true }];
    const optionsOf = (goal: "outliers" | "predict", knownAnomalies: string | null) =>
      validationOptions(draft({ goal }), offered, { knownAnomalies })?.groupOptions;
    expect(optionsOf("outliers", "inspection")).toEqual(["yield", "speed", "shift", "batch"]);
    expect(optionsOf("outliers", null)).toEqual(["yield", "speed", "shift", "batch", "inspection"]);
    expect(optionsOf("predict", "inspection")).toEqual(["speed", "shift", "batch", "inspection", "odd"]);
  });
});

describe("groups that no column names", () => {
  const structureOf = (kind: RowStructure["kind"]): RowStructure => ({
    kind,
    groupColumns: [],
    namingColumns: [],
    groups: 20,
    sharing: 1,
    errors: [{ response: "yield", measure: "RMSE", known: 1, new: 2 }],
  });
  const facts = { structure: structureOf("consecutive") };

  test("need no column, and are asked for without one", () => {
    const change = { validationRows: "groups" } as const;
    expect(validationOptions(draft(), choices, facts)).toMatchObject({ groupColumns: [], byDefault: "groups" });
    expect(validationProblem(draft(change), choices, facts)).toBeUndefined();
    expect(toValidation(draft(change), choices, facts)).toEqual({ rows: "groups" });
    const named = { ...change, groupColumns: ["batch"] };
    expect(toValidation(draft(named), choices, facts)).toEqual({ rows: "groups", groupColumns: ["batch"] });
  });

  test("are blocks for targets that depend on them alone, and copies for all", () => {
    const defaultOf = (change: Partial<TrainingDraft>, kind: RowStructure["kind"]) =>
      validationOptions(draft(change), choices, { structure: structureOf(kind) })?.byDefault;
    expect(defaultOf({ target: "speed" }, "consecutive")).toBe("random");
    expect(defaultOf({ goal: "outliers" }, "consecutive")).toBe("random");
    expect(defaultOf({ target: "speed" }, "copies")).toBe("groups");
    expect(defaultOf({ goal: "outliers" }, "copies")).toBe("groups");
  });
});

test("other columns than those that were found may name the group and order the rows", () => {
  const structure = { kind: "identifier" as const, groupColumns: ["batch"], timeColumn: "yield", groups: 40, sharing: 1 };
  const facts = { structure };
  const change = { target: "speed", validationRows: "groups", groupColumns: ["shift"] } as const;
  expect(validationOptions(draft({ target: "speed" }), choices, facts)).toMatchObject({ groupColumns: ["batch"], timeColumn: "yield" });
  expect(toValidation(draft(change), choices, facts)).toEqual({ rows: "groups", groupColumns: ["shift"] });
  expect(validationProblem(draft({ ...change, groupColumns: [] }), choices, facts)).toBe("groupsNeeded");
});

test("the request says for which rows the model is to predict where rows belong together or have a time", () => {
  const structure = { kind: "identifier" as const, groupColumns: ["speed"], groups: 10, sharing: 1 };
  const requested = (change: Partial<TrainingDraft>) => toValidation(draft(change), choices, { structure });
  expect(requested({})).toEqual({ rows: "auto" });
  expect(requested({ validationRows: "groups" })).toEqual({ rows: "groups", groupColumns: ["speed"] });
  expect(requested({ validationRows: "random" })).toEqual({ rows: "random", groupColumns: ["speed"] });
  expect(requested({ goal: "clusters" })).toBeUndefined();
});

test("the rows in which to find outliers are asked about where rows belong together or have a time", () => {
  const structure = { kind: "identifier" as const, groupColumns: ["speed"], groups: 10, sharing: 1 };
  const requested = (change: Partial<TrainingDraft>, facts: RowFacts = { structure }) =>
    toValidation(draft({ goal: "outliers", target: "speed", ...change }), choices, facts);
  expect(requested({})).toEqual({ rows: "auto" });
  expect(requested({ validationRows: "groups" })).toEqual({ rows: "groups", groupColumns: ["speed"] });
  expect(requested({}, {})).toBeUndefined();
  const timeOrder = {
    timeColumn: "batch",
    errors: [{ response: "speed", measure: "RMSE" as const, random: 1, later: 2, dependsOnOrder: true }],
  };
  expect(validationOptions(draft({ goal: "outliers", target: "speed" }), choices, { timeOrder })).toMatchObject({
    groups: undefined,
    timeColumn: "batch",
    byDefault: "random",
    inTime: undefined,
  });
  expect(requested({ validationRows: "time" }, { timeOrder })).toEqual({ rows: "time", timeColumn: "batch" });
});

test("after an edit history rows are asked about by columns that are left of the file", () => {
  const timeOrder = { timeColumn: "when", errors: [] };
  const structure = { kind: "identifier" as const, groupColumns: ["gone"], groups: 10, sharing: 1 };
  const edited = draft({ useExtraction: true });
  expect(validationOptions(edited, choices, { structure, timeOrder })).toMatchObject({ groups: undefined, timeColumn: undefined });
  expect(validationOptions(edited, choices, { timeOrder: { ...timeOrder, timeColumn: "batch" } })).toMatchObject({ timeColumn: "batch" });
});

test("rows in order of time are asked about, with the default that the errors of the data check tell", () => {
  const errors = [{ response: "yield", measure: "RMSE" as const, random: 1, later: 2, dependsOnOrder: true }];
  const asked = (change: Partial<TrainingDraft>) =>
    validationOptions(draft(change), choices, { timeOrder: { timeColumn: "batch", errors } });
  expect(asked({})).toMatchObject({ timeColumn: "batch", byDefault: "time", inTime: errors[0] });
  expect(asked({ target: "speed" })).toMatchObject({ timeColumn: "batch", byDefault: "auto", inTime: undefined });
  expect(asked({ target: "batch" })).toMatchObject({ timeColumn: undefined, byDefault: "auto" });
  errors[0]!.dependsOnOrder = false;
  expect(asked({})).toMatchObject({ byDefault: "random" });
});

test("where groups follow one another in time, later rows are those of later groups, unless other columns are chosen", () => {
  const structure = { kind: "identifier" as const, groupColumns: ["batch"], groups: 40, sharing: 1 };
  const errors = [{ response: "yield", measure: "RMSE" as const, random: 1, later: 2, dependsOnOrder: true }];
  const facts = { structure, timeOrder: { timeColumn: "speed", errors } };
  const asked = (change: Partial<TrainingDraft>) => validationOptions(draft(change), choices, facts);
  const requested = (change: Partial<TrainingDraft>) => toValidation(draft(change), choices, facts);
  expect(asked({})).toMatchObject({ hasLaterGroups: true, byDefault: "time", inTime: errors[0] });
  expect(asked({ target: "shift" })).toMatchObject({ hasLaterGroups: true, byDefault: "auto" });
  expect(asked({ goal: "outliers" })).toMatchObject({ hasLaterGroups: true, byDefault: "groups" });
  expect(requested({})).toEqual({ rows: "auto" });
  expect(requested({ validationRows: "time" })).toEqual({ rows: "time", timeColumn: "speed", groupColumns: ["batch"] });
  expect(requested({ validationRows: "time", groupColumns: ["shift"] })).toEqual({ rows: "time", timeColumn: "speed" });
  expect(requested({ validationRows: "groups" })).toEqual({ rows: "groups", groupColumns: ["batch"] });
  errors[0]!.dependsOnOrder = false;
  expect(asked({})).toMatchObject({ byDefault: "groups" });
});

describe("where a training may find what the data check did not, the data decide, and the request says so", () => {
  const names = Array.from({ length: 24 }, (_, i) => `x${i + 1}`);
  const wide = names.map((name) => choice(name, "n", 300));
  const shown = { checkedColumns: wide.map(({ column }) => column) };
  const defaultOf = (change: Partial<TrainingDraft>, facts: RowFacts = {}) =>
    validationOptions(draft({ target: "x1", ...change }), wide, { ...shown, ...facts })?.byDefault;
  const requested = (change: Partial<TrainingDraft>, facts: RowFacts = {}) =>
    toValidation(draft({ target: "x1", ...change }), wide, { ...shown, ...facts });

  test("for a target of which it did not measure whether it depends on blocks of rows", () => {
    expect(["x6", "x19"].map((target) => defaultOf({ target }))).toEqual(["random", "random"]);
    expect(["x7", "x18"].map((target) => defaultOf({ target }))).toEqual(["auto", "auto"]);
    expect(requested({ target: "x6" })).toBeUndefined();
    expect(requested({ target: "x12" })).toEqual({ rows: "auto" });
    expect(requested({ target: "x12", validationRows: "random" })).toEqual({ rows: "random" });
    const classes = [...shown.checkedColumns.slice(1), choice("many", "s", 11).column];
    expect(defaultOf({ target: "many" }, { checkedColumns: classes })).toBe("auto");
    expect(defaultOf({ goal: "outliers", target: "x12" })).toBe("random");
  });

  test("for a target that is one of the columns of the groups, or the order", () => {
    const structure = { kind: "recurring_set" as const, groupColumns: ["x1", "x2", "x3"], groups: 10, sharing: 1 };
    expect(defaultOf({}, { structure })).toBe("auto");
    expect(requested({}, { structure })).toEqual({ rows: "auto" });
    expect(defaultOf({ target: "x4" }, { structure })).toBe("groups");
    expect(defaultOf({}, { timeOrder: { timeColumn: "x1", errors: [] } })).toBe("auto");
  });

  test("for a target that some rows do not have, which were no part of an order", () => {
    const [x1, ...others] = wide.map(({ column }) => column);
    const checkedColumns = [{ ...x1!, stats: { ...x1!.stats, missing: 12 } }, ...others];
    expect(defaultOf({}, { checkedColumns })).toBe("auto");
    expect(defaultOf({ target: "x2" }, { checkedColumns })).toBe("random");
  });

  test("where there are more columns than the data check looks at", () => {
    const columnsOf = (count: number) => Array.from({ length: count }, (_, i) => choice(`x${i + 1}`, "n", 300).column);
    expect(defaultOf({}, { checkedColumns: columnsOf(200) })).toBe("random");
    expect(defaultOf({}, { checkedColumns: columnsOf(201) })).toBe("auto");
    expect(defaultOf({ goal: "outliers" }, { checkedColumns: columnsOf(201) })).toBe("auto");
  });

  test("where some columns are left out", () => {
    expect(defaultOf({}, { leavesOutColumns: true })).toBe("auto");
    expect(defaultOf({ goal: "outliers" }, { leavesOutColumns: true })).toBe("random");
  });

  test("where the known anomalies are one of the columns of the groups", () => {
    const structure = { kind: "identifier" as const, groupColumns: ["x3"], groups: 10, sharing: 1 };
    const asked = (change: Partial<TrainingDraft>) =>
      validationOptions(draft({ target: "x1", ...change }), wide, { ...shown, structure, knownAnomalies: "x3" });
    expect(asked({ goal: "outliers" })).toMatchObject({ groups: undefined, groupColumns: [], byDefault: "auto" });
    expect(asked({})).toMatchObject({ groupColumns: ["x3"], byDefault: "groups" });
  });

  test("in the columns that are not hidden alone, and after an edit history", () => {
    const hiding = { checkedColumns: [...shown.checkedColumns, { ...choice("gone", "n", 300).column, hidden: true }] };
    const structure = { kind: "identifier" as const, groupColumns: ["gone"], groups: 10, sharing: 1 };
    expect(defaultOf({}, hiding)).toBe("auto");
    expect(defaultOf({ goal: "outliers" }, { ...hiding, structure })).toBe("groups");
    expect(requested({ validationRows: "groups" }, { ...hiding, structure })).toEqual({ rows: "groups", groupColumns: ["gone"] });
    const errors = [{ response: "x1", measure: "RMSE" as const, random: 1, later: 2, dependsOnOrder: true }];
    expect(defaultOf({}, { ...hiding, timeOrder: { timeColumn: "gone", errors } })).toBe("time");
    expect(defaultOf({ useExtraction: true })).toBe("auto");
  });
});
