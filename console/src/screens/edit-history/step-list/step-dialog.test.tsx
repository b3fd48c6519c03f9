import "../../../testing/dom.js";
import type { EditStepSpec } from "@agatha/contracts";
import { ERRORS } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DatasetAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { TEST_COLUMNS } from "../../../step-columns/testing/columns.js";
import { apiError, renderWithServices } from "../../../testing/services.js";
import type { StepType } from "../steps/step-draft.js";
import { StepDialog } from "./step-dialog.js";

afterEach(cleanup);

const dataset = { id: "d1", timezone: "Asia/Taipei" } as DatasetAnswer;
const aggregation = fromPartial<EditStepSpec>({
  type: "aggregation",
  by: ["line"],
  cols: [{ name: "mean_speed", function: "mean", column: "speed" }],
});
const stepOf = (spec: EditStepSpec) => ({ id: "s1", enabled: true, spec }) as EditStepAnswer;

const PREVIEW = { data: [[1, 2]], columns: ["speed", "twice"], start: 0, limit: 20, total: 1 };

const OTHER_COLUMNS = [
  { name: "line", label: "line", type: "s" },
  { name: "built", label: "built", type: "d" },
].map((column, colIndex) => ({ ...column, colIndex, stats: { top: [], min: null, max: null } }));

async function renderDialog(
  type: StepType,
  steps: readonly EditStepAnswer[] = [],
  answer: () => Promise<unknown> = async () => ({}),
  edited: EditStepAnswer | null = null,
  preview: object = PREVIEW,
) {
  const createExtraction = jest.fn(async (_dataset: string, _step: unknown) => answer());
  const replaceExtraction = jest.fn(async (_dataset: string, _id: string, _step: unknown) => answer());
  const onAdded = jest.fn(async () => undefined);
  const previewExtraction = jest.fn(async (_dataset: string, _step: unknown) => preview);
  const onClose = jest.fn();
  await renderWithServices(
    <StepDialog
      type={type}
      dataset={dataset}
      table={TEST_COLUMNS}
      steps={steps}
      edited={edited}
      describe={({ type: kind }) => `a ${kind}`}
      onAdded={onAdded}
      onClose={onClose}
    />,
    {
      api: {
        createExtraction: createExtraction as never,
        replaceExtraction: replaceExtraction as never,
        previewExtraction: previewExtraction as never,
        dataset: async () => ({ status: "evaluating_finish", columns: OTHER_COLUMNS }) as never,
        datasets: async () => [],
        extractions: async () => [],
      },
    },
  );
  return { createExtraction, replaceExtraction, previewExtraction, onAdded, onClose };
}
function save() {
  const button = screen.getByText("Add the step");
  act(() => button.focus());
  fireEvent.click(button);
}
function choose(field: HTMLElement, option: string) {
  fireEvent.mouseDown(field);
  fireEvent.click(screen.getByRole("option", { name: option }));
}
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("a filter without a column is not sent; the column's field says so and has the focus", async () => {
  const { createExtraction } = await renderDialog("filter");
  expect(screen.queryByText("Choose a column")).toBeNull();
  save();
  expect(screen.getByText("Choose a column")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Column"));
  expect(createExtraction).not.toHaveBeenCalled();
});

test("a filter on a number says that its bound is no number, and is sent once it is", async () => {
  const { createExtraction, onClose } = await renderDialog("filter");
  choose(screen.getByLabelText("Column"), "speed");
  enter("From", "fast");
  save();
  expect(screen.getByText("Enter a number, such as 12.5")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("From"));
  enter("From", "12.5");
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(createExtraction.mock.calls).toEqual([["d1", { cond: "a filter", spec: expect.objectContaining({ type: "filter" }) as unknown }]]);
  expect(JSON.stringify(createExtraction.mock.calls)).toContain("12.5");
});

test("a time of day is asked for in the dataset's time zone", async () => {
  await renderDialog("filter");
  choose(screen.getByLabelText("Column"), "start");
  expect(screen.getByText("Times in UTC, as in the table")).toBeTruthy();
  choose(screen.getByLabelText("Condition"), "time of day");
  expect(screen.getByText(/Time of day in Asia\/Taipei/)).toBeTruthy();
});

test.each<[string, StepType, () => void]>([
  ["an expression", "derived", () => undefined],
  ["a part of a time", "derived", () => choose(screen.getByLabelText("Formula"), "part of a time")],
  ["a time window", "aggregation", () => choose(screen.getByLabelText("Time window"), "Every")],
])("%s says that it counts days and hours in another time zone than the table", async (_what, type, ask) => {
  await renderDialog(type);
  ask();
  expect(screen.getByText("Dates and hours in Asia/Taipei; the table shows UTC")).toBeTruthy();
});

test("conditions are added and removed, and two of them are combined by all or any", async () => {
  await renderDialog("filter");
  expect(screen.queryByLabelText("Keep rows that meet")).toBeNull();
  fireEvent.click(screen.getByText("Add a condition"));
  expect(screen.getByLabelText("Keep rows that meet").textContent).toBe("all conditions");
  fireEvent.click(screen.getAllByLabelText("Remove the condition")[0] as HTMLElement);
  expect(screen.queryByLabelText("Keep rows that meet")).toBeNull();
});

test("an aggregation names its column by itself, and offers numbers only", async () => {
  const { createExtraction } = await renderDialog("aggregation");
  choose(screen.getByLabelText("Aggregate"), "mean");
  save();
  expect(screen.getByText("Choose a column")).toBeTruthy();
  expect(createExtraction).not.toHaveBeenCalled();
  fireEvent.mouseDown(screen.getByLabelText("Column"));
  // The menu of aggregates fades away meanwhile.
  const offered = within(screen.getByRole("listbox", { name: "Column" })).getAllByRole("option");
  expect(offered.map(({ textContent }) => textContent)).toEqual(["speed", "yield"]);
  fireEvent.click(screen.getByRole("option", { name: "speed" }));
  expect(screen.getByLabelText<HTMLInputElement>("Name of the column").value).toContain("speed");
});

test("a second aggregation tells which of the two will be off, by its position", async () => {
  await renderDialog("aggregation", [stepOf(aggregation)]);
  expect(screen.getByText("Only one aggregation is applied: 1. a aggregation will be switched off.")).toBeTruthy();
  choose(screen.getByLabelText("Position"), "Before 1. a aggregation");
  expect(screen.getByText(/this one will be off/)).toBeTruthy();
});

test("after an aggregation a filter offers its columns", async () => {
  await renderDialog("filter", [stepOf(aggregation)]);
  fireEvent.mouseDown(screen.getByLabelText("Column"));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["line", "mean_speed"]);
});

