/** What an account may do, in the browser: normal, restricted, about to expire, expired, disabled. */
import type { AccountSettings, UserAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD } from "../testing/agatha-process.js";
import {
  accessibilityProblems,
  describeInBrowser,
  expectNoHorizontalScroll,
  logIn as logInByForm,
  PHONE,
  type SessionOptions,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { TestClient } from "../testing/client.js";

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const subscription = (days: number): AccountSettings => ({
  contract_type: "SP",
  start_date: inDays(-300),
  due_date: inDays(days),
  duration: 30,
});

describeInBrowser("an account's contract, rights and limits", () => {
  const { client } = useAgatha();
  const browser = useBrowser();

  async function makeUser(username: string, settings: AccountSettings = {}): Promise<string> {
    const { status, body } = await client.json<UserAnswer>("POST", "agatha/users/", { username, password: PASSWORD, ...settings });
    expect(status).toBe(201);
    return body.id;
  }
  const change = async (id: string, settings: AccountSettings): Promise<void> => {
    expect((await client.json("PATCH", `agatha/users/${id}/`, settings)).status).toBe(200);
  };
  async function logIn(username: string, options: SessionOptions = {}, path = "home"): Promise<Page> {
    const { page } = await browser.logIn(`${client.url}${path}`, { username, ...options });
    return page;
  }
  const sampleButton = (page: Page) => page.getByRole("button", { name: "Try the sample" });

  // @contract the-contract-and-its-limits-are-shown
  test("the page of the contract shows type, dates, stage, limits beside their use, and rights", async () => {
    await makeUser("normal", { ...subscription(200), model_limit: 5, product_occ_enable: false, product_quality_enable_limit: 0 });
    const page = await logIn("normal");
    await page.getByRole("button", { name: "Account", exact: true }).focus();
    await page.keyboard.press("Enter");
    const entry = page.getByRole("menuitem", { name: "Contract and limits" });
    await entry.waitFor();
    await entry.focus();
    await page.keyboard.press("Enter");
    const contract = page.getByRole("region", { name: "Contract", exact: true });
    await contract.getByText("Subscription").waitFor();
    await contract.getByText("Valid").waitFor();
    const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });
    await rowOf("Models").getByText("5").waitFor();
    await rowOf("Equipment anomaly").getByText("Not included").waitFor();
    await rowOf("Product quality").getByText("The limit is reached").waitFor();
    await page.getByRole("region", { name: "Rights" }).getByText("By a manager").waitFor();
    await page.reload();
    await rowOf("Product quality").getByText("The limit is reached").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await logIn("normal", { viewport: PHONE }, "account/contract");
    await phone.getByRole("heading", { name: "Contract and limits" }).waitFor();
    await expectNoHorizontalScroll(phone);
  });

  // @contract what-an-account-may-not-do-is-said
  test("what an account has no right to make is said in place of the button", async () => {
    const id = await makeUser("restricted");
    const own = new TestClient(client.url);
    expect((await own.login("restricted")).status).toBe(200);
    const dataset = await own.uploadDataset("Cars.csv", carsCsv());
    await change(id, { dataset_create_enable: false, model_create_enable: false });
    const page = await logIn("restricted");
    await page.getByText("Your account may not create datasets").waitFor();
    await sampleButton(page).waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${client.url}analysis/upload/quality`);
    await page.getByText("Your account may not create datasets").waitFor();
    const newModel = `${client.url}analysis/fitting?datasetID=${dataset.id}&p=quality&modelID=new`;
    await page.goto(newModel);
    await page.getByText("Your account may not create models").waitFor();
    await change(id, { model_create_enable: true, model_limit: 0 });
    await page.goto(newModel);
    await page.getByText("You have 0 of 0 models").waitFor();
  });

  // @contract what-an-account-may-not-do-is-said
  test("a right that is taken away while its button is shown is refused in place, and the session goes on", async () => {
    const id = await makeUser("changed");
    const page = await logIn("changed");
    await sampleButton(page).waitFor();
    await change(id, { dataset_create_enable: false });
    await sampleButton(page).click();
    await page.getByText("You do not have the permission").first().waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/home$/);
    await page.reload();
    await page.getByText("Your account may not create datasets").waitFor();
  });

  // @contract the-contract-and-its-limits-are-shown
  test("a contract that is about to expire, or has expired, is told on every screen with what is restricted", async () => {
    const id = await makeUser("subscriber", subscription(9.5));
    const page = await logIn("subscriber");
    await page.getByText("10 days left").waitFor();
    await sampleButton(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await change(id, subscription(-1));
    await page.reload();
    const banner = page.getByRole("alert").filter({ hasText: "Nothing new can be created; what you have" });
    await banner.waitFor();
    await sampleButton(page).waitFor({ state: "detached" });
    expect(await page.getByText("what you have can be read").count()).toBe(1);
    await banner.getByRole("link", { name: "Contract and limits" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Contract", exact: true }).getByText("Nothing new can be created, and no API answers").waitFor();
    await banner.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${client.url}analysis/upload/quality`);
    await page.getByRole("main").getByText("Your contract has expired, so this is not possible.").waitFor();
  });

  test("a disabled account is refused with a message, and its open session ends with it", async () => {
    const id = await makeUser("disabled");
    const page = await logIn("disabled");
    await sampleButton(page).waitFor();
    await change(id, { is_active: false });
    await page.reload();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    const { page: again } = await browser.openSession();
    await again.goto(client.url);
    await logInByForm(again, "disabled");
    await again.getByText("Your account has been disabled, please contact the administrator").waitFor();
    expect(await accessibilityProblems(again)).toEqual([]);
  });
});
