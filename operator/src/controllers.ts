import type { KindName } from "@agatha/contracts";
import { autoModelController } from "./auto-model/reconcile.js";
import { calculationController } from "./calculation/reconcile.js";
import { datasetController } from "./dataset/reconcile.js";
import { evaluationController } from "./evaluation/reconcile.js";
import { modelController } from "./model/reconcile.js";
import type { ReconcileResult } from "./runtime/controller.js";
import type { Watch } from "./runtime/watch.js";

interface KindController<Deps> {
  /** Reconciles the object of this name. Throws to be called again later. */
  reconcile(deps: Deps, name: string): Promise<ReconcileResult>;
  /** Other kinds whose changes cause reconciliations. The controller's own kind is always watched. */
  watches: readonly Watch[];
}

/** Reconciler of each kind. To add a kind, add a folder and a line here. */
export const CONTROLLERS = {
  Dataset: datasetController,
  Model: modelController,
  Calculation: calculationController,
  AutoModel: autoModelController,
  Evaluation: evaluationController,
} satisfies Record<KindName, KindController<never>>;
