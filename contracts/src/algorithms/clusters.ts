import { z } from "zod";
import type { Problem } from "../errors/error-classes.js";
import type { ModelType } from "../kinds/model-type.js";
import { pluralize } from "../pluralize.js";

/** Smallest mean number of rows per cluster (specification, section 5). */
const MIN_ROWS_PER_CLUSTER = 5;
const MIN_CLUSTERS = 2;

/** Fewest rows that can be clustered. */
export const MIN_CLUSTERED_ROWS = MIN_CLUSTERS * MIN_ROWS_PER_CLUSTER;

/** Largest number of clusters of so many rows: a fifth of them. It is below two where the rows are too few to be clustered. */
export const maxClusterCount = (nrow: number): number => Math.floor(nrow / MIN_ROWS_PER_CLUSTER);

/** Number of clusters. If it is left out and the table has fewer than 20 rows, the number is a fifth of the rows. */
export const clusters = z.int().min(MIN_CLUSTERS).max(50).default(4);

/**
 * Returns why so many clusters cannot be made of the rows, or undefined if they can. Without a number, they are as many as the rows
 * allow. `detector` is the algorithm if it finds outliers by clusters.
 */
export function clusterCountProblem(count: unknown, nrow: number, detector?: string): string | undefined {
  const needs = detector === undefined ? "Clusters need" : `${detector} needs`;
  if (nrow < MIN_CLUSTERED_ROWS) return `${needs} ${MIN_CLUSTERED_ROWS} rows at the least, and there are ${nrow}: add rows`;
  const most = maxClusterCount(nrow);
  if (typeof count !== "number" || count <= most) return undefined;
  return `${count} clusters are too many for ${pluralize(nrow, "row")}: at most a fifth of the rows, which is ${most}`;
}

/** Returns the problem of a clustering by several algorithms together, with its path, or undefined. */
export function averagedClustersProblem(type: ModelType, layers: readonly { nodes: readonly unknown[] }[]): Problem | undefined {
  const last = layers.length - 1;
  if (type !== "CLUSTERING" || (layers[last]?.nodes.length ?? 0) <= 1) return undefined;
  const message = "cluster numbers of several algorithms cannot be averaged: leave one algorithm in the last layer";
  return { path: `layers[${last}].nodes`, message };
}
