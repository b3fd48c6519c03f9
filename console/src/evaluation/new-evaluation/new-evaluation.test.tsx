import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { UploadsProvider } from "../../file-upload/uploads-context.js";
import { apiError, renderWithServices } from "../../testing/services.js";
import { NewEvaluation } from "./new-evaluation.js";

afterEach(cleanup);

const model = {
  id: "m1",
  dataset_id: "cars",
  title: "Miles per gallon",
  status: "success",
  model_type: "REGRESSION",
  response: "Miles_per_Gallon",
  use_extraction: true,
  algorithms: ["XGB"],
  indicators: {},
  intervals: {},
  baseline: {},
  time_series_params: null,
} as unknown as ModelAnswer;

test("no comparison starts while the edit history is not known, and a failure to load it is told", async () => {
  const extractions = jest.fn().mockRejectedValueOnce(apiError(ERRORS.tooManyRequests, { status: 429 }));
  extractions.mockResolvedValue([{ enabled: true }]);
  await renderWithServices(
    <UploadsProvider>
      <NewEvaluation dataset={{ id: "cars", owner: "1" } as DatasetAnswer} models={[model]} initialModels={["m1"]} onCreated={() => {}} />
    </UploadsProvider>,
    { api: { extractions, datasets: async () => [] } },
  );
  const start = () => screen.getByRole<HTMLButtonElement>("button", { name: "Compare" });
  expect(start().disabled).toBe(true);
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(start().disabled).toBe(false));
  expect(screen.getByRole<HTMLInputElement>("switch").checked).toBe(true);
});
