import type { EvaluationStatus, Resource } from "@agatha/contracts";
import { line, planOf, references, statusWithLines, trained } from "../testing/evaluation-plans.js";
import { anEvaluation, aReadyDataset, aTask, softDeleted } from "../testing/objects.js";
import { pendingEvaluationWork } from "./pending-work.js";

test("a model added later is the only one that is evaluated", () => {
  const models = new Map(["hardness", "second"].map((name) => [name, trained(name)]));
  const evaluation = anEvaluation({ spec: { models: ["second", "hardness"] }, status: statusWithLines([line("hardness")]) });
  const { actions, status } = planOf({ evaluation, around: { models } });
  const [start] = actions;
  expect(start?.do === "start" && start.input.kind === "evaluate" && start.input.models.map(({ name }) => name)).toEqual(["second"]);
  expect(status.models?.map(({ name }) => name)).toEqual(["hardness"]);
});

test("a model is evaluated again with another decision, and its task has it", () => {
  const decision = {
    labels: ["a", "b"],
    costs: [
      [0, 1],
      [3, 0],
    ],
  };
  const decided = { ...trained("hardness"), spec: { ...trained("hardness").spec, decision } };
  const evaluation = anEvaluation({ spec: { models: ["hardness"] }, status: statusWithLines([line("hardness")]) });
  const { actions } = planOf({ evaluation, around: { models: new Map([["hardness", decided]]) } });
  expect(actions).toMatchObject([{ do: "start", input: { models: [{ name: "hardness", decision }] } }]);
});

test("another limit needs no job: its figures exist already", () => {
  const choices = [
    { max_fpr: 0, threshold: 9, indicators: { true_positive: 0.2 } },
    { max_fpr: 0.1, threshold: 5, indicators: { true_positive: 0.8 } },
  ];
  const found = { indicators: { true_positive: 0.5 }, choices, rows: 3, warnings: [] };
  const results = [{ id: "d.a", version: 1, evaluationUid: "u", models: { hardness: found } }];
  const figuresOf = (maxFpr: number | undefined) => {
    const { actions, status } = planOf({
      evaluation: anEvaluation({ spec: { maxFpr }, status: statusWithLines([line("hardness")]) }),
      results,
    });
    expect(actions).toEqual([]);
    expect(status.maxFpr).toBe(maxFpr);
    return status.models?.[0]?.indicators?.true_positive;
  };
  expect([0.05, 0.3, undefined].map(figuresOf)).toEqual([0.2, 0.8, 0.5]);
});

test("a new file without a start clears the results and the parsed rows", () => {
  const testData = { ...anEvaluation().spec.testData!, sha256: "9".repeat(64) };
  const { status } = planOf({
    evaluation: anEvaluation({ spec: { suspend: true, testData }, status: statusWithLines([line("hardness")]) }),
  });
  expect(status).toMatchObject({ phase: "prepare_upload_finish", models: [] });
  expect(status).not.toHaveProperty("table");
});

describe("deletion and restore", () => {
  const second = trained("second");
  const deleted = { ...second, metadata: softDeleted(second) };
  const two = (status: EvaluationStatus) => anEvaluation({ spec: { models: ["hardness", "second"] }, status });
  const models = (other: Resource<"Model">) => new Map([trained("hardness"), other].map((model) => [model.metadata.name, model]));
  const ids = (plan: ReturnType<typeof planOf>) => plan.actions.flatMap((action) => (action.do === "start" ? [action.input] : []));

  // @contract nothing-is-compared-on-or-asked-of
  test("a deleted model is not evaluated and is reported as deleted; after its restore it is evaluated", () => {
    const evaluation = two(statusWithLines([line("hardness")]));
    const plan = planOf({ evaluation, around: { models: models(deleted) } });
    expect(plan.actions).toEqual([]);
    expect(plan.status).toMatchObject({
      phase: "evaluating_finish",
      models: [{ indicators: { R2: 0.5 } }, { name: "second", reason: "010514" }],
    });
    const restored = planOf({ evaluation: two(plan.status), around: { models: models(second) } });
    expect(ids(restored)).toMatchObject([{ kind: "evaluate", models: [{ name: "second" }] }]);
  });

  test("a deleted model keeps its results", () => {
    const lines = [line("hardness"), line("second")];
    const plan = planOf({ evaluation: two(statusWithLines(lines)), around: { models: models(deleted) } });
    expect([plan.actions, plan.status.models, plan.status.phase]).toEqual([[], lines, "evaluating_finish"]);
  });

  const rows = aReadyDataset("rows");
  const inputDataset = { ...rows, metadata: softDeleted(rows) };
  const onDataset = (status?: EvaluationStatus) => anEvaluation({ spec: { testData: undefined, testDataset: "furnace" }, status });

  test("a deleted dataset with test rows is not used until it is restored", () => {
    const plan = planOf({ evaluation: onDataset(), around: { inputDataset } });
    expect([plan.actions, plan.status]).toMatchObject([[], { phase: "evaluating_fail", reason: "010401" }]);
    expect(ids(planOf({ evaluation: onDataset(plan.status), around: { inputDataset: rows } }))).toMatchObject([{ kind: "evaluate" }]);
  });

  // @contract nothing-is-compared-on-or-asked-of
  test("a deleted dataset of the evaluation preserves its status and ends its work, which resumes after the restore", () => {
    const status: EvaluationStatus = {
      ...statusWithLines([line("hardness")]),
      phase: "evaluating",
      task: "e-comparison-evaluate-x-1",
      attempts: 1,
    };
    const dataset = aReadyDataset("f");
    const running = aTask("e-comparison-evaluate-x-1", { kind: "check", table: "t", tableDocument: "d" });
    const gone = { dataset: { ...dataset, metadata: softDeleted(dataset) } };
    expect(pendingEvaluationWork(two(status), references(gone)).due).toBeUndefined();
    const plan = planOf({ evaluation: two(status), around: gone, attempts: () => ({ obsoleteTasks: [running] }) });
    expect([plan.actions, plan.status]).toMatchObject([[{ do: "sweep", tasks: [running.id] }], status]);
    expect(ids(planOf({ evaluation: two(plan.status), around: { models: models(second) } }))).toMatchObject([
      { models: [{ name: "second" }] },
    ]);
  });
});
