/** What the plan of an automatic training depends on. */
import type {
  AutoModelStatus,
  CodedProblem,
  ForecastErrorUnits,
  MetricResamples,
  ModelTuning,
  ModelType,
  Resource,
} from "@agatha/contracts";
import type { DatasetReadiness } from "../dataset/readiness.js";
import type { EnablingInput } from "../enabling/plan.js";

/** State that a plan depends on, in addition to the automatic training itself. */
export interface ObservedState extends EnablingInput {
  readiness: DatasetReadiness;
  /** Type of the models, or the problem with the request; undefined until the dataset's columns are known. */
  modelType: ModelType | CodedProblem | undefined;
  /** Whether the logarithm of the response is worth a try. */
  logResponse: boolean;
  /** Models of the automatic training by name. */
  childModels: ReadonlyMap<string, Resource<"Model">>;
  /** Whether somebody uses the model, which then is not dropped. */
  isInUse(model: Resource<"Model">): boolean;
  tunedSettings: ReadonlyMap<string, ModelTuning["settings"]>;
  /** Names of the models whose tuning ran out of time. */
  cutShort: ReadonlySet<string>;
  /** Figures on resamples of the held-out rows, by the model's name. */
  resamples: ReadonlyMap<string, MetricResamples>;
  /** Errors of forecasts that compare them, by the model's name. */
  forecastErrors: ReadonlyMap<string, ForecastErrorUnits>;
  /** Columns that a trained model left out, by the model's name. */
  excludedColumns: ReadonlyMap<string, NonNullable<AutoModelStatus["leftOut"]>>;
}

export function rowCount({ dataset }: DatasetReadiness): number {
  return dataset?.status?.nrow ?? Number.POSITIVE_INFINITY;
}
