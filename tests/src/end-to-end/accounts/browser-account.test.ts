/** One's own account in the browser, by keyboard: second factor, sessions and password. */
import { codeAt } from "@agatha/api/testing/second-factor";
import { systemClock } from "@agatha/contracts";
import type { Locator, Page } from "playwright-core";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD } from "../testing/agatha-process.js";
import { accessibilityProblems, describeInBrowser, logIn } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

const NEW_PASSWORD = "four words nobody guesses";

describeInBrowser("the account page", () => {
  const { client } = useAgatha();
  const browser = useBrowser();

  beforeAll(async () => {
    expect((await client.json("POST", "agatha/users/", { username: "someone", password: PASSWORD })).status).toBe(201);
  });

  async function openAccount(password: string): Promise<Page> {
    const { page } = await browser.openSession();
    await page.goto(`${client.url}account/settings`);
    await logIn(page, "someone", password);
    return page;
  }
  const section = (page: Page, name: string): Locator => page.getByRole("region", { name });

  test("a second factor is turned on, asked for at the next login, and the password and other sessions end there", async () => {
    const page = await openAccount(PASSWORD);
    const factor = section(page, "Second factor");
    await factor.getByLabel("Your password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await factor.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const secret = ((await factor.locator("code").textContent()) ?? "").replaceAll(" ", "");
    // The field of the code has the focus.
    await page.keyboard.type(codeAt({ wallClock: systemClock }, secret));
    await page.keyboard.press("Enter");
    const recoveryCode = (await factor.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").first().textContent()) ?? "";
    expect(await accessibilityProblems(page)).toEqual([]);

    const second = await openAccount(PASSWORD);
    const code = second.getByLabel("Code from your authenticator app, or a recovery code");
    await code.waitFor();
    expect(await accessibilityProblems(second)).toEqual([]);
    await second.keyboard.type("12345");
    await second.keyboard.press("Enter");
    await second.getByText("The code is wrong, out of date or used already").waitFor();
    await code.fill(recoveryCode);
    await second.keyboard.press("Enter");
    await section(second, "Second factor").getByText("Recovery codes left: 9.").waitFor();

    await section(second, "Sessions").getByRole("button", { name: "End all other sessions" }).click();
    await section(second, "Sessions").getByRole("button", { name: "End all other sessions" }).waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Log in" }).waitFor();

    const password = section(second, "Change the password");
    await password.getByLabel("Current password").fill(PASSWORD);
    await password.getByLabel("New password", { exact: true }).fill("password1234");
    await password.getByLabel("New password again").fill("password1234");
    await second.keyboard.press("Enter");
    await password.getByText("one of the most common ones").waitFor();
    await password.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await password.getByLabel("New password again").fill(NEW_PASSWORD);
    await second.keyboard.press("Enter");
    await second.getByRole("button", { name: "Log in" }).waitFor();

    const third = await openAccount(NEW_PASSWORD);
    await third.getByLabel("Code from your authenticator app, or a recovery code").waitFor();
  });
});
