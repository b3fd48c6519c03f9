import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { apiError, renderWithServices } from "../../testing/services.js";
import { NEW_PERSON } from "./person-draft.js";
import { PersonForm } from "./person-form.js";

afterEach(cleanup);

// jsdom lays nothing out and cannot scroll.
Element.prototype.scrollIntoView = () => undefined;

const make = () => fireEvent.click(screen.getByRole("button", { name: "Create the account" }));
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

test("an account that is named by an e-mail address has that address, unless another one was entered", async () => {
  await renderWithServices(
    <PersonForm present={NEW_PERSON} sending={{ error: null, isPending: false }} onSubmit={() => undefined} isNew />,
  );
  const address = screen.getByRole<HTMLInputElement>("textbox", { name: "E-mail address" });
  const leave = (name: string) => {
    fireEvent.change(account(), { target: { value: name } });
    fireEvent.blur(account());
  };
  leave("line4");
  expect(address.value).toBe("");
  leave("line4@example.com ");
  expect(address.value).toBe("line4@example.com");
  leave("line5@example.com");
  expect(address.value).toBe("line4@example.com");
});

test("what the server refuses has the focus, and is told in words above the form and at its field", async () => {
  const error = apiError(ERRORS.badRequest, { detail: [{ path: "email", message: "is not an address" }] });
  await renderWithServices(<PersonForm present={NEW_PERSON} sending={{ error, isPending: false }} onSubmit={() => undefined} isNew />);
  screen.getByText("The account could not be created");
  const address = screen.getByRole("textbox", { name: "E-mail address" });
  expect(document.activeElement).toBe(address);
  expect(screen.getByRole("listitem").textContent).toBe("E-mail address: Enter an address such as anna@example.com.");
  expect(document.getElementById(address.getAttribute("aria-describedby")!)?.textContent).toBe(
    "Enter an address such as anna@example.com.",
  );
  expect(screen.queryByText(/is not an address/)).toBeNull();
});

test("a name that is taken is told as such, and what no field stands for by the server's words", async () => {
  const taken = apiError(ERRORS.duplicateUsername, { detail: [{ path: "username", message: "There is one" }] });
  const form = (error: Error) => <PersonForm present={NEW_PERSON} sending={{ error, isPending: false }} onSubmit={() => undefined} isNew />;
  await renderWithServices(form(taken));
  expect(screen.getByRole("listitem").textContent).toBe("Account: There is an account with this name. Choose another name.");
  await renderWithServices(form(apiError(ERRORS.badRequest, { detail: [{ path: "model_limit", message: "Too big" }] })));
  screen.getByText("model_limit: Too big");
});
