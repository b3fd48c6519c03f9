/** Which curves a chart of several models and classes shows together. Pure. */
import type { ConfidenceInterval } from "@agatha/contracts";

/** `label`: positive class. It does not matter for known anomalies. */
export interface ScoredModel {
  id: string;
  name: string;
  /** Interval of the area under the curve of the positive class. */
  areaOf(label: string): ConfidenceInterval | undefined;
  /** Number of test rows. */
  rows: number;
  /** Score of the row for the positive class; null for a row that does not count. */
  scoreOf(row: number, label: string): number | null;
  isPositive(row: number, label: string): boolean;
}

/** Curves of all models for a class or for known anomalies, or of one model for each class. */
export interface CurveSet {
  key: string;
  of: "anomalies" | "class" | "model";
  /** Of the class or of the model. */
  name: string;
  curves: { name: string; label: string; model: ScoredModel }[];
}

/** More curves in one chart cannot be distinguished. */
const MAX_CURVES = 20;

/** Returns the sets and the index of the one to show first. `labels` is null if there are only known anomalies. */
export function curveSets(models: readonly ScoredModel[], labels: readonly string[] | null): { sets: CurveSet[]; first: number } {
  const ofModels = (label: string) => models.map((model) => ({ name: model.name, label, model }));
  if (labels === null) return { sets: [{ key: "anomalies", of: "anomalies", name: "", curves: ofModels("") }], first: 0 };
  const byClass = labels.map((label): CurveSet => ({ key: `class ${label}`, of: "class", name: label, curves: ofModels(label) }));
  // The rarer of two classes is usually the positive one, and its curve shows everything.
  if (labels.length <= 2) return { sets: byClass, first: byClass.length - 1 };
  const byModel =
    labels.length > MAX_CURVES
      ? []
      : models.map((model): CurveSet => {
          const curves = labels.map((label) => ({ name: label, label, model }));
          return { key: `model ${model.id}`, of: "model", name: model.name, curves };
        });
  return { sets: [...byClass, ...byModel], first: models.length === 1 && byModel.length === 1 ? byClass.length : 0 };
}
