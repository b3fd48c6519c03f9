import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { apiError, renderWithServices } from "../../testing/services.js";
import { DatasetName } from "./dataset-name.js";

afterEach(cleanup);

const dataset = { id: "d1", name: "cars", title: "cars", product_type: "opt" } as DatasetAnswer;

async function openField(answer: () => Promise<unknown> = async () => ({ data: { ...dataset, title: "trucks" } })) {
  const update = jest.fn(async (_resource: string, _params: { data: unknown }) => answer());
  await renderWithServices(<DatasetName dataset={dataset} />, { data: { update } });
  fireEvent.click(screen.getByLabelText("Rename cars"));
  return { update, field: screen.getByLabelText<HTMLInputElement>("New name of cars") };
}
function save(field: HTMLInputElement, name: string) {
  fireEvent.change(field, { target: { value: name } });
  fireEvent.click(screen.getByLabelText("Save the name"));
}
const isOpen = () => screen.queryByLabelText("New name of cars") !== null;

test("the field has the focus and the old name; Escape keeps that name and gives the focus back", async () => {
  const { update, field } = await openField();
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("cars");
  fireEvent.keyDown(field, { key: "Escape" });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(screen.getByLabelText("Rename cars"));
  expect(update).not.toHaveBeenCalled();
});

test("an invalid name is not sent, and the field states the rule", async () => {
  const { update, field } = await openField();
  save(field, "  ");
  expect(screen.getByText(/^Must not be blank/)).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(update).not.toHaveBeenCalled();
});

test("a valid name is sent without blanks at its ends and closes the field; the old name is not sent", async () => {
  const { update, field } = await openField();
  save(field, " trucks ");
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(update.mock.calls.map(([, { data }]) => data)).toEqual([{ title: "trucks" }]);
  const again = await openField();
  save(again.field, "cars");
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(again.update).not.toHaveBeenCalled();
});

test("a name that the server refuses stays in the field with the reason", async () => {
  const log = jest.spyOn(console, "error").mockImplementation();
  const { field } = await openField(async () => {
    throw apiError(ERRORS.tooManyRequests, { status: 429 });
  });
  save(field, "trucks");
  expect(await screen.findByText(/^The dataset could not be renamed: Too many/)).toBeTruthy();
  expect(field.value).toBe("trucks");
  log.mockRestore();
});
