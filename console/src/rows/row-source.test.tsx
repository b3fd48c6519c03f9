import "../testing/dom.js";
import type { RowsAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { RowButton, RowsButton } from "./row-button.js";
import { RowSourceProvider, useSelectedRows } from "./row-source.js";
import { SelectionBar } from "./selection-bar.js";

afterEach(cleanup);

const answer = {
  columns: ["speed", "shift", "note", "day"],
  data: [[0.1 + 0.2, "night", null, "2024-05-01T00:00:00.000Z"]],
  start: 41,
  limit: 1,
  total: 50,
} as RowsAnswer;

function Selected() {
  return <p>{`selected: ${[...useSelectedRows()].join(", ")}`}</p>;
}

async function renderRows({ edited = false, rows = [answer] as (RowsAnswer | null)[] } = {}) {
  const asked = jest.fn(async () => rows[0] ?? null);
  await renderWithServices(
    <RowSourceProvider datasetId="d1" edited={edited}>
      <RowButton row={41} />
      <RowsButton rows={[3, 5]} />
      <SelectionBar />
      <Selected />
    </RowSourceProvider>,
    { api: { rows: asked as never } },
  );
  return asked;
}

test.each([
  [false, "/analysis/dataset?datasetID=d1&row=42"],
  [true, "/analysis/exploration?datasetID=d1&row=42"],
])("a row shows its values with a link to it in the table (edited: %s)", async (edited, address) => {
  const asked = await renderRows({ edited });
  fireEvent.click(screen.getByRole("button", { name: "Show the values of row 42" }));
  const dialog = await screen.findByRole("dialog", { name: "Row 42" });
  await within(dialog).findByRole("row", { name: "speed 0.3" });
  within(dialog).getByRole("row", { name: "shift night" });
  within(dialog).getByRole("row", { name: "note missing" });
  within(dialog).getByRole("row", { name: "day 2024-05-01" });
  expect(asked).toHaveBeenCalledWith("d1", { start: 41, limit: 1, use_ext_data: edited }, expect.anything());
  expect(within(dialog).getByRole("link", { name: "Open in the table" }).getAttribute("href")).toBe(address);
});

test("a row that the dataset has no more says so", async () => {
  await renderRows({ rows: [{ ...answer, data: [] }] });
  fireEvent.click(screen.getByRole("button", { name: "Show the values of row 42" }));
  await screen.findByText(/no such row any more/);
});

test("several rows are selected until the selection is cleared", async () => {
  await renderRows();
  fireEvent.click(screen.getByRole("button", { name: "Select 2 rows" }));
  screen.getByText("selected: 3, 5");
  expect(screen.getByRole("status").textContent).toContain("2 rows are selected");
  fireEvent.click(screen.getByRole("button", { name: "Clear the selection" }));
  screen.getByText("selected:");
  expect(screen.queryByRole("status")).toBeNull();
});

test.each([
  ["outside of a dataset", <RowButton key="row" row={41} />],
  [
    "of a dataset that was read anew",
    <RowSourceProvider key="row" datasetId="d1" edited={false} available={false}>
      <RowButton row={41} />
    </RowSourceProvider>,
  ],
])("where rows cannot be shown a row is a number: %s", async (_where, content) => {
  await renderWithServices(content);
  expect(screen.queryByRole("button")).toBeNull();
  screen.getByText("42");
});
