import "../../testing/dom.js";
import type { DatasetPatch } from "@agatha/contracts/client/request-types";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useDataset } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { renderWithServices } from "../../testing/services.js";
import { DatasetUpdateProvider, useDatasetUpdate } from "./dataset-update.js";

afterEach(cleanup);

function Label() {
  const { dataset, update } = useDatasetUpdate();
  const patch = { columns: [{ name: "mpg", label: "Miles" }] } as DatasetPatch;
  return (
    <>
      <p>{`label: ${dataset.columns[0]?.label}, ${dataset.status}`}</p>
      <button type="button" onClick={() => void update(patch, "The label was changed")}>
        Rename
      </button>
    </>
  );
}

function Cars() {
  const queryClient = useQueryClient();
  const { data } = useDataset("cars");
  return data ? (
    <DatasetUpdateProvider dataset={data}>
      <Label />
      <button type="button" onClick={() => void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.dataset("cars") })}>
        Fetch
      </button>
    </DatasetUpdateProvider>
  ) : null;
}

test("a label is shown at once and while the table is read again; then the dataset's own, which may be changed elsewhere", async () => {
  const cars = fromPartial<DatasetAnswer>({
    id: "cars",
    status: "evaluating_finish",
    updated_at: "2024-05-01T08:00:00.000Z",
    columns: [{ name: "mpg", label: "mpg" }],
  });
  let present = cars;
  const updateDataset = async () => {
    present = { ...cars, status: "preprocess", updated_at: "2024-05-01T08:01:00.000Z" };
    return {} as never;
  };
  await renderWithServices(<Cars />, {
    api: { dataset: async () => structuredClone(present), updateDataset: updateDataset as never },
  });
  await screen.findByText("label: mpg, evaluating_finish");
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));
  await screen.findByText("label: Miles, evaluating_finish");
  await screen.findByText("label: Miles, preprocess");
  const read = (label: string) => {
    present = fromPartial<DatasetAnswer>({ ...cars, updated_at: "2024-05-01T08:02:00.000Z", columns: [{ name: "mpg", label }] });
    fireEvent.click(screen.getByRole("button", { name: "Fetch" }));
  };
  read("Miles");
  await screen.findByText("label: Miles, evaluating_finish");
  read("Miles per gallon");
  await screen.findByText("label: Miles per gallon, evaluating_finish");
});
