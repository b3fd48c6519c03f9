/** Managers sort, filter, enable and disable models among all models, by keyboard. */
import type { ModelAnswer, UserAnswer } from "@agatha/contracts/wire";
import type { Locator, Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD, waitFor } from "../testing/agatha-process.js";
import { accessibilityProblems, describeInBrowser, expectNoHorizontalScroll, PHONE } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { TestClient } from "../testing/client.js";
import { press } from "../testing/keyboard.js";

describeInBrowser("the management of models", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let page: Page;
  let owner: UserAnswer;
  let models: ModelAnswer[];

  beforeAll(async () => {
    owner = (await client.json<UserAnswer>("POST", "agatha/users/", { username: "owner", password: PASSWORD })).body;
    const own = new TestClient(client.url);
    expect((await own.login("owner")).status).toBe(200);
    const { id } = await own.uploadDataset("Cars.csv", carsCsv());
    const train = (name: string) =>
      own.train(id, {
        name,
        model_type: "REGRESSION",
        response: "Miles_per_Gallon",
        columns: ["Weight_in_lbs"],
        layers: [{ nodes: [{ algorithm: "GLM" }] }],
      });
    models = [await train("Alpha"), await train("Beta"), await train("Gamma")];
    ({ page } = await browser.logIn(`${client.url}management/model`));
  });

  const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
  async function choose(filter: string, name: string): Promise<void> {
    await press(page.getByRole("combobox", { name: filter }));
    await press(page.getByRole("option", { name, exact: true }));
  }
  /** Finds an account by a part of its name. */
  async function chooseOwner(typed: string): Promise<void> {
    await page.getByRole("combobox", { name: "Owner" }).fill(typed);
    await page.keyboard.press("Enter");
  }
  const enabled = async (): Promise<string[]> => {
    const states = await Promise.all(models.map(({ dataset_id, id }) => client.api.model(dataset_id, id)));
    return states.filter(({ api_enabled }) => api_enabled).map(({ name }) => name);
  };

  // @contract models-are-sorted-filtered-and-paged-in-the-management
  test("models are sorted and filtered, and one is enabled in its row", async () => {
    await row("Alpha").waitFor();
    await press(page.getByRole("button", { name: "Model", exact: true }));
    await page.getByRole("row").nth(1).getByRole("link", { name: "Gamma" }).waitFor();
    await press(row("Beta").getByRole("switch", { name: "API of Beta" }), "Space");
    await page.getByText("Model status updated").waitFor();
    expect(await enabled()).toEqual(["Beta"]);
    await choose("API", "On");
    await row("Alpha").waitFor({ state: "detached" });
    await row("Beta").waitFor();
    await choose("Use", "Used");
    await page.getByText("No model matches").waitFor();
    await choose("Use", "Not used");
    await row("Beta").waitFor();
    await choose("API", "All");
    await chooseOwner("my own");
    await page.getByText("No model matches").waitFor();
    await chooseOwner("owner");
    await row("Gamma").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("on a phone the table scrolls by itself, by keyboard too, and keeps its first column beside the checkboxes", async () => {
    const phone = (await browser.logIn(`${client.url}management/model/edit-model`, { viewport: PHONE })).page;
    const table = phone.getByRole("region", { name: "Models and APIs" });
    const name = phone.getByRole("rowheader", { name: "Alpha" });
    const product = phone.getByRole("row").filter({ has: name }).getByRole("cell").nth(2);
    const leftOf = async (element: Locator) => (await element.boundingBox())?.x ?? Number.NaN;
    const before = await leftOf(product);
    for (let i = 0; i < 4; i++) await press(table, "ArrowRight");
    await waitFor("the table to scroll", async () => (await leftOf(product)) < before - 100);
    expect(await leftOf(name)).toBeCloseTo(await leftOf(table), 0);
    await expectNoHorizontalScroll(phone);
    expect(await accessibilityProblems(phone)).toEqual([]);
  });

  // @contract a-bulk-change-names-what-it-refuses
  test("a bulk change names each model that cannot be changed, and changes the others when asked to", async () => {
    expect((await client.json("PATCH", `agatha/users/${owner.id}/`, { product_quality_enable_limit: 2 })).status).toBe(200);
    await press(page.getByRole("link", { name: "Enable or disable" }));
    await row("Alpha").waitFor();
    await press(page.getByRole("checkbox", { name: "Choose all models shown" }), "Space");
    await page.getByText("3 models chosen").waitFor();
    await press(page.getByRole("button", { name: "Enable", exact: true }));
    const refusal = page.getByRole("alertdialog", { name: "Model status update failed" });
    await refusal.getByText("No model was changed yet").waitFor();
    await refusal.getByText(/^Gamma: API activation limit reached/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await enabled()).toEqual(["Beta"]);
    await press(refusal.getByRole("button", { name: "Change as many as possible" }));
    const outcome = page.getByRole("alertdialog").filter({ hasText: "2 models were changed" });
    await outcome.getByText(/^Gamma: API activation limit reached/).waitFor();
    await press(outcome.getByRole("button", { name: "Close" }));
    await page.getByRole("switch", { name: "API of Alpha", checked: true }).waitFor();
    expect(await enabled()).toEqual(["Alpha", "Beta"]);
  });

  test("the token in a model's code examples is hidden until it is shown", async () => {
    const [model] = models;
    const { api_token: token } = await client.api.modelApi(model!.dataset_id, model!.id);
    await page.goto(`${client.url}analysis/fitting?datasetID=${model!.dataset_id}&p=quality&modelID=${model!.id}&tab=api`);
    const code = page.getByRole("tabpanel", { name: "Python" });
    await code.getByText("••••••••").waitFor();
    expect(await code.textContent()).not.toContain(token);
    await press(page.getByRole("button", { name: "Show the token in the examples" }));
    await code.getByText(token!).waitFor();
  });
});
