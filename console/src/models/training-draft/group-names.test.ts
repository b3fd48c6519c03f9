import { newTrainingDraft, selectedFeatures, type TrainingDraft, withGoal, withTarget } from "./draft.js";
import { groupNames, withGroupNames, withRows } from "./group-names.js";
import { choiceOf as choice } from "./testing/choice-of.js";

const choices = [choice("yield", "n", 300), choice("speed", "n", 200), choice("shift", "s", 3)];

describe("a column that only names the group", () => {
  const structure = { kind: "identifier" as const, groupColumns: ["speed"], namingColumns: ["speed", "shift"], groups: 10, sharing: 1 };
  const grouped = (facts = { structure }) => withRows(newTrainingDraft(choices, "predict"), choices, false, facts);
  const changed = (before: TrainingDraft, after: TrainingDraft) => withGroupNames(before, after, choices, { structure });

  test("is not chosen beforehand where the answer is new groups, and is again for known ones", () => {
    const made = changed(grouped(), withTarget(grouped(), choices, "yield"));
    expect(made.columns).toEqual([]);
    const known = changed(made, { ...made, validationRows: "random" });
    expect(known.columns).toEqual(["speed", "shift"]);
    expect(changed(known, { ...known, validationRows: "groups" }).columns).toEqual([]);
    expect(selectedFeatures(known, choices)).toEqual(["speed", "shift"]);
  });

  test("stays chosen where the user chooses it", () => {
    const chosen = changed(grouped(), { ...grouped(), columns: ["shift"] });
    expect(changed(chosen, withTarget(chosen, choices, "yield")).columns).toEqual(["shift"]);
  });

  test("is chosen again where the target names the group, and where nothing is predicted", () => {
    const before = withTarget(grouped(), choices, "yield");
    expect(changed(before, withTarget(before, choices, "speed")).columns).toEqual(["yield", "shift"]);
    expect(changed(before, withGoal(before, choices, "clusters")).columns).toEqual(["speed", "shift"]);
  });

  test("is known of a data check of an earlier version where one column names the group", () => {
    const { namingColumns: _, ...earlier } = structure;
    expect(grouped({ structure: earlier } as { structure: typeof structure }).columns).toEqual(["yield", "shift"]);
  });

  test("is a chosen one alone, unless it is a measurement", () => {
    const offered = [...choices, choice("heat", "n", 300, { integer: false })];
    const named = (groupColumns: string[]) =>
      groupNames({ ...newTrainingDraft(offered, "predict"), validationRows: "groups", groupColumns }, offered, { structure });
    expect(named(["shift"])).toEqual(["shift"]);
    expect(named(["heat"])).toEqual([]);
    expect(named(["shift", "heat"])).toEqual([]);
    expect(named(["speed"])).toEqual(["speed", "shift"]);
  });
});
