import "../../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { aDatasetAnswer } from "../../../testing/answers.js";
import { apiError, renderWithServices } from "../../../testing/services.js";
import { DatasetUpdateProvider } from "../dataset-update.js";
import { ProfilingReportPanel } from "./profiling-report-panel.js";

afterEach(cleanup);

test("no report of other rows is made while the edit history is not known, and a failure to load it is told", async () => {
  const extractions = jest.fn().mockRejectedValueOnce(apiError(ERRORS.tooManyRequests, { status: 429 }));
  extractions.mockResolvedValue([{ enabled: true }]);
  const made = { status: "success", report: "/report/cars", use_ext_data: true };
  const createProfiling = jest.fn(async () => made);
  await renderWithServices(
    <DatasetUpdateProvider dataset={aDatasetAnswer({ id: "cars" })}>
      <ProfilingReportPanel />
    </DatasetUpdateProvider>,
    { api: { extractions, profiling: async () => made, createProfiling } as object },
  );
  const again = await screen.findByRole<HTMLButtonElement>("button", { name: "Create it again" });
  expect(again.disabled).toBe(true);
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(again.disabled).toBe(false));
  fireEvent.click(again);
  await waitFor(() => expect(createProfiling).toHaveBeenCalledWith("cars", { use_ext_data: true }));
});
