import "../../testing/dom.js";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { renderWithServices } from "../../testing/services.js";
import type { ErrorCostsDraft } from "./draft.js";
import { ErrorCostsField } from "./error-costs-field.js";

afterEach(cleanup);

/** Members of a Java class, as a table of code has them. */
const CLASSES = ["constructor", "toString", "__proto__"];

test("classes may have the names of properties that every object has", async () => {
  function Costs() {
    const [costs, setCosts] = useState<ErrorCostsDraft>({ by: "answers", weights: {} });
    return (
      <>
        <ErrorCostsField rare={undefined} classes={CLASSES} costs={costs} onCosts={setCosts} />
        <p>{JSON.stringify(costs.weights)}</p>
      </>
    );
  }
  await renderWithServices(<Costs />);
  fireEvent.click(screen.getByRole("radio", { name: "As much as I say for each class" }));
  const fields = CLASSES.map((label) => screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(label) }));
  expect(fields.map(({ value }) => value)).toEqual(["1", "1", "1"]);
  for (const field of fields) fireEvent.change(field, { target: { value: "10" } });
  expect(screen.getByText('{"constructor":"10","toString":"10","__proto__":"10"}')).toBeTruthy();
});

test.each(["1,5", "-", "", "0"])("while a weight is %j, nothing is said of what the answers cost", async (typed) => {
  function Costs() {
    const [costs, setCosts] = useState<ErrorCostsDraft>({ by: "weights", weights: { setosa: "1", versicolor: "2", virginica: "3" } });
    return <ErrorCostsField rare={undefined} classes={Object.keys(costs.weights)} costs={costs} onCosts={setCosts} />;
  }
  await renderWithServices(<Costs />);
  expect(screen.getByRole("status").textContent).toMatch(/3 times/);
  fireEvent.change(screen.getByRole("textbox", { name: /setosa/ }), { target: { value: typed } });
  expect(screen.queryByRole("status")).toBeNull();
});
