import "../../testing/dom.js";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useUndoableDelete } from "../../deletion/use-undoable-delete.js";
import { useDatasetNames } from "../../screens/evaluation/use-evaluations.js";
import { renderWithServices } from "../../testing/services.js";
import { useReadyDatasets } from "./use-ready-datasets.js";

afterEach(cleanup);

/** Lists the datasets that forms offer and those that comparisons name, with a button that deletes one. */
function Offered() {
  const ready = useReadyDatasets().data ?? [];
  const named = useDatasetNames().data ?? [];
  const remove = useUndoableDelete("datasets");
  return (
    <>
      <p>ready: {ready.map(({ name }) => name).join(" ")}</p>
      <p>named: {named.map(({ name }) => name).join(" ")}</p>
      <button type="button" onClick={() => remove({ id: "cars", datasetId: null, message: "Cars was deleted" })}>
        Delete
      </button>
    </>
  );
}

test("a dataset that was just deleted is not offered, although the server still lists it", async () => {
  const dataset = (id: string, name: string, status = "evaluating_finish") => ({ id, name, title: name, status }) as never;
  const datasets = async () => [dataset("oven", "Oven"), dataset("cars", "Cars"), dataset("new", "New", "init")];
  await renderWithServices(<Offered />, { data: { delete: async () => ({ data: {} }) }, api: { datasets } });
  await screen.findByText("ready: Cars Oven");
  await screen.findByText("named: Oven Cars New");
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.getByText("ready: Oven")).toBeTruthy());
  expect(screen.getByText("named: Oven New")).toBeTruthy();
});

test("datasets are offered in the order of their titles, which are shown", async () => {
  const dataset = (name: string, title: string) => ({ id: name, name, title, status: "evaluating_finish" }) as never;
  const datasets = async () => [dataset("A", "Oven 10"), dataset("B", "Oven 9"), dataset("C", "Cars")];
  await renderWithServices(<Offered />, { api: { datasets } });
  await screen.findByText("ready: C B A");
});
