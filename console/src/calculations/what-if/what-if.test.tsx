import "../../testing/dom.js";
import type { ModelInfo, ModelInput, PredictionResult } from "@agatha/contracts";
import { ERRORS } from "@agatha/contracts";
import type { ApiClient } from "@agatha/contracts/client";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { ModelAnswer, ResponseCurvesAnswer, ResponseCurvesRequest } from "@agatha/contracts/wire";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { CompanionProvider } from "../../companion/companion.js";
import { KeepsState } from "../../fields/kept-state.js";
import { apiError, renderWithServices } from "../../testing/services.js";
import { type InitialInputs, WhatIf } from "./what-if.js";

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const model = { id: "m1", dataset_id: "d1", name: "Model1" } as ModelAnswer;
const input = (name: string, change: Partial<ModelInput>): ModelInput =>
  ({ name, type: "n", min: 0, max: 100, typical: 50, integer: false, levels: [], ...change }) as ModelInput;
const info = fromPartial<ModelInfo>({
  type: "REGRESSION",
  response: "yield",
  indicators: {},
  importance: [],
  inputs: [input("speed", {}), input("shift", { type: "s", typical: "day", levels: ["day", "night"], min: null, max: null })],
});

type WhatIfAnswer = Awaited<ReturnType<ApiClient["whatIf"]>>;
const answerOf = (result: Partial<PredictionResult>) => ({ result: { value: [7.5], ...result } }) as WhatIfAnswer;

/** Curves that rise by 1 from the first value to the last. */
const curvesOf = ({ columns, label }: ResponseCurvesRequest): ResponseCurvesAnswer => ({
  of: label === undefined ? "value" : "probability",
  ...(label !== undefined && { label }),
  curves: columns.map((column) => {
    const grid = column === "shift" ? ["day", "night"] : [0, 50, 100];
    return { column, grid, values: grid.map((_, i) => i / (grid.length - 1)) };
  }),
});

async function renderWhatIf(
  answer: (data: { speed: unknown }) => Promise<WhatIfAnswer>,
  { about = info, initial = null as InitialInputs | null, explained = {} as Partial<PredictionResult> } = {},
) {
  const whatIf = jest.fn((_dataset: string, _model: string, data: unknown) => answer(data as { speed: unknown }));
  const responseCurves = jest.fn(async (_dataset: string, _model: string, request: ResponseCurvesRequest) => curvesOf(request));
  const api = { whatIf: whatIf as ApiClient["whatIf"], calculate: async () => answerOf(explained), responseCurves };
  await renderWithServices(
    <CompanionProvider>
      <WhatIf model={model} info={about} initial={initial} />
    </CompanionProvider>,
    { api },
  );
  return { whatIf, responseCurves, speed: screen.queryByRole<HTMLInputElement>("textbox", { name: "speed" })! };
}
const enter = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const requested = ({ mock }: jest.Mock) => mock.calls.map(([, , data]) => data as unknown);

test("the prediction starts at typical values and follows an input, with one request for several changes in a row", async () => {
  const { whatIf, speed } = await renderWhatIf(async (data) => answerOf({ value: [Number(data.speed) * 2] }));
  await waitFor(() => expect(screen.getByTestId("answer").textContent).toBe("100"));
  for (const typed of ["6", "61", "61.5"]) enter(speed, typed);
  await waitFor(() => expect(screen.getByTestId("answer").textContent).toBe("123"));
  expect(requested(whatIf)).toEqual([
    { speed: 50, shift: "day" },
    { speed: 61.5, shift: "day" },
  ]);
});

test("an empty input is sent as missing, and the button returns to typical values", async () => {
  const { whatIf, speed } = await renderWhatIf(async () => answerOf({}));
  enter(speed, "");
  await waitFor(() => expect(requested(whatIf)).toContainEqual({ speed: null, shift: "day" }));
  fireEvent.click(screen.getByRole("button", { name: "Back to typical values" }));
  expect(speed.value).toBe("50");
});

test("a value outside of the training data is marked in its field, and the panel warns not to rely on the prediction", async () => {
  const { speed } = await renderWhatIf(async (data) => answerOf({ outside: [Number(data.speed) > 100 ? ["speed"] : []] }));
  await screen.findByTestId("answer");
  expect(screen.queryByRole("alert")).toBeNull();
  enter(speed, "500");
  expect((await screen.findByRole("alert")).textContent).toContain("never seen such values in speed");
  expect(speed.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(/Outside of what the model has seen/)).toBeTruthy();
});

test("values that are only unusual together get a warning of their own", async () => {
  await renderWhatIf(async () => answerOf({ distance: [{ far: true }] as NonNullable<PredictionResult["distance"]> }));
  expect((await screen.findByRole("alert")).textContent).toContain("nothing like these values together");
});

