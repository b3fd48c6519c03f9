import { API_VERSION } from "@agatha/contracts";
import { autoModelPlan } from "../testing/auto-model-plans.js";
import { anAutoModel } from "../testing/objects.js";
import { newChildModel } from "./child-models.js";

describe("the models of an automatic training", () => {
  test("an automatic training creates models that it owns, under names derived from it, which leave out leaks unless columns are named", () => {
    const [first] = autoModelPlan({ spec: { semilabel: undefined, seed: 7, maxFpr: 0.5 } }).made;
    const owner = { apiVersion: API_VERSION, kind: "AutoModel", name: "search", uid: "uid-of-search", controller: true };
    expect(first?.metadata.ownerReferences).toEqual([owner]);
    expect(first).toMatchObject({
      spec: { owner: "u1", datasetRef: "furnace", response: "Hardness", type: "REGRESSION", seed: 7, maxFpr: 0.5, leaveOutLeaks: true },
    });
    expect(autoModelPlan({}).made[0]?.metadata.name).toBe(first?.metadata.name);
    expect(autoModelPlan({ spec: { extraction: "steps" } }).made[0]?.spec.extraction).toBe("steps");
    const named = autoModelPlan({ spec: { columns: ["a"] } }).made[0]?.spec;
    expect([named?.columns, named?.leaveOutLeaks]).toEqual([["a"], undefined]);
  });

  test("lets each of its models use, run and wait as it says itself", () => {
    const resources = {
      memoryMiB: 4096,
      cpus: 1,
      deadlineSeconds: 900,
      queueName: "night",
      priorityClassName: "low",
      nodeSelector: { gpu: "yes" },
    };
    expect(autoModelPlan({ spec: { resources } }).made.map(({ spec }) => spec.resources)).toEqual([resources, resources]);
  });

  test("validates models of a response and outlier detectors by the rows that belong together, unless the request says otherwise", () => {
    const validationOf = (spec: Parameters<typeof autoModelPlan>[0]["spec"]) => autoModelPlan({ spec }).made[0]?.spec.validation;
    expect(validationOf({})).toEqual({ rows: "auto" });
    const ofType = (type: "OCC" | "CLUSTERING") => autoModelPlan({ observed: { modelType: type } }).made[0]?.spec.validation;
    expect(ofType("OCC")).toEqual({ rows: "auto" });
    expect(ofType("CLUSTERING")).toBeUndefined();
    expect(validationOf({ validation: { rows: "groups", groupColumns: ["batch"] } })).toEqual({ rows: "groups", groupColumns: ["batch"] });
    expect(validationOf({ timeSeries: { time: "day", lags: 1, horizon: 1 } })).toBeUndefined();
  });
});

test("gives its models what only another type has, so that each is refused and says why", () => {
  const limits = { responseLimits: { lower: 0 }, errorCosts: { cells: [{ actual: "bad", predicted: "good", cost: 10 }] } };
  expect(autoModelPlan({ spec: limits, observed: { modelType: "CLUSTERING" } }).made[0]?.spec).toMatchObject(limits);
});

test.each([
  ["the inputs that the data propose", {}, "proposed"],
  ["what the request chooses", { lagInputs: "recent" as const }, "recent"],
])("models of lags see %s", (_what, chosen, lagInputs) => {
  const timeSeries = { time: "day", lags: 2, horizon: 3, ...chosen };
  const { made } = autoModelPlan({ spec: { mode: "AUTO_REGRESSION", timeSeries } });
  expect(made.map(({ spec }) => spec.timeSeries)).toEqual(made.map(() => ({ ...timeSeries, lagInputs })));
  expect(made.length).toBeGreaterThan(0);
});

test("a model of the past alone forecasts as many periods as those with the columns known ahead", () => {
  const autoModel = anAutoModel({ spec: { timeSeries: { time: "month", lags: 1, knownAhead: ["promo"], horizonColumns: ["plan"] } } });
  const planned = { slot: "c1", label: "SNaive", method: "SNaive", layers: [{ nodes: [{ algorithm: "SNaive" }] }] };
  const seriesOf = (pastAlone?: true) =>
    newChildModel(autoModel, "REGRESSION", { ...planned, pastAlone }, { dataset: "sales", number: 1 }).spec.timeSeries;
  expect(seriesOf()).toMatchObject({ knownAhead: ["promo"], horizonColumns: ["plan"] });
  expect(seriesOf(true)).toMatchObject({ horizonColumns: ["promo", "plan"], knownAhead: undefined });
});
