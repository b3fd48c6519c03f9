import { ALGORITHMS, clusterCountProblem, ERRORS, InvalidInput, maxClusterCount, taskInLayer } from "@agatha/contracts";
import { findAlgorithm } from "../../algorithms/registry.js";
import { type ModelRequest, type Plan, type PlannedNode, rotationOf } from "./plan.js";

/** Turns a validated request into a plan for `nrow` rows. `columns` serve nodes without columns of their own. */
export function createPlan(request: ModelRequest, columns: readonly string[], nrow: number): Plan {
  const layers = request.layers.map(({ nodes }, l) =>
    nodes.map((node, n): PlannedNode => {
      const path = `layers[${l}].nodes[${n}]`;
      const algorithm = findAlgorithm(node.algorithm);
      const task = algorithm && taskInLayer(algorithm.name, request.type, l === request.layers.length - 1);
      if (!algorithm || !task) throw new Error(`${node.algorithm} cannot stand in ${path}: the request was not validated`);
      const params = ALGORITHMS[algorithm.name].params.parse(node.params ?? {});
      if ("clusters" in params && node.params?.clusters === undefined) params.clusters = defaultClusters(params.clusters, nrow);
      validateClusters({ algorithm, task, params }, nrow, `${path}.params`);
      return { id: `${l + 1}.${n + 1}`, path, algorithm, task, columns: node.columns ?? columns, params, rotation: rotationOf(node) };
    }),
  );
  return { type: request.type, layers };
}

/** Returns the default number of clusters, or the largest number that the rows allow. */
function defaultClusters(usual: number, nrow: number): number {
  return Math.min(usual, maxClusterCount(nrow));
}

function validateClusters(
  { algorithm, task, params }: Pick<PlannedNode, "algorithm" | "task" | "params">,
  nrow: number,
  path: string,
): void {
  const message =
    "clusters" in params ? clusterCountProblem(params.clusters, nrow, task === "OCC" ? algorithm.name : undefined) : undefined;
  if (message !== undefined) throw new InvalidInput(ERRORS.modelTrainingFailed, { path: `${path}.clusters`, message });
}
