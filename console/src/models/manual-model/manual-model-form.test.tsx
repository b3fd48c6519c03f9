import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { apiError, renderWithServices } from "../../testing/services.js";
import type { ColumnOption } from "../training-draft/column-options.js";
import { withTarget } from "../training-draft/draft.js";
import { choiceOf } from "../training-draft/testing/choice-of.js";
import { type ModelDraft, newModelDraft } from "./draft.js";
import ManualModelForm from "./manual-model-form.js";

afterEach(cleanup);

const option = (name: string): ColumnOption => choiceOf(name, "n", 200);
const choices = ["yield", "speed", "heat"].map(option);
const dataset = { id: "d1", nrow: 500 } as DatasetAnswer;

interface FormProps {
  initial: ModelDraft;
  offered?: readonly ColumnOption[];
  onCreated: (id: string) => void;
}

function Form({ initial, offered = choices, onCreated }: FormProps) {
  const [draft, setDraft] = useState(initial);
  return (
    <ManualModelForm
      dataset={dataset}
      rows={dataset.nrow ?? 0}
      choices={offered}
      existingNames={["Model1"]}
      draft={draft}
      onDraft={setDraft}
      onCreated={onCreated}
    />
  );
}

async function renderForm({ target = "yield" as string | null, answer = async (): Promise<unknown> => ({ id: "m2" }) } = {}) {
  const draft = newModelDraft(choices, "predict");
  const createModel = jest.fn(async (_dataset: string, _request: unknown) => answer());
  const onCreated = jest.fn();
  const api = { createModel: createModel as never, leakage: (async () => ({ leaks: [] })) as never };
  await renderWithServices(<Form initial={target === null ? draft : withTarget(draft, choices, target)} onCreated={onCreated} />, { api });
  return { createModel, onCreated };
}
const train = () => fireEvent.click(screen.getByText("Train"));
const layer = (number: number) => screen.queryByLabelText(`Layer ${number}`);
const methods = (number: number) => [...(layer(number)?.querySelectorAll("[aria-pressed]") ?? [])];

test("a model without a target is not sent; the field says so only then, and has the focus", async () => {
  const { createModel } = await renderForm({ target: null });
  expect(screen.queryByText("Choose the column to predict")).toBeNull();
  train();
  expect(screen.getByText("Choose the column to predict")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Column to predict/));
  expect(createModel).not.toHaveBeenCalled();
});

test("a model for new groups is not sent before the column that names them is chosen, and then with it", async () => {
  const { createModel } = await renderForm();
  fireEvent.click(screen.getByRole("radio", { name: /^Rows of new groups/ }));
  train();
  const field = screen.getByRole("combobox", { name: /^Rows belong together by/ });
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(createModel).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "heat" } });
  fireEvent.click(screen.getByRole("option", { name: "heat" }));
  train();
  await waitFor(() => expect(createModel).toHaveBeenCalled());
  expect(createModel.mock.calls[0]![1]).toMatchObject({ validation: { rows: "groups", groupColumns: ["heat"] } });
});

test("a setting that is on or off is a switch, which only models of its type have", async () => {
  const { createModel } = await renderForm();
  const logarithm = () => screen.queryByLabelText<HTMLInputElement>(/^Learns the logarithm/);
  expect(logarithm()!.checked).toBe(false);
  expect(screen.queryByLabelText(/^Balance of classes/)).toBeNull();
  fireEvent.click(logarithm()!);
  expect(logarithm()!.checked).toBe(true);
  train();
  await waitFor(() => expect(createModel).toHaveBeenCalled());
  expect(createModel.mock.calls[0]![1]).toMatchObject({ layers: [{ nodes: [{ params: { logResponse: true } }] }] });
  fireEvent.click(screen.getByRole("radio", { name: /^Find groups/ }));
  expect(logarithm()).toBeNull();
});

test("a column that looks like a label is not ticked for outliers, and its line says why", async () => {
  const offered = [...choices, { ...option("failed"), labelLike: true }];
  await renderWithServices(<Form initial={newModelDraft(offered, "outliers")} offered={offered} onCreated={() => {}} />);
  const failed = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /^failed/ });
  expect(failed().checked).toBe(false);
  expect(screen.getByText("looks like a label: two values, one rare, or such as ok and nok")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: /^Find groups/ }));
  expect(failed().checked).toBe(true);
  expect(screen.queryByText(/^looks like a label/)).toBeNull();
});

test("a time is not ticked for outliers and clusters, and its line says why", async () => {
  const time = option("time");
  const offered = [...choices, { ...time, column: { ...time.column, type: "d" as const } }];
  await renderWithServices(<Form initial={newModelDraft(offered, "outliers")} offered={offered} onCreated={() => {}} />);
  const ticked = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /^time/ }).checked;
  expect(ticked()).toBe(false);
  fireEvent.click(screen.getByRole("radio", { name: /^Find groups/ }));
  expect(ticked()).toBe(false);
  expect(screen.getByText("is a time")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: /^Predict/ }));
  expect(ticked()).toBe(true);
  expect(screen.queryByText("is a time")).toBeNull();
});

