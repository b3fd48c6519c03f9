import "../../testing/dom.js";
import type { DataFinding, ModelInput } from "@agatha/contracts";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { LeftOutColumns } from "../left-out-columns.js";
import { TrainingWarnings } from "./training-warnings.js";

afterEach(cleanup);

const values = { value: -999, count: 12, least: 1, greatest: 8 };
const finding: DataFinding = { code: "sentinel", column: "heat", values, message: "" };

test("the data check's findings stand below a model's warnings, with what training did about them", async () => {
  await renderWithServices(<TrainingWarnings warnings={[{ code: "few_rows", message: "" }]} findings={[finding]} />);
  const [warning, told] = await screen.findAllByRole("listitem");
  expect(warning?.textContent).toContain("few rows");
  expect(told?.textContent).toContain("heat is -999 in 12 of the rows looked at, and from 1 to 8 in the others");
  expect(told?.textContent).toContain("Training takes it as the number that it is");
});

test("text with too many different values is told once, with what to do", async () => {
  const text: DataFinding = { code: "near_unique_text", column: "name", values: { distinct: 311, rows: 406 }, message: "" };
  const warnings = ["name", "city"].map((column) => ({ code: "too_many_levels" as const, column, message: "" }));
  await renderWithServices(<TrainingWarnings warnings={warnings} findings={[text]} />);
  const told = (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(told).toEqual([expect.stringContaining("city has too many"), expect.stringContaining("name has 311 different text values")]);
});

test("columns that training left out are told with the reason where inputs are asked for, and others are not", async () => {
  const warning = (code: "too_many_levels" | "leakage" | "times_missing", column?: string) => ({ code, column, message: "" });
  const warnings = [warning("too_many_levels", "name"), warning("leakage", "heat"), warning("times_missing")];
  await renderWithServices(<LeftOutColumns info={{ inputs: [{ name: "heat" } as ModelInput], warnings }} />);
  await screen.findByRole("region", { name: "Columns not used as inputs" });
  const told = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(told).toEqual(["name has too many different values and was left out."]);
});

test("what training does about several columns stands once, below all of them", async () => {
  const gaps = (column: string, share: number): DataFinding => ({ code: "missing_values", column, values: { share }, message: "" });
  await renderWithServices(<TrainingWarnings warnings={[]} findings={[gaps("heat", 0.4), gaps("speed", 0.2), finding]} />);
  const [missing, sentinel, ...others] = (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(missing).toMatch(/^heat lacks a value in 40% of the rows\. speed lacks a value in 20% of the rows\. Random forests/);
  expect(missing?.match(/Random forests/g)).toHaveLength(1);
  expect(sentinel).toContain("heat is -999");
  expect(others).toEqual([]);
});

test("a group that makes most of the error is named, with both figures", async () => {
  const values = { groups: "state Alaska", share: 0.451, rmse: 1.29, rmse_without: 1 };
  await renderWithServices(<TrainingWarnings warnings={[{ code: "dominant_group", values, message: "" }]} />);
  const [warning] = await screen.findAllByRole("listitem");
  expect(warning?.textContent).toMatch(/One group \(state Alaska\) accounts for 45% .* it is 1\.29, and 1 over the other groups/);
});

test("an unusual value at the end of a series is told with its day and what was expected", async () => {
  const values = { value: 940, lower: 310, upper: 420, time: "2024-12-30T00:00:00.000Z" };
  await renderWithServices(<TrainingWarnings warnings={[{ code: "unusual_end", values, message: "" }]} />);
  const [warning] = await screen.findAllByRole("listitem");
  expect(warning?.textContent).toMatch(/^The value 940 at 2024-12-30 is far from what was expected \(310 to 420\)/);
});
