import "../../testing/dom.js";
import { type EditStepSpec, ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { apiError, renderWithServices } from "../../testing/services.js";
import type { BatchRequest } from "./batch-request.js";
import { DatasetSource } from "./dataset-source.js";

afterEach(cleanup);

const stats = { top: [], min: null, max: null };
const columns = ["heat", "load"].map((name, colIndex) => ({ name, label: name, type: "n", colIndex, stats }));
const oven = { id: "oven", title: "Oven", columns, product_type: "quality", status: "evaluating_finish" };
const OVEN = { ...oven, nrow: 10, total_rows: 10, sampling_chosen: null } as never;
const derived = (name: string): EditStepSpec =>
  ({ type: "derived", name, formula: { op: "divide", left: { column: "heat" }, right: { column: "load" } } }) as never;

type Steps = { spec: EditStepSpec; enabled: boolean }[];

/** Shows the choice of rows for a model of `ratio`, which an edit step makes of heat and load. */
const showSource = (...steps: Steps) => showSourceFor(["ratio"], async () => steps);

/** Shows the choice of rows for a model of these inputs, once the edit history is answered. */
async function showSourceFor(
  inputs: string[],
  extractions: () => Promise<Steps>,
  { dataset = OVEN, series = null }: { dataset?: never; series?: object | null } = {},
): Promise<{ request: BatchRequest | undefined }> {
  const seen: { request: BatchRequest | undefined } = { request: undefined };
  const model = { dataset_id: "oven", use_extraction: true, time_series_params: series, response: "yield" } as never;
  const info = { inputs: inputs.map((name) => ({ name, type: "n" })) } as never;
  const datasets = { data: [dataset], error: null } as never;
  const onRequest = (request: BatchRequest) => {
    seen.request = request;
  };
  await renderWithServices(<DatasetSource model={model} info={info} datasets={datasets} onRequest={onRequest} />, {
    api: { dataset: async () => dataset, extractions: extractions as never },
  });
  return seen;
}

test("a dataset whose edit history makes the columns of the model can be predicted", async () => {
  const seen = await showSource({ spec: derived("ratio"), enabled: true });
  await waitFor(() => expect(seen.request).toEqual({ type: "batch", dataset_id: "oven", use_extraction: true }));
  expect(screen.queryByText(/are missing/)).toBeNull();
  fireEvent.click(screen.getByRole("checkbox"));
  await screen.findByText("Columns that the model learned from are missing: ratio");
});

test("a dataset whose edit history does not make a column of the model is told before the click", async () => {
  const seen = await showSource({ spec: derived("quotient"), enabled: true }, { spec: derived("ratio"), enabled: false });
  await screen.findByRole("checkbox", { checked: true });
  await screen.findByText("Columns that the model learned from are missing: ratio");
  expect(seen.request).toBeNull();
});

test("nothing is predicted while the edit history is not known, and a failure to load it is told", async () => {
  const extractions = jest.fn<Promise<Steps>, []>().mockRejectedValueOnce(apiError(ERRORS.tooManyRequests, { status: 429 }));
  extractions.mockResolvedValue([{ spec: derived("ratio"), enabled: true }]);
  const seen = await showSourceFor(["heat"], extractions);
  const retry = await screen.findByRole("button", { name: "Try again" });
  await screen.findByText(/10 rows/);
  expect(seen.request).toBeNull();
  fireEvent.click(retry);
  await waitFor(() => expect(seen.request).toEqual({ type: "batch", dataset_id: "oven", use_extraction: true }));
});

test.each<[string, string | null, object | null, RegExp]>([
  ["all rows of a long dataset, of which a sample is in use", null, null, /231,083 rows/],
  ["the rows of the sample that somebody chose", "random", null, /10,000 rows/],
  ["all rows, which a model of a time series needs", "random", { time: "load", lags: 1 }, /231,083 rows/],
])("the number of rows to be predicted is that of %s", async (_which, chosen, series, shown) => {
  const dataset = { ...oven, nrow: 10_000, total_rows: 231_083, sampling: "random", sampling_chosen: chosen } as never;
  await showSourceFor(["heat"], async () => [], { dataset, series });
  await screen.findByText(shown);
});
