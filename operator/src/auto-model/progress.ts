/** How far a batch has come. */
import type { AutoModelLine, ModelTuning, ModelType, Resource } from "@agatha/contracts";

export interface Progress {
  batch: Resource<"AutoModel">;
  type: ModelType;
  nrow: number;
  members: ReadonlyMap<string, Resource<"Model">>;
  lines: readonly AutoModelLine[];
  /** Settings found, by the name of the model. */
  settings: ReadonlyMap<string, ModelTuning["settings"]>;
  /** Share of the time budget that is left. */
  left: number;
}
