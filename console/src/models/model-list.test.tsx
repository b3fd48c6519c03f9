import "../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { ModelAnswer, UserAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { AnalysisProvider } from "../routing/analysis-context.js";
import { renderWithServices } from "../testing/services.js";
import { ModelList } from "./model-list.js";

afterEach(cleanup);

const model = (name: string, change: Partial<ModelAnswer> = {}) =>
  ({
    id: name,
    name,
    title: name,
    model_type: "REGRESSION",
    response: "yield",
    status: "success",
    indicators: {},
    intervals: {},
    baseline: {},
    algorithms: ["XGB"],
    progress: 1,
    api_enabled: false,
    owner_refusal: null,
    api_token_revoked: false,
    time_series_params: null,
    dataset_id: "d1",
    rows_fingerprint: "read",
    edit_steps: null,
    model_created_at: "2026-01-01T00:00:00Z",
    held_out_rows: 100,
    held_out_by: { rows: "random" },
    ...change,
  }) as ModelAnswer;
const models = [
  model("Worse", { indicators: { RMSE: 9 } }),
  model("Better", { indicators: { RMSE: 2 } }),
  model("Speed", { response: "speed", indicators: { RMSE: 1 } }),
  model("Class", { model_type: "CLASSIFICATION", response: "shift", indicators: { Accuracy: 0.9 } }),
  model("Broken", { status: "fitting_fail" }),
];

const analysis = fromPartial<ComponentProps<typeof AnalysisProvider>["value"]>({
  product: "all",
  datasetId: "d1",
  modelId: null,
  dataset: {},
});
const renderList = (shown: readonly ModelAnswer[] = models, user: Partial<UserAnswer> = {}) =>
  renderWithServices(
    <AnalysisProvider value={analysis}>
      <ModelList models={shown} trainings={[]} chosen="Worse" addressOf={(id) => `/models/${id}`}>
        {null}
      </ModelList>
    </AnalysisProvider>,
    { user },
  );
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const linkNames = () => screen.getAllByRole("link").map(({ textContent }) => textContent);

test("who may not create models reads it beside the button, before the click", async () => {
  const refusal = "Your account may not create models. Ask a manager to allow it.";
  await renderList(models, { model_create_enable: false });
  screen.getByText(refusal);
  await renderList(models, { model_create_enable: true });
  expect(screen.queryByText(refusal)).toBeNull();
});