test.each([
  ["", "Enter a name"],
  ["speed", "There is already a column with this name"],
])("a new column called '%s' is not sent: %s", async (name, problem) => {
  const { createExtraction } = await renderDialog("derived");
  enter("Name of the new column", name);
  save();
  expect(screen.getByText(problem)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Name of the new column"));
  expect(createExtraction).not.toHaveBeenCalled();
});

test("an expression is computed for the first rows before the step is added, with the new column first", async () => {
  const { createExtraction, previewExtraction } = await renderDialog("derived");
  enter("Name of the new column", "twice");
  enter("Expression", "speed * 2");
  expect((await screen.findAllByRole("columnheader")).map(({ textContent }) => textContent)).toEqual(["twice", "speed"]);
  const spec = { type: "derived", name: "twice", formula: { op: "expression", expression: "speed * 2" } };
  expect(previewExtraction).toHaveBeenCalledWith(dataset.id, { spec, index: 0 }, expect.anything());
  save();
  await waitFor(() => expect(createExtraction).toHaveBeenCalledWith(dataset.id, { cond: "a derived", spec }));
});

const made = stepOf({ type: "derived", name: "next", formula: { op: "expression", expression: 'dateadd(start, 1, "hour")' } });
const joined = stepOf(
  fromPartial<EditStepSpec>({
    ...{ type: "join", dataset: "d2", on: [{ column: "line", other: "line" }], columns: ["built"], prefix: "line " },
    copy: { title: "Lines" },
  }),
);

test.each<[string, StepType, EditStepAnswer, string]>([
  ["computes", "derived", made, "next"],
  ["joins", "join", joined, "line built"],
])("times that a step %s are shown as in the table", async (_makes, type, step, name) => {
  const preview = { ...PREVIEW, data: [["2024-05-01T12:00:00.000Z", "2024-05-01T13:00:00.000Z"]], columns: ["start", name] };
  await renderDialog(type, [step], undefined, step, preview);
  await screen.findByRole("columnheader", { name });
  await waitFor(() =>
    expect(screen.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual(["2024-05-01 13:00:00", "2024-05-01 12:00:00"]),
  );
});

test("an expression with a fault is not sent", async () => {
  const { createExtraction } = await renderDialog("derived");
  enter("Name of the new column", "twice");
  enter("Expression", "speed *");
  save();
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Expression" }));
  expect(createExtraction).not.toHaveBeenCalled();
});

test("a refused step stays in the open dialog with the server's reason", async () => {
  const { onClose } = await renderDialog("filter", [], async () => {
    throw apiError(ERRORS.badRequest, { detail: [{ path: "spec.groups[0]", message: "is too long" }] });
  });
  choose(screen.getByLabelText("Column"), "speed");
  enter("From", "1");
  save();
  expect(await screen.findByText("The step was not added")).toBeTruthy();
  expect(screen.getByText("spec.groups[0]: is too long")).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

const sorted = { ...stepOf({ type: "sort", by: [{ column: "speed", order: "asc" }] }), updated_at: "2026-01-01T00:00:00.000Z" };

test("a new step is sent with the step that it comes before", async () => {
  const { createExtraction, onClose } = await renderDialog("filter", [sorted]);
  choose(screen.getByLabelText("Position"), "Before 1. a sort");
  choose(screen.getByLabelText("Column"), "speed");
  enter("From", "1");
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(createExtraction.mock.calls).toEqual([["d1", expect.objectContaining({ before: sorted.id })]]);
});

test("a change of a step that somebody else has changed since is refused, and the history is read again", async () => {
  const conflict = async () => {
    throw apiError(ERRORS.dataChanged);
  };
  const { replaceExtraction, onAdded, onClose } = await renderDialog("sort", [sorted], conflict, sorted);
  fireEvent.click(screen.getByText("Save the step"));
  expect(await screen.findByText("The data has changed since. Please load it again")).toBeTruthy();
  expect(replaceExtraction.mock.calls).toEqual([["d1", sorted.id, expect.objectContaining({ updated_at: sorted.updated_at })]]);
  expect(onAdded).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
});

test("Escape closes the dialog without adding the step", async () => {
  const { createExtraction, onClose } = await renderDialog("sort");
  fireEvent.keyDown(screen.getByRole("dialog", { name: "New step: Sort" }), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(createExtraction).not.toHaveBeenCalled();
});

test("a click beside the dialog leaves what was typed", async () => {
  const { onClose } = await renderDialog("filter");
  const beside = document.querySelector<HTMLElement>(".MuiDialog-container")!;
  fireEvent.mouseDown(beside);
  fireEvent.click(beside);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});
