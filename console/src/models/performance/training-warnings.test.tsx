import "../../testing/dom.js";
import type { DataFinding } from "@agatha/contracts";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { TrainingWarnings } from "./training-warnings.js";

afterEach(cleanup);

const values = { value: -999, count: 12, least: 1, greatest: 8 };
const finding: DataFinding = { code: "sentinel", column: "heat", values, message: "" };

test("the data check's findings stand below a model's warnings, with what training did about them", async () => {
  await renderWithServices(<TrainingWarnings warnings={[{ code: "few_rows", message: "" }]} findings={[finding]} />);
  const [warning, told] = await screen.findAllByRole("listitem");
  expect(warning?.textContent).toContain("few rows");
  expect(told?.textContent).toContain("heat is -999 in 12 rows, and from 1 to 8 in all others");
  expect(told?.textContent).toContain("Training takes it as the number that it is");
});
