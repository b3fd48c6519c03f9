import "../../testing/dom.js";
import { cleanup, screen, within } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import type { RowQuestion } from "./draft.js";
import { ValidationField } from "./validation-field.js";

afterEach(cleanup);

const question = {
  groups: {
    kind: "identifier",
    groupColumns: ["batch"],
    groups: 40,
    sharing: 1,
    errors: [
      { response: "yield", measure: "RMSE", known: 0.9, new: 2.1 },
      { response: "grade", measure: "error_rate", known: 0.1, new: 0.25 },
    ],
  },
  byDefault: "groups",
} as RowQuestion;

test.each([
  ["yield", "A quick model is off by 0.9 (RMSE) for yield in known groups, and by 2.1 in new ones."],
  ["grade", "A quick model is wrong about grade in 10% of the rows of known groups, and in 25% of those of new ones."],
])("the question for which rows to predict shows a quick model's errors for known and for new groups: %s", async (response, expected) => {
  await renderWithServices(
    <ValidationField
      question={question}
      goal="predict"
      response={response}
      rows="auto"
      labelOf={(name) => name}
      onRows={() => undefined}
    />,
  );
  expect(await screen.findByText(expected)).toBeTruthy();
  expect(screen.getAllByText(/quick model/)).toHaveLength(1);
});

test("of rows in order of time the question shows the errors on random and on later rows, and later rows are the default", async () => {
  const inTime = { response: "births", measure: "RMSE", random: 290, later: 331, dependsOnOrder: true } as const;
  await renderWithServices(
    <ValidationField
      question={{ groups: undefined, timeColumn: "date", byDefault: "time", inTime }}
      goal="predict"
      response="births"
      rows="auto"
      labelOf={(name) => name}
      onRows={() => undefined}
    />,
  );
  expect(
    await screen.findByText("A quick model is off by 290 (RMSE) for births in random rows, and by 331 in the latest ones."),
  ).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Later rows/ }).checked).toBe(true);
});

test("of outliers the form asks in which rows to look for them", async () => {
  await renderWithServices(
    <ValidationField question={question} goal="outliers" response={null} rows="auto" labelOf={(name) => name} onRows={() => undefined} />,
  );
  const asked = await screen.findByRole("radiogroup", { name: "In which rows will you look for outliers?" });
  expect(within(asked).getByRole<HTMLInputElement>("radio", { name: /^Rows of new groups/ }).checked).toBe(true);
  expect(screen.queryByText(/quick model/)).toBeNull();
});