test("a text that is not a number is marked and not sent", async () => {
  const { whatIf, speed } = await renderWhatIf(async () => answerOf({}));
  await screen.findByTestId("answer");
  jest.useFakeTimers();
  enter(speed, "fast");
  expect(screen.getByText(/This is not a number/)).toBeTruthy();
  act(() => jest.advanceTimersByTime(1_000));
  expect(requested(whatIf)).toEqual([{ speed: 50, shift: "day" }]);
});

test("the prediction shows its interval and, of classes, the most likely first", async () => {
  await renderWhatIf(async () =>
    answerOf({ interval: [{ lower: 6, upper: 9 }], interval_level: 0.9, prob: [{ low: 0.2, high: 0.8 }] } as Partial<PredictionResult>),
  );
  expect(await screen.findByText("90% of cases lie between 6 and 9")).toBeTruthy();
  const classes = within(screen.getByRole("list", { name: "Probability" })).getAllByRole("listitem");
  expect(classes.map(({ textContent }) => textContent)).toEqual(["high80%", "low20%"]);
});

test("a contribution of next to nothing is 0, whatever its sign", async () => {
  const explained = fromPartial<PredictionResult>({ varimp: [{ speed: 12.5, shift: -3.55e-7 }], explanation: { base: [4], of: "value" } });
  await renderWhatIf(async () => answerOf({}), { explained });
  const shown = within(await screen.findByRole("list", { name: "Feature contributions" })).getAllByRole("listitem");
  expect(shown.map(({ textContent }) => textContent)).toEqual(["speed+12.5", "shift0"]);
});

test("what a limit adds to the prediction stands below the contributions, and nothing where it adds nothing", async () => {
  const explain = (limit: number) =>
    fromPartial<PredictionResult>({ varimp: [{ speed: -12.5 }], explanation: { base: [4], of: "value", limits: [limit] } });
  await renderWhatIf(async () => answerOf({}), { explained: explain(8.5) });
  const shown = within(await screen.findByRole("list", { name: "Feature contributions" })).getAllByRole("listitem");
  expect(shown.map(({ textContent }) => textContent)).toEqual(["speed-12.5", "Limit of the target+8.5"]);
  cleanup();
  await renderWhatIf(async () => answerOf({}), { explained: explain(0) });
  expect(within(await screen.findByRole("list", { name: "Feature contributions" })).getAllByRole("listitem")).toHaveLength(1);
});

test.each([
  ["a class", ["NG"], "From the base value of 33.5%, each input moves the probability of NG up or down."],
  ["a group", [2], "From the base value of 33.5%, each input moves the probability of Group 2 up or down."],
])("contributions to the probability of %s say what they explain, in percentage points", async (_kind, value, sentence) => {
  const explained = fromPartial<PredictionResult>({
    value,
    varimp: [{ speed: 0.6, shift: -0.1 }],
    explanation: { base: [0.335], of: "probability" },
  });
  await renderWhatIf(async () => answerOf({}), { explained });
  expect(await screen.findByText(`${sentence} In percentage points.`)).toBeTruthy();
});

test("a prediction that fails tells the error's code, and is requested again on retry", async () => {
  let failures = 1;
  await renderWhatIf(async () => {
    if (failures-- > 0) throw apiError(ERRORS.tooManyRequests, { status: 429 });
    return answerOf({});
  });
  expect((await screen.findByRole("alert")).textContent).toContain(`Error ${ERRORS.tooManyRequests}`);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByTestId("answer");
});

test("an input of a time series model is named by what it is made of", async () => {
  const names = ["load_lag_1", "load_lag_12", "load_mean_7", "at_weekday"];
  const made = { response: "load", forecast: { time: "at" }, inputs: names.map((name) => input(name, {})) };
  const series = { ...info, ...made } as ModelInfo;
  await renderWhatIf(async () => answerOf({ outside: [["load_lag_12"]] }), { about: series });
  expect(
    screen.getAllByRole("textbox").map((field) => field.getAttribute("aria-label") ?? (field as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual(["load, 1 period before", "load, 12 periods before", "load, mean of the last 7", "Weekday of at (1: Monday)"]);
});

const slider = (name: string) => screen.findByRole<HTMLInputElement>("slider", { name });

test("each input has the curve of the answer, which follows the other inputs with one request for all", async () => {
  const { responseCurves, speed } = await renderWhatIf(async () => answerOf({}));
  await screen.findByRole("img", { name: "speed: the prediction lies between 0 and 1 over its range" });
  await screen.findByRole("img", { name: "shift: the prediction lies between 0 and 1 over its range" });
  enter(speed, "61");
  await waitFor(() => expect(responseCurves).toHaveBeenCalledTimes(2));
  expect(responseCurves.mock.calls.map(([, , request]) => request)).toEqual([
    { data: { speed: 50, shift: "day" }, columns: ["speed", "shift"] },
    { data: { speed: 61, shift: "day" }, columns: ["speed", "shift"] },
  ]);
});

test("moving along a curve enters the number or the level of its place", async () => {
  const { whatIf, speed } = await renderWhatIf(async () => answerOf({}));
  fireEvent.change(await slider("speed"), { target: { value: 62.5 } });
  expect(speed.value).toBe("62.5");
  fireEvent.change(await slider("shift"), { target: { value: 1 } });
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "shift" }).value).toBe("night");
  expect((await slider("shift")).getAttribute("aria-valuetext")).toBe("night");
  await waitFor(() => expect(requested(whatIf)).toContainEqual({ speed: 62.5, shift: "night" }));
});

