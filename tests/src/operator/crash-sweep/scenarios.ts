/**
 * Scenarios for an operator that may crash at any time, with their final states. If the first writes are those of another scenario, an
 * operator that does not crash has made them before.
 */
import { autoModelCandidates, CANCEL_ANNOTATION, type Resource } from "@agatha/contracts";
import { crashAfterWrites } from "../crash-injection.js";
import type { JobOutcome, TestHarness } from "../test-harness.js";

export interface Scenario {
  /** The inline table; without it the dataset names a file. */
  inline?: string;
  jobOutcome?: JobOutcome;
  /** Events before the start of the operator that is killed. */
  before?: (harness: TestHarness, model: Resource<"Model">, dataset: Resource<"Dataset">) => Promise<void>;
  finalPhases: Record<string, string | undefined>;
  /** Number of jobs of an undisturbed run. */
  jobs: number;
  /** Each so many-th write is one after which the operator dies (default 1). */
  every?: number;
}

async function editResource<K extends "Dataset" | "Model" | "AutoModel">(
  harness: TestHarness,
  kind: K,
  name: string,
  edit: (resource: Resource<K>) => void,
) {
  const resource = structuredClone((await harness.ports.resources.get(kind, name))!);
  edit(resource);
  await harness.ports.resources.update(kind, resource);
}

/** Number of candidates that a regression batch tries before it tunes and combines the best. */
const candidates = autoModelCandidates({ mode: "AUTO_REGRESSION", clusters: [2] }, "REGRESSION", 3).length;

