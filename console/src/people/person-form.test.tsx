import "../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { apiError, renderWithServices } from "../testing/services.js";
import { NEW_PERSON } from "./person-draft.js";
import { PersonForm } from "./person-form.js";

afterEach(cleanup);

// jsdom lays nothing out and cannot scroll.
Element.prototype.scrollIntoView = () => undefined;

const make = () => fireEvent.click(screen.getByRole("button", { name: "Make the account" }));
const account = () => screen.getByRole<HTMLInputElement>("textbox", { name: /^Account/ });

test("without a name nothing is sent: its field says so and has the focus", async () => {
  const sent = jest.fn();
  await renderWithServices(<PersonForm present={NEW_PERSON} sending={{ error: null, isPending: false }} onSubmit={sent} isNew />);
  account().blur();
  make();
  expect(document.activeElement).toBe(account());
  screen.getByText("Enter the name of the account");
  fireEvent.change(account(), { target: { value: " anna@example.com" } });
  make();
  expect(sent.mock.calls).toEqual([[NEW_PERSON, "anna@example.com"]]);
});

test("what the server refuses has the focus, so that the reason above the form is seen", async () => {
  const error = apiError(ERRORS.badRequest, { detail: [{ path: "email", message: "is not an address" }] });
  await renderWithServices(<PersonForm present={NEW_PERSON} sending={{ error, isPending: false }} onSubmit={() => undefined} isNew />);
  screen.getByText("The account could not be made");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "E-mail address" }));
});
