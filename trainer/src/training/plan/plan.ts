import type { AlgorithmName, ModelNode, ModelType, ParamsOf, TaskInput } from "@agatha/contracts";
import type { Algorithm } from "../../algorithms/base/algorithm.js";
import type { Rotation } from "../../algorithms/base/rotation.js";
import type { EncodedColumn } from "../../data/encoding/encoder-state.js";
import type { DroppedColumn } from "../../data/encoding/fit-encoder.js";
import type { RecentLevel } from "../../data/time-series/recent-level.js";
import type { PlannedLimits } from "./response-limits.js";

/** Part of a Model's spec that defines the training. */
export type ModelRequest = Extract<TaskInput, { kind: "train" }>["model"];

/** Algorithm with its validated parameters and its columns of the dataset. */
export interface PlannedNode {
  id: string;
  /** Path in the request, for messages. */
  path: string;
  algorithm: Algorithm;
  task: ModelType;
  columns: readonly string[];
  params: ParamsOf<AlgorithmName>;
  /** Rotation before an outlier detector. */
  rotation?: Rotation;
}

/** Algorithms to fit, by layer. */
export interface Plan {
  type: ModelType;
  layers: readonly (readonly PlannedNode[])[];
  /** Columns that no node uses, since they have too many levels. */
  leftOut?: readonly DroppedColumn[];
  /** Rows are in order of time; no model may learn from later rows. */
  chronological?: boolean;
  /** Models of lags: the level that inputs and response are counted from. */
  level?: RecentLevel | undefined;
  /** Regression: limits of the response. */
  limits?: PlannedLimits;
  /** Periods of a time series, which forecasters learn from. */
  calendar?: Extract<EncodedColumn, { type: "p" }>;
}

/** Returns the rotation that a node requests. */
export function rotationOf({ rotation = "none" }: ModelNode): PlannedNode["rotation"] {
  return rotation === "none" ? undefined : rotation;
}

/** Returns the columns that at least one node uses, in the order in which the nodes name them. */
export function plannedColumns(plan: Plan): string[] {
  return [...new Set(plan.layers.flat().flatMap(({ columns }) => columns))];
}
