import "../../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import StructurePanel from "./structure-panel.js";

afterEach(cleanup);

test("the file of the record has the title of the model", async () => {
  const files: string[] = [];
  window.HTMLAnchorElement.prototype.click = function click() {
    files.push(this.download);
  };
  Object.assign(URL, { createObjectURL: () => "blob:record", revokeObjectURL: () => {} });
  const model = { id: "m1", dataset_id: "cars", name: "Model2", title: "燃費 2", same_bytes: null } as ModelAnswer;
  const versions = { agatha: "0.1.0", artifact: 1, node: "v22" };
  const info = { record: { rows: 392, table_sha256: "0", recipe: { seed: 1 }, versions } } as ModelInfo;
  const modelGraph = () => new Promise<never>(() => {});
  await renderWithServices(<StructurePanel model={model} info={info} />, { api: { modelGraph } });
  fireEvent.click(screen.getByRole("button", { name: "Download the record" }));
  expect(files).toEqual(["燃費 2.record.json"]);
});
