/** A forgotten password in the browser, by keyboard: with a mail server, and with a manager's link. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ResetLinkAnswer, UserAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { type AgathaProcess, PASSWORD, removeFolder, startAgatha, temporaryFolder, waitFor } from "../testing/agatha-process.js";
import { accessibilityProblems, describeInBrowser, logIn } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { TestClient } from "../testing/client.js";

const NEW_PASSWORD = "four words nobody guesses";

/** Decodes quoted-printable text (RFC 2045, 6.7) of ASCII characters. */
const decodeQuotedPrintable = (encoded: string): string =>
  encoded.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

describeInBrowser("a forgotten password", () => {
  const client = new TestClient();
  const mails: string[] = [];
  let folder: string;
  let smtp: SMTPServer;
  let product: AgathaProcess;
  const browser = useBrowser();
  let user: UserAnswer;

  beforeAll(async () => {
    folder = await temporaryFolder();
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData: (stream, _session, accept) => void text(stream).then((mail) => mails.push(decodeQuotedPrintable(mail)) && accept()),
    });
    const listening = smtp.listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port } = listening.address() as AddressInfo;
    product = await startAgatha(folder, { AGATHA_SMTP_URL: `smtp://127.0.0.1:${port}`, AGATHA_MAIL_FROM: "agatha@example.com" });
    client.connectTo(product.url);
    expect((await client.login()).status).toBe(200);
    user = (await client.json<UserAnswer>("POST", "agatha/users/", { username: "line3", email: "line3@example.com" })).body;
  });
  afterAll(async () => {
    expect(await product.stop()).toBe(0);
    await new Promise<void>((resolve) => smtp.close(resolve));
    await removeFolder(folder);
  });

  async function typePassword(page: Page, password: string): Promise<void> {
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("New password again").fill(password);
    await page.keyboard.press("Enter");
  }

  // @contract the-pages-of-a-forgotten-password
  test("who asks for a new password gets a link by mail, sets the password on its page and logs in with it", async () => {
    const { page, errors } = await browser.openSession();
    await page.goto(`${product.url}account/login`);
    await page.getByRole("link", { name: "Forgot your password?" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Account or e-mail address").fill("line3@example.com");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("a link to set a new password is on its way").waitFor();
    await waitFor("the mail", async () => mails.length === 1);
    expect(mails[0]).toMatch(/^From: agatha@example\.com\r?$/m);
    expect(mails[0]).toMatch(/^To: line3@example\.com\r?$/m);

    await page.goto(/http:\S+\/account\/reset#\S+/.exec(mails[0]!)![0]);
    await typePassword(page, "password1234");
    await page.getByText("one of the most common ones").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await typePassword(page, NEW_PASSWORD);
    await page.getByText("The password is set. Log in with it.").waitFor();
    await logIn(page, "line3", NEW_PASSWORD);
    await page.waitForURL(/\/home$/);
    // The browser writes down the refused password itself.
    expect(errors.filter((error) => !error.includes("reset_password"))).toEqual([]);
  });

  test("an unknown name has the same answer and no mail, and an incomplete link leads back", async () => {
    const { page } = await browser.openSession();
    await page.goto(`${product.url}account/reset`);
    await page.getByText("This link is not complete").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Ask for another link" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Account or e-mail address").fill("nobody@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("a link to set a new password is on its way").waitFor();
    expect(mails.filter((mail) => mail.includes("nobody@example.com"))).toEqual([]);
  });

  // @contract a-used-reset-link-says-so-at-once
  test("a manager's link opens the page too, logs out whoever was logged in, works once, and says so when it is opened again", async () => {
    const { page } = await browser.logIn(`${product.url}account/login`);
    await page.waitForURL(/\/home$/);
    const { body } = await client.json<ResetLinkAnswer>("POST", `agatha/users/${user.id}/reset_link/`);
    expect(body.mailed).toBe(true);
    await page.goto(body.link);
    await typePassword(page, "another four words nobody guesses");
    await page.getByRole("button", { name: "Log in" }).waitFor();
    await page.goto(body.link);
    await page.getByText("The link to set a password is used, replaced or too old").waitFor();
    expect(await page.getByLabel("New password", { exact: true }).count()).toBe(0);
    await page.getByRole("link", { name: "Ask for another link" }).press("Enter");
    await page.getByLabel("Account or e-mail address").waitFor();
  });

  test("a new e-mail address needs the password, because links are mailed to it", async () => {
    const other = { username: "line4", password: PASSWORD };
    expect((await client.json("POST", "agatha/users/", other)).status).toBe(201);
    const { page } = await browser.logIn(`${product.url}account/settings`, { username: "line4" });
    const details = page.getByRole("region", { name: "Your details" });
    await details.getByLabel("E-mail address").fill("line4@example.com");
    await details.getByLabel("Your password, to change the address").fill("a guess");
    await page.keyboard.press("Enter");
    await details.getByText("Wrong password").waitFor();
    await details.getByLabel("Your password, to change the address").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("User info updated").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
