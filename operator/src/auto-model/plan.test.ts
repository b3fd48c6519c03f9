import { type ModelStatus, RETRY_ANNOTATION } from "@agatha/contracts";
import {
  type AutoModelCase,
  autoModelPlan,
  CANCELLED,
  DATASET,
  FAILED,
  FITTING,
  HOUR,
  STOPPED,
  startedStatus,
  success,
  trialIn,
} from "../testing/auto-model-plans.js";
import { aModel, anAutoModel, clock, conditionSummaries, NOW, softDeleted } from "../testing/objects.js";

describe("the course of an automatic training", () => {
  test.each<[string, AutoModelCase, string[], string[], string, string]>([
    ["begins as many as may be trained at once", {}, ["create c1", "create c2"], ["c1 init", "c2 init"], "fitting_processing", "Training"],
    [
      "waits while its dataset is being parsed",
      { observed: { readiness: { is: "waiting", dataset: DATASET, reason: "DatasetNotReady", message: "" }, modelType: undefined } },
      [],
      [],
      "fitting_processing",
      "DatasetNotReady",
    ],
    [
      "fails when its dataset has failed",
      { observed: { readiness: { is: "failed", dataset: DATASET, reason: "010407", message: "Damaged." } } },
      [],
      [],
      "fitting_fail",
      "InvalidInput",
    ],
    [
      "fails for a response that cannot be predicted",
      { observed: { modelType: { code: "010503", path: "response", message: "the dataset has no column a" } } },
      [],
      [],
      "fitting_fail",
      "InvalidInput",
    ],
    ["that is cancelled before it began has no model", { metadata: CANCELLED }, [], [], "fitting_fail", "Cancelled"],
    [
      "waits for what is trained",
      { status: startedStatus(trialIn("c1", "init"), trialIn("c2", "init")), childModels: { c1: FITTING, c2: FITTING } },
      [],
      ["c1 fitting", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "goes on when a model is done, and knows a model whose trial was lost",
      { status: startedStatus(trialIn("c1", "fitting")), childModels: { c1: success(4), c2: FITTING } },
      ["create c3"],
      ["c1 success", "c2 fitting", "c3 init"],
      "fitting_processing",
      "Training",
    ],
    [
      "does not make anew what somebody has deleted",
      { status: startedStatus(trialIn("c1", "fitting"), trialIn("c2", "fitting")), childModels: { c2: FITTING } },
      ["create c3"],
      ["c1 fail", "c2 fitting", "c3 init"],
      "fitting_processing",
      "Training",
    ],
    [
      "tries no more models than its limit",
      {
        spec: { limits: { models: 2, seconds: 600, parallel: 4 } },
        status: startedStatus(trialIn("c1", "fitting"), trialIn("c2", "fitting")),
        childModels: { c1: success(4), c2: FITTING },
      },
      [],
      ["c1 success", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "cancels what is trained, and begins nothing more, when its time is over",
      {
        status: startedStatus(trialIn("c1", "fitting"), trialIn("c2", "fitting")),
        childModels: { c1: success(4), c2: FITTING },
        now: clock.now() + HOUR,
      },
      ["cancel-model c2"],
      ["c1 success", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "does so too when it is cancelled",
      {
        metadata: CANCELLED,
        status: startedStatus(trialIn("c1", "fitting"), trialIn("c2", "fitting")),
        childModels: { c1: FITTING, c2: FITTING },
      },
      ["cancel-model c1", "cancel-model c2"],
      ["c1 fitting", "c2 fitting"],
      "fitting_processing",
      "Training",
    ],
    [
      "that is cancelled counts what is finished",
      {
        metadata: CANCELLED,
        status: startedStatus(trialIn("c1", "fitting"), trialIn("c2", "fitting")),
        childModels: { c1: success(4), c2: { phase: "fitting_fail", reason: "AutoModelCancelled", message: "…" } },
      },
      [],
      ["c1 success", "c2 fitting_fail"],
      "fitting_finished",
      "Cancelled",
    ],
    [
      "is finished when all are done, the best first",
      { status: startedStatus(), childModels: { c1: success(4), c2: success(2), c3: FAILED, c4: success(3) } },
      [],
      ["c2 success", "c4 success", "c1 success", "c3 fitting_fail"],
      "fitting_finished",
      "Ranked",
    ],
    [
      "that reaches its time limit counts what is finished",
      {
        status: startedStatus(trialIn("c1", "fitting"), trialIn("c2", "fitting")),
        childModels: { c1: success(4), c2: STOPPED },
        now: clock.now() + HOUR,
      },
      [],
      ["c1 success", "c2 fitting_fail"],
      "fitting_finished",
      "TimeLimitReached",
    ],
    [
      "has failed when no model could be trained",
      { status: startedStatus(), childModels: { c1: FAILED, c2: FAILED, c3: FAILED, c4: FAILED } },
      [],
      ["c1 fitting_fail", "c2 fitting_fail", "c3 fitting_fail", "c4 fitting_fail"],
      "fitting_fail",
      "InvalidInput",
    ],
    [
      "that is finished stays so, whatever becomes of its models",
      {
        status: {
          ...startedStatus(trialIn("c1", "success", 4)),
          phase: "fitting_finished",
          conditions: [{ type: "Ready", status: "True", reason: "Ranked", message: "", lastTransitionTime: NOW }],
        },
      },
      [],
      ["c1 success"],
      "fitting_finished",
      "Ranked",
    ],
  ])("an automatic training: %s", (_what, given, actions, trials, phase, ready) => {
    const plan = autoModelPlan(given);
    expect(plan.actions).toEqual(actions);
    expect(plan.trials).toEqual(trials);
    expect(plan.status).toMatchObject({ phase, observedGeneration: 1 });
    expect(conditionSummaries(plan.status.conditions)[0]).toMatch(new RegExp(`^Ready=(True|False)/${ready}$`));
  });

  test("states why it has no model: the error of a model, lack of time, or that somebody cancelled each of them", () => {
    const reasonOf = (...ends: ModelStatus[]) => {
      const childModels = Object.fromEntries(["c1", "c2", "c3", "c4"].map((slot, i) => [slot, ends[i % ends.length]!]));
      return autoModelPlan({ status: startedStatus(), childModels }).status.reason;
    };
    const cancelled: ModelStatus = { phase: "fitting_fail", reason: "Cancelled", message: "The training was cancelled." };
    const late: ModelStatus = { phase: "fitting_fail", reason: "DeadlineExceeded", message: "It took longer." };
    expect(reasonOf(STOPPED, cancelled, FAILED, late)).toBe("010802");
    expect(reasonOf(STOPPED, cancelled, late)).toBe("DeadlineExceeded");
    expect(reasonOf(STOPPED, cancelled)).toBe("TimeLimitReached");
    expect(reasonOf(cancelled)).toBe("ModelsCancelled");
  });

  describe("a model that failed at an earlier time than the present try began", () => {
    const EARLIER = { ...FAILED, finishedAt: new Date(clock.now() - 5 * 60_000).toISOString() };
    const SEEN = { ...EARLIER, retried: NOW };
    const over = { now: clock.now() + HOUR };

    test.each<[string, AutoModelCase, string[], string]>([
      [
        "has failed in the first try: the trainer's clock was behind",
        { status: startedStatus(), childModels: { c1: EARLIER } },
        [],
        "fitting_fail",
      ],
      [
        "is trained again in another try",
        { status: { ...startedStatus(), isRetry: true }, childModels: { c1: EARLIER } },
        ["retry-model c1"],
        "fitting_processing",
      ],
      [
        "is trained again once, even if it fails again at an earlier time",
        { status: { ...startedStatus(), isRetry: true }, childModels: { c1: SEEN } },
        [],
        "fitting_fail",
      ],
    ])("%s", (_what, given, actions, phase) => {
      const plan = autoModelPlan({ ...given, ...over });
      expect([plan.actions, plan.status.phase]).toEqual([actions, phase]);
    });

    test("is asked for again by the try that a request begins", () => {
      const status = { ...startedStatus(), phase: "fitting_fail" as const };
      const requested = { annotations: { [RETRY_ANNOTATION]: "1" } };
      const { actions, status: begun } = autoModelPlan({ status, metadata: requested, childModels: { c1: EARLIER } });
      expect(actions).toContain("retry-model c1");
      expect(begun).toMatchObject({ phase: "fitting_processing", isRetry: true, startedAt: NOW });
    });

    test("is not trained again in the trash, so that the try ends with the others", () => {
      const status = { ...startedStatus(trialIn("c1", "init"), trialIn("c2", "init")), isRetry: true };
      const { trials, actions } = autoModelPlan({ status, childModels: { c1: EARLIER, c2: success(4) }, deleted: ["c1"], ...over });
      expect([trials, actions]).toEqual([["c2 success", "c1 fitting_fail"], []]);
    });
  });

  test("tells when and with which words it failed", () => {
    const all = { c1: FAILED, c2: FAILED, c3: FAILED, c4: FAILED };
    expect(autoModelPlan({ status: startedStatus(), childModels: all }).status).toMatchObject({
      reason: "010802",
      message: "Nothing varies.",
      finishedAt: NOW,
    });
    const late = autoModelPlan({ status: startedStatus(trialIn("c1", "fitting_fail")), now: clock.now() + HOUR });
    expect(late.status).toMatchObject({ reason: "TimeLimitReached", message: expect.stringContaining("time limit") });
  });

  test("a failed automatic training in the trash begins nothing anew, whatever becomes of its models", () => {
    const given: AutoModelCase = {
      status: { ...startedStatus(trialIn("c1", "fitting_fail")), phase: "fitting_fail", observedGeneration: 1 },
      childModels: { c1: FITTING },
    };
    expect(autoModelPlan(given).status.phase).toBe("fitting_processing");
    const deleted = autoModelPlan({ ...given, metadata: softDeleted(anAutoModel()) });
    expect([deleted.actions, deleted.status.phase]).toEqual([[], "fitting_fail"]);
  });

  test.each([
    ["a request to try again", { annotations: { [RETRY_ANNOTATION]: "1" } }],
    ["a change of its spec", { generation: 2 }],
  ])("a failed automatic training in the trash follows %s once it is restored", (_what, metadata) => {
    const status = { ...startedStatus(trialIn("c1", "fitting_fail")), phase: "fitting_fail" as const, observedGeneration: 1 };
    const childModels = { c1: FAILED };
    const deleted = autoModelPlan({ status, childModels, metadata: softDeleted(anAutoModel({ metadata })) });
    expect(deleted.status.phase).toBe("fitting_fail");
    expect(autoModelPlan({ status: deleted.status, childModels, metadata }).status.phase).toBe("fitting_processing");
  });

  test("a failed automatic training stays so while models that had not failed go on: a model of it was refused", () => {
    const trials = startedStatus(trialIn("c1", "success", 4), trialIn("c2", "init"), trialIn("c4", "fitting"));
    const status = { ...trials, phase: "fitting_fail" as const, observedGeneration: 1 };
    const plan = autoModelPlan({ status, childModels: { c1: success(4), c2: FITTING, c3: FITTING, c4: success(3) } });
    expect([plan.actions, plan.status.phase]).toEqual([[], "fitting_fail"]);
    expect(plan.trials).toEqual(["c1 success", "c2 fitting", "c4 success"]);
  });

  test("goes on with its models after a restore, which gives it another uid", () => {
    const status = startedStatus(trialIn("c1", "fitting"), trialIn("c2", "fitting"));
    const { name } = trialIn("c1", "fitting");
    const childModels = new Map([[name, aModel({ metadata: { name }, status: success(4) })]]);
    const restored = autoModelPlan({ metadata: { uid: "uid-after-the-restore" }, status, observed: { childModels } });
    expect(restored.trials).toEqual(["c1 success", "c2 fail", "c3 init", "c4 init"]);
    expect(restored.status.bestModel).toBe(name);
  });

  test("trains its failed models again when it is asked to after a restore, and creates none in their place", () => {
    const trials = [trialIn("c1", "fitting_fail"), trialIn("c2", "fitting_fail")];
    const ended = { ...FAILED, finishedAt: new Date(clock.now() - 5 * 60_000).toISOString() };
    const restored = autoModelPlan({
      metadata: { uid: "uid-after-the-restore", annotations: { [RETRY_ANNOTATION]: "1" } },
      status: { ...startedStatus(...trials), phase: "fitting_fail" },
      observed: { childModels: new Map(trials.map(({ name }) => [name, aModel({ metadata: { name }, status: ended })])) },
    });
    expect(restored.actions).toEqual(["retry-model c1", "retry-model c2"]);
    expect(restored.status.models).toEqual(trials.map(({ name, slot }) => ({ name, slot, phase: "init" })));
  });

  test("gets a finalizer and its dataset as its owner", () => {
    const plan = autoModelPlan({ metadata: { finalizers: [], ownerReferences: [] } });
    expect(plan.actions[0]).toBe("keep-metadata");
  });
});
