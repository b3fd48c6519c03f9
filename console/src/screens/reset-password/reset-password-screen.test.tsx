import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, screen } from "@testing-library/react";
import { apiError, renderWithServices } from "../../testing/services.js";
import ResetPasswordScreen from "./reset-password-screen.js";

afterEach(() => {
  cleanup();
  window.location.hash = "";
});

async function openLink(checkResetLink: () => Promise<{ username: string }>) {
  window.location.hash = "#token1";
  const check = jest.fn<Promise<{ username: string }>, [string]>(checkResetLink);
  await renderWithServices(<ResetPasswordScreen />, { api: { checkResetLink: check } });
  return check;
}

// @contract a-used-reset-link-says-so-at-once
test("a link that no longer works says so when its page opens, in place of the form, and leads to another one", async () => {
  const check = await openLink(async () => {
    throw apiError(ERRORS.resetLinkInvalid);
  });
  expect((await screen.findByRole("alert")).textContent).toMatch(/used, replaced or too old/);
  expect(check.mock.calls).toEqual([["token1"]]);
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(screen.getByRole("link", { name: "Ask for another link" }).getAttribute("href")).toBe("./account/forgot");
});

test("a link that works names its account above the form, and one that could not be checked opens the form too", async () => {
  await openLink(async () => ({ username: "line3" }));
  expect(await screen.findByLabelText("New password")).toBeTruthy();
  expect(screen.getByLabelText("Account")).toHaveProperty("value", "line3");
  await openLink(async () => {
    throw apiError(ERRORS.tooManyRequests, { status: 429 });
  });
  expect(await screen.findByLabelText("New password")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
