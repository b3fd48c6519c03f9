import "../testing/dom.js";
import { cleanup, screen } from "@testing-library/react";
import { aDatasetAnswer } from "../testing/answers.js";
import { renderWithServices } from "../testing/services.js";
import { DatasetReadError } from "./dataset-read-error.js";

afterEach(cleanup);

test.each<[string, boolean]>([
  ["emptyFile", false],
  ["damagedWorkbook", false],
  ["missingFile", false],
  ["refusedFile", false],
  ["missingValue", true],
  ["uncalculatedWorkbook", true],
])("another way to read a file is offered only where it can help: %s", async (name, offered) => {
  const values = { found: "1", expected: "2", position: "2", column: "x" };
  const dataset = aDatasetAnswer({ reason: "010407", message: "", fault: { name, values } });
  await renderWithServices(<DatasetReadError dataset={dataset} />);
  await screen.findByRole("alert");
  expect(screen.queryByRole("button", { name: "Read it differently" }) !== null).toBe(offered);
});

test("the fault of a sheet names it", async () => {
  const dataset = aDatasetAnswer({
    reason: "010410",
    message: "English text",
    fault: { name: "unnamedColumn", values: { position: "2", inSheet: "Cover" } },
  });
  await renderWithServices(<DatasetReadError dataset={dataset} />);
  await screen.findByText(/^Sheet Cover: column 2 has no name/);
});
