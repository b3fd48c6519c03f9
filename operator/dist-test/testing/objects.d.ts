import {
  type AutoModelSpec,
  type AutoModelStatus,
  type CalculationStatus,
  type Condition,
  type DatasetStatus,
  type EvaluationStatus,
  type ModelStatus,
  type ObjectMeta,
  type Resource,
  type Task,
  type TaskInput,
  type TaskResult,
} from "@agatha/contracts";
export declare const NOW = "2024-05-01T08:00:00.000Z";
export declare const clock: {
  now: () => number;
};
/** Metadata after a user's deletion, which can still be undone. */
export declare function softDeleted({ metadata }: { metadata: ObjectMeta }): ObjectMeta;
interface ResourceOverrides<S, T> {
  metadata?: Partial<ObjectMeta>;
  spec?: Partial<S>;
  status?: T | undefined;
}
export declare function aDataset({
  metadata,
  spec,
  status,
}?: ResourceOverrides<Resource<"Dataset">["spec"], DatasetStatus>): Resource<"Dataset">;
/** A dataset whose spec is fully processed. */
export declare function aReadyDataset(fingerprint: string): Resource<"Dataset">;
export declare function aModel({ metadata, spec, status }?: ResourceOverrides<Resource<"Model">["spec"], ModelStatus>): Resource<"Model">;
/** A batch prediction with the model `hardness`. */
export declare function aCalculation({
  metadata,
  spec,
  status,
}?: ResourceOverrides<Resource<"Calculation">["spec"], CalculationStatus>): Resource<"Calculation">;
/** An evaluation of the model on a file. */
export declare function anEvaluation({
  metadata,
  spec,
  status,
}?: ResourceOverrides<Resource<"Evaluation">["spec"], EvaluationStatus>): Resource<"Evaluation">;
/** A batch of models of the same dataset. */
export declare function anAutoModel({ metadata, spec, status }?: ResourceOverrides<AutoModelSpec, AutoModelStatus>): Resource<"AutoModel">;
export declare function aTask(id: string, input: TaskInput, result?: TaskResult): Task;
/** Returns conditions such as `Ready=True/Trained`, for compact tables. */
export declare function conditionSummaries(conditions: Condition[] | undefined): string[];