test("models with the same target stand together, the best first and marked", async () => {
  await renderList();
  const links = linkNames();
  const places = ["Better", "Worse", "Broken", "Speed", "Class"].map((name) => links.findIndex((link) => link?.startsWith(name)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(links.filter((link) => link?.includes("Best"))).toEqual([expect.stringContaining("Better")]);
});

test("where models are judged by held-out rows of another kind, the list says by which, and marks the best of each", async () => {
  const groups: Partial<ModelAnswer> = {
    held_out_by: { rows: "groups", groupColumns: ["batch", "line"] },
    model_created_at: "2026-02-01T00:00:00Z",
  };
  await renderList([
    ...models,
    model("OfNew", { ...groups, indicators: { RMSE: 4 } }),
    model("OfNewWorse", { ...groups, indicators: { RMSE: 5 } }),
    model("OfLater", { ...groups, held_out_by: { rows: "time", timeColumn: "at", groupColumns: ["batch"] }, indicators: { RMSE: 6 } }),
  ]);
  expect(screen.getByText("Held out: later groups of batch (at)").nextElementSibling?.textContent).toMatch(/^OfLater/);
  expect(screen.getByText("Held out: new groups (batch, line)").nextElementSibling?.textContent).toMatch(/^OfNew.*Best/);
  expect(screen.getByText("Held out: random rows").nextElementSibling?.textContent).toMatch(/^Better.*Best/);
});

test("where models learned from other rows, the list says from which, and marks the best of each", async () => {
  const edited = { edit_steps: "steps", model_created_at: "2026-02-01T00:00:00Z" };
  await renderList([
    ...models,
    model("Filtered", { ...edited, indicators: { RMSE: 1 } }),
    model("Trimmed", { ...edited, indicators: { RMSE: 3 } }),
  ]);
  expect(screen.getByText("Rows that the edit history left").nextElementSibling?.textContent).toMatch(/^Filtered/);
  expect(screen.getByText("Rows of the file").nextElementSibling?.textContent).toMatch(/^Better/);
  const links = linkNames();
  expect(links.slice(-7).map((link) => /^[A-Z][a-z]+(?=RMSE|Accuracy|Failed)/.exec(link ?? "")?.[0])).toEqual([
    "Filtered",
    "Trimmed",
    "Better",
    "Worse",
    "Broken",
    "Speed",
    "Class",
  ]);
  expect(links.filter((link) => link?.includes("Best"))).toEqual([expect.stringMatching(/^Filtered/), expect.stringMatching(/^Better/)]);
});

test("where wrong answers cost otherwise, the list says what they cost", async () => {
  const ranked = (title: string, error_costs: ModelAnswer["error_costs"], model_created_at: string) =>
    model(title, { model_type: "CLASSIFICATION", response: "verdict", indicators: { Accuracy: 0.9 }, error_costs, model_created_at });
  await renderList([
    ranked("Likeliest", null, "2026-01-01T00:00:00Z"),
    ranked("Rare", {}, "2026-01-02T00:00:00Z"),
    ranked("Weighed", { weights: { nok: 50 }, cells: [{ actual: "ok", predicted: "nok", cost: 0.5 }] }, "2026-01-03T00:00:00Z"),
  ]);
  expect(screen.getByText("Each wrong answer costs the same").nextElementSibling?.textContent).toMatch(/^Likeliest/);
  expect(screen.getByText("Balanced costs of wrong answers").nextElementSibling?.textContent).toMatch(/^Rare/);
  expect(screen.getByText("Costs of wrong answers: nok 50, ok → nok 0.5").nextElementSibling?.textContent).toMatch(/^Weighed/);
});

test("a figure of a model with a stored decision is said to be from before it", async () => {
  const ranked = { model_type: "CLASSIFICATION", response: "shift", indicators: { Accuracy: 0.9 } } as const;
  await renderList([model("Decided", { ...ranked, before_decision: true }), model("Trained", ranked)]);
  expect(linkNames().filter((link) => link?.includes("before the decision"))).toEqual([expect.stringMatching(/^Decided/)]);
});

test("a model is called failed after an error, stopped by a time limit and cancelled by somebody", async () => {
  await renderList([
    model("Broken", { status: "fitting_fail", reason: "010515" }),
    model("Ended1", { status: "fitting_fail", reason: "Cancelled" }),
    model("Ended2", { status: "fitting_fail", reason: "AutoModelCancelled" }),
    model("Late1", { status: "fitting_fail", reason: "TimeLimitReached" }),
    model("Late2", { status: "fitting_fail", reason: "DeadlineExceeded" }),
  ]);
  const words = ["Broken", "Ended1", "Ended2", "Late1", "Late2"].map((name) => {
    const link = linkNames().find((each) => each?.startsWith(name)) ?? "";
    return /Failed|Stopped|Cancelled/.exec(link.slice(name.length))?.[0];
  });
  expect(words).toEqual(["Failed", "Cancelled", "Cancelled", "Stopped", "Stopped"]);
});

test("an enabled API that answers nobody is not called on, and says why", async () => {
  await renderList([
    model("Asked", { api_enabled: true }),
    model("Silent", { api_enabled: true, owner_refusal: "expired" }),
    model("Revoked", { api_enabled: true, api_token_revoked: true }),
    model("Off", { owner_refusal: "expired" }),
  ]);
  const chips = linkNames().map((link) => /API.*/.exec(link ?? "")?.[0]);
  expect(chips.slice(-4)).toEqual(["API on", "API does not answer", undefined, undefined]);
  expect(screen.getByTitle(/its token is revoked/).textContent).toBe("Token revoked");
  expect(screen.getByTitle(/the owner’s contract has expired/).textContent).toBe("API does not answer");
});

test("models without figures are under a heading of their own", async () => {
  await renderList();
  const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  const heading = items.indexOf("Without figures");
  expect(heading).toBeGreaterThan(0);
  expect(items[heading + 1]).toContain("Broken");
});

test("the open model is marked for screen readers", async () => {
  await renderList();
  expect(screen.getByRole("link", { current: "page" }).textContent).toContain("Worse");
});

test("models with another answer, or that were not trained, cannot be ticked for a comparison, and the box says why", async () => {
  await renderList();
  expect(box("Compare Broken: it was not trained").disabled).toBe(true);
  expect(box("Compare Speed").disabled).toBe(false);
  fireEvent.click(box("Compare Better"));
  expect(box("Compare Worse").disabled).toBe(false);
  expect(box("Compare Speed: predicts another column").disabled).toBe(true);
  expect(box("Compare Class: answers another kind of question").disabled).toBe(true);
});

test("ticked models lead to a new comparison, until none is ticked", async () => {
  await renderList();
  expect(screen.queryByRole("link", { name: /^Compare \d/ })).toBeNull();
  fireEvent.click(box("Compare Better"));
  fireEvent.click(box("Compare Worse"));
  const address = screen.getByRole("link", { name: "Compare 2 models" }).getAttribute("href");
  expect(address).toMatch(/Better.*Worse/);
  fireEvent.click(box("Compare Better"));
  fireEvent.click(box("Compare Worse"));
  expect(screen.queryByRole("link", { name: /^Compare \d/ })).toBeNull();
});

test("a comparison takes at most 20 models", async () => {
  await renderList(Array.from({ length: 21 }, (_, i) => model(`M${i + 1}x`)));
  for (let i = 1; i <= 20; i++) fireEvent.click(screen.getByLabelText(`Compare M${i}x`));
  expect(screen.getByLabelText<HTMLInputElement>("Compare M21x: no more than 20 at once").disabled).toBe(true);
});

test("a long name is shown to its end", async () => {
  const name = "KNN (weighted by distance) · Readings of line 3 · 12";
  await renderList([model(name)]);
  expect(getComputedStyle(screen.getByText(name)).whiteSpace).not.toBe("nowrap");
});
