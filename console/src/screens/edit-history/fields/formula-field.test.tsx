import "../../../testing/dom.js";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { TEST_COLUMNS } from "../../../step-columns/testing/columns.js";
import { renderWithServices } from "../../../testing/services.js";
import { type DerivedColumnDraft, newDerivedDraft } from "../steps/derived-draft.js";
import { FormulaField } from "./formula-field.js";

afterEach(cleanup);

function Field({ timezone = "UTC" }) {
  const [draft, setDraft] = useState<DerivedColumnDraft>(newDerivedDraft(TEST_COLUMNS));
  return <FormulaField draft={draft} columns={TEST_COLUMNS} timezone={timezone} problemOf={() => undefined} onChange={setDraft} />;
}

async function type(expression: string) {
  await renderWithServices(<Field />);
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Expression" });
  fireEvent.change(field, { target: { value: expression } });
  return field;
}

test("the first fault is told in words, and its place is underlined", async () => {
  const field = await type("speed + temp");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const told = document.getElementById(field.getAttribute("aria-describedby") ?? "")!;
  expect(told.textContent).toBe("speed + tempThere is no column temp");
  expect(told.querySelector("mark")?.textContent).toBe("temp");
});

test("a fault of types names them in words", async () => {
  const field = await type('abs("a")');
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
    "This is text; here it must be a number",
  );
});

test.each(["d", "constructor"])("the unknown column %s is told by its name, not as a type", async (name) => {
  const field = await type(`${name} * 2`);
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toContain(`There is no column ${name}`);
});

test("the time zone is told where it is not that of the table", async () => {
  await type("speed");
  expect(screen.queryByText(/the table shows UTC/)).toBeNull();
  await renderWithServices(<Field timezone="Asia/Tokyo" />);
  expect(screen.getByText("Dates and hours in Asia/Tokyo; the table shows UTC")).toBeTruthy();
});

test("a name is completed by keyboard", async () => {
  const field = await type("2 * spe");
  const options = within(await screen.findByRole("listbox")).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["speed"]);
  fireEvent.keyDown(field, { key: "ArrowDown" });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(field.value).toBe("2 * speed");
  expect(field.getAttribute("aria-invalid")).toBe("false");
});
