import "../testing/dom.js";
import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, screen, within } from "@testing-library/react";
import { aModelAnswer, anAutoModelAnswer, aTrainedMember } from "../testing/answers.js";
import { renderWithServices } from "../testing/services.js";
import { Leaderboard } from "./leaderboard.js";

afterEach(cleanup);

type Member = AutoModelAnswer["models"][number];
const member = (name: string, indicators: Member["indicators"], status: Member["status"] = "success"): Member =>
  aTrainedMember({
    id: name,
    name,
    title: name,
    status,
    indicators,
    earlier_rows: name === "Earlier",
    tied: name === "Second",
    ended_early: name === "Second" ? "cut_short" : name === "Ended" ? "cancelled" : name === "Late" ? "stopped" : null,
  });
const INTERVALS = { intervals: { RMSE: { lower: 1.2, upper: 1.8 } }, baseline_intervals: { RMSE: { lower: 6.5, upper: 8.5 } } };
const models = [
  aModelAnswer({ id: "First", title: "First", baseline: { RMSE: 7.5 }, ...INTERVALS }),
  aModelAnswer({ id: "Running", title: "Running", progress: 0.4 }),
  aModelAnswer({ id: "Broken", title: "Broken", reason: "010515", message: "Use more rows" }),
  aModelAnswer({ id: "Ended", title: "Ended", reason: "Cancelled" }),
  aModelAnswer({ id: "Late", title: "Late", reason: "TimeLimitReached" }),
];
const members = [
  member("First", { RMSE: 1.5 }),
  member("Second", { RMSE: 2.5 }),
  member("Running", {}, "fitting"),
  member("Broken", {}, "fitting_fail"),
  member("Ended", {}, "fitting_fail"),
  member("Late", {}, "fitting_fail"),
];

const renderLeaderboard = (change: Partial<AutoModelAnswer> = {}, trained = models) => {
  const training = anAutoModelAnswer({ models: members, ...change });
  return renderWithServices(<Leaderboard training={training} models={trained} addressOf={(id) => `/models/${id}`} />);
};
const row = (name: string) => within(screen.getByRole("rowheader", { name: new RegExp(`^${name}`) }).closest("tr") ?? document.body);
const cells = (name: string) =>
  row(name)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

test("trained models are ranked in the server's order beside the trivial guess, each with a link", async () => {
  await renderLeaderboard();
  const headers = screen.getAllByRole("rowheader").map(({ textContent }) => textContent?.match(/^[A-Z][a-z]+/)?.[0]);
  expect(headers).toEqual(["First", "Second", "Running", "Broken", "Ended", "Late"].map((name) => expect.stringMatching(`^${name}`)));
  expect(cells("First")).toEqual(["1", "1.5(1.2\u00a0–\u2060\u00a01.8)", "7.5(6.5\u00a0–\u2060\u00a08.5)"]);
  expect(cells("Second").slice(0, 2)).toEqual(["2", "2.5"]);
  expect(row("Second").getByRole("link", { name: "Second" }).getAttribute("href")).toBe("/models/Second");
});

test("a figure of a model with a stored decision is said to be from before it", async () => {
  const decided = members.map((one) => ({ ...one, before_decision: one.name === "Second" }));
  await renderLeaderboard({ models: decided });
  expect(cells("Second")[1]).toBe("2.5before the decision");
  expect(screen.getAllByText("before the decision")).toHaveLength(1);
});

test("only the first model is marked as the best", async () => {
  await renderLeaderboard();
  expect(row("First").getByText("Best")).toBeTruthy();
  expect(screen.getAllByText(/^Best/)).toHaveLength(1);
});

test("a first model that is no better than the baseline is not marked as the best", async () => {
  const [first, ...others] = models;
  await renderLeaderboard({}, [{ ...first, indicators: { RMSE: 7.6 } } as ModelAnswer, ...others]);
  expect(screen.queryByText(/^Best/)).toBeNull();
});

test("a model whose figure differs from the best's by no more than chance is shown as a tie", async () => {
  await renderLeaderboard();
  expect(row("Second").getByText("Tie")).toBeTruthy();
  expect(screen.getAllByText("Tie")).toHaveLength(1);
  expect(screen.getByText(/differs from the best model's by no more than chance/)).toBeTruthy();
});

test("a model that was trained before the dataset's last change is marked, and does not explain the order of the others", async () => {
  const trained = [member("First", { Accuracy: 0.9, log_loss: 0.2 }), member("Earlier", { Accuracy: 0.95, log_loss: 0.2 })];
  await renderLeaderboard({ model_type: "CLASSIFICATION", rank_by: "recommended", models: trained }, []);
  expect(cells("Earlier")[0]).toBe("–");
  expect(row("Earlier").getByText("Other rows")).toBeTruthy();
  expect(screen.getByText(/learned before the dataset was changed/)).toBeTruthy();
  expect(screen.queryByText(/lowest log loss comes first/)).toBeNull();
});

test("detectors are ranked by ROC AUC where only one of earlier rows found a known anomaly", async () => {
  const trained = [member("First", { true_positive: 0, roc_auc: 0.8 }), member("Earlier", { true_positive: 0.5, roc_auc: 0.7 })];
  await renderLeaderboard({ model_type: "OCC", rank_by: "true_positive", models: trained }, []);
  expect(cells("First")[1]).toBe("0.8");
  expect(screen.getByText(/^Ranked by ROC AUC.*No model flags a known anomaly/)).toBeTruthy();
});

test("a model whose tuning ran out of time is marked as cut short", async () => {
  await renderLeaderboard();
  expect(row("Second").getByText("Cut short")).toBeTruthy();
  expect(screen.getAllByText("Cut short")).toHaveLength(1);
});

test("a model in training shows its progress and has no rank", async () => {
  await renderLeaderboard();
  expect(cells("Running")[0]).toBe("–");
  expect(row("Running").getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
});

test("a failed model tells its reason; one that was cancelled or stopped by the limit is only called so", async () => {
  await renderLeaderboard();
  const reason = screen.getByRole("rowheader", { name: /^Broken/ }).textContent;
  expect(reason?.length).toBeGreaterThan("BrokenGradient boosting".length + 20);
  expect(reason).not.toContain("010515");
  expect(cells("Broken")).toEqual(["–", "Failed"]);
  expect(cells("Ended")).toEqual(["–", "Cancelled"]);
  expect(cells("Late")).toEqual(["–", "Stopped"]);
});

test("among classifiers of about the same accuracy the order by log loss is explained", async () => {
  const tied = [member("Surest", { Accuracy: 0.9, log_loss: 0.2 }), member("Other", { Accuracy: 0.91, log_loss: 0.4 })];
  await renderLeaderboard({ model_type: "CLASSIFICATION", rank_by: "recommended", models: tied });
  expect(cells("Surest")[0]).toBe("1");
  expect(screen.getByText(/lowest log loss comes first/)).toBeTruthy();
  cleanup();
  await renderLeaderboard({ model_type: "CLASSIFICATION", rank_by: "accuracy", models: tied });
  expect(screen.getByText(/Ranked by accuracy/i)).toBeTruthy();
  expect(screen.queryByText(/lowest log loss comes first/)).toBeNull();
});

test("where accuracies decide, log loss is not mentioned", async () => {
  const apart = [member("Best1", { Accuracy: 0.95, log_loss: 0.2 }), member("Other", { Accuracy: 0.7, log_loss: 0.1 })];
  await renderLeaderboard({ model_type: "CLASSIFICATION", models: apart });
  expect(screen.queryByText(/lowest log loss comes first/)).toBeNull();
});
