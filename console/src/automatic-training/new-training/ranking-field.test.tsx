import "../../testing/dom.js";
import type { TableColumn } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen } from "@testing-library/react";
import type { ColumnOption } from "../../models/training-draft/column-options.js";
import { newTrainingDraft, type TrainingDraft, withTarget } from "../../models/training-draft/draft.js";
import { renderWithServices } from "../../testing/services.js";
import { newAutomaticTrainingDraft } from "./draft.js";
import { RankingField } from "./ranking-field.js";

afterEach(cleanup);

const stats = { unique: 300, missing: 0, min: null, mean: null, std: null, quantiles: [], top: [] };
const choices = ["yield", "speed"].map((name): ColumnOption => {
  const column = fromPartial<TableColumn>({ name, label: name, uid: name, type: "n", stats });
  return { column, quality: 1, usable: true, labelLike: false };
});
const predicting = newTrainingDraft(choices, "predict");
const renderField = (draft: TrainingDraft) =>
  renderWithServices(
    <RankingField draft={draft} automaticDraft={newAutomaticTrainingDraft("manual")} onAutomaticDraft={() => undefined} />,
    { api: {} },
  );

test.each<[string, TrainingDraft, string]>([
  [
    "a number",
    withTarget(predicting, choices, "yield"),
    "Ranked by RMSE. RMSE: Root mean squared error, in the target's unit; lower is better.",
  ],
  [
    "outliers",
    newTrainingDraft(choices, "outliers"),
    "Ranked by Silhouette score. Silhouette score: How well separated the groups are, or the outliers from the other rows, -1 to 1; higher is better.",
  ],
])("the metric that ranks models of %s is named with its meaning", async (_kind, draft, words) => {
  await renderField(draft);
  expect(screen.getByText(words)).toBeTruthy();
});

test("no metric is named before there is a target, which may be a number or a class", async () => {
  await renderField(predicting);
  expect(screen.queryByText(/Ranked by/)).toBeNull();
});
