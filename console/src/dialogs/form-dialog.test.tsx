import "../testing/dom.js";
import { TextField } from "@mui/material";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { FormDialog } from "./form-dialog.js";

afterEach(cleanup);

async function open(pending: boolean) {
  const [onSubmit, onClose] = [jest.fn(), jest.fn()];
  await renderWithServices(
    <FormDialog title="New name" action="Rename" pending={pending} onSubmit={onSubmit} onClose={onClose}>
      <TextField autoFocus label="Name" />
    </FormDialog>,
  );
  return { onSubmit, onClose, form: screen.getByRole("dialog", { name: "New name" }).querySelector("form")! };
}

test("a dialog with a form submits it without leaving the page, and closes by its other button", async () => {
  const { onSubmit, onClose, form } = await open(false);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
  // Browsers submit a form by Enter if it has a button to submit.
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Rename" });
  expect([button.type, button.form]).toEqual(["submit", form]);
  expect(fireEvent.submit(form)).toBe(false);
  expect([onSubmit.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect([onSubmit.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
});

test("what was submitted cannot be submitted again while it is under way", async () => {
  await open(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /Rename/ }).disabled).toBe(true);
});
