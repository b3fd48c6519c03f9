import type { KindName } from "@agatha/contracts";
import { autoModelController } from "./auto-model/reconcile.js";
import { calculationController } from "./calculation/reconcile.js";
import { datasetController } from "./dataset/reconcile.js";
import { evaluationController } from "./evaluation/reconcile.js";
import { modelController } from "./model/reconcile.js";
import type { ReconcileResult } from "./runtime/controller.js";
import type { Watch } from "./runtime/watch.js";

interface KindController<Deps> {
  /** Brings the object of this name nearer to what its spec asks for. Throws to be called again later. */
  reconcile(deps: Deps, name: string): Promise<ReconcileResult>;
  /** Other kinds whose changes it reacts to. Its own kind is always watched. */
  watches: readonly Watch[];
}

/** What reconciles each kind. A new kind is a folder and a line here. */
export const CONTROLLERS = {
  Dataset: datasetController,
  Model: modelController,
  Calculation: calculationController,
  AutoModel: autoModelController,
  Evaluation: evaluationController,
} satisfies Record<KindName, KindController<never>>;