test("the curves of a classifier show the probability of the chosen class", async () => {
  const about = fromPartial<ModelInfo>({ ...info, type: "CLASSIFICATION", classification: { labels: ["bad", "good"] } });
  const { responseCurves } = await renderWhatIf(async () => answerOf({ value: ["bad"], prob: [{ bad: 0.7, good: 0.3 }] }), { about });
  await slider("speed");
  fireEvent.change(screen.getByRole("combobox", { name: "Curves show the probability of" }), { target: { value: "bad" } });
  await waitFor(() => expect(responseCurves.mock.calls.map(([, , { label }]) => label)).toEqual(["good", "bad"]));
});

// The file of the UCI data set Adult has a blank after each comma.
test("the curves are of the class that is shown where class names begin with a blank", async () => {
  const about = fromPartial<ModelInfo>({ ...info, type: "CLASSIFICATION", classification: { labels: [" <=50K", " >50K"] } });
  const { responseCurves } = await renderWhatIf(async () => answerOf({ value: [" <=50K"] }), { about });
  const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Curves show the probability of" });
  expect(choice.selectedOptions[0]!.textContent).toBe(" >50K");
  await slider("speed");
  fireEvent.change(choice, { target: { value: choice.options[0]!.value } });
  await waitFor(() => expect(responseCurves.mock.calls.map(([, , { label }]) => label)).toEqual([" >50K", " <=50K"]));
});

test("the most important inputs come first, and many inputs can be searched", async () => {
  const names = Array.from({ length: 12 }, (_, i) => `x${i}`);
  const about = { ...info, inputs: [input("speed", {}), ...names.map((name) => input(name, {}))], importance: [{ column: "x7" }] };
  await renderWhatIf(async () => answerOf({}), { about: fromPartial<ModelInfo>(about) });
  const shown = () => screen.getAllByRole("slider").map((element) => element.getAttribute("aria-label"));
  await slider("x11");
  expect(shown().slice(0, 3)).toEqual(["x7", "speed", "x0"]);
  enter(screen.getByRole("textbox", { name: "Search inputs" }), "X1");
  expect(shown()).toEqual(["x1", "x10", "x11"]);
  enter(screen.getByRole("textbox", { name: "Search inputs" }), "pressure");
  expect(screen.getByText("No input matches the search.")).toBeTruthy();
});

test("a value of a solution shows seven digits, is sent in full, and is edited in full", async () => {
  const { whatIf, speed } = await renderWhatIf(async () => answerOf({}), {
    initial: { number: 1, settings: { speed: 12.744450123456 } },
  });
  expect(speed.value).toBe("12.74445");
  await waitFor(() => expect(requested(whatIf)).toEqual([{ speed: 12.744450123456, shift: "day" }]));
  act(() => speed.focus());
  expect(speed.value).toBe("12.744450123456");
});

test("an input that was never in view has its name alone, until the page is printed", async () => {
  const Everywhere = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class extends Everywhere {
    override observe(target: Element): void {
      if (target.textContent === "speed") super.observe(target);
    }
  };
  try {
    await renderWhatIf(async () => answerOf({}));
    await slider("speed");
    expect(screen.queryByRole("combobox", { name: "shift" })).toBeNull();
    screen.getByText("shift");
    fireEvent(window, new window.Event("beforeprint"));
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "shift" }).value).toBe("day");
  } finally {
    globalThis.IntersectionObserver = Everywhere;
  }
});

test("what was entered is there again after another tab of the model was open", async () => {
  function Tabs() {
    const [open, setOpen] = useState(true);
    return (
      <KeepsState name="model m1">
        <button type="button" onClick={() => setOpen(!open)}>
          Another tab
        </button>
        {open ? <WhatIf model={model} info={info} initial={null} /> : null}
      </KeepsState>
    );
  }
  const api = {
    whatIf: (async () => answerOf({})) as never,
    calculate: async () => answerOf({}),
    responseCurves: async (_dataset: string, _model: string, request: ResponseCurvesRequest) => curvesOf(request),
  };
  await renderWithServices(
    <CompanionProvider>
      <Tabs />
    </CompanionProvider>,
    { api },
  );
  const speed = () => screen.getByRole<HTMLInputElement>("textbox", { name: "speed" });
  fireEvent.change(speed(), { target: { value: "60" } });
  const other = screen.getByRole("button", { name: "Another tab" });
  fireEvent.click(other);
  fireEvent.click(other);
  expect(speed().value).toBe("60");
});
