/** A dataset that its owner shares in the browser, by keyboard alone, and what a viewer and an editor find there. */
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD, waitFor } from "../testing/agatha-process.js";
import { accessibilityProblems, describeInBrowser, expectNoHorizontalScroll, PHONE, type SessionOptions } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { TestClient } from "../testing/client.js";

const VIEWER_REASON = "This dataset is shared with you to read. Ask its owner to make you an editor.";
const OWNER_REASON = "Only the owner of the dataset and managers may do this.";

describeInBrowser("a shared dataset", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let owner: TestClient;
  let datasetId: string;
  let modelId: string;

  beforeAll(async () => {
    for (const username of ["amber", "berta"]) await client.api.createUser({ username, password: PASSWORD });
    owner = new TestClient(client.url);
    await owner.login("amber");
    ({ id: datasetId } = await owner.uploadDataset("cars.csv", carsCsv(), { name: "Cars" }));
    const layers = [{ nodes: [{ algorithm: "GLM" }] }];
    ({ id: modelId } = await owner.train(datasetId, {
      name: "Mileage",
      model_type: "REGRESSION",
      response: "Horsepower",
      columns: ["Weight_in_lbs"],
      layers,
    }));
    await owner.api.createExtraction(datasetId, {
      cond: "lightest first",
      spec: { type: "sort", by: [{ column: "Weight_in_lbs", order: "asc" }] },
    });
  });

  const logIn = async (username: string, path: string, options: SessionOptions = {}): Promise<Page> =>
    (await browser.logIn(`${client.url}${path}`, { username, ...options })).page;
  let bertas: Page | undefined;
  /** Opens a screen in the window that berta has in all tests. */
  async function openAsBerta(path: string): Promise<Page> {
    if (bertas) await open(bertas, path);
    else bertas = await logIn("berta", path);
    return bertas;
  }
  const open = (page: Page, path: string) => page.goto(`${client.url}${path}`);
  const datasetPage = () => `analysis/dataset?datasetID=${datasetId}&p=quality`;
  const editsPage = () => `analysis/exploration?datasetID=${datasetId}&p=quality`;
  const modelPage = (id = modelId, tab = "performance") => `analysis/fitting?datasetID=${datasetId}&modelID=${id}&p=quality&tab=${tab}`;

  // @contract an-owner-shares-a-dataset-in-the-console
  test("an owner shares with an account, changes its role and stops, by keyboard alone", async () => {
    const page = await logIn("amber", datasetPage());
    const button = page.getByRole("button", { name: "Share", exact: true });
    await button.waitFor();
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Share Cars" });
    await dialog.getByText("Shared with nobody yet").waitFor();
    const account = dialog.getByLabel("Account name or e-mail address");
    await account.focus();
    await page.keyboard.type("nobody");
    await page.keyboard.press("Enter");
    await dialog.getByText("No account has this name, and none was given this address").waitFor();
    await account.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("berta");
    await page.keyboard.press("Enter");
    const role = dialog.getByRole("combobox", { name: "Role of berta" });
    await role.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await role.focus();
    await page.keyboard.press("Enter");
    const editor = page.getByRole("option", { name: "Editor" });
    await editor.waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await role.filter({ hasText: "Editor" }).waitFor();
    expect(await owner.api.shares(datasetId)).toEqual([{ account: "berta", role: "editor" }]);
    const stop = dialog.getByRole("button", { name: "Stop sharing with berta" });
    await stop.focus();
    await page.keyboard.press("Enter");
    await dialog.getByText("Shared with nobody yet").waitFor();
    expect(await owner.api.shares(datasetId)).toEqual([]);
    await account.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.context().close();
  });

  // @contract a-viewer-is-told-what-a-viewer-may-not-do
  test("what a viewer may not do is disabled and says why", async () => {
    await owner.api.shareDataset(datasetId, "berta", "viewer");
    const page = await openAsBerta(datasetPage());
    await page.getByText("Shared by amber to read.").waitFor();
    await page.getByRole("group", { name: VIEWER_REASON }).getByRole("button", { name: "Read it differently" }).waitFor();
    await page.getByRole("group", { name: VIEWER_REASON }).getByRole("button", { name: "Train a model" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await open(page, editsPage());
    await page.getByText(VIEWER_REASON).first().waitFor();
    await page.getByRole("switch").first().waitFor();
    await page.locator("fieldset:disabled").getByRole("switch").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await open(page, modelPage());
    await page.getByRole("group", { name: VIEWER_REASON }).getByRole("button", { name: "Delete" }).waitFor();
    await open(page, modelPage(modelId, "api"));
    await page.getByText(OWNER_REASON).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await open(page, modelPage("new"));
    await page.getByText(VIEWER_REASON).waitFor();
  });

  // @contract a-share-is-noticed
  test("a share and its end are noticed by the account, and stay in the bell", async () => {
    await owner.api.unshareDataset(datasetId, "berta").catch(() => undefined);
    const page = await logIn("berta", "home");
    await page.waitForFunction(() => localStorage.getItem("agatha.work")?.includes("shared"));
    await owner.api.shareDataset(datasetId, "berta", "viewer");
    await page.getByText("Cars is shared with you").waitFor();
    await owner.api.unshareDataset(datasetId, "berta");
    await page.getByText("Cars is no longer shared with you").waitFor();
    await page.getByRole("button", { name: "Running work: 0" }).press("Enter");
    const bell = page.getByRole("dialog", { name: "Running work" });
    await bell.getByRole("link", { name: "Cars is shared with you" }).waitFor();
    await bell.getByRole("link", { name: "Cars is no longer shared with you" }).waitFor();
    await page.context().close();
  });

  // @contract shared-datasets-are-in-the-list-of-the-console
  test("the list shows the owner and the role, and filters what is shared with oneself, also on a phone", async () => {
    await owner.api.shareDataset(datasetId, "berta", "viewer");
    const page = await openAsBerta("analysis/upload/all");
    const row = page.getByRole("row").filter({ hasText: "Cars" });
    await row.getByText("amber").waitFor();
    await row.getByText("Viewer").waitFor();
    await row.getByRole("group", { name: OWNER_REASON }).getByRole("button", { name: "Delete Cars" }).waitFor();
    const filter = page.getByRole("combobox", { name: "Ownership" });
    await filter.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Mine" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("No dataset matches").waitFor();
    await filter.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Shared with me" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await row.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await logIn("berta", "analysis/upload/all", { viewport: PHONE });
    await phone.getByRole("listitem").filter({ hasText: "Cars" }).getByText("Viewer").waitFor();
    await expectNoHorizontalScroll(phone);
    await open(phone, datasetPage());
    await phone.getByText("Shared by amber to read.").waitFor();
    await expectNoHorizontalScroll(phone);
    await phone.context().close();
  });

  test("an editor edits and trains, and an open page shows the end of the share at the next request", async () => {
    await owner.api.shareDataset(datasetId, "berta", "editor");
    const page = await openAsBerta(editsPage());
    await page.getByText("Shared by amber to edit.").waitFor();
    const step = page.getByRole("switch").first();
    await step.waitFor();
    await step.focus();
    await page.keyboard.press("Space");
    await page.getByRole("switch", { checked: false }).first().waitFor();
    await waitFor("the step to be off", async () => (await owner.api.extractions(datasetId))[0]?.enabled === false, 60);
    await open(page, modelPage("new"));
    await page.getByRole("heading", { name: "New model" }).waitFor();
    await owner.api.unshareDataset(datasetId, "berta");
    await page.reload();
    await page.getByText("Dataset Access Error").first().waitFor();
  });
});
