import {
  type AutoModelLine,
  type AutoModelSpec,
  autoModelStatus,
  CANCEL_ANNOTATION,
  type ModelStatus,
  type Resource,
} from "@agatha/contracts";
import { aModel, anAutoModel, aReadyDataset, clock, NOW, short } from "../testing/objects.js";
import { memberName, newMember, type Wanted } from "./members.js";
import { planAutoModel, type Seen } from "./plan.js";

const DATASET = aReadyDataset("f");
const CANCELLED = { annotations: { [CANCEL_ANNOTATION]: "true" } };
const MANUAL: Partial<AutoModelSpec> = {
  mode: "MANUAL",
  candidates: ["GLM", "KNN", "RF", "XGB"].map((algorithm) => ({ layers: [{ nodes: [{ algorithm }] }] })),
};
const HOUR = 3_600_000;

interface Given {
  spec?: Partial<AutoModelSpec>;
  status?: Resource<"AutoModel">["status"];
  metadata?: Partial<Resource<"AutoModel">["metadata"]>;
  /** By slot: how the model made for it is. Undefined: it is not there. */
  members?: Record<string, ModelStatus>;
  algorithms?: Record<string, string>;
  layers?: Record<string, Wanted["layers"]>;
  seen?: Partial<Seen>;
  now?: number;
}

const success = (RMSE: number): ModelStatus => ({ phase: "success", indicators: { RMSE } });
const FAILED: ModelStatus = { phase: "fitting_fail", reason: "010515", message: "Nothing varies." };
const FITTING: ModelStatus = { phase: "fitting" };

function memberOf(batch: Resource<"AutoModel">, slot: string, status: ModelStatus, layers: Wanted["layers"]): Resource<"Model"> {
  const wanted: Wanted = { slot, label: "One", layers };
  const { metadata, spec } = newMember(batch, "REGRESSION", wanted);
  return aModel({ metadata: { ...metadata, uid: `uid-of-${slot}` }, spec: spec as Resource<"Model">["spec"], status });
}

function planOf({ spec, status, metadata, members = {}, algorithms = {}, layers = {}, seen = {}, now = clock.now() }: Given) {
  const batch = anAutoModel({ spec: { ...MANUAL, ...spec }, status, metadata });
  const layersOf = (slot: string) => layers[slot] ?? [{ nodes: [{ algorithm: algorithms[slot] ?? "XGB" }] }];
  const present = Object.entries(members).map(([slot, one]) => memberOf(batch, slot, one, layersOf(slot)));
  const all: Seen = {
    footing: { is: "ready", dataset: DATASET },
    type: "REGRESSION",
    members: new Map(present.map((member) => [member.metadata.name, member])),
    settings: new Map(),
    leftOut: new Map(),
    room: Number.POSITIVE_INFINITY,
    expired: false,
    emptyColumns: new Map(),
    ...seen,
  };
  const plan = planAutoModel(batch, all, { now: () => now });
  expect(autoModelStatus.parse(plan.status)).toEqual(plan.status);
  const slotOf = (name: string) => /-([cmst]\d+)-/.exec(name)?.[1];
  const actions = plan.actions.map((action) => {
    if (action.do === "create-model") return `create ${slotOf(action.model.metadata.name)}`;
    return "name" in action ? `${action.do} ${slotOf(action.name)}` : action.do;
  });
  const lines = (plan.status.models ?? []).map(({ slot, phase, dropped }) => `${slot} ${phase}${dropped ? " dropped" : ""}`);
  const made = plan.actions.flatMap((action) => (action.do === "create-model" ? [action.model] : []));
  return { ...plan, batch, actions, lines, made };
}

const line = (slot: string, phase: AutoModelLine["phase"], RMSE?: number): AutoModelLine => ({
  name: memberName(anAutoModel(), slot),
  slot,
  phase,
  ...(RMSE !== undefined && { indicators: { RMSE } }),
});
const begun = (...models: AutoModelLine[]): Resource<"AutoModel">["status"] => ({
  phase: "fitting_processing",
  type: "REGRESSION",
  startedAt: NOW,
  models,
});