test("the first free name is offered; a taken one is refused beside the field", async () => {
  const { createModel } = await renderForm();
  const name = screen.getByLabelText<HTMLInputElement>("Name");
  expect(name.value).toBe("Model2");
  fireEvent.change(name, { target: { value: "Model1" } });
  expect(screen.getByText("This dataset already has a model with this name")).toBeTruthy();
  train();
  expect(createModel).not.toHaveBeenCalled();
});

test("a complete model is sent with its title and opened", async () => {
  const { createModel, onCreated } = await renderForm();
  fireEvent.change(screen.getByLabelText("Title of the model"), { target: { value: " \u6b69\u7559\u307e\u308a " } });
  train();
  await waitFor(() => expect(onCreated.mock.calls).toEqual([["m2"]]));
  expect(createModel.mock.calls).toEqual([
    ["d1", expect.objectContaining({ name: "Model2", title: "\u6b69\u7559\u307e\u308a", response: "yield" })],
  ]);
});

test("a search for settings is sent with its time and figure; a method without settings offers none", async () => {
  const { createModel } = await renderForm();
  const search = () => screen.getByLabelText<HTMLInputElement>("Search for better settings");
  fireEvent.click(search());
  fireEvent.change(screen.getByLabelText("Time for the search"), { target: { value: "0" } });
  expect(screen.getByText("Must be a whole number from 1 to 86,400")).toBeTruthy();
  train();
  expect(createModel).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("Time for the search"), { target: { value: "15" } });
  fireEvent.click(screen.getByLabelText(/^Elastic net/));
  expect(search().disabled).toBe(true);
  expect(screen.getByText("No setting of these methods is left to search for.")).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/^Random forest/));
  train();
  await waitFor(() => expect(createModel).toHaveBeenCalled());
  expect(createModel.mock.calls[0]![1]).toMatchObject({ tuning: { seconds: 15, measure: "RMSE" } });
});

test("a model that the server refuses keeps its inputs, and the reason is shown", async () => {
  const { onCreated } = await renderForm({
    answer: async () => {
      throw apiError(ERRORS.serverUnavailable, { status: 503 });
    },
  });
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Mine" } });
  train();
  expect((await screen.findByText("The model could not be created")).closest("[role=alert]")?.textContent).toContain(
    ERRORS.serverUnavailable,
  );
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Mine");
  expect(onCreated).not.toHaveBeenCalled();
});

test("methods and up to three layers are added, each new one chosen", async () => {
  await renderForm();
  expect(layer(2)).toBeNull();
  fireEvent.click(screen.getByLabelText("Add a method to layer 1"));
  expect(methods(1).map((method) => method.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
  fireEvent.click(screen.getByText("Add a layer"));
  expect(methods(2).map((method) => method.getAttribute("aria-pressed"))).toEqual(["true"]);
  fireEvent.click(screen.getByText("Add a layer"));
  expect(layer(3)).not.toBeNull();
  expect(screen.queryByText("Add a layer")).toBeNull();
});

test("the only layer cannot be deleted; a deleted one returns by Recovery", async () => {
  await renderForm();
  expect(screen.queryByLabelText("Delete layer 1")).toBeNull();
  fireEvent.click(screen.getByText("Add a layer"));
  fireEvent.click(screen.getByLabelText("Delete layer 2"));
  expect(layer(2)).toBeNull();
  await screen.findByText("Layer deleted");
  fireEvent.click(screen.getByText("Recovery"));
  await waitFor(() => expect(layer(2)).not.toBeNull());
});

test("a reset leaves one method, and ctrl+z restores the others", async () => {
  await renderForm();
  fireEvent.click(screen.getByLabelText("Add a method to layer 1"));
  fireEvent.click(screen.getByText("Reset all layers"));
  expect(methods(1)).toHaveLength(1);
  await screen.findByText("Model reset");
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  await waitFor(() => expect(methods(1)).toHaveLength(2));
});

test("groups have one answering method: a layer of several says so and is not sent", async () => {
  const { createModel } = await renderForm();
  fireEvent.click(screen.getByLabelText("Add a method to layer 1"));
  fireEvent.click(screen.getByRole("radio", { name: /^Find groups/ }));
  const graph = within(screen.getByLabelText("Methods in layers"));
  expect(graph.getByText(/^Groups found by several methods cannot be put together/)).toBeTruthy();
  expect(graph.queryByLabelText("Add a method to layer 1")).toBeNull();
  train();
  expect(createModel).not.toHaveBeenCalled();
});
