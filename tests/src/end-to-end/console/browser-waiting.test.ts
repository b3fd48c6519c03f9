/** The console while the server is not ready, rejects requests, or does not know the session. */
import type { AutoModelAnswer, DatasetAnswer, EvaluationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import { accessibilityProblems, type BrowserSession, beginSession, describeInBrowser, logIn } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { withPausedClock } from "../testing/paused-clock.js";

/** Step of the paused clock in milliseconds. */
const STEP = 50;

/** Records on the page the requested addresses and the answers that the console has read. */
const NOTING = `
  const asked = [];
  let reading = 0;
  const send = window.fetch;
  window.fetch = async (...given) => {
    asked.push(String(given[0]));
    reading++;
    const answer = await send(...given).catch((error) => { reading--; throw error; });
    const text = answer.text.bind(answer);
    answer.text = () => text().finally(() => reading--);
    return answer;
  };
  window.noted = { asked: (pattern) => asked.filter((url) => new RegExp(pattern).test(url)).length, reading: () => reading };`;

describeInBrowser("waiting and failures in the console", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let person: BrowserSession;
  let page: Page;
  let dataset: DatasetAnswer;
  let model: ModelAnswer;
  let batch: AutoModelAnswer;
  let evaluation: string;
  const address = (screen: string, more: Record<string, string> = {}) =>
    `${client.url}analysis/${screen}?${new URLSearchParams({ datasetID: dataset.id, p: "quality", ...more })}`;
  const table = () => page.getByRole("table", { name: "Rows of Cars" });

  beforeAll(async () => {
    dataset = await client.uploadDataset("Cars.csv", carsCsv());
    const columns = ["Weight_in_lbs", "Horsepower"];
    const layers = [{ nodes: [{ algorithm: "GLM" as const, params: {} }] }];
    const kind = { model_type: "REGRESSION" as const, response: "Miles_per_Gallon", columns };
    model = await client.train(dataset.id, { ...kind, name: "Consumption", layers });
    const wanted = { ...kind, mode: "MANUAL" as const, candidates: [{ layers }] };
    batch = await client.waitForAutoModel(dataset.id, (await client.api.createAutoModel(dataset.id, wanted)).id);
    evaluation = (await client.api.createEvaluation(dataset.id, { model_id_list: [model.id] })).id;
    person = await browser.openSession();
    page = person.page;
    await beginSession(page, client.url);
    await page.addInitScript(NOTING);
    // The clock runs normally until a test pauses it.
    await page.clock.install();
    await page.goto(address("dataset"));
    await table().waitFor();
  }, 120_000);

  const asked = async (pattern: string) => await page.evaluate<number>(`noted.asked(${JSON.stringify(pattern)})`);
  const everythingIsRead = () => waitFor("all answers to be read", async () => (await page.evaluate<number>("noted.reading()")) === 0);

  /** Returns the milliseconds of paused time until the next request, whose answer is read then. The first step has `first` of them. */
  async function timeUntilAsked(pattern: string, first = STEP): Promise<number> {
    const before = await asked(pattern);
    for (let passed = first; passed <= 10_000; passed += STEP) {
      await page.clock.runFor(passed === first ? first : STEP);
      if ((await asked(pattern)) === before) continue;
      await everythingIsRead();
      return passed;
    }
    throw new Error(`${pattern} is not asked for within 10 s`);
  }

  interface Waiting {
    /** Path under `agatha/datasets/{id}/`. */
    path: () => string;
    /** Returns the part of the answer that says that the result is not there yet. */
    busy: (answer: never) => unknown;
    screen: () => string;
    /** Actions on the screen before the request. */
    open?: () => Promise<void>;
    after: number;
  }
  const waitings: Record<string, Waiting> = {
    "missing rows": { path: () => "rows/\\?", busy: () => null, screen: () => address("dataset"), after: 600 },
    "a comparison in progress": {
      path: () => `evaluations/${evaluation}/$`,
      busy: (answer: EvaluationAnswer) => ({ ...answer, status: "evaluating" }),
      screen: () => address("evaluation", { evaluationID: evaluation }),
      after: 1500,
    },
    "models in training": {
      path: () => "models/$",
      busy: ({ data }: { data: ModelAnswer[] }) => ({ data: data.map((one) => ({ ...one, status: "fitting", progress: 0.5 })) }),
      screen: () => address("fitting", { modelID: model.id }),
      after: 2000,
    },
    "an automatic training": {
      path: () => `automodels/${batch.id}/$`,
      busy: (answer: AutoModelAnswer) => ({ ...answer, status: "fitting_processing", finished_at: null }),
      screen: () => address("fitting", { autoModelID: batch.id }),
      after: 2000,
    },
    "the report of a model in training": {
      path: () => `models/${model.id}/studio/$`,
      busy: () => ({ status: "fitting", link: null, reason: null, message: null }),
      screen: () => address("fitting", { modelID: model.id }),
      after: 2500,
    },
    "the report of a dataset in progress": {
      path: () => "profiling/$",
      busy: () => ({ status: "init", report: null, use_ext_data: false, progress: 0.5, reason: null, message: null }),
      screen: () => address("dataset"),
      open: async () => await page.getByRole("button", { name: "Data report" }).click(),
      after: 3000,
    },
  };

  // @contract the-console-asks-again-for-rows-after
  test.each(Object.entries(waitings))("the console polls for %s at the specification's interval until complete", async (_what, waiting) => {
    const pattern = `/agatha/datasets/${dataset.id}/${waiting.path()}`;
    await page.route(new RegExp(pattern), async (route) => {
      const response = await route.fetch();
      const json = waiting.busy((await response.json()) as never);
      await (json === null ? route.fulfill({ status: 202, json: {} }) : route.fulfill({ response, json }));
    });
    await page.goto(waiting.screen());
    await waiting.open?.();
    await waitFor("the first question", async () => (await asked(pattern)) > 0);
    await withPausedClock(page, async () => {
      await everythingIsRead();
      await timeUntilAsked(pattern);
      const time = await timeUntilAsked(pattern, waiting.after - STEP);
      expect(time).toBeGreaterThanOrEqual(waiting.after);
      expect(time).toBeLessThan(waiting.after + 2 * STEP);
      await page.unrouteAll({ behavior: "wait" });
      await timeUntilAsked(pattern, waiting.after - STEP);
      const last = await asked(pattern);
      await page.clock.runFor(2 * waiting.after);
      expect(await asked(pattern)).toBe(last);
    });
  });

  // @contract the-model-studio-s-state-is-polled
  test("a model that has finished training is requested with the list and leads to its report", async () => {
    const studio = new RegExp(waitings["the report of a model in training"]!.path());
    await page.route(studio, (route) => route.fulfill({ json: { status: "fitting", link: null, reason: null, message: null } }));
    await page.goto(address("fitting", { modelID: model.id }));
    await page.getByRole("heading", { name: "Consumption" }).waitFor();
    await waitFor("the first question", async () => (await asked("/studio/$")) > 0);
    await everythingIsRead();
    const lists = `/datasets/${dataset.id}/models/$`;
    const before = await asked(lists);
    await page.unrouteAll({ behavior: "wait" });
    const report = page.getByRole("link", { name: "Report", exact: true });
    await report.waitFor();
    await waitFor("the list of models to be asked for", async () => (await asked(lists)) > before);
    const coming = person.context.waitForEvent("page");
    await report.press("Enter");
    const opened = await coming;
    await opened.getByRole("heading", { name: "Consumption" }).waitFor();
    await opened.close();
  });

  // @contract a-dataset-is-loading-there-or-failed
  test("a dataset that cannot be loaded shows its error code, and loads on retry", async () => {
    const call = new RegExp(`/agatha/datasets/${dataset.id}/$`);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(call, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { tukey_error: "010101", message: "Unknown Error" } });
    });
    await page.goto(address("dataset"));
    await page.getByRole("status").filter({ hasText: "Loading…" }).waitFor();
    answer();
    await page.getByRole("heading", { name: "The dataset could not be opened" }).waitFor();
    await page.getByText("Error 010101").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await table().getByText("chevrolet chevelle malibu").waitFor();
  });

  // @contract a-dataset-is-loading-there-or-failed, entries-of-the-edit-history-are-deleted
  test("an edit history that cannot be loaded says so, and loads on retry; a failed change is told in a dialog", async () => {
    const { id } = await client.api.createExtraction(dataset.id, { spec: { type: "sort", by: [{ column: "Horsepower" }] } });
    const refuse = { status: 500, json: { tukey_error: "010101", message: "Unknown Error" } };
    await page.route(/\/extraction\/$/, (route) => route.fulfill(refuse));
    await page.goto(address("exploration"));
    await page.getByText("The edit history could not be loaded").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    const step = page.getByRole("switch", { name: "Apply step 1: Sort" });
    await step.waitFor();
    await page.route(/\/extraction\/$/, (route) => (route.request().method() === "PATCH" ? route.fulfill(refuse) : route.continue()));
    for (const act of [() => step.press("Space"), () => page.getByRole("button", { name: "Delete step 1: Sort" }).press("Enter")]) {
      await act();
      const dialog = page.getByRole("alertdialog", { name: "Data extraction error" });
      await dialog.waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Close" }).press("Enter");
      await dialog.waitFor({ state: "detached" });
    }
    await page.unrouteAll({ behavior: "wait" });
    expect(await step.isChecked()).toBe(true);
    expect(await client.api.extractions(dataset.id)).toMatchObject([{ id, enabled: true }]);
  });

  // @contract profiling-is-pending-init-then-success-or
  test("a data report is made and read on its own page, of the edited rows too, and a failed one tells why", async () => {
    await client.api.changeExtractions(dataset.id, { change: "delete" });
    await page.goto(address("dataset"));
    await page.getByRole("button", { name: "Data report" }).press("Enter");
    await page.getByText("The edit history has no step that is switched on.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Create the report" }).press("Enter");
    await page.getByText("From the rows in use.").waitFor();
    const coming = person.context.waitForEvent("page");
    await page.getByRole("link", { name: "Open the report" }).press("Enter");
    const opened = await coming;
    await opened.getByRole("heading", { name: "Cars" }).waitFor();
    await opened.getByText("Data report", { exact: true }).waitFor();
    await opened.close();
    const filter = async (from: number) => {
      const conditions = [{ column: "Horsepower", op: "gt" as const, value: from }];
      await client.api.createExtraction(dataset.id, { spec: { type: "filter", groups: [{ conditions }] } });
    };
    await filter(100);
    await page.reload();
    await page.getByRole("button", { name: "Data report" }).press("Enter");
    await page.getByRole("switch", { name: "Apply the edit history to the rows first", disabled: false }).press("Space");
    await page.getByRole("button", { name: "Create it again" }).press("Enter");
    await page.getByText("From the rows that the edit history leaves.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await filter(1e6);
    await page.getByRole("button", { name: "Create it again" }).press("Enter");
    await page.getByText("The report could not be created").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await client.api.changeExtractions(dataset.id, { change: "delete" });
  }, 180_000);

  test("without a network a change fails at once and says so", async () => {
    const offline = await browser.logIn(address("fitting", { modelID: model.id }));
    await offline.page.getByRole("button", { name: "Rename", exact: true }).click();
    const title = offline.page.getByLabel("Title of the model");
    await title.fill("Fuel");
    await offline.context.setOffline(true);
    await title.press("Enter");
    await offline.page.getByText("The model could not be renamed: The server does not respond").waitFor({ timeout: 10_000 });
    await offline.context.close();
  });

  test("the browser's console has only the errors that the tests cause", () => {
    expect(person.errors.filter((error) => !/status of (500|401)/.test(error))).toEqual([]);
  });

  describe("the session", () => {
    const isKept = async () => (await page.evaluate(() => localStorage.getItem("agatha.auth"))) !== null;

    test.each([
      ["cannot tell whose it is", 500, { tukey_error: "010101", message: "Unknown Error" }, "Unknown Error"],
      ["names nobody", 200, { username: "" }, "Your session has ended. Please log in again."],
      // @contract so-does-a-visit-of-somebody-of
    ])("a session leads to the login when the server %s", async (_how, status, json, told) => {
      await page.route(/\/agatha\/user\/$/, (route) => route.fulfill({ status, json }));
      await page.goto(address("dataset"));
      await page.getByText(told).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/account\/login$/);
      expect(await isKept()).toBe(false);
      await page.unrouteAll({ behavior: "wait" });
      await logIn(page);
      await table().waitFor();
    });
  });
});
