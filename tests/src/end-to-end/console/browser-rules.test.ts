/** Rules that only the console can enforce, in the browser. */
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Locator, Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD, waitFor } from "../testing/agatha-process.js";
import { accessibilityProblems, beginSession, describeInBrowser } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { visibleDuration, withPausedClock } from "../testing/paused-clock.js";

describeInBrowser("rules of the console", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let page: Page;
  let dataset: DatasetAnswer;
  let model: ModelAnswer;
  const fitting = (modelID: string) =>
    `${client.url}analysis/fitting?${new URLSearchParams({ datasetID: dataset.id, p: "quality", modelID })}`;
  const notice = (): Locator => page.getByRole("button", { name: "Recovery" });

  beforeAll(async () => {
    const account = { username: "someone", password: PASSWORD };
    expect((await client.json("POST", "agatha/users/", account)).status).toBe(201);
    await client.login(account.username);
    dataset = await client.uploadDataset("Cars.csv", carsCsv());
    const request = { name: "Consumption", model_type: "REGRESSION", response: "Miles_per_Gallon", columns: ["Weight_in_lbs"] };
    model = await client.train(dataset.id, { ...request, layers: [{ nodes: [{ algorithm: "GLM", params: {} }] }] });
    await client.login();
    page = (await browser.openSession()).page;
    await beginSession(page, client.url, account.username);
    // The clock runs normally until a test pauses it.
    await page.clock.install();
  });

  // @contract normal-users-are-told-to-notify-a
  test("a normal user is told to notify a manager where a model's API is off, and finds no switch", async () => {
    await page.goto(fitting(model.id));
    await page.getByRole("tab", { name: "API" }).click();
    await page.getByText("only a manager can enable it. Tell your manager that this model is needed.").waitFor();
    expect(await page.getByRole("button", { name: "Enable" }).count()).toBe(0);
    await page.goto(`${client.url}management/model/edit-model`);
    await page.getByText("Tell your manager which model is needed.").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/management\/model$/);
    await page.getByRole("link", { name: "Consumption" }).waitFor();
    expect(await page.getByRole("switch").count()).toBe(0);
  });

  // @contract normal-users-are-told-to-notify-a
  test("a normal user is told to notify a manager where an edit history's API is off, and finds no switch", async () => {
    const { id } = await client.api.createExtraction(dataset.id, { spec: { type: "sort", by: [{ column: "Horsepower" }] } });
    const query = new URLSearchParams({ datasetID: dataset.id, p: "quality", view: "api" });
    await page.goto(`${client.url}analysis/exploration?${query}`);
    await page.getByText("only a manager can enable it. Tell your manager that it is needed for this dataset.").waitFor();
    expect(await page.getByRole("button", { name: "Enable" }).count()).toBe(0);
    await client.api.deleteExtraction(dataset.id, id);
    await page.goto(`${client.url}management/model`);
    await page.getByRole("link", { name: "Consumption" }).waitFor();
  });

  // @contract the-list-of-all-models-and-their
  test("the list of models and their APIs is not requested again within 10 s", async () => {
    const asked: string[] = [];
    page.on("request", (request) => void (request.url().includes("/rest/models?") && asked.push(request.url())));
    const row = page.getByRole("link", { name: "Consumption" });
    const leaveAndComeBack = async () => {
      await row.click();
      await page.getByRole("heading", { name: "Consumption" }).waitFor();
      await page.goBack();
      await row.waitFor();
    };
    await leaveAndComeBack();
    expect(asked).toEqual([]);
    await page.clock.fastForward(10_000);
    const again = page.waitForRequest((request) => request.url().includes("/rest/models?"));
    await leaveAndComeBack();
    await again;
  });

  // @contract the-page-of-a-new-model-sends
  test("a new model without a target and with a taken name is not sent, and the form says why", async () => {
    await page.goto(`${fitting("new")}&way=hand`);
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "POST" && request.url().includes("/agatha/") && sent.push(request.url())));
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("  ");
    await page.getByText("Begin with an English letter, then only letters and digits").waitFor();
    await name.fill("Consumption");
    await page.getByText("This dataset already has a model with this name").waitFor();
    await page.getByRole("button", { name: "Train" }).click();
    await page.getByText("Choose the column to predict").waitFor();
    expect(await page.getByLabel("Column to predict").evaluate((field) => field === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
  });

  test("a form keeps its inputs while the server cannot be reached", async () => {
    await page.goto(fitting("new"));
    await page.getByRole("tab", { name: "By hand" }).click();
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("Half a form");
    const answers = /\/agatha\/datasets\//;
    await page.route(answers, (route) => route.abort("connectionfailed"));
    const retry = page.getByRole("button", { name: "Try again" });
    // Returning to the window requests all data older than a second again.
    const comeBack = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      return await retry.count();
    };
    await waitFor("the outage to be told", async () => (await comeBack()) > 0);
    expect(await name.inputValue()).toBe("Half a form");
    await page.unroute(answers);
    await retry.first().click();
    await waitFor("the outage to be over", async () => (await comeBack()) === 0);
    expect(await name.inputValue()).toBe("Half a form");
  });

  // @contract the-list-of-datasets-sends-no-file
  test("a file of another kind and an invalid dataset name are not sent, and the form says why", async () => {
    await page.goto(`${client.url}analysis/upload/quality`);
    const sent: string[] = [];
    page.on(
      "request",
      (request) =>
        void (/^(POST|PUT|PATCH)$/.test(request.method()) && /\/(agatha|rest)\//.test(request.url()) && sent.push(request.url())),
    );
    await page.locator('input[type="file"]').setInputFiles({ name: "Cars.parquet", mimeType: "text/csv", buffer: Buffer.from("a,b") });
    await page.getByText("(010408)").waitFor();
    await page.getByRole("button", { name: "Rename Cars" }).click();
    const name = page.getByRole("textbox", { name: "New name of Cars" });
    await name.fill("  ");
    await name.press("Enter");
    await page.getByText("Must not be blank, and have at most 128 characters").waitFor();
    expect(sent).toEqual([]);
  });

  // @contract tooltips-come-after-500-ms
  test("a tooltip appears after half a second", async () => {
    await page.goto(`${client.url}home`);
    const place = page.getByRole("button", { name: "Language" });
    await place.waitFor();
    await withPausedClock(page, async () => {
      await place.hover();
      await page.clock.runFor(490);
      expect(await page.getByRole("tooltip").count()).toBe(0);
      await page.clock.runFor(20);
      await page.getByRole("tooltip").waitFor();
    });
  });

  test("a part of the console that cannot be loaded says so, and loads when the page is loaded again", async () => {
    const { context, page: other } = await browser.logIn(`${client.url}analysis/upload/quality`, { username: "someone" });
    const part = "**/assets/fitting-screen*.js";
    await other.route(part, (route) => route.abort());
    await other.getByRole("table").getByRole("link", { name: "Cars" }).click();
    await other.getByRole("link", { name: "Fitting" }).click();
    await other.getByText("A part of this screen was not loaded").waitFor();
    await other.getByRole("button", { name: "Try again" }).click();
    const reload = other.getByRole("button", { name: "Reload" });
    await reload.waitFor();
    await other.unroute(part);
    await reload.click();
    await other.getByRole("navigation", { name: "Models" }).getByText("Consumption").waitFor();
    await context.close();
  });

  // @contract notifications-stay-2-s-those-that-offer
  test("a notification stays for 2 s", async () => {
    await page.goto(fitting(model.id));
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "Title of the model", exact: true }).fill("Fuel");
    await withPausedClock(page, async () => {
      await page.getByRole("button", { name: "Save" }).click();
      const stayed = await visibleDuration(page.getByText("Model renamed"));
      expect(stayed).toBeGreaterThanOrEqual(2000);
      expect(stayed).toBeLessThan(3000);
    });
  });

  // @contract notifications-stay-2-s-those-that-offer
  test("a notification that offers to undo a deletion stays for 4 s, and then the deletion stays", async () => {
    const gone = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await withPausedClock(page, async () => {
      await page.getByRole("button", { name: "Delete" }).click();
      const stayed = await visibleDuration(notice());
      expect(stayed).toBeGreaterThanOrEqual(4000);
      expect(stayed).toBeLessThan(5000);
    });
    expect((await gone).ok()).toBe(true);
    const restored = await client.json("POST", `agatha/datasets/${dataset.id}/models/${model.id}/restore/`);
    expect(restored.status).toBe(200);
  });

  // @contract recovery-is-offered-by-its-label-and
  test("ctrl+z and cmd+z undo a deletion, except while text is typed", async () => {
    await page.goto(fitting(model.id));
    const typed = page.getByLabel("Search datasets and models");
    for (const keys of ["Control+z", "Meta+z"]) {
      const remove = page.getByRole("button", { name: "Delete" });
      await remove.waitFor();
      await withPausedClock(page, async () => {
        await remove.click();
        await notice().waitFor();
        await typed.press(keys);
        expect(await notice().isVisible()).toBe(true);
        await typed.blur();
        await page.keyboard.press(keys);
      });
      await notice().waitFor({ state: "detached" });
      await page.getByRole("navigation", { name: "Models" }).getByText("Fuel").click();
    }
    expect((await client.api.model(dataset.id, model.id)).title).toBe("Fuel");
  });

  // @contract notifications-stay-2-s-those-that-offer
  test("the notification of a deleted edit step stays for 1.5 s", async () => {
    await client.api.createExtraction(dataset.id, { spec: { type: "sort", by: [{ column: "Horsepower" }] } });
    await page.goto(`${client.url}analysis/exploration?${new URLSearchParams({ datasetID: dataset.id, p: "quality" })}`);
    const remove = page.getByRole("button", { name: "Delete step 1: Sort" });
    await remove.waitFor();
    await withPausedClock(page, async () => {
      await remove.click();
      const stayed = await visibleDuration(notice());
      expect(stayed).toBeGreaterThanOrEqual(1500);
      expect(stayed).toBeLessThan(2500);
    });
    expect(await client.api.extractions(dataset.id)).toEqual([]);
  });

  // @contract the-panel-beside-a-dataset-s-table
  test("the panel beside the table opens, closes and toggles", async () => {
    await page.goto(`${client.url}analysis/dataset?${new URLSearchParams({ datasetID: dataset.id, p: "quality" })}`);
    const columns = page.getByRole("button", { name: "Columns", exact: true });
    const panel = page.getByRole("complementary");
    await columns.click();
    await panel.getByLabel("Find a column").waitFor();
    expect(await columns.getAttribute("aria-expanded")).toBe("true");
    await page.getByRole("button", { name: /Data check/ }).click();
    await panel.getByRole("tab", { name: "Data check", selected: true }).waitFor();
    await page.getByRole("button", { name: /^Data check/ }).click();
    await panel.waitFor({ state: "detached" });
    await columns.click();
    await panel.getByRole("button", { name: "Close the panel" }).click();
    await panel.waitFor({ state: "detached" });
  });

  describe("for a manager", () => {
    let office: Page;
    const apiOf = (name: string) => office.getByRole("switch", { name: `API of ${name}` });
    const limitApis = async (product_quality_enable_limit: number) =>
      expect((await client.json("PATCH", `agatha/users/${model.owner_id}/`, { product_quality_enable_limit })).status).toBe(200);

    beforeAll(async () => {
      office = (await browser.logIn(`${client.url}management/model/edit-model`)).page;
    });

    // @contract dialogs-tell-errors-ask-for-a-confirmation, at-a-limit-one-is-told-to
    test("a manager is told in a dialog why an API cannot be enabled", async () => {
      await limitApis(0);
      await apiOf("Fuel").click();
      const dialog = office.getByRole("alertdialog", { name: "Model status update failed" });
      await dialog.getByText(/limit reached/).waitFor();
      expect(await accessibilityProblems(office)).toEqual([]);
      await dialog.getByRole("button", { name: "Close" }).press("Enter");
      await dialog.waitFor({ state: "detached" });
      expect(await apiOf("Fuel").isChecked()).toBe(false);
    });

    // @contract lists-of-models-can-be-restricted-to
    test("a manager sees everybody's models, or only his own", async () => {
      const choose = async (name: string): Promise<void> => {
        await office.getByRole("combobox", { name: "Owner" }).click();
        await office.getByRole("option", { name }).click();
      };
      await choose("Only my own");
      await office.getByText("No model matches").waitFor();
      expect(await apiOf("Fuel").count()).toBe(0);
      await choose("Everybody");
      await apiOf("Fuel").waitFor();
    });

    // @contract dialogs-tell-errors-ask-for-a-confirmation
    test("a manager confirms before the APIs of many models are disabled", async () => {
      await limitApis(-1);
      await apiOf("Fuel").click();
      await office.getByRole("switch", { name: "API of Fuel", checked: true }).waitFor();
      await office.getByRole("checkbox", { name: "Choose Fuel" }).check();
      const dialog = office.getByRole("alertdialog", { name: "Disable the API of 1 model?" });
      const isEnabled = async () => (await client.api.model(dataset.id, model.id)).api_enabled;
      await office.getByRole("button", { name: "Disable" }).click();
      expect(await accessibilityProblems(office)).toEqual([]);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await isEnabled()).toBe(true);
      await office.getByRole("button", { name: "Disable" }).click();
      await dialog.getByRole("button", { name: "Disable" }).click();
      await office.getByRole("switch", { name: "API of Fuel", checked: false }).waitFor();
      expect(await isEnabled()).toBe(false);
    });
  });
});
