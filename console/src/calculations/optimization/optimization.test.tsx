import "../../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { ListedCalculation, ModelAnswer } from "@agatha/contracts/wire";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { KeepsState } from "../../fields/kept-state.js";
import { renderWithServices } from "../../testing/services.js";
import Optimization from "./optimization.js";

afterEach(cleanup);

const model = { id: "m1", dataset_id: "d1", title: "Strength", response: "strength", model_type: "REGRESSION" } as ModelAnswer;
const other = { ...model, id: "m0924eb7bd6c10e04b3bd", title: "Price by GLM", response: "price" };
const search = (id: string, asked: string) =>
  fromPartial<ListedCalculation>({
    id,
    created_at: "2026-01-01T00:00:00Z",
    status: "success",
    type: "optimization",
    rows: 3,
    optimization: { target: { goal: "max" }, goals: [{ goal: "min", model: asked }] },
  });

test("the list of searches names a model that a goal asks by its response and title, and never by its id", async () => {
  const info = fromPartial<ModelInfo>({ type: "REGRESSION", response: "strength", algorithms: ["GLM"], inputs: [] });
  const listed = [search("c1", other.id), search("c2", "gone")];
  await renderWithServices(<Optimization model={model} info={info} newModelAddress="/new" leftOut={null} onApply={() => undefined} />, {
    api: { models: async () => [model, other], calculations: async () => listed },
  });
  expect(await screen.findByText("Largest strength, Smallest price (Price by GLM)")).toBeTruthy();
  expect(screen.getByText("Largest strength, Smallest another model")).toBeTruthy();
});

test("the past of a model of lags is fixed at the next period of the typical series, and a cleared field wants a number", async () => {
  const lag = { name: "sold_lag_1", type: "n" as const, min: 0, max: 30, typical: 9, next: 12.5, integer: false, levels: [] };
  const shop = { name: "shop", type: "s" as const, min: null, max: null, typical: "Taipei", integer: false, levels: ["Taipei", "Berlin"] };
  const forecast = { time: "when", series_column: "shop" };
  const inputs = [lag, { ...lag, name: "price_lag_1" }, shop];
  const info = fromPartial<ModelInfo>({ type: "REGRESSION", response: "sold", algorithms: ["GLM"], inputs, forecast });
  const lagged = { ...model, response: "sold", time_series_params: { time: "when", series: "shop", lags: 1 } } as ModelAnswer;
  await renderWithServices(<Optimization model={lagged} info={info} newModelAddress="/new" leftOut={null} onApply={() => undefined} />, {
    api: { models: async () => [lagged], calculations: async () => [] },
  });
  const fixed = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name: `${name}: Fixed at` });
  expect([fixed("sold_lag_1").value, fixed("price_lag_1").value]).toEqual(["12.5", ""]);
  expect(screen.getByRole("button", { name: "Taipei" })).toBeTruthy();
  expect(screen.getByText(/^The series and inputs that cannot be set, such as the past of sold, .* next period of Taipei\./)).toBeTruthy();
  fireEvent.change(fixed("sold_lag_1"), { target: { value: "" } });
  fireEvent.blur(fixed("sold_lag_1"));
  expect([fixed("sold_lag_1").value, screen.getAllByText("Enter a number").length]).toEqual(["", 1]);
});

test("limits are compared when both are typed, or when the search is asked for", async () => {
  const heat = { name: "heat", type: "n" as const, min: 100, max: 140, typical: 120, integer: false, levels: [] };
  const info = fromPartial<ModelInfo>({ type: "REGRESSION", response: "strength", algorithms: ["GLM"], inputs: [heat] });
  await renderWithServices(<Optimization model={model} info={info} newModelAddress="/new" leftOut={null} onApply={() => undefined} />, {
    api: { models: async () => [model], calculations: async () => [] },
  });
  const field = (part: string) => screen.getByLabelText(`heat: ${part}`);
  const type = (part: string, value: string) => {
    act(() => field(part).focus());
    fireEvent.change(field(part), { target: { value } });
  };
  const leave = () => act(() => screen.getByLabelText("Maximum number of solutions").focus());
  const problem = () => screen.queryByText("Is above the upper limit");
  type("From", "150");
  type("To", "1");
  expect(problem()).toBeNull();
  type("To", "160");
  leave();
  expect(problem()).toBeNull();
  type("To", "16");
  expect(problem()).toBeNull();
  leave();
  expect(problem()).toBeTruthy();
  type("To", "15");
  expect(problem()).toBeNull();
  fireEvent.submit(field("To").closest("form")!);
  expect(problem()).toBeTruthy();
});

test("whether limits go beyond the training range is told when they are typed, not by half of a number, and stays until they change", async () => {
  const heat = { name: "heat", type: "n" as const, min: 100, max: 140, typical: 120, integer: false, levels: [] };
  const info = fromPartial<ModelInfo>({ type: "REGRESSION", response: "strength", algorithms: ["GLM"], inputs: [heat] });
  await renderWithServices(<Optimization model={model} info={info} newModelAddress="/new" leftOut={null} onApply={() => undefined} />, {
    api: { models: async () => [model], calculations: async () => [] },
  });
  const field = (part: string) => screen.getByLabelText(`heat: ${part}`);
  const type = (part: string, value: string) => {
    act(() => field(part).focus());
    fireEvent.change(field(part), { target: { value } });
  };
  const leave = () => act(() => screen.getByLabelText("Maximum number of solutions").focus());
  const beyond = () => screen.queryByText("Goes beyond what the model has seen") !== null;
  type("From", "1");
  expect(beyond()).toBe(false);
  type("From", "110");
  leave();
  expect(beyond()).toBe(false);
  type("From", "90");
  leave();
  expect(beyond()).toBe(true);
  type("Step", "5");
  expect(beyond()).toBe(true);
  type("From", "9");
  fireEvent.submit(field("From").closest("form")!);
  expect(beyond()).toBe(true);
  type("From", "110");
  expect(beyond()).toBe(false);
});

test("a reload keeps the limits that were typed", async () => {
  const heat = { name: "heat", type: "n" as const, min: 100, max: 140, typical: 120, integer: false, levels: [] };
  const info = fromPartial<ModelInfo>({ type: "REGRESSION", response: "strength", algorithms: ["GLM"], inputs: [heat] });
  const openPage = async (type: "navigate" | "reload") => {
    performance.getEntriesByType = () => [fromPartial<PerformanceNavigationTiming>({ type })];
    const props = { model, info, newModelAddress: "/new", leftOut: null, onApply: () => undefined };
    await renderWithServices(
      <KeepsState name="model m1">
        <Optimization {...props} />
      </KeepsState>,
      { api: { models: async () => [model], calculations: async () => [] } },
    );
    return screen.getByLabelText<HTMLInputElement>("heat: From");
  };
  fireEvent.change(await openPage("navigate"), { target: { value: "110" } });
  // An unloaded page cleans nothing up.
  const stored = { ...sessionStorage };
  cleanup();
  Object.assign(sessionStorage, stored);
  expect((await openPage("reload")).value).toBe("110");
});
