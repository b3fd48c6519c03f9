import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { apiError, renderWithServices } from "../../testing/services.js";
import LoginScreen from "./login-screen.js";

test("the code is asked for only after the right password of an account with a second factor, and is sent along with it", async () => {
  const login = jest
    .fn<Promise<never>, [object]>()
    .mockRejectedValueOnce(apiError(ERRORS.codeRequired, { status: 401 }))
    .mockRejectedValueOnce(apiError(ERRORS.wrongCode, { status: 401 }))
    .mockResolvedValueOnce(undefined as never);
  await renderWithServices(<LoginScreen />, { api: { login }, httpClient: { clearCsrfToken: () => undefined } });
  const label = "Code from your authenticator app, or a recovery code";
  expect(screen.queryByLabelText(label)).toBeNull();
  await userEvent.type(screen.getByLabelText("Account"), "ann");
  await userEvent.type(screen.getByLabelText("Password"), "secret one{Enter}");
  const code = await screen.findByLabelText(label);
  expect(document.activeElement).toBe(code);
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.type(code, "111111{Enter}");
  expect((await screen.findByRole("alert")).textContent).toMatch(/code is wrong/);
  await userEvent.clear(code);
  await userEvent.type(code, "222222{Enter}");
  await waitFor(() => expect(login).toHaveBeenCalledTimes(3));
  expect(login.mock.calls.map(([credentials]) => credentials)).toEqual([
    { username: "ann", password: "secret one" },
    { username: "ann", password: "secret one", code: "111111" },
    { username: "ann", password: "secret one", code: "222222" },
  ]);
});
