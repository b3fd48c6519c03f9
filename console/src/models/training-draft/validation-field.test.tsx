import "../../testing/dom.js";
import type { RowStructure } from "@agatha/contracts";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { renderWithServices } from "../../testing/services.js";
import { newTrainingDraft, type TrainingDraft } from "./draft.js";
import type { RowFacts } from "./row-facts.js";
import { choiceOf } from "./testing/choice-of.js";
import { ValidationField } from "./validation-field.js";
import { toValidation, validationOptions, validationProblem } from "./validation-options.js";

afterEach(cleanup);

const choices = [
  choiceOf("yield", "n", 300),
  choiceOf("grade", "s", 3),
  choiceOf("batch", "s", 40),
  choiceOf("births", "n", 300),
  choiceOf("date", "d", 400),
];
const structure: RowStructure = {
  kind: "identifier",
  groupColumns: ["batch"],
  groups: 40,
  sharing: 1,
  errors: [
    { response: "yield", measure: "RMSE", known: 0.9, new: 2.1 },
    { response: "grade", measure: "error_rate", known: 0.1, new: 0.25 },
  ],
};

interface FieldProps {
  initial: TrainingDraft;
  facts: RowFacts;
  onValidation(validation: unknown): void;
}

/** The field with its problems, as after a try to submit. */
function Field({ initial, facts, onValidation }: FieldProps) {
  const [draft, setDraft] = useState(initial);
  onValidation(toValidation(draft, choices, facts));
  const options = validationOptions(draft, choices, facts);
  const problem = validationProblem(draft, choices, facts);
  return options ? <ValidationField options={options} draft={draft} choices={choices} problem={problem} onChange={setDraft} /> : null;
}

async function renderField(change: Partial<TrainingDraft>, facts: RowFacts) {
  const onValidation = jest.fn();
  const draft = { ...newTrainingDraft(choices, "predict"), ...change };
  await renderWithServices(<Field initial={draft} facts={facts} onValidation={onValidation} />);
  return { asked: () => onValidation.mock.lastCall?.[0] };
}
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });

/** Chooses a column in a field. */
function choose(field: HTMLElement, column: string): void {
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: column } });
  fireEvent.click(screen.getByRole("option", { name: column }));
}

test.each([
  ["yield", "A quick model is off by 0.9 (RMSE) for yield in known groups, and by 2.1 in new ones."],
  ["grade", "A quick model is wrong about grade in 10% of the rows of known groups, and in 25% of those of new ones."],
])("the question for which rows to predict shows a quick model's errors for known and for new groups: %s", async (target, expected) => {
  await renderField({ target }, { structure });
  expect(await screen.findByText(expected)).toBeTruthy();
  expect(screen.getAllByText(/quick model/)).toHaveLength(1);
});

test("of rows in order of time the question shows the errors on random and on later rows, and later rows are the default", async () => {
  const inTime = { response: "births", measure: "RMSE", random: 290, later: 331, dependsOnOrder: true } as const;
  await renderField({ target: "births" }, { timeOrder: { timeColumn: "date", errors: [inTime] } });
  expect(
    await screen.findByText("A quick model is off by 290 (RMSE) for births in random rows, and by 331 in the latest ones."),
  ).toBeTruthy();
  expect(radio(/^Later rows, by date/).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: /^Rows are in order of/ }).value).toBe("date");
});

test("where groups follow one another, later rows are those of the next batches, and are the default for a column that depends on their order", async () => {
  const inTime = { response: "births", measure: "RMSE", random: 290, later: 331, dependsOnOrder: true } as const;
  const { asked } = await renderField({ target: "births" }, { structure, timeOrder: { timeColumn: "date", errors: [inTime] } });
  expect(await screen.findByText(/: 40 groups\. They follow one another by date\.$/)).toBeTruthy();
  expect(screen.getByText(/off by 290 \(RMSE\) for births in random rows, and by 331 in the latest ones/)).toBeTruthy();
  const later = radio(/^Rows of later groups \(the next batches\), by date/);
  expect(later.checked).toBe(true);
  expect(screen.getByText(/^The groups with the latest times are held out whole\./)).toBeTruthy();
  fireEvent.click(radio(/^Rows of new groups/));
  expect(asked()).toEqual({ rows: "groups", groupColumns: ["batch"] });
  fireEvent.click(later);
  expect(asked()).toEqual({ rows: "time", timeColumn: "date", groupColumns: ["batch"] });
});

test("of outliers the form asks in which rows to look for them", async () => {
  await renderField({ goal: "outliers" }, { structure });
  const asked = await screen.findByRole("radiogroup", { name: "In which rows will you look for outliers?" });
  expect(within(asked).getByRole<HTMLInputElement>("radio", { name: /^Rows of new groups/ }).checked).toBe(true);
  expect(screen.queryByText(/quick model/)).toBeNull();
});

test("where nothing was found, the user names the groups: the field is there with its option, needed, and what is named is asked for", async () => {
  const { asked } = await renderField({ target: "yield" }, {});
  expect(radio(/^More rows like these/).checked).toBe(true);
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(asked()).toEqual({ rows: "auto" });
  fireEvent.click(radio(/^Rows of new groups/));
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: /^Rows belong together by/ });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.required).toBe(true);
  expect(screen.getByText(/^Choose the column that names the group of a row/)).toBeTruthy();
  choose(field, "batch");
  expect(asked()).toEqual({ rows: "groups", groupColumns: ["batch"] });
  expect(field.getAttribute("aria-invalid")).toBe("false");
  expect(screen.getByText(/^Rows with the same value are one group: 40 groups\./)).toBeTruthy();
  choose(field, "grade");
  expect(asked()).toEqual({ rows: "groups", groupColumns: ["batch", "grade"] });
  expect(screen.getByText(/^Rows with the same values in all of these columns are one group\./)).toBeTruthy();
});

test("the field has the columns that were found, which others may replace; errors of the found groups are then not shown", async () => {
  const { asked } = await renderField({ target: "yield" }, { structure });
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Rows belong together by" });
  fireEvent.keyDown(field, { key: "Backspace" });
  choose(field, "grade");
  expect(asked()).toEqual({ rows: "groups", groupColumns: ["grade"] });
  expect(screen.queryByText(/quick model/)).toBeNull();
  fireEvent.click(radio(/^More rows of the same groups/));
  expect(asked()).toEqual({ rows: "random", groupColumns: ["grade"] });
});

test.each([
  ["copies", "95% of the rows nearly equal another row: 40 are different.", "Left empty: near copies of a row are held out together."],
  [
    "consecutive",
    "Consecutive rows are alike, as the rows of one run of a machine are: 40 blocks.",
    "Left empty: whole blocks of consecutive rows are held out.",
  ],
] as const)("groups that no column names may stay without one: %s", async (kind, found, hint) => {
  await renderField({ target: "yield" }, { structure: { ...structure, kind, groupColumns: [], sharing: 0.95 } });
  expect(screen.getByText(found)).toBeTruthy();
  expect(screen.getByText(hint)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Rows belong together by" }).required).toBe(false);
  expect(screen.getByText(/^A quick model is off by 0.9/)).toBeTruthy();
});

test("another column may order the rows than the one that was found", async () => {
  const { asked } = await renderField({ target: "yield" }, {});
  fireEvent.click(radio(/^Later rows, by date/));
  expect(asked()).toEqual({ rows: "time", timeColumn: "date" });
  choose(screen.getByRole("combobox", { name: /^Rows are in order of/ }), "births");
  expect(asked()).toEqual({ rows: "time", timeColumn: "births" });
  expect(radio(/^Later rows, by births/).checked).toBe(true);
});
