/** A model of several methods in layers, built by hand in the browser, mostly without a mouse. */
import { readFileSync } from "node:fs";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { Locator, Page } from "playwright-core";
import { carsCsv, vegaFile } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import {
  accessibilityProblems,
  type BrowserSession,
  beginSession,
  describeInBrowser,
  expectNoHorizontalScroll,
  manualFormAddress,
  PHONE,
} from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { visibleDuration, withPausedClock } from "../testing/paused-clock.js";

describeInBrowser("a layered model in the browser", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let cars: DatasetAnswer;
  const layer = (number: number): Locator => page.getByRole("group", { name: `Layer ${number}` });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).press("Enter");

  beforeAll(async () => {
    cars = await client.uploadDataset("Cars.csv", carsCsv());
    person = await browser.openSession();
    page = person.page;
    await beginSession(page, client.url);
    // The clock runs normally until a test pauses it.
    await page.clock.install();
    await page.goto(manualFormAddress(client.url, cars));
    await page.getByRole("combobox", { name: "Column to predict" }).fill("Miles");
    await page.getByRole("combobox", { name: "Column to predict" }).press("Enter");
  });

  test("a layered model starts with one method and gets others beside it and after it", async () => {
    await layer(1).getByRole("button", { name: "Gradient-boosted trees", pressed: true }).waitFor();
    await press("Add a method to layer 1");
    await page.getByRole("radio", { name: /^Nearest neighbours/ }).check();
    await press("Add a layer");
    await layer(2).getByRole("button", { name: "Linear or logistic regression", pressed: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  // @contract a-model-is-put-together-of-one
  test("a layered model is not sent while a method has no variable, and that method is marked", async () => {
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "POST" && request.url().includes("/models") && sent.push(request.url())));
    await layer(1).getByRole("button", { name: "Nearest neighbours", exact: true }).press("Enter");
    await page.getByRole("switch", { name: "Learns from all columns of the model" }).press("Space");
    const columns = page.getByRole("group", { name: "Columns to learn from" }).last();
    await columns.getByRole("button", { name: "None" }).press("Enter");
    await columns.getByText("Choose at least one column to learn from").waitFor();
    await layer(2).getByRole("button", { name: "Linear or logistic regression" }).press("Enter");
    await press("Train");
    await layer(1)
      .getByRole("button", { name: /^Nearest neighbours.*Not complete/, pressed: true })
      .waitFor();
    expect(await columns.evaluate((fields) => fields === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
    await columns.getByRole("checkbox", { name: /^Horsepower/ }).press("Space");
    await columns.getByRole("checkbox", { name: /^Weight_in_lbs/ }).press("Space");
    await layer(1)
      .getByRole("button", { name: /^Nearest neighbours.*2 columns/ })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  // @contract that-a-layer-is-deleted-or-reset
  test("the notification of a deleted or reset layer stays for 2 s, and ctrl+z restores the layer", async () => {
    for (const [act, told] of [
      ["Delete layer 1", "Layer deleted"],
      ["Reset layer 1", "Layer reset"],
    ] as const) {
      await withPausedClock(page, async () => {
        await press(act);
        await page.getByText(told).waitFor();
        await page.keyboard.press("Control+z");
        await layer(1)
          .getByRole("button", { name: /^Nearest neighbours/ })
          .waitFor();
        await page.clock.runFor(5000);
      });
      await page.getByText(told).waitFor({ state: "detached" });
    }
    await withPausedClock(page, async () => {
      await press("Reset layer 2");
      const stayed = await visibleDuration(page.getByText("Layer reset"));
      expect(stayed).toBeGreaterThanOrEqual(2000);
      expect(stayed).toBeLessThan(3000);
    });
  });

  // @contract that-a-layer-is-deleted-or-reset
  test("the notification of a complete reset stays for 4 s and offers to undo it", async () => {
    await withPausedClock(page, async () => {
      await press("Reset all layers");
      await layer(2).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Recovery" }).press("Enter");
    });
    await page.getByText("Model restored").waitFor();
    await layer(2).waitFor();
    await page.getByText("Model restored").waitFor({ state: "detached" });
    await withPausedClock(page, async () => {
      await press("Reset all layers");
      const stayed = await visibleDuration(page.getByText("Model reset"));
      expect(stayed).toBeGreaterThanOrEqual(4000);
      expect(stayed).toBeLessThan(5000);
    });
    expect(await layer(2).count()).toBe(0);
  });

  // @contract a-model-is-put-together-of-one
  test("a trained layered model shows the score of each of its methods", async () => {
    await press("Add a method to layer 1");
    await page.getByRole("radio", { name: /^Nearest neighbours/ }).check();
    await press("Add a layer");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Layered");
    await press("Train");
    const nodes = page.getByRole("region", { name: "Each method by itself" });
    await nodes.getByRole("row", { name: /^1\.2 Nearest neighbours/ }).waitFor();
    const [model] = await client.api.models(cars.id);
    expect(model?.layers).toMatchObject([{ nodes: [{ algorithm: "XGB" }, { algorithm: "KNN" }] }, { nodes: [{ algorithm: "GLM" }] }]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a model by hand searches for settings by a chosen figure, and its page shows what was found", async () => {
    await page.goto(manualFormAddress(client.url, cars));
    await page.getByRole("combobox", { name: "Column to predict" }).fill("Miles");
    await page.getByRole("combobox", { name: "Column to predict" }).press("Enter");
    await page.getByRole("radio", { name: /^Nearest neighbours/ }).check();
    await page.getByRole("switch", { name: "Search for better settings" }).check();
    await page.getByRole("textbox", { name: "Time for the search" }).fill("10");
    await page.getByRole("combobox", { name: "Figure that the search follows" }).click();
    await page.getByRole("option", { name: "MAE" }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Searched");
    await press("Train");
    await page.getByRole("tab", { name: "Structure" }).click();
    const search = page.getByRole("region", { name: "Search for settings" });
    await search.getByText("MAE of the settings found").waitFor();
    await search.getByText("1.1 Nearest neighbours").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const searched = (await client.api.models(cars.id)).find(({ name }) => name === "Searched");
    const { tuning } = await client.api.modelInfo(cars.id, searched!.id);
    expect(tuning).toMatchObject({ measure: "MAE", settings: [{ node: "1.1", algorithm: "KNN" }] });
    expect(tuning!.candidates).toBeGreaterThan(1);
    expect(tuning!.score).toBeLessThanOrEqual(tuning!.default_score!);
  });

  // @contract the-page-of-a-new-model-offers
  test("a layered time series model states the periods that it sees and shows those that it forecasts", async () => {
    const weather = await client.uploadDataset("Weather.csv", readFileSync(vegaFile("seattle-weather.csv")), {
      product_type: "timeseries",
    });
    await page.goto(manualFormAddress(client.url, weather));
    await page.getByRole("combobox", { name: "Column to predict" }).fill("temp_max");
    await page.getByRole("combobox", { name: "Column to predict" }).press("Enter");
    expect(await page.getByRole("switch", { name: "Forecast the next periods from those before" }).isChecked()).toBe(true);
    expect(await page.getByRole("checkbox", { name: /^weather/ }).count()).toBe(0);
    const lags = page.getByRole("textbox", { name: "Past periods to learn from" });
    await lags.fill("6");
    await page.getByText("Must be a whole number from 1 to 5").waitFor();
    await lags.fill("3");
    await page.getByRole("textbox", { name: "Periods to forecast" }).fill("7");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("radio", { name: /^Linear or logistic/ }).check();
    await press("Train");
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    const [model] = await client.api.models(weather.id);
    expect(model?.time_series_params).toEqual({ time: "date", lags: 3, horizon: 7 });
  });

  test("a forecaster is chosen by hand for a series, and its page shows history, forecast and errors by periods ahead", async () => {
    const hours = Array.from({ length: 24 * 15 }, (_, t) => {
      const load = 50 + 12 * Math.sin((2 * Math.PI * t) / 24) + 6 * Math.sin((2 * Math.PI * t) / 168) + ((t * 7919) % 11) / 5;
      return `${new Date(Date.UTC(2024, 0, 1, t)).toISOString()},${load}`;
    });
    const load = await client.uploadDataset("Load.csv", ["hour,load", ...hours].join("\n"), { product_type: "timeseries" });
    await page.goto(manualFormAddress(client.url, load));
    await page.getByRole("combobox", { name: "Column to predict" }).fill("load");
    await page.getByRole("combobox", { name: "Column to predict" }).press("Enter");
    const told = page.getByRole("region", { name: "What the data say of the series" });
    await told.getByText("One value an hour.").waitFor();
    await told.getByText("The values repeat every day").waitFor();
    await told.getByText("The values repeat every week").waitFor();
    await told.getByRole("figure", { name: "History and its components" }).locator("canvas").waitFor();
    await page.getByRole("textbox", { name: "Periods to forecast" }).fill("24");
    await page.getByRole("radio", { name: /^Theta method/ }).check();
    await page.getByText("This method learns from the past of the target alone").waitFor();
    await page.getByRole("textbox", { name: "Past periods to learn from" }).waitFor({ state: "detached" });
    await press("Settings of the method");
    await page.getByRole("textbox", { name: /^Second, longer season/ }).fill("168");
    expect(await accessibilityProblems(page)).toEqual([]);
    await press("Train");
    await page.getByRole("figure", { name: "Forecast" }).locator("canvas").waitFor();
    const errors = page.getByRole("region", { name: "Errors by periods ahead" });
    await errors.getByRole("cell", { name: "24", exact: true }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const [model] = await client.api.models(load.id);
    expect(model?.layers?.[0]?.nodes[0]).toMatchObject({ algorithm: "Theta", params: { longerSeason: 168 } });
    expect(model?.indicators.MASE).toBeLessThan(1);
  });

  test("layered models cause no errors in the browser's console", () => {
    expect(person.errors).toEqual([]);
  });
});
