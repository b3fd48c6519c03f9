import "../../testing/dom.js";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { newAutomaticTrainingDraft, toAutoModelRequest } from "../../automatic-training/new-training/draft.js";
import { aDatasetColumn } from "../../testing/answers.js";
import { renderWithServices } from "../../testing/services.js";
import { type ModelDraft, newModelDraft } from "../manual-model/draft.js";
import { toModelRequest } from "../manual-model/model-request.js";
import { validateModelDraft } from "../manual-model/validate-draft.js";
import { type ResponseLimitsDraft, withTarget } from "./draft.js";
import { areResponseLimitsValid, hasResponseLimits, possibleUpperLimit, rangeOfTarget } from "./response-limits.js";
import { ResponseLimitsField } from "./response-limits-field.js";

afterEach(cleanup);

const numbers = (name: string, min: number, max: number) => ({
  column: aDatasetColumn({ name, type: "n", stats: { unique: 200, min, max } }),
  quality: 1,
  usable: true,
  labelLike: false,
});
const choices = [numbers("yield", 12, 100), numbers("share", 0.2, 1), numbers("hours", 0.5, 80), numbers("profit", -2, 100)];
const context = { choices, existingNames: [], rows: 1000 };
const draftOf = (target: string) => withTarget(newModelDraft(choices, "predict"), choices, target);
const withLimits = (responseLimits: Partial<ResponseLimitsDraft>): ModelDraft => ({
  ...draftOf("yield"),
  responseLimits: { by: "own", lower: "", upper: "", ...responseLimits },
});

test.each<[Partial<ResponseLimitsDraft>, object | undefined]>([
  [{ by: "data", upper: "5" }, undefined],
  [{ by: "none", upper: "5" }, {}],
  [
    { lower: "0", upper: " 100 " },
    { lower: 0, upper: 100 },
  ],
  [{ upper: "1" }, { upper: 1 }],
])("limits %j are asked for as %j in both forms", (typed, expected) => {
  const draft = withLimits(typed);
  expect(toModelRequest(draft, context).response_limits).toEqual(expected);
  expect(toAutoModelRequest(draft, newAutomaticTrainingDraft("manual"), context).response_limits).toEqual(expected);
  expect(validateModelDraft(draft, context).responseLimits).toBeUndefined();
});

test.each([{}, { lower: "1,5" }, { lower: "many" }, { lower: "2", upper: "1" }, { lower: "1", upper: "1" }])(
  "limits %j are no limits",
  (typed) => {
    expect(validateModelDraft(withLimits(typed), context).responseLimits).toBe("limitsRule");
  },
);

test("only numbers that are no time series have limits, and another target begins anew", () => {
  const draft = withLimits({ upper: "100" });
  expect(hasResponseLimits({ ...draft, predictAs: "class" })).toBe(false);
  expect(hasResponseLimits({ ...draft, series: { ...draft.series, enabled: true } })).toBe(false);
  expect(toModelRequest({ ...draft, predictAs: "class" }, context)).not.toHaveProperty("response_limits");
  expect(withTarget(draft, choices, "hours").responseLimits.by).toBe("data");
});

test("values that end at 1 or 100 may be shares", () => {
  const upperOf = (options: typeof choices) =>
    options.map(({ column }) => possibleUpperLimit(rangeOfTarget(draftOf(column.name), options)));
  expect(upperOf(choices)).toEqual([100, 1, undefined, undefined]);
  expect(upperOf(choices.map((choice) => ({ ...choice, edited: "values" })))).toEqual(choices.map(() => undefined));
});

function Field({ range }: { range: { min: number; max: number } }) {
  const [limits, setLimits] = useState<ResponseLimitsDraft>({ by: "data", lower: "", upper: "" });
  return <ResponseLimitsField limits={limits} valid={areResponseLimitsValid(withLimits(limits))} range={range} onLimits={setLimits} />;
}
const least = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Least possible value" });

test("limits are typed after the choice to set them, and a wrong one is told", async () => {
  await renderWithServices(<Field range={{ min: 0, max: 100 }} />);
  expect(screen.getByText(/All values are from 0 to 100\./)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "Within limits that I set" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Greatest possible value" }), { target: { value: "100" } });
  expect(screen.queryByText(/the least below the greatest/)).toBeNull();
  fireEvent.change(least(), { target: { value: "100" } });
  expect(screen.getAllByText(/the least below the greatest/)).toHaveLength(2);
});

test.each([
  ["0 where none is below, which who sets the upper limit keeps", 12, "0"],
  ["nothing where one is below 0", -2, ""],
])("own limits begin with %s", async (_what, min, lower) => {
  await renderWithServices(<Field range={{ min, max: 100 }} />);
  fireEvent.click(screen.getByRole("radio", { name: "Within limits that I set" }));
  expect(least().value).toBe(lower);
  fireEvent.change(least(), { target: { value: "-5" } });
  fireEvent.click(screen.getByRole("radio", { name: "Any number" }));
  fireEvent.click(screen.getByRole("radio", { name: "Within limits that I set" }));
  expect(least().value).toBe("-5");
});
