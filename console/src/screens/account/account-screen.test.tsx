import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import type { SessionAnswer } from "@agatha/contracts/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { apiError, renderWithServices } from "../../testing/services.js";
import AccountScreen from "./account-screen.js";

afterEach(cleanup);

const session = (id: string, changes: Partial<SessionAnswer> = {}): SessionAnswer => ({
  id,
  current: false,
  created_at: "2024-05-01T08:00:00Z",
  last_used_at: "2024-05-01T09:00:00Z",
  expires_at: "2024-05-01T21:00:00Z",
  address: "203.0.113.7",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  ...changes,
});
const SESSIONS = [session("here", { current: true }), session("there", { user_agent: "node" })];
/** Returns the section with a title, once a text of it is there: a search by role takes seconds on a busy machine. */
async function region(name: string, text: RegExp): Promise<HTMLElement> {
  await screen.findByText(text, {}, { timeout: 30_000 });
  return screen.getByRole("region", { name });
}

test("sessions have their program and address; each but the current one can be ended, or all of them", async () => {
  const endSession = jest.fn(async (_id: string) => undefined as never);
  const endOtherSessions = jest.fn(async () => undefined as never);
  await renderWithServices(<AccountScreen />, { api: { sessions: async () => SESSIONS, endSession, endOtherSessions } });
  const sessions = await region("Sessions", /^Firefox, Linux/);
  expect(sessions.textContent).toMatch(/Firefox, Linux · 203\.0\.113\.7.*This session.*node · 203\.0\.113\.7/);
  await userEvent.click(screen.getByRole("button", { name: "End the session of node" }));
  await userEvent.click(screen.getByRole("button", { name: "End all other sessions" }));
  await waitFor(() => expect(endOtherSessions).toHaveBeenCalledTimes(1));
  expect(endSession.mock.calls).toEqual([["there"]]);
});

test("a common password is refused with the reason, and nothing else changes", async () => {
  const changePassword = jest.fn(async (_request: object) => {
    throw apiError(ERRORS.commonPassword);
  });
  await renderWithServices(<AccountScreen />, { api: { sessions: async () => SESSIONS, changePassword } });
  await userEvent.type(screen.getByLabelText("Current password"), "old one");
  await userEvent.type(screen.getByLabelText("New password"), "password1");
  await userEvent.type(screen.getByLabelText("New password again"), "password1");
  await userEvent.click(screen.getByRole("button", { name: "Change the password" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/one of the most common/);
  expect(changePassword.mock.calls).toEqual([
    [{ current_password: "old one", new_password: "password1", new_password_again: "password1" }],
  ]);
});

test("the second factor is turned on by password, QR code or secret, and a code, and then shows the recovery codes", async () => {
  const beginSecondFactor = jest.fn(async () => ({ secret: "GEZDGNBVGY3TQOJQ", uri: "otpauth://totp/Agatha:ann?secret=GEZDGNBVGY3TQOJQ" }));
  const confirmSecondFactor = jest
    .fn<Promise<string[]>, [string]>()
    .mockRejectedValueOnce(apiError(ERRORS.wrongCode, { status: 401 }))
    .mockResolvedValueOnce(["AAAA-BBBB", "CCCC-DDDD"]);
  await renderWithServices(<AccountScreen />, { api: { sessions: async () => SESSIONS, beginSecondFactor, confirmSecondFactor } });
  await userEvent.type(screen.getByLabelText("Your password"), "secret one{Enter}");
  expect(await screen.findByRole("img", { name: "QR code for the authenticator app" })).toBeTruthy();
  expect(screen.getByText("GEZD GNBV GY3T QOJQ")).toBeTruthy();
  const code = screen.getByLabelText("Six-digit code from the app");
  expect(document.activeElement).toBe(code);
  await userEvent.type(code, "111111{Enter}");
  expect((await screen.findByRole("alert")).textContent).toMatch(/code is wrong/);
  await userEvent.clear(code);
  await userEvent.type(code, "222222{Enter}");
  const codes = await screen.findByRole("list", { name: "Recovery codes" });
  expect(codes.textContent).toBe("AAAA-BBBBCCCC-DDDD");
  await userEvent.click(screen.getByRole("button", { name: "I have kept them" }));
  expect(screen.queryByRole("list", { name: "Recovery codes" })).toBeNull();
  expect(beginSecondFactor.mock.calls).toEqual([["secret one"]]);
});

test("a second factor that is on says how many recovery codes are left, and goes off by the password", async () => {
  const removeSecondFactor = jest.fn(async () => undefined as never);
  await renderWithServices(<AccountScreen />, {
    api: { sessions: async () => SESSIONS, removeSecondFactor },
    user: { second_factor: { recovery_codes: 9 } },
  });
  expect((await region("Second factor", /^On\./)).textContent).toContain("Recovery codes left: 9.");
  await userEvent.type(screen.getByLabelText("Your password"), "secret one");
  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  await waitFor(() => expect(removeSecondFactor.mock.calls).toEqual([["secret one"]]));
});

test.each([
  ["normal", "Ask a manager to change the address."],
  ["manager", "Change the address under People."],
] as const)("who signs on with a provider is told where the password is kept, and who changes the address: %s", async (auth, told) => {
  const signOn = async () => ({ provider: { name: "Keycloak" }, mails_reset_links: true });
  const user = { auth, has_password: false, email: "ann@example.com" };
  await renderWithServices(<AccountScreen />, { api: { sessions: async () => SESSIONS, signOn }, user });
  await screen.findByText(told);
  expect(screen.getByText("ann@example.com")).toBeTruthy();
  expect(screen.getByText(/which keeps your password/)).toBeTruthy();
  expect(document.querySelector("input[type=password]")).toBeNull();
  expect(screen.queryByRole("button", { name: "Save the address" })).toBeNull();
});
