/** Batches and their models for tests, with their plans. */
import { type AutoModelSpec, type AutoModelTrial, type ModelStatus, type Resource } from "@agatha/contracts";
import { type PlannedModel } from "../auto-model/child-models.js";
import { type ObservedState } from "../auto-model/plan.js";
export declare const DATASET: Resource<"Dataset">;
export declare const CANCELLED: {
  annotations: {
    "agatha.dev/cancel": string;
  };
};
export interface AutoModelCase {
  spec?: Partial<AutoModelSpec>;
  status?: Resource<"AutoModel">["status"];
  metadata?: Partial<Resource<"AutoModel">["metadata"]>;
  /** Status of the model in each slot; undefined if it does not exist. */
  members?: Record<string, ModelStatus>;
  algorithms?: Record<string, string>;
  layers?: Record<string, PlannedModel["layers"]>;
  observed?: Partial<ObservedState>;
  now?: number;
}
export declare const success: (RMSE: number) => ModelStatus;
export declare const FAILED: ModelStatus;
export declare const FITTING: ModelStatus;
export declare function autoModelPlan({ spec, status, metadata, members, algorithms, layers, observed, now }: AutoModelCase): {
  status: {
    observedGeneration?: number | undefined;
    phase?: "fitting_fail" | "fitting_finished" | "fitting_processing" | undefined;
    type?: "CLASSIFICATION" | "CLUSTERING" | "OCC" | "REGRESSION" | undefined;
    models?:
      | {
          name: string;
          slot: string;
          phase: "fail" | "fitting" | "fitting_fail" | "init" | "success";
          indicators?:
            | Partial<
                Record<
                  | "Accuracy"
                  | "CH_index"
                  | "Kappa"
                  | "MAAPE"
                  | "MAE"
                  | "R2"
                  | "RMSE"
                  | "contamination"
                  | "log_loss"
                  | "macroF1"
                  | "min_distance"
                  | "n_clusters"
                  | "silhouette_score"
                  | "true_positive",
                  number | null
                >
              >
            | undefined;
          heldOutRows?: number | undefined;
          dropped?: boolean | undefined;
        }[]
      | undefined;
    bestModel?: string | undefined;
    leftOut?:
      | {
          column: string;
          reason: string;
        }[]
      | undefined;
    reason?: string | undefined;
    message?: string | undefined;
    startedAt?: string | undefined;
    finishedAt?: string | undefined;
    conditions?:
      | {
          type: string;
          status: "False" | "True" | "Unknown";
          reason: string;
          message: string;
          lastTransitionTime: string;
          observedGeneration?: number | undefined;
        }[]
      | undefined;
  };
  requeueAfter?: number | undefined;
  batch: Resource<"AutoModel">;
  actions: string[];
  lines: string[];
  made: import("@agatha/contracts").NewResource<"Model">[];
};
export declare const modelLine: (slot: string, phase: AutoModelTrial["phase"], RMSE?: number) => AutoModelTrial;
export declare const startedStatus: (...models: AutoModelTrial[]) => Resource<"AutoModel">["status"];
