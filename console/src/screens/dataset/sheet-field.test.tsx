import "../../testing/dom.js";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { aDatasetAnswer } from "../../testing/answers.js";
import { renderWithServices } from "../../testing/services.js";
import { DatasetUpdateProvider } from "./dataset-update.js";
import { SheetField } from "./sheet-field.js";

afterEach(cleanup);

async function renderField(sheets: string[]) {
  const updateDataset = jest.fn(async () => aDatasetAnswer());
  await renderWithServices(
    <DatasetUpdateProvider dataset={aDatasetAnswer({ sheet: "Cover", sheets })}>
      <SheetField />
    </DatasetUpdateProvider>,
    { api: { updateDataset, dataset: async () => aDatasetAnswer() } },
  );
  return updateDataset;
}

test("the sheet that was read is shown, and another one is read from its first row on", async () => {
  const updateDataset = await renderField(["Cover", "Production"]);
  const field = screen.getByRole("combobox", { name: "Sheet" });
  expect(field.textContent).toBe("Cover");
  fireEvent.mouseDown(field);
  fireEvent.click(within(await screen.findByRole("listbox")).getByRole("option", { name: "Production" }));
  expect(updateDataset).toHaveBeenCalledWith(aDatasetAnswer().id, { sheet: "Production", skip_rows: 0 });
});

test("a workbook with one sheet offers none", async () => {
  await renderField(["Cover"]);
  expect(screen.queryByRole("combobox")).toBeNull();
});
