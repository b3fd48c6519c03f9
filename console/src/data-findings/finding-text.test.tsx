import "../testing/dom.js";
import type { DataFinding } from "@agatha/contracts";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { FindingText } from "./finding-text.js";

afterEach(cleanup);

test.each([9_999_999, 9999.999, -99.9])("a number that stands for a missing value is shown as it is in the data: %s", async (value) => {
  const values = { value, count: 12_345, least: 0.123456, greatest: 7 };
  const finding: DataFinding = { code: "sentinel", column: "x", values, message: "" };
  await renderWithServices(<FindingText finding={finding} label="Heat" />);
  expect(await screen.findByText(new RegExp(`Heat is ${value} in 12,345 of the rows looked at, and from 0\\.1235 to 7 in`))).toBeTruthy();
});
