import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { aModelAnswer } from "../../testing/answers.js";
import { apiError, renderWithServices } from "../../testing/services.js";
import RetrainDialog from "./retrain-dialog.js";

afterEach(cleanup);

const model = aModelAnswer({ dataset_id: "cars", title: "Miles per gallon", response: null });
const trucks = {
  id: "trucks",
  title: "Trucks",
  name: "Trucks",
  columns: [],
  role: "owner",
  status: "evaluating_finish",
  updated_at: "2025-01-01T00:00:00Z",
};
const refusal = apiError(ERRORS.tooManyRequests, { status: 429 });

test("failures to load the datasets, and what the chosen one lacks, are told and can be tried again", async () => {
  const datasets = jest.fn().mockRejectedValueOnce(refusal).mockResolvedValue([trucks]);
  const modelInfo = jest.fn().mockRejectedValueOnce(refusal).mockResolvedValue({ inputs: [] });
  const dataset = async () => trucks as never;
  await renderWithServices(<RetrainDialog model={model} onClose={() => {}} />, { api: { datasets, modelInfo, dataset } });
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Try again" })).toHaveLength(2));
  const train = screen.getByRole<HTMLButtonElement>("button", { name: "Train" });
  for (const retry of screen.getAllByRole("button", { name: "Try again" })) fireEvent.click(retry);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  fireEvent.mouseDown(screen.getByRole("combobox"));
  fireEvent.click(await screen.findByRole("option", { name: /Trucks/ }));
  await waitFor(() => expect(train.disabled).toBe(false));
});
