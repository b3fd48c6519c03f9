import "../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { newTrainingDraft, type TrainingDraft, withTarget } from "./draft.js";
import { TargetLeakageWarning } from "./target-leakage-warning.js";
import { choiceOf } from "./testing/choice-of.js";
import type { ValidationOptions } from "./validation-options.js";

afterEach(cleanup);

const choices = ["yield", "speed", "heat"].map((name) => choiceOf(name, "n", 200));
const named = { groupColumns: ["batch"], groupOptions: ["batch"], timeColumn: "at", timeOptions: ["at"] };
const options = fromPartial<ValidationOptions>({ groups: { groupColumns: ["batch"] }, ...named, byDefault: "groups" });
const byGroups = { group_columns: '["batch"]' };

test.each<[TrainingDraft["validationRows"], ValidationOptions | undefined, object]>([
  ["auto", options, byGroups],
  ["groups", options, byGroups],
  ["time", options, { time_column: "at" }],
  ["random", options, {}],
  ["groups", { ...options, groupColumns: [] }, {}],
  ["auto", undefined, {}],
])("leaks are those for the rows to predict: %s", async (validationRows, asked, expected) => {
  const leakage = jest.fn(async (_dataset: string, _query: Record<string, unknown>) => ({
    data: [{ code: "leakage", column: "heat", message: "" }],
  }));
  const draft = { ...withTarget(newTrainingDraft(choices, "predict"), choices, "yield"), validationRows };
  await renderWithServices(
    <TargetLeakageWarning datasetId="d1" draft={draft} options={asked} labelOf={(name) => name} onChange={() => {}} />,
    { api: { leakage: leakage as never } },
  );
  await screen.findByText(/heat/);
  const { response, model_type, use_ext_data, ...validation } = leakage.mock.lastCall![1];
  expect(JSON.parse(JSON.stringify(validation))).toEqual(expected);
});

test.each([
  [["speed", "heat"], true],
  [["speed"], false],
])("two columns that give the target away together are told where both are chosen: %s", async (columns, isTold) => {
  const pair = [
    ["speed", "heat"],
    ["heat", "speed"],
  ].map(([column, other]) => ({ code: "leaks_together", column, other, message: "" }));
  const alone = { code: "leakage", column: "speed", message: "" };
  const leakage = jest.fn(async () => ({ data: [...pair, alone] }));
  const draft = { ...withTarget(newTrainingDraft(choices, "predict"), choices, "yield"), columns };
  await renderWithServices(
    <TargetLeakageWarning datasetId="d1" draft={draft} options={options} labelOf={(name) => name} onChange={() => {}} />,
    { api: { leakage: leakage as never } },
  );
  await screen.findByText(/speed: predicts the target almost perfectly alone/);
  expect(screen.queryAllByText(/computed from two of these/)).toHaveLength(isTold ? 1 : 0);
});