describe("a batch", () => {
  test.each<[string, Given, string[], string[], string, string]>([
    ["begins as many as may be trained at once", {}, ["create c1", "create c2"], ["c1 init", "c2 init"], "fitting_processing", "Training"],
    [
      "waits while its dataset is being parsed",
      { seen: { footing: { is: "waiting", dataset: DATASET }, type: undefined } },
      [],
      [],
      "fitting_processing",
      "Waiting",
    ],
    [
      "fails when its dataset has failed",
      { seen: { footing: { is: "failed", dataset: DATASET, reason: "010407", message: "Damaged." } } },
      [],
      [],
      "fitting_fail",
      "InvalidInput",
    ],
    [
      "fails for a response that cannot be predicted",
      { seen: { type: { code: "010503", path: "response", message: "the dataset has no column a" } } },
      [],
      [],
      "fitting_fail",
      "InvalidInput",
    ],
    ["that is cancelled before it began has failed", { metadata: CANCELLED }, [], [], "fitting_fail", "Cancelled"],
    [
      "waits for what is trained",
      { status: begun(line("c1", "init"), line("c2", "init")), members: { c1: FITTING, c2: FITTING } },
      [],
      ["c1 fitting", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "goes on when a model is done, and knows a model whose line was lost",
      { status: begun(line("c1", "fitting")), members: { c1: success(4), c2: FITTING } },
      ["create c3"],
      ["c1 success", "c2 fitting", "c3 init"],
      "fitting_processing",
      "Training",
    ],
    [
      "does not make anew what somebody has deleted",
      { status: begun(line("c1", "fitting"), line("c2", "fitting")), members: { c2: FITTING } },
      ["create c3"],
      ["c1 fail", "c2 fitting", "c3 init"],
      "fitting_processing",
      "Training",
    ],
    [
      "tries no more models than its limit",
      {
        spec: { limits: { models: 2, seconds: 600, parallel: 4 } },
        status: begun(line("c1", "fitting"), line("c2", "fitting")),
        members: { c1: success(4), c2: FITTING },
      },
      [],
      ["c1 success", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "cancels what is trained, and begins nothing more, when its time is over",
      { status: begun(line("c1", "fitting"), line("c2", "fitting")), members: { c1: success(4), c2: FITTING }, now: clock.now() + HOUR },
      ["cancel-model c2"],
      ["c1 success", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "does so too when it is cancelled",
      { metadata: CANCELLED, status: begun(line("c1", "fitting"), line("c2", "fitting")), members: { c1: FITTING, c2: FITTING } },
      ["cancel-model c1", "cancel-model c2"],
      ["c1 fitting", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "that is cancelled counts what is finished",
      {
        metadata: CANCELLED,
        status: begun(line("c1", "fitting"), line("c2", "fitting")),
        members: { c1: success(4), c2: { phase: "fitting_fail", reason: "Cancelled", message: "…" } },
      },
      [],
      ["c1 success", "c2 fitting_fail"],
      "fitting_finished",
      "Ranked",
    ],
    [
      "is finished when all are done, the best first",
      { status: begun(), members: { c1: success(4), c2: success(2), c3: FAILED, c4: success(3) } },
      [],
      ["c2 success", "c4 success", "c1 success", "c3 fitting_fail"],
      "fitting_finished",
      "Ranked",
    ],
    [
      "has failed when no model could be trained",
      { status: begun(), members: { c1: FAILED, c2: FAILED, c3: FAILED, c4: FAILED } },
      [],
      ["c1 fitting_fail", "c2 fitting_fail", "c3 fitting_fail", "c4 fitting_fail"],
      "fitting_fail",
      "InvalidInput",
    ],
    [
      "that is finished stays so, whatever becomes of its models",
      {
        status: {
          ...begun(line("c1", "success", 4)),
          phase: "fitting_finished",
          conditions: [{ type: "Ready", status: "True", reason: "Ranked", message: "", lastTransitionTime: NOW }],
        },
      },
      [],
      ["c1 success"],
      "fitting_finished",
      "Ranked",
    ],
  ])("%s", (_what, given, actions, lines, phase, ready) => {
    const plan = planOf(given);
    expect(plan.actions).toEqual(actions);
    expect(plan.lines).toEqual(lines);
    expect(plan.status).toMatchObject({ phase, observedGeneration: 1 });
    expect(short(plan.status.conditions)[0]).toMatch(new RegExp(`^Ready=(True|False)/${ready}$`));
  });

  test("tells why it failed: what went wrong with a model, or that there was no time", () => {
    const all = { c1: FAILED, c2: FAILED, c3: FAILED, c4: FAILED };
    expect(planOf({ status: begun(), members: all }).status).toMatchObject({
      reason: "010802",
      message: "Nothing varies.",
      finishedAt: NOW,
    });
    const late = planOf({ status: begun(line("c1", "fitting_fail")), now: clock.now() + HOUR });
    expect(late.status).toMatchObject({ reason: "010802", message: expect.stringContaining("time limit") });
  });

  test("counts its time from its first model, also when the status that said so was lost", () => {
    const lost = planOf({ status: undefined, members: { c1: FITTING }, now: clock.now() + HOUR });
    expect(lost.status.startedAt).toBe(NOW);
    expect(lost.actions).toEqual(["cancel-model c1"]);
  });

  test("looks again when its time is over at the latest", () => {
    const limits = { models: 20, seconds: 60, parallel: 2 };
    expect(planOf({ spec: { limits } }).requeueAfter).toBe(30_000);
    const late = planOf({ spec: { limits }, status: begun(line("c1", "fitting")), members: { c1: FITTING }, now: clock.now() + 55_000 });
    expect(late.requeueAfter).toBe(5_000);
  });

  test("makes models that it owns, under names that follow from it, which leave out leaks unless columns are named", () => {
    const [first] = planOf({ spec: { semilabel: undefined, seed: 7, maxFpr: 0.5 } }).made;
    expect(first).toMatchObject({
      metadata: { ownerReferences: [{ kind: "AutoModel", name: "search", uid: "uid-of-search", controller: true }] },
      spec: { owner: "u1", datasetRef: "furnace", response: "Hardness", type: "REGRESSION", seed: 7, maxFpr: 0.5, leaveOutLeaks: true },
    });
    expect(planOf({}).made[0]?.metadata.name).toBe(first?.metadata.name);
    expect(planOf({ spec: { extraction: "steps" } }).made[0]?.spec.extraction).toBe("steps");
    const named = planOf({ spec: { columns: ["a"] } }).made[0]?.spec;
    expect([named?.columns, named?.leaveOutLeaks]).toEqual([["a"], undefined]);
  });

  test("gets a finalizer and its dataset as its owner", () => {
    const plan = planOf({ metadata: { finalizers: [], ownerReferences: [] } });
    expect(plan.actions[0]).toBe("keep-metadata");
  });
});

describe("of a batch that chooses by itself", () => {
  const AUTOMATIC: Given = { spec: { mode: "AUTO_REGRESSION", limits: { models: 30, seconds: 1000, parallel: 30 } } };
  const algorithms = { c1: "XGB", c2: "RF", c3: "GLM", c4: "KNN" };
  const candidates = planOf(AUTOMATIC).lines.map((each) => each.split(" ")[0] ?? "");
  /** All candidates are done; the first four were good, XGB best of all. */
  const done = Object.fromEntries(candidates.map((slot, i) => [slot, i < 4 ? success(2 + i) : success(20 + i)]));
  const after = (ms: number): Given => ({ ...AUTOMATIC, algorithms, status: begun(), members: done, now: clock.now() + ms });

  test("every algorithm of the type is a candidate", () => {
    const { made } = planOf(AUTOMATIC);
    const tried = made.map(({ spec }) => spec.layers[0]?.nodes[0]?.algorithm);
    expect(tried).toEqual(expect.arrayContaining(["XGB", "RF", "GLM", "KNN", "enet", "BYS", "GNET"]));
    expect(new Set(made.map(({ spec }) => spec.displayName)).size).toBe(made.length);
  });

  const together = (...nodes: object[]) => [[{ nodes }], [{ nodes }, { nodes: [{ algorithm: "GLM" }] }]];

  test("the best three are combined, and the best two tuned, once all candidates are done", () => {
    expect(planOf({ ...after(1000), members: { ...done, c4: FITTING } }).actions).toEqual([]);
    const { actions, made } = planOf(after(1000));
    expect(actions).toEqual(["create m1", "create s1", "create t1", "create t2"]);
    expect(made.slice(0, 2).map(({ spec }) => spec.layers)).toEqual(
      together({ algorithm: "XGB" }, { algorithm: "RF" }, { algorithm: "GLM" }),
    );
    expect(made.slice(2).map(({ spec }) => [spec.layers[0]?.nodes, spec.tuning?.seconds])).toEqual([
      [[{ algorithm: "XGB" }], 400],
      [[{ algorithm: "RF" }], 400],
    ]);
  });

  test("of linear models only the best is combined with others", () => {
    const { made } = planOf({ ...after(1000), algorithms: { c1: "GLM", c2: "enet", c3: "GNET", c4: "KNN" } });
    expect(made[0]?.spec.layers).toEqual([{ nodes: [{ algorithm: "GLM" }, { algorithm: "KNN" }, { algorithm: "XGB" }] }]);
  });

  test("less time is searched when less is left, and none when little is", () => {
    expect(planOf(after(500_000)).made.map(({ spec }) => spec.tuning?.seconds)).toEqual([undefined, undefined, 200, 200]);
    expect(planOf(after(800_000)).actions).toEqual(["create m1", "create s1"]);
  });

  test("when half of the time is over, the best so far are combined before further candidates are tried", () => {
    const members = Object.fromEntries(Object.entries(done).slice(0, 4));
    const others = candidates.slice(4).map((slot) => `create ${slot}`);
    expect(planOf({ ...after(499_000), members: { ...members, c3: FITTING } }).actions).toEqual(others);
    const late = planOf({ ...after(501_000), members: { ...members, c3: FITTING } });
    expect(late.actions).toEqual(["create m1", "create s1", "create t1", "create t2", ...others]);
    expect(late.made[0]?.spec.layers).toEqual([{ nodes: [{ algorithm: "XGB" }, { algorithm: "RF" }, { algorithm: "KNN" }] }]);
    const one = { ...members, c1: FITTING, c2: FITTING, c3: FAILED };
    expect(planOf({ ...after(701_000), members: one }).actions).toEqual(others);
  });

  test("what is better with the settings that were found is combined again", () => {
    const members = { ...done, m1: success(1.5), s1: success(1.5), t1: success(1), t2: FAILED };
    const settings = new Map([[memberName(anAutoModel(), "t1"), [{ node: "1.1", algorithm: "XGB", params: { maxDepth: 3 } }]]]);
    const combined = [{ nodes: [{ algorithm: "XGB" }, { algorithm: "RF" }, { algorithm: "GLM" }] }];
    const given: Given = {
      ...after(1000),
      members,
      algorithms: { ...algorithms, t1: "XGB" },
      layers: { m1: combined },
      seen: { settings },
    };
    expect(planOf({ ...given, members: { ...members, t2: FITTING } }).actions).toEqual([]);
    const { actions, made } = planOf(given);
    expect(actions).toEqual(["create m2", "create s2"]);
    expect(made.map(({ spec }) => spec.layers)).toEqual(
      together({ algorithm: "XGB", params: { maxDepth: 3 } }, { algorithm: "RF" }, { algorithm: "GLM" }),
    );
    expect(planOf({ ...given, members: { ...members, t1: success(9) } }).status.phase).toBe("fitting_finished");
  });

  test.each<[string, number, string, string[]]>([
    ["few rows: the mean is surer than what they cannot tell apart from it, and kept", 240, "m1", ["s1", "m2", "s2"]],
    ["many rows: the mean is less accurate, and dropped", 20_000, "c1", ["m1", "s1", "m2", "s2"]],
  ])("classifiers judged on %s", (_how, heldOutRows, best, vain) => {
    const judged = (Accuracy: number, log_loss: number): ModelStatus => ({
      phase: "success",
      indicators: { Accuracy, log_loss },
      heldOutRows,
    });
    const members = {
      ...Object.fromEntries(candidates.map((slot, i) => [slot, judged(0.72 - 0.005 * i, 0.7 + 0.01 * i)])),
      ...{ m1: judged(0.71, 0.65), s1: judged(0.68, 0.6), t1: FAILED, t2: FAILED, m2: FAILED, s2: FAILED },
    };
    const given = after(1000);
    const plan = planOf({ ...given, members, status: { ...given.status, type: "CLASSIFICATION" } });
    expect(plan.status.bestModel).toBe(memberName(plan.batch, best));
    expect(plan.status.models?.[0]?.slot).toBe(best);
    expect(plan.lines.filter((each) => each.endsWith("dropped")).map((each) => each.slice(0, 2))).toEqual(vain);
  });

  test.each<[string, ModelStatus, boolean, string]>([
    ["better than all is kept, and is the best", success(0.5), false, "s1"],
    ["as good as the best is dropped", success(1), true, "t1"],
    ["that could not be trained is dropped", FAILED, true, "t1"],
  ])("a layered model that is %s", (_how, layered, dropped, best) => {
    const members = { ...done, m1: success(4), s1: layered, t1: success(1), t2: success(9), m2: success(4), s2: success(3) };
    const vain = ["m1", ...(dropped ? ["s1"] : []), "m2", "s2"];
    const plan = planOf({ ...after(1000), members });
    expect(plan.status.phase).toBe("fitting_finished");
    expect(plan.status.bestModel).toBe(memberName(plan.batch, best));
    expect(plan.lines.filter((each) => each.endsWith("dropped")).map((each) => each.slice(0, 2))).toEqual(vain);
    const later = planOf({ ...AUTOMATIC, status: plan.status, members });
    expect(later.actions).toEqual(vain.map((slot) => `delete-model ${slot}`));
    expect(planOf({ ...AUTOMATIC, status: later.status, members: { ...done } }).actions).toEqual([]);
  });

  test.each<[string, Partial<AutoModelSpec>, string[]]>([
    ["a time series has", { timeSeries: { time: "At", lags: 1, horizon: 1 } }, ["create m1"]],
    ["outlier detection has", { mode: "AUTO_OCC", type: "OCC" }, ["create m1"]],
    ["clustering has", { mode: "AUTO_CLUSTER", type: "CLUSTERING" }, []],
    ["quick trials have", { mode: "AUTO_MINIMUM" }, []],
  ])("%s of this only what fits", (_what, spec, actions) => {
    const type = spec.type ?? "REGRESSION";
    const given: Given = { spec: { ...AUTOMATIC.spec, ...spec }, status: { ...begun(), type }, algorithms, now: clock.now() + 800_000 };
    const slots = planOf({ ...given, now: clock.now() }).lines.map((each) => each.split(" ")[0] ?? "");
    expect(planOf({ ...given, members: Object.fromEntries(slots.map((slot) => [slot, success(1)])) }).actions).toEqual(actions);
  });
});

describe("when a batch ends", () => {
  const members = { c1: success(4), c2: success(2), c3: FAILED, c4: success(3) };
  const leftOut = [{ column: "twin", reason: "twin alone explains all" }];

  test.each<[string, Given, string[], string]>([
    ["nothing is enabled by itself", {}, [], "Enabled=False/Manual"],
    ["the first is enabled", { spec: { enabling: "first" } }, ["enable-model c2"], "Enabled=True/Enabled"],
    [
      "all that were trained are enabled, the best first",
      { spec: { enabling: "all" } },
      ["enable-model c2", "enable-model c4", "enable-model c1"],
      "Enabled=True/Enabled",
    ],
    [
      "as many are enabled as the limit allows",
      { spec: { enabling: "all" }, seen: { room: 2 } },
      ["enable-model c2", "enable-model c4"],
      "Enabled=True/LimitReached",
    ],
    ["none is enabled where there is no room", { spec: { enabling: "first" }, seen: { room: 0 } }, [], "Enabled=False/LimitReached"],
    [
      "none is enabled of an owner whose contract is over",
      { spec: { enabling: "all" }, seen: { expired: true } },
      [],
      "Enabled=False/ContractExpired",
    ],
    [
      "none is enabled that uses an empty column",
      { spec: { enabling: "first" }, seen: { emptyColumns: new Map([[memberName(anAutoModel(), "c2"), ["void"]]]) } },
      [],
      "Enabled=False/EmptyColumn",
    ],
  ])("%s", (_what, given, actions, condition) => {
    const plan = planOf({ ...given, status: begun(), members });
    expect(plan.actions).toEqual(actions);
    expect(short(plan.status.conditions)).toContain(condition);
  });

  test("the columns that the best one left out are told, unless columns were named", () => {
    const seen = { leftOut: new Map([[memberName(anAutoModel(), "c2"), leftOut]]) };
    expect(planOf({ status: begun(), members, seen }).status.leftOut).toEqual(leftOut);
    expect(planOf({ status: begun(), members, seen, spec: { columns: ["a"] } }).status.leftOut).toBeUndefined();
  });
});
