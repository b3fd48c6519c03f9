/** How far a batch has come. */
import type { AutoModelLine, ModelTuning, ModelType, Resource } from "@agatha/contracts";

export interface Progress {
  batch: Resource<"AutoModel">;
  type: ModelType;
  nrow: number;
  /** On how many rows the models are judged, all on the same; 0 until one is trained. */
  heldOutRows: number;
  members: ReadonlyMap<string, Resource<"Model">>;
  lines: readonly AutoModelLine[];
  /** Settings found, by the name of the model. */
  settings: ReadonlyMap<string, ModelTuning["settings"]>;
  /** Share of the time budget that is left. */
  left: number;
}
