import {
  ALGORITHMS,
  type AlgorithmName,
  clusterCountProblem,
  ERRORS,
  InvalidInput,
  MIN_ROWS_PER_CLUSTER,
  type ModelNode,
} from "@agatha/contracts";
import { findAlgorithm } from "../../algorithms/registry.js";
import { type ModelRequest, nodeTask, type Plan, type PlannedNode, rotationOf } from "./plan.js";

/** Turns a validated request into a plan for `nrow` rows. `columns` serve nodes without columns of their own. */
export function createPlan(request: ModelRequest, columns: readonly string[], nrow: number): Plan {
  const layers = request.layers.map(({ nodes }, l) =>
    nodes.map((node, n): PlannedNode => {
      const path = `layers[${l}].nodes[${n}]`;
      const algorithm = findAlgorithm(node.algorithm);
      const task = algorithm && nodeTask(algorithm, request.type, l === request.layers.length - 1);
      if (!algorithm || !task)
        throw new InvalidInput(ERRORS.algorithmNotFound, { path: `${path}.algorithm`, message: `there is no algorithm ${node.algorithm}` });
      const params = parseParams(algorithm.name, node.params ?? {}, `${path}.params`);
      if ("clusters" in params && node.params?.clusters === undefined) params.clusters = defaultClusters(params.clusters, nrow);
      validateClusters(params, nrow, `${path}.params`);
      return { id: `${l + 1}.${n + 1}`, path, algorithm, task, columns: node.columns ?? columns, params, rotation: rotationOf(node) };
    }),
  );
  return { type: request.type, layers };
}

function parseParams(name: AlgorithmName, params: NonNullable<ModelNode["params"]>, path: string): PlannedNode["params"] {
  const parsed = ALGORITHMS[name].params.strict().safeParse(params);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: `${path}.${key}`, message: `${name} has no parameter ${JSON.stringify(key)}` }))
      : [{ path: [path, ...issue.path].join("."), message: issue.message }],
  );
  throw new InvalidInput(ERRORS.modelTrainingFailed, problems);
}

const MIN_CLUSTERS = 2;

/** Returns the default number of clusters, or the largest number that the rows allow. */
function defaultClusters(usual: number, nrow: number): number {
  return Math.max(MIN_CLUSTERS, Math.min(usual, Math.floor(nrow / MIN_ROWS_PER_CLUSTER)));
}

function validateClusters(params: PlannedNode["params"], nrow: number, path: string): void {
  const message = "clusters" in params ? clusterCountProblem(params.clusters, nrow) : undefined;
  if (message !== undefined) throw new InvalidInput(ERRORS.modelTrainingFailed, { path: `${path}.clusters`, message });
}
