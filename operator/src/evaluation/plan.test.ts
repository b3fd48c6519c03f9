import { type EvaluationStatus, FINALIZER } from "@agatha/contracts";
import {
  artifact,
  attemptsWith,
  EVALUATED,
  type EvaluationCase,
  FAULT,
  INGESTED,
  line,
  PARSED,
  planOf,
  references,
  refused,
  schemaMismatch,
  statusWithLines,
  trained,
} from "../testing/evaluation-plans.js";
import { aModel, anEvaluation, conditionSummaries, NOW } from "../testing/objects.js";
import { pendingEvaluationWork } from "./pending-work.js";

test.each<[string, EvaluationCase, string[], Partial<EvaluationStatus>, string]>([
  ["it has no test data", { evaluation: anEvaluation({ spec: { testData: undefined } }) }, [], { phase: "init" }, "NoTestData"],
  [
    "it has a file, and is to wait",
    { evaluation: anEvaluation({ spec: { suspend: true } }) },
    [],
    { phase: "prepare_upload_finish" },
    "Suspended",
  ],
  ["it is started", {}, ["start ingest"], { phase: "evaluating", attempts: 1 }, "Evaluating"],
  [
    "it wants an extraction, and says not which",
    { evaluation: anEvaluation({ spec: { useExtraction: true } }) },
    [],
    { phase: "evaluating_fail", reason: "010201" },
    "InvalidInput",
  ],
  ["its dataset is gone", { around: { dataset: undefined } }, [], { phase: "evaluating_fail", reason: "010401" }, "DatasetNotFound"],
  [
    "its file is parsed",
    { attempts: (evaluation) => attemptsWith(evaluation, { result: INGESTED }) },
    [],
    { phase: "evaluating", table: PARSED.table! },
    "Waiting",
  ],
  [
    "its file cannot be parsed",
    { attempts: (evaluation) => attemptsWith(evaluation, { result: refused }) },
    [],
    { phase: "evaluating_fail", reason: "010407", message: "Damaged.", failed: PARSED.table!.fingerprint, fault: FAULT },
    "InvalidInput",
  ],
  [
    "its file could not be parsed before",
    {
      evaluation: anEvaluation({
        status: { phase: "evaluating_fail", failed: PARSED.table!.fingerprint, reason: "010407", message: "Damaged.", fault: FAULT },
      }),
    },
    [],
    { phase: "evaluating_fail", reason: "010407", message: "Damaged.", fault: FAULT },
    "InvalidInput",
  ],
  ["its rows are ready", { evaluation: anEvaluation({ status: PARSED }) }, ["start evaluate"], { phase: "evaluating" }, "Evaluating"],
  [
    "its model is still being trained",
    { evaluation: anEvaluation({ status: PARSED }), around: { models: new Map([["hardness", aModel({ status: { phase: "fitting" } })]]) } },
    [],
    { phase: "evaluating", models: [] },
    "Waiting",
  ],
  [
    "its only model is gone",
    { evaluation: anEvaluation({ status: PARSED }), around: { models: new Map() } },
    [],
    { phase: "evaluating_fail", reason: "010514" },
    "ModelNotFound",
  ],
  [
    "its model has answered",
    { evaluation: anEvaluation({ status: PARSED }), attempts: (evaluation) => attemptsWith(evaluation, { result: EVALUATED }) },
    [],
    { phase: "evaluating_finish", models: [line("hardness")] },
    "Evaluated",
  ],
  [
    "the columns do not match",
    {
      evaluation: anEvaluation({ status: PARSED }),
      attempts: (evaluation) => attemptsWith(evaluation, { result: schemaMismatch("010702") }),
    },
    [],
    { phase: "evaluating_fail", reason: "010702", message: "x: is missing" },
    "InvalidInput",
  ],
  [
    "the semi-labels do not match",
    {
      evaluation: anEvaluation({ status: PARSED }),
      attempts: (evaluation) => attemptsWith(evaluation, { result: schemaMismatch("010703") }),
    },
    [],
    { phase: "semilabel_check_fail", reason: "010703" },
    "InvalidInput",
  ],
  [
    "the comparison was out of memory for the third time",
    {
      evaluation: anEvaluation({ status: PARSED }),
      attempts: (evaluation) => attemptsWith(evaluation, { number: 3, job: { phase: "failed", failure: "OutOfMemory", finishedAt: NOW } }),
    },
    [],
    { phase: "evaluating_fail", reason: "OutOfMemory" },
    "OutOfMemory",
  ],
  [
    "it is finished",
    { evaluation: anEvaluation({ status: statusWithLines([line("hardness")]) }) },
    [],
    { phase: "evaluating_finish", models: [line("hardness")] },
    "Evaluated",
  ],
  [
    "one of its models is gone by now",
    { evaluation: anEvaluation({ spec: { models: ["gone", "hardness"] }, status: statusWithLines([line("hardness")]) }) },
    [],
    { phase: "evaluating_finish", models: [expect.objectContaining({ name: "gone", reason: "010514" }), line("hardness")] },
    "Evaluated",
  ],
  [
    "a model was trained anew",
    {
      evaluation: anEvaluation({ status: statusWithLines([line("hardness")]) }),
      around: { models: new Map([["hardness", trained("hardness", "c".repeat(64))]]) },
    },
    ["start evaluate"],
    { phase: "evaluating", models: [] },
    "Evaluating",
  ],
  [
    "another file was uploaded",
    {
      evaluation: anEvaluation({
        spec: { testData: { ...anEvaluation().spec.testData!, sha256: "f".repeat(64) } },
        status: statusWithLines([line("hardness")]),
      }),
    },
    ["start ingest"],
    { phase: "evaluating", models: [] },
    "Evaluating",
  ],
  [
    "it is finished, and its tasks are to be cleared away",
    {
      evaluation: anEvaluation({ status: statusWithLines([line("hardness")]) }),
      attempts: () => ({ obsoleteTasks: [attemptsWith(anEvaluation(), {}).latest!.task] }),
    },
    ["sweep"],
    { phase: "evaluating_finish" },
    "Evaluated",
  ],
])("plans an evaluation when %s", (_when, given, actions, status, ready) => {
  const plan = planOf(given);
  expect(plan.actions.map((action) => (action.do === "start" ? `start ${action.input.kind}` : action.do))).toEqual(actions);
  expect(plan.status).toMatchObject({ ...status, observedGeneration: 1 });
  expect(conditionSummaries(plan.status.conditions)).toEqual([`Ready=${ready === "Evaluated" ? "True" : "False"}/${ready}`]);
});

test("known anomalies come from the model's semi-labeled column, or from the column that the evaluation names", () => {
  const detector = aModel({ spec: { type: "OCC", response: undefined, semilabel: "odd" }, status: { phase: "success", artifact } });
  const columnOf = (response?: string) => {
    const evaluation = anEvaluation({ spec: { ...(response && { response }) }, status: PARSED });
    const { pending } = pendingEvaluationWork(evaluation, references({ models: new Map([["hardness", detector]]) })).lines;
    return pending[0]?.task.actual;
  };
  expect([columnOf(), columnOf("label")]).toEqual(["odd", "label"]);
});

test("an evaluation without a finalizer and an owner gets both, in one write", () => {
  const evaluation = anEvaluation({ metadata: { finalizers: [], ownerReferences: [] } });
  expect(planOf({ evaluation }).actions[0]).toMatchObject({ do: "keep-metadata", ownerReferences: [{ kind: "Dataset", name: "furnace" }] });
  expect(planOf({ evaluation: anEvaluation({ metadata: { finalizers: [FINALIZER] } }) }).actions[0]?.do).toBe("start");
});
