import "../../testing/dom.js";
import type { TableColumn } from "@agatha/contracts";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import type { ColumnOption } from "./column-options.js";
import { type ModelDraft, newModelDraft, type RowQuestion, withTarget } from "./draft.js";
import { TargetLeakageWarning } from "./target-leakage-warning.js";

afterEach(cleanup);

const option = (name: string): ColumnOption => ({
  column: { name, label: name, uid: name, type: "n", stats: { unique: 200 } } as TableColumn,
  quality: 1,
  usable: true,
  labelLike: false,
});
const choices = ["yield", "speed", "heat"].map(option);
const question = { groups: { groupColumns: ["batch"] }, timeColumn: "at", byDefault: "groups" } as RowQuestion;
const byGroups = { group_columns: '["batch"]' };

test.each<[ModelDraft["validationRows"], RowQuestion | undefined, object]>([
  ["auto", question, byGroups],
  ["groups", question, byGroups],
  ["time", question, { time_column: "at" }],
  ["random", question, {}],
  ["auto", undefined, {}],
])("leaks are those for the rows to predict: %s", async (validationRows, asked, expected) => {
  const leakage = jest.fn(async (_dataset: string, _query: object) => ({ data: [{ code: "leakage", column: "heat", message: "" }] }));
  const draft = { ...withTarget(newModelDraft(choices, "predict"), choices, "yield"), validationRows };
  await renderWithServices(
    <TargetLeakageWarning datasetId="d1" draft={draft} question={asked} labelOf={(name) => name} onChange={() => {}} />,
    { api: { leakage: leakage as never } },
  );
  await screen.findByText(/heat/);
  const [[, query]] = leakage.mock.calls as unknown as [[string, Record<string, unknown>]];
  const { response, model_type, use_ext_data, ...validation } = query;
  expect(JSON.parse(JSON.stringify(validation))).toEqual(expected);
});
