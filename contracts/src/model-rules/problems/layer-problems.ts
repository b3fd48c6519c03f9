/** The layers of a model: its algorithms, their parameters and their columns. */
import { averagedClustersProblem, clusterCountProblem } from "../../algorithms/clusters.js";
import { ALGORITHMS, type AlgorithmName, isSeriesDetector } from "../../algorithms/index.js";
import { ERRORS } from "../../errors/error-catalogue.js";
import type { CodedProblem } from "../../errors/error-classes.js";
import { jsonPath } from "../../errors/validation.js";
import { validationMessage } from "../../errors/validation-messages.js";
import type { ModelNode } from "../../kinds/layers.js";
import type { ModelType } from "../../kinds/model-type.js";
import { algorithmsOfLayer, type LayerPlace, rowsTakenAs, seriesLayersProblem, taskInLayer } from "../layers.js";
import type { ColumnsByName, RecipeToCheck } from "../recipe-to-check.js";
import { namedColumnProblems } from "./column-problems.js";

/** Returns the problems of the layers together, then those of each node. `nrow` is the number of rows. */
export function layerProblems(recipe: RecipeToCheck, columns: ColumnsByName, nrow: number): CodedProblem[] {
  return [
    ...clusterProblems(recipe, nrow),
    ...averagedClustersProblems(recipe),
    ...seriesLayersProblems(recipe),
    ...recipe.layers.flatMap((layer, i) => {
      const place = { isFirst: i === 0, isLast: i === recipe.layers.length - 1 };
      return layer.nodes.flatMap((node, j) => nodeProblems(recipe, columns, node, { path: `layers[${i}].nodes[${j}]`, place }));
    }),
  ];
}

/** Returns a problem for each number of clusters above a fifth of the rows, and for each clustering of too few rows. */
function clusterProblems({ type, layers }: RecipeToCheck, nrow: number): CodedProblem[] {
  return layers.flatMap(({ nodes }, l) =>
    nodes.flatMap(({ algorithm, params }, n) => {
      if (!isAlgorithmName(algorithm) || !("clusters" in ALGORITHMS[algorithm].params.shape)) return [];
      const problem = clusterCountProblem(params?.clusters, nrow, type === "OCC" ? algorithm : undefined);
      return problem === undefined ? [] : [{ code: ERRORS.badRequest, path: `layers[${l}].nodes[${n}].params.clusters`, message: problem }];
    }),
  );
}

function averagedClustersProblems({ type, layers }: RecipeToCheck): CodedProblem[] {
  const problem = averagedClustersProblem(type, layers);
  return problem === undefined ? [] : [{ code: ERRORS.modelTrainingFailed, ...problem }];
}

function seriesLayersProblems({ type, layers, timeSeries }: RecipeToCheck): CodedProblem[] {
  const message = seriesLayersProblem(layers, { type, isTimeSeries: timeSeries !== undefined });
  return message === undefined ? [] : [{ code: ERRORS.algorithmNotFound, path: "layers", message }];
}

function nodeProblems(
  recipe: RecipeToCheck,
  columns: ColumnsByName,
  node: ModelNode,
  { path, place }: { path: string; place: LayerPlace },
): CodedProblem[] {
  const { algorithm } = node;
  // A later layer learns from the outputs of the layers before.
  const needsColumns = place.isFirst || node.columns?.length !== 0;
  const named = node.columns && needsColumns ? namedColumnProblems(recipe, columns, node.columns, `${path}.columns`) : [];
  const inColumns = algorithm === "iForest" ? named.map(withIsolationForestCode) : named;
  const offered = () => algorithmsOfLayer(recipe.type, place, rowsTakenAs(recipe.timeSeries)).join(", ");
  const notFound = (message: string): CodedProblem => ({ code: ERRORS.algorithmNotFound, path: `${path}.algorithm`, message });
  if (!isAlgorithmName(algorithm)) return [...inColumns, notFound(`Choose one of ${offered()}`)];
  const task = taskInLayer(algorithm, recipe.type, place.isLast);
  if (!task) return [...inColumns, notFound(`${algorithm} does no ${recipe.type}: choose one of ${offered()}`)];
  return [...inColumns, ...paramProblems(algorithm, node.params ?? {}, `${path}.params`), ...rotationProblems(task, node, path)];
}

/** The error catalogue has a separate code for a missing split. */
const withIsolationForestCode = (found: CodedProblem): CodedProblem =>
  found.code === ERRORS.noColumnsLeft ? { ...found, code: ERRORS.isolationForestVariables } : found;

const isAlgorithmName = (name: string): name is AlgorithmName => Object.hasOwn(ALGORITHMS, name);

function paramProblems(algorithm: AlgorithmName, params: Record<string, unknown>, path: string): CodedProblem[] {
  const result = ALGORITHMS[algorithm].params.strict().safeParse(params, { error: validationMessage });
  if (result.success) return [];
  return result.error.issues.map((issue) => ({ code: ERRORS.badRequest, path: jsonPath(path, issue.path), message: issue.message }));
}

function rotationProblems(task: ModelType, { algorithm, rotation }: ModelNode, path: string): CodedProblem[] {
  if (rotation === undefined || rotation === "none" || (task === "OCC" && !isSeriesDetector(algorithm))) return [];
  return [{ code: ERRORS.rotationNotFound, path: `${path}.rotation`, message: "Only outlier detectors of rows (OCC) take a rotation" }];
}