export const SCENARIOS: Record<string, Scenario> = {
  "a dataset is parsed and checked, and a model of it trained": {
    finalPhases: { Dataset: "evaluating_finish", Model: "success" },
    jobs: 3,
  },
  "an inline table is stored, parsed and checked, and a model of it trained": {
    inline: "a\n1\n",
    finalPhases: { Dataset: "evaluating_finish", Model: "success" },
    jobs: 3,
  },
  "an inline table is rejected": {
    inline: "a,a\n1,2\n",
    jobOutcome: (kind) => (kind === "ingest" ? "refused" : undefined),
    finalPhases: { Dataset: "preprocess_fail", Model: "fitting_fail" },
    jobs: 1,
  },
  "a dataset is deleted while its inline table is parsed": {
    inline: "a\n1\n",
    before: async (harness, _model, { metadata }) => {
      await runUntilQueued(harness, "ingest");
      await harness.ports.resources.delete("Dataset", metadata);
    },
    finalPhases: { Dataset: undefined, Model: undefined },
    jobs: 1,
  },
  "a file is rejected": {
    jobOutcome: (kind) => (kind === "ingest" ? "refused" : undefined),
    finalPhases: { Dataset: "preprocess_fail", Model: "fitting_fail" },
    jobs: 1,
  },
  "a model is enabled as soon as it is trained": {
    before: async (harness, { metadata }) => {
      await harness.addAccount("u1", metadata.creationTimestamp);
      await editResource(harness, "Model", "hardness", ({ spec }) => {
        spec.enableWhenTrained = true;
      });
      await runUntilQueued(harness, "train");
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success" },
    jobs: 3,
  },
  "a training is interrupted twice": {
    jobOutcome: (kind, nth) => (kind === "train" && nth < 2 ? "Evicted" : undefined),
    before: async (harness) => await runUntilQueued(harness, "train"),
    finalPhases: { Dataset: "evaluating_finish", Model: "success" },
    jobs: 5,
  },
  "a training exceeds its memory each time": {
    jobOutcome: (kind) => (kind === "train" ? "OutOfMemory" : undefined),
    before: async (harness) => await runUntilQueued(harness, "train"),
    finalPhases: { Dataset: "evaluating_finish", Model: "fitting_fail" },
    jobs: 5,
  },
  "a training is cancelled": {
    before: async (harness) => {
      await runUntilQueued(harness, "train");
      await editResource(harness, "Model", "hardness", ({ metadata }) => {
        metadata.annotations = { [CANCEL_ANNOTATION]: "true" };
      });
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "fitting_fail" },
    jobs: 3,
  },
  "a dataset is read with other settings": {
    before: async (harness) => {
      await harness.reconcileUntilStable();
      await editResource(harness, "Dataset", "furnace", ({ spec }) => {
        spec.sampling = "head";
      });
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success" },
    jobs: 5,
  },
  "a failing change is reverted": {
    jobOutcome: (kind, nth) => (kind === "ingest" && nth === 1 ? "refused" : undefined),
    before: async (harness) => {
      await harness.reconcileUntilStable();
      await editResource(harness, "Dataset", "furnace", ({ spec }) => {
        spec.timezone = "Asia/Taipei";
      });
      await harness.reconcileUntilStable();
      expect((await harness.ports.resources.get("Dataset", "furnace"))?.status?.phase).toBe("preprocess_fail");
      await editResource(harness, "Dataset", "furnace", ({ spec }) => {
        spec.timezone = "UTC";
      });
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success" },
    jobs: 4,
  },
  "a model is deleted while it is being trained": {
    before: async (harness, { metadata }) => {
      await runUntilQueued(harness, "train");
      await harness.ports.resources.delete("Model", metadata);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: undefined },
    jobs: 3,
  },
  "a batch prediction is interrupted once": {
    jobOutcome: (kind, nth) => (kind === "predict" && nth < 1 ? "Evicted" : undefined),
    before: async (harness, model) => {
      await harness.reconcileUntilStable();
      await harness.addCalculation("tomorrow", model);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", Calculation: "success" },
    jobs: 5,
  },
  "a batch prediction is requested of a model that cannot be trained": {
    jobOutcome: (kind) => (kind === "train" ? "refused" : undefined),
    before: async (harness, model) => {
      await harness.addCalculation("tomorrow", model);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "fitting_fail", Calculation: "fail" },
    jobs: 3,
  },
  "a finished batch prediction expires": {
    before: async (harness, model) => {
      await harness.addCalculation("tomorrow", model);
      await harness.reconcileUntilStable();
      await harness.timers.advance(3_600_000);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", Calculation: undefined },
    jobs: 4,
  },
  "models of a batch are trained, and the best is enabled": {
    before: async (harness, _model, dataset) => {
      await harness.reconcileUntilStable();
      await harness.addAutoModel("search", dataset);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", AutoModel: "fitting_finished" },
    jobs: 6,
  },
  "no model of a batch can be trained": {
    jobOutcome: (kind) => (kind === "train" ? "refused" : undefined),
    before: async (harness, _model, dataset) => {
      await harness.addAutoModel("search", dataset);
      await runUntilQueued(harness, "search");
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "fitting_fail", AutoModel: "fitting_fail" },
    jobs: 6,
  },
  "the time limit of a batch ends while its models are trained": {
    before: async (harness, _model, dataset) => {
      await harness.addAutoModel("search", dataset, { limits: { models: 3, seconds: 10, parallel: 2 }, enabling: "all" });
      await runUntilQueued(harness, "search");
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", AutoModel: "fitting_finished" },
    jobs: 5,
  },
  "the best models of a batch are combined in vain, tuned, and combined again with the settings found": {
    before: async (harness, _model, dataset) => {
      const limits = { models: 30, seconds: 86400, parallel: 30 };
      await harness.addAutoModel("search", dataset, { mode: "AUTO_REGRESSION", limits });
      await runUntilQueued(harness, "search-t1");
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", AutoModel: "fitting_finished" },
    // A mean and a stacked model of the best, two tuned models, and the first two again with the settings found.
    jobs: 3 + candidates + 2 + 2 + 2,
    // Every candidate is trained before each death, and writes of models that are trained side by side are alike.
    every: 3,
  },
  "a batch is cancelled while its models are trained": {
    before: async (harness, _model, dataset) => {
      await harness.addAutoModel("search", dataset);
      await runUntilQueued(harness, "search");
      await editResource(harness, "AutoModel", "search", ({ metadata }) => {
        metadata.annotations = { [CANCEL_ANNOTATION]: "true" };
      });
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", AutoModel: "fitting_fail" },
    jobs: 5,
  },
  "a batch is deleted while its models are trained": {
    before: async (harness, _model, dataset) => {
      const { metadata } = await harness.addAutoModel("search", dataset);
      await runUntilQueued(harness, "search");
      await harness.ports.resources.delete("AutoModel", (await harness.ports.resources.get("AutoModel", metadata.name))!.metadata);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", AutoModel: undefined },
    jobs: 5,
  },
  "a model is compared on a file": {
    before: async (harness, model) => void (await harness.addEvaluation("comparison", model)),
    finalPhases: { Dataset: "evaluating_finish", Model: "success", Evaluation: "evaluating_finish" },
    jobs: 5,
  },
  "a test file is rejected, and another one uploaded": {
    jobOutcome: (kind, nth) => (kind === "ingest" && nth === 1 ? "refused" : undefined),
    before: async (harness, model) => {
      await harness.addEvaluation("comparison", model);
      await harness.reconcileUntilStable();
      const refused = structuredClone((await harness.ports.resources.get("Evaluation", "comparison"))!);
      expect(refused.status?.phase).toBe("evaluating_fail");
      const { key, sha256 } = await harness.ports.objects.put(`${refused.spec.testData!.key}-2`, Buffer.from("a\n3\n"));
      refused.spec.testData = { ...refused.spec.testData!, key, sha256 };
      await harness.ports.resources.update("Evaluation", refused);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", Evaluation: "evaluating_finish" },
    jobs: 6,
  },
  "a model joins a finished comparison": {
    before: async (harness, model, dataset) => {
      await harness.addEvaluation("comparison", model);
      await harness.reconcileUntilStable();
      const second = await harness.addModel("second", dataset);
      const longer = structuredClone((await harness.ports.resources.get("Evaluation", "comparison"))!);
      longer.spec.models.push(second.metadata.name);
      await harness.ports.resources.update("Evaluation", longer);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", Evaluation: "evaluating_finish" },
    jobs: 7,
  },
  "a comparison is deleted while its model predicts": {
    before: async (harness, model) => {
      const { metadata } = await harness.addEvaluation("comparison", model);
      await runUntilQueued(harness, "evaluate");
      await harness.ports.resources.delete("Evaluation", metadata);
    },
    finalPhases: { Dataset: "evaluating_finish", Model: "success", Evaluation: undefined },
    jobs: 5,
  },
  "a dataset is deleted with its model": {
    before: async (harness, _model, { metadata }) => {
      await harness.reconcileUntilStable();
      await harness.ports.resources.delete("Dataset", metadata);
    },
    finalPhases: { Dataset: undefined, Model: undefined },
    jobs: 3,
  },
};

/** Runs an operator without crashes until a job of this kind, or of this object, is queued. */
async function runUntilQueued(harness: TestHarness, step: string): Promise<void> {
  for (const operator = crashAfterWrites(harness.ports); ; await harness.jobs.runQueued()) {
    await harness.reconcileAll(operator);
    if ((await harness.jobs.list()).some(({ name, phase }) => phase === "queued" && name.includes(`-${step}-`))) return;
  }
}
