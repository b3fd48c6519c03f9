import "../../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { aDatasetAnswer, aDatasetColumn } from "../../../testing/answers.js";
import { renderWithServices } from "../../../testing/services.js";
import { DatasetUpdateProvider, useDatasetUpdate } from "../dataset-update.js";
import { ColumnDetail } from "./column-detail.js";
import type { OrderedColumns } from "./use-column-order.js";

afterEach(cleanup);

const stats = {
  missing: 0,
  unique: 3,
  min: 9,
  max: 46,
  mean: 23,
  std: 8,
  quantiles: [9, 17, 23, 29, 46],
  top: [],
  histogram: [],
  integer: false,
};
const column = aDatasetColumn({ name: "mpg", stats });
const cars = aDatasetAnswer({ id: "cars", columns: [column] });

function Detail() {
  const { dataset } = useDatasetUpdate();
  const [shown] = dataset.columns;
  return shown ? <ColumnDetail columns={fromPartial<OrderedColumns>({ all: [shown], visible: [shown] })} column={shown} /> : null;
}

test("a saved label leaves the focus in its field", async () => {
  await renderWithServices(
    <DatasetUpdateProvider dataset={cars}>
      <Detail />
    </DatasetUpdateProvider>,
    { api: { updateDataset: async () => ({}) as never, dataset: async () => cars } },
  );
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Label" });
  fireEvent.change(field, { target: { value: " Miles " } });
  const save = screen.getByRole("button", { name: "Save the label" });
  act(() => save.focus());
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save the label" })).toBeNull());
  const saved = screen.getByRole<HTMLInputElement>("textbox", { name: "Label" });
  expect(saved.value).toBe("Miles");
  expect(document.activeElement).toBe(saved);
});
