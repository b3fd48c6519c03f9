import { newAutomaticTrainingDraft, rankingOptions, toAutoModelRequest } from "../../automatic-training/new-training/draft.js";
import { aDatasetColumn } from "../../testing/answers.js";
import { newModelDraft } from "../manual-model/draft.js";
import { toModelRequest } from "../manual-model/model-request.js";
import { validateModelDraft } from "../manual-model/validate-draft.js";
import type { ColumnOption } from "./column-options.js";
import { withTarget } from "./draft.js";
import { rareClass, weightedClasses } from "./target-classes.js";

const counted = (name: string, counts: Record<string, number>): ColumnOption => {
  const top = Object.entries(counts).map(([value, count]) => ({ value, count }));
  const column = aDatasetColumn({ name, type: "s", stats: { unique: top.length, top } });
  return { column, quality: 1, usable: true, labelLike: false };
};
const choices = [counted("grade", { ok: 950, nok: 50 }), counted("shift", { early: 500, late: 500 }), counted("kind", { a: 1000 })];
const draftOf = (target: string) => withTarget(newModelDraft(choices, "predict"), choices, target);

test.each([
  ["grade", { value: "nok", share: 0.05 }],
  ["shift", undefined],
  ["kind", undefined],
])("a class below a tenth of the rows is rare: %s", (target, expected) => {
  expect(rareClass(draftOf(target), choices)).toEqual(expected);
});

test("outliers and numbers have no rare class", () => {
  expect(rareClass({ ...draftOf("grade"), goal: "outliers" }, choices)).toBeUndefined();
  expect(rareClass({ ...draftOf("grade"), predictAs: "number" }, choices)).toBeUndefined();
});

test("weights of classes are asked for up to ten classes, and are checked as they are typed", () => {
  expect(weightedClasses(draftOf("grade"), choices)).toEqual(["ok", "nok"]);
  expect(weightedClasses(draftOf("kind"), choices)).toBeUndefined();
  const context = { choices, existingNames: [], rows: 1000 };
  const weighted = (nok: string) => ({ ...draftOf("grade"), errorCosts: { by: "weights", weights: { ok: "1", nok } } as const });
  expect(toModelRequest(weighted("10"), context)).toMatchObject({ error_costs: { weights: { ok: 1, nok: 10 } } });
  expect(["10", "", "-1", "many"].map((nok) => validateModelDraft(weighted(nok), context).errorCosts)).toEqual([
    undefined,
    "weightRule",
    "weightRule",
    "weightRule",
  ]);
});

test("classes that weigh alike are asked for in both forms, and the automatic one ranks by cost", () => {
  const balanced = { ...draftOf("grade"), errorCosts: { by: "classes", weights: {} } as const };
  const context = { choices, existingNames: [], rows: 1000 };
  expect(toModelRequest(balanced, context)).toMatchObject({ error_costs: {} });
  expect(toModelRequest(draftOf("grade"), context)).not.toHaveProperty("error_costs");
  const automatic = newAutomaticTrainingDraft("manual");
  expect(toAutoModelRequest(balanced, automatic, context)).toMatchObject({ error_costs: {}, rank_by: "cost" });
  expect(rankingOptions(draftOf("grade"), automatic)).toMatchObject({ chosen: "recommended" });
  expect(withTarget(balanced, choices, "shift").errorCosts.by).toBe("answers");
});
