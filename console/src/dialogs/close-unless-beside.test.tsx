import "../testing/dom.js";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { TemplatesDialog } from "../edit-history/templates/templates-dialog.js";
import SaveGroupsDialog from "../models/model-page/save-groups-dialog.js";
import ShareDialog from "../sharing/share-dialog.js";
import { renderWithServices } from "../testing/services.js";
import { TextDialog } from "../texts/text-dialog.js";
import type { TextRow } from "../texts/text-rows.js";

afterEach(cleanup);

const dataset = { id: "cars", title: "Cars", columns: [] } as unknown as DatasetAnswer;
const model = { id: "m1", title: "Origin", dataset_title: "Cars" } as ModelAnswer;
const row = { key: "home.title", cells: { en: { own: "Home", text: "Home" } } } as unknown as TextRow;
const templates = { dataset, table: { columns: [] }, steps: [], onApplied: () => {} } as never;

test.each<[string, (onClose: () => void) => ReactElement]>([
  ["a text of the console", (onClose) => <TextDialog row={row} onClose={onClose} />],
  ["sharing", (onClose) => <ShareDialog dataset={dataset} onClose={onClose} />],
  ["groups as a dataset", (onClose) => <SaveGroupsDialog model={model} onClose={onClose} />],
  ["templates", (onClose) => <TemplatesDialog {...(templates as object as Parameters<typeof TemplatesDialog>[0])} onClose={onClose} />],
])("a click beside a dialog leaves what was typed, and Escape closes it: %s", async (_which, dialog) => {
  const onClose = jest.fn();
  const api = { shares: async () => [], templates: async () => [] };
  const { baseElement } = await renderWithServices(dialog(onClose), { api });
  const beside = baseElement.querySelector(".MuiDialog-container")!;
  fireEvent.mouseDown(beside);
  fireEvent.click(beside);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});
