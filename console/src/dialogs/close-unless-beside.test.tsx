import "../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { EvaluationAnswer, ImportedUser, UserAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import RetrainDialog from "../models/model-page/retrain-dialog.js";
import SaveResultsDialog from "../models/model-page/save-results-dialog.js";
import { TemplatesDialog } from "../screens/edit-history/templates/templates-dialog.js";
import { ChangeModelsDialog } from "../screens/evaluation/model-selection/change-models-dialog.js";
import { ImportButton } from "../screens/people/import-button.js";
import { TextDialog } from "../screens/texts/text-dialog.js";
import type { TextRow } from "../screens/texts/text-rows.js";
import ShareDialog from "../sharing/share-dialog.js";
import { aDatasetAnswer, aModelAnswer } from "../testing/answers.js";
import { renderWithServices } from "../testing/services.js";

afterEach(cleanup);

const dataset = aDatasetAnswer({ id: "cars" });
const model = aModelAnswer({ title: "Origin" });
const row = fromPartial<TextRow>({ key: "home.title", cells: { en: { own: "Home", text: "Home" } } });
const templates = { dataset, table: { columns: [] }, steps: [], onApplied: () => {} } as never;

const evaluation = { id: "e1", dataset_id: "cars", model_id_list: [], evaluation_bymodel: [] } as object as EvaluationAnswer;
const api = {
  shares: async () => [],
  templates: async () => [],
  datasets: async () => [],
  dataset: async () => dataset,
  modelInfo: async () => ({ inputs: [] }) as object as ModelInfo,
};

function clickBeside(): void {
  const beside = document.querySelector(".MuiDialog-container")!;
  fireEvent.mouseDown(beside);
  fireEvent.click(beside);
}

test.each<[string, (onClose: () => void) => ReactElement]>([
  ["a text of the console", (onClose) => <TextDialog row={row} onClose={onClose} />],
  ["sharing", (onClose) => <ShareDialog dataset={dataset} onClose={onClose} />],
  ["results as a dataset", (onClose) => <SaveResultsDialog model={{ ...model, model_type: "CLUSTERING" }} onClose={onClose} />],
  ["training on another dataset", (onClose) => <RetrainDialog model={model} onClose={onClose} />],
  ["models of a comparison", (onClose) => <ChangeModelsDialog evaluation={evaluation} models={[]} open onClose={onClose} />],
  ["templates", (onClose) => <TemplatesDialog {...(templates as object as Parameters<typeof TemplatesDialog>[0])} onClose={onClose} />],
])("a click beside a dialog leaves what was typed, and Escape closes it: %s", async (_which, dialog) => {
  const onClose = jest.fn();
  await renderWithServices(dialog(onClose), { api });
  clickBeside();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a click beside the import of accounts leaves the file, and then the links that can be made once", async () => {
  const previewImport = async () => [{ username: "line3" }] as ImportedUser[];
  const importUsers = async () => [{ id: "3", username: "line3" }] as UserAnswer[];
  await renderWithServices(<ImportButton />, { api: { previewImport, importUsers } });
  fireEvent.click(screen.getByRole("button", { name: "Import from a file" }));
  const file = new File(["username\nline3\n"], "accounts.csv");
  fireEvent.change(document.querySelector("input[type=file]")!, { target: { files: [file] } });
  const run = await screen.findByRole("button", { name: "Create these accounts" });
  clickBeside();
  fireEvent.click(run);
  await screen.findByRole("button", { name: "Download the links" });
  clickBeside();
  expect(screen.getByRole("button", { name: "Download the links" })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
