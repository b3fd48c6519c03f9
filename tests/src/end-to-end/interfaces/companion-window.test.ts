/** A companion service's page opens the console, hands a model over, and gets the answer that a person has chosen. */
import { createServer, type Server } from "node:http";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { listenLocally } from "../../listening.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { accessibilityProblems, describeInBrowser } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";

/** Page of a service: it records the window's messages and replies to their origin. */
const SERVICE = `<!doctype html><title>Service</title><script>
  const said = [];
  let console_;
  window.addEventListener("message", (event) => {
    if (event.source === console_) said.push({ ...event.data, from: event.origin });
  });
  const openConsole = (url) => { console_ = window.open(url); };
  const handOver = (message) => console_.postMessage(message, said[0].from);
  const isOpen = () => !console_.closed;
</script>`;

interface Said {
  /** Origin that the browser guarantees. */
  from: string;
  state: string;
  [field: string]: unknown;
}

describeInBrowser("a companion service", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  let server: Server;
  let service: Page;
  let port: number;
  let dataset: DatasetAnswer;
  let model: ModelAnswer;

  beforeAll(async () => {
    dataset = await client.uploadDataset("Cars.csv", carsCsv());
    const request = { name: "Consumption", model_type: "REGRESSION", response: "Miles_per_Gallon", columns: ["Weight_in_lbs"] };
    model = await client.train(dataset.id, { ...request, layers: [{ nodes: [{ algorithm: "GLM", params: {} }] }] });
    server = createServer((_request, response) => response.setHeader("content-type", "text/html").end(SERVICE));
    port = await listenLocally(server);
    service = (await browser.logIn(client.url)).page;
    await service.getByRole("link", { name: "Home" }).first().waitFor();
  });
  afterAll(async () => {
    await new Promise((closed) => server.close(closed));
  });

  const said = async () => await service.evaluate<Said[]>("said");
  const hears = async (state: string): Promise<Said> => {
    await service.waitForFunction(`said.some((one) => one.state === ${JSON.stringify(state)})`);
    return (await said()).find((one) => one.state === state)!;
  };
  const opensConsole = async (host: string): Promise<Page> => {
    await service.goto(`http://${host}:${port}/recipes?id=7`);
    const opened = service.context().waitForEvent("page");
    await service.evaluate(`openConsole(${JSON.stringify(client.url)})`);
    return await opened;
  };
  const handsOver = async (task: Record<string, string>) =>
    await service.evaluate(`handOver(${JSON.stringify({ state: "SERVICE_INIT_DATA", ...task })})`);

  // @contract the-service-is-told-the-console-s
  test("a companion page hears when the console is ready, and why a model that it hands over cannot be used", async () => {
    const window = await opensConsole("127.0.0.1");
    const origin = `http://127.0.0.1:${port}`;
    expect(await hears("TUKEY_MAIN_READY")).toMatchObject({ from: new URL(client.url).origin, origin, mainApplicationURL: client.url });
    await window.getByText(`${origin} has opened this window.`).waitFor();
    await handsOver({ datasetID: dataset.id, modelID: model.id, flow: "flying" });
    expect((await hears("error")).message).toBe("Must be one of calculation, optimization, detection");
    await window.getByText(`What ${origin} has handed over cannot be used.`).waitFor();
    await handsOver({ datasetID: dataset.id, modelID: model.id, flow: "detection" });
    await window.getByText("The flow detection needs an outlier detector").waitFor();
    await window.close();
  });

  // @contract dialogs-tell-errors-ask-for-a-confirmation, what-it-hands-over-opens-fitting-with
  test("a companion page hands over a model, gets the answer that a person chose despite a warning, and is opened again as the window closes", async () => {
    const window = await opensConsole("127.0.0.1");
    await hears("TUKEY_MAIN_READY");
    await handsOver({ datasetID: dataset.id, modelID: model.id, flow: "calculation" });
    await window.getByText("has handed this model over: choose values and send the answer back.").waitFor();
    const address = new URL(window.url());
    expect([address.pathname, address.searchParams.get("datasetID"), address.searchParams.get("modelID")]).toEqual([
      expect.stringMatching(/\/analysis\/fitting$/),
      dataset.id,
      model.id,
    ]);
    await window.getByRole("textbox", { name: "Weight_in_lbs" }).fill("9000");
    await window.getByRole("button", { name: "Send the answer back" }).click();
    const warning = window.getByRole("alertdialog", { name: "Send an answer outside of the training data?" });
    await warning.getByText("The model has never seen such values in Weight_in_lbs.").waitFor();
    expect(await accessibilityProblems(window)).toEqual([]);
    await warning.getByRole("button", { name: "Cancel" }).click();
    await warning.waitFor({ state: "detached" });
    expect(await accessibilityProblems(window)).toEqual([]);
    await window.getByRole("textbox", { name: "Weight_in_lbs" }).fill("5000");
    const reopened = service.context().waitForEvent("page");
    const before = Date.now();
    await window.getByRole("button", { name: "Send the answer back" }).click();
    const done = await hears("TUKEY_MAIN_DONE");
    const answer = await client.api.whatIf(dataset.id, model.id, { Weight_in_lbs: 5000 });
    expect(done).toMatchObject({ datasetID: dataset.id, modelID: model.id, flow: "calculation" });
    expect(done.result).toMatchObject({ data: { Weight_in_lbs: 5000 }, value: answer.result!.value });
    const page = await reopened;
    expect(new URL(page.url()).origin).toBe(`http://127.0.0.1:${port}`);
    await service.waitForFunction("!isOpen()");
    expect(Date.now() - before).toBeGreaterThanOrEqual(1500);
    await page.close();
  });

  // @contract what-it-hands-over-opens-fitting-with
  test("a companion page hands over a model to optimize and gets the chosen solution; the search continues in a window of its own", async () => {
    const window = await opensConsole("127.0.0.1");
    await hears("TUKEY_MAIN_READY");
    await handsOver({ datasetID: dataset.id, modelID: model.id, flow: "optimization" });
    await window.getByText("search for settings, choose a solution and send it back.").waitFor();
    await window.getByRole("combobox", { name: "Goal 1: Should become" }).selectOption("As large as possible");
    await window.getByRole("textbox", { name: "Weight_in_lbs: From" }).fill("2500");
    await window.getByRole("button", { name: "Search", exact: true }).click();
    await window.getByRole("button", { name: "Send the answer back" }).waitFor();
    const reopened = service.context().waitForEvent("page");
    await window.getByRole("button", { name: "Send the answer back" }).click();
    const done = await hears("TUKEY_MAIN_DONE");
    expect(done).toMatchObject({ datasetID: dataset.id, modelID: model.id, flow: "optimization" });
    const { data, value, target, solutions } = done.result as { data: { Weight_in_lbs: number } } & Record<string, unknown>;
    // The lighter a car, the further it gets.
    expect(data.Weight_in_lbs).toBeCloseTo(2500, 3);
    const answer = await client.api.whatIf(dataset.id, model.id, data);
    expect([value, target]).toEqual([answer.result!.value, { goal: "max" }]);
    expect(solutions).toContainEqual(expect.objectContaining({ settings: data }));
    const page = await reopened;
    await page.getByRole("heading", { name: "Proposals for: Largest Miles_per_Gallon" }).waitFor();
    expect(await page.evaluate("window.name")).toBe("agatha");
    await service.waitForFunction("!isOpen()");
    await page.close();
  });

  // @contract a-window-that-a-companion-service-opened, a-service-is-on-the-same-machine
  test("a page that is not an allowed companion hears nothing and finds an ordinary console", async () => {
    const window = await opensConsole("strange.localhost");
    const asked = await window.waitForResponse((answer) => answer.url().endsWith("/agatha/service/"));
    expect(asked.ok()).toBe(true);
    await window.getByRole("link", { name: "Home" }).first().waitFor();
    await window.goto(`${client.url}analysis/upload/quality`);
    await window.getByRole("heading", { name: "Datasets" }).waitFor();
    expect(await said()).toEqual([]);
    expect(await window.getByText("has opened this window").count()).toBe(0);
    await window.close();
  });
});
