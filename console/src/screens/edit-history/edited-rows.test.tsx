import "../../testing/dom.js";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { DownloadRows } from "./download-rows.js";
import { SaveAsDataset } from "./save-as-dataset.js";

afterEach(cleanup);

const dataset = { id: "cars", title: "Cars", product_type: "quality", timezone: "UTC", role: "owner" } as DatasetAnswer;
const api = { downloadExtraction: async () => new Response("{}", { status: 202 }) };
const NOT_READY = "The table is being read again. Try once more when its rows are shown.";

test("rows that are not ready are no file, and the download says so", async () => {
  const createObjectURL = jest.fn();
  Object.assign(URL, { createObjectURL });
  await renderWithServices(<DownloadRows dataset={dataset} />, { api });
  fireEvent.click(screen.getByRole("button", { name: "Download" }));
  fireEvent.click((await screen.findAllByRole("menuitem"))[0]!);
  await screen.findByText(NOT_READY);
  expect(createObjectURL).not.toHaveBeenCalled();
});

test("rows that are not ready are not saved as a dataset, and the dialog says so", async () => {
  await renderWithServices(<SaveAsDataset dataset={dataset} />, {
    api,
    user: { dataset_create_enable: true, product_quality_enable: true },
  });
  fireEvent.click(screen.getByRole("button", { name: "Save as a dataset" }));
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: "Cars 2" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(NOT_READY);
});
