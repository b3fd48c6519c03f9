/** Progress of an automatic training. */
import type { AutoModelTrial, ModelTuning, ModelType, Resource } from "@agatha/contracts";

export interface SearchProgress {
  autoModel: Resource<"AutoModel">;
  type: ModelType;
  rowCount: number;
  /** Fingerprint of the rows that the dataset has now. */
  presentRows: string | undefined;
  childModels: ReadonlyMap<string, Resource<"Model">>;
  lines: readonly AutoModelTrial[];
  /** Settings found by tuning, by model name. */
  tunedSettings: ReadonlyMap<string, ModelTuning["settings"]>;
  /** Share of the time budget that is left. */
  timeShareLeft: number;
}
