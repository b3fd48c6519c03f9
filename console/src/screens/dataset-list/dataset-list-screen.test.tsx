import "../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { UploadsProvider } from "../../file-upload/uploads-context.js";
import { AnalysisProvider } from "../../routing/analysis-context.js";
import { renderWithServices } from "../../testing/services.js";
import DatasetListScreen from "./dataset-list-screen.js";

afterEach(cleanup);

const dataset = (id: string) =>
  fromPartial<DatasetAnswer>({
    id,
    title: id,
    product_type: "quality",
    role: "owner",
    status: "evaluating_finish",
    updated_at: "2025-01-01T00:00:00Z",
    shares: [],
  });

test("after a dataset is deleted, the focus is on the title, as its button is gone", async () => {
  const analysis = fromPartial<ComponentProps<typeof AnalysisProvider>["value"]>({ product: "all", datasetId: null, dataset: {} });
  const data = [dataset("Cars"), dataset("Trucks")];
  await renderWithServices(
    <AnalysisProvider value={analysis}>
      <UploadsProvider>
        <DatasetListScreen />
      </UploadsProvider>
    </AnalysisProvider>,
    { data: { getList: async () => ({ data, total: 2 }), delete: async () => ({ data: {} }) } },
  );
  const button = await screen.findByLabelText("Delete Cars");
  act(() => button.focus());
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByText("Datasets", { selector: "h1" }));
});
