/** Layers of a requested model: its algorithms, their parameters and their columns. */
import {
  ALGORITHMS,
  type AlgorithmName,
  algorithmsOfLayer,
  averagedClustersProblem,
  type CodedProblem,
  clusterCountProblem,
  ERRORS,
  isSeriesDetector,
  jsonPath,
  type LayerPlace,
  type ModelNode,
  type ModelType,
  modelTypesOf,
  modelTypesOfLayer,
  rowsTakenAs,
  seriesLayersProblem,
  validationMessage,
} from "@agatha/contracts";
import type { ColumnsByName, ModelPlan } from "./model-plan.js";
import { namedColumnProblems } from "./validate-columns.js";

/** Returns the problems of the layers together, then those of each node. `nrow` is the number of rows. */
export function layerProblems(plan: ModelPlan, columns: ColumnsByName, nrow: number): CodedProblem[] {
  return [
    ...clusterProblems(plan, nrow),
    ...averagedClustersProblems(plan),
    ...seriesLayersProblems(plan),
    ...plan.layers.flatMap((layer, i) => {
      const place = { isFirst: i === 0, isLast: i === plan.layers.length - 1 };
      return layer.nodes.flatMap((node, j) => nodeProblems(plan, columns, node, { path: `layers[${i}].nodes[${j}]`, place }));
    }),
  ];
}

/** Returns a problem for each number of clusters above a fifth of the rows. */
function clusterProblems({ layers }: ModelPlan, nrow: number): CodedProblem[] {
  return layers.flatMap(({ nodes }, l) =>
    nodes.flatMap(({ params }, n) => {
      const problem = clusterCountProblem(params?.clusters, nrow);
      return problem === undefined ? [] : [{ code: ERRORS.badRequest, path: `layers[${l}].nodes[${n}].params.clusters`, message: problem }];
    }),
  );
}

function averagedClustersProblems({ model_type, layers }: ModelPlan): CodedProblem[] {
  const problem = averagedClustersProblem(model_type, layers);
  return problem === undefined ? [] : [{ code: ERRORS.modelTrainingFailed, ...problem }];
}

function seriesLayersProblems({ model_type, layers, time_series_params }: ModelPlan): CodedProblem[] {
  const message = seriesLayersProblem(layers, { type: model_type, isTimeSeries: time_series_params !== undefined });
  return message === undefined ? [] : [{ code: ERRORS.algorithmNotFound, path: "layers", message }];
}

function nodeProblems(
  plan: ModelPlan,
  columns: ColumnsByName,
  node: ModelNode,
  { path, place }: { path: string; place: LayerPlace },
): CodedProblem[] {
  const { algorithm } = node;
  // A later layer learns from the outputs of the layers before.
  const needsColumns = place.isFirst || node.columns?.length !== 0;
  const named = node.columns && needsColumns ? namedColumnProblems(plan, columns, node.columns, `${path}.columns`) : [];
  const inColumns = algorithm === "iForest" ? named.map(withIsolationForestCode) : named;
  const offered = () => algorithmsOfLayer(plan.model_type, place, rowsTakenAs(plan.time_series_params)).join(", ");
  const notFound = (message: string): CodedProblem => ({ code: ERRORS.algorithmNotFound, path: `${path}.algorithm`, message });
  if (!isAlgorithmName(algorithm)) return [...inColumns, notFound(`Choose one of ${offered()}`)];
  const can = modelTypesOf(algorithm);
  const task = modelTypesOfLayer(plan.model_type, place.isLast).find((each) => can.includes(each));
  if (!task) return [...inColumns, notFound(`${algorithm} does no ${plan.model_type}: choose one of ${offered()}`)];
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
