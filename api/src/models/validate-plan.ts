/** Validation of a requested model before any training: pure rules over the table's columns. */
import {
  ALGORITHMS,
  type AlgorithmName,
  averagedClustersProblem,
  CLASS_LIMIT,
  type CodedProblem,
  clusterCountProblem,
  ERRORS,
  type ErrorCode,
  errorCostsProblem,
  falseAlarmProblem,
  hierarchyProblems,
  isForecaster,
  isSeriesDetector,
  isSupervised,
  jsonPath,
  knownAheadProblems,
  type ModelNode,
  type ModelType,
  modelTypesOfLayer,
  rowValidationProblems,
  semilabelProblem,
  seriesLayersProblem,
  type TableColumn,
  timeSeriesProblem,
  tuningProblem,
  validationMessage,
} from "@agatha/contracts";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import type { ModelColumn } from "../edit-history/step-snapshots.js";

/** Request with its layers set. */
export type ModelPlan = CreateModelRequest & Required<Pick<CreateModelRequest, "layers">>;
export type ColumnsByName = ReadonlyMap<string, ModelColumn>;

/** Returns all problems of the plan, the more fundamental first. `nrow` is the number of rows, if it is known before the training. */
export function validateModelPlan(plan: ModelPlan, columns: ColumnsByName, nrow = Number.POSITIVE_INFINITY): CodedProblem[] {
  return [
    ...responseProblems(plan, columns),
    ...columnProblems(plan, columns),
    ...semilabelProblems(plan, columns),
    ...falseAlarmProblems(plan),
    ...errorCostsProblems(plan),
    ...timeSeriesProblems(plan, columns),
    ...tuningProblems(plan),
    ...rowValidationProblems({ ...plan, isTimeSeries: plan.time_series_params !== undefined }, [...columns.values()]),
    ...clusterProblems(plan, nrow),
    ...averagedClustersProblems(plan),
    ...seriesLayersProblems(plan),
    ...plan.layers.flatMap((layer, i) => {
      const tasks = modelTypesOfLayer(plan.model_type, i === plan.layers.length - 1);
      return layer.nodes.flatMap((node, j) => nodeProblems(plan, columns, node, { path: `layers[${i}].nodes[${j}]`, tasks }));
    }),
  ];
}

function responseProblems({ model_type, response }: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  const found = (code: ErrorCode, message: string): CodedProblem[] => [{ code, path: "response", message }];
  if (!isSupervised(model_type))
    return response === undefined ? [] : found(ERRORS.responseNotAllowed, `Leave the response out: ${model_type} has none`);
  if (response === undefined) return found(ERRORS.responseNotFound, `Name the column that the ${model_type} model is to predict`);
  const column = columns.get(response);
  if (!column) return found(ERRORS.responseNotFound, `The dataset has no column ${JSON.stringify(response)}`);
  if (column.type === "d") return found(ERRORS.responseType, "A date-time column cannot be predicted: choose a number or text column");
  if (model_type === "REGRESSION" && column.type !== "n") {
    return found(ERRORS.responseType, "Regression predicts numbers: choose a number column, or CLASSIFICATION");
  }
  if (column.type === "s" && column.stats && isIdentifierColumn(column.stats)) {
    return found(ERRORS.identifierColumn, "Every row has a value of its own, which names the row: choose a column whose values come back");
  }
  const unfit = column.stats && targetProblem(model_type, column.stats.unique);
  return unfit === undefined ? [] : found(ERRORS.responseType, unfit);
}

function targetProblem(type: ModelType, unique: number): string | undefined {
  if (unique === 0) return "The column has no value in any row: choose another one";
  if (unique === 1) return "The column has the same value in every row: there is nothing to predict";
  if (type !== "CLASSIFICATION" || unique <= CLASS_LIMIT) return undefined;
  return `The column has ${unique} different values, more than the ${CLASS_LIMIT} classes that a classification may have`;
}

/** Returns true if the most frequent value occurs once, and there are others. */
const isIdentifierColumn = ({ top, unique }: TableColumn["stats"]): boolean => top[0]?.count === 1 && unique > 1;

/** Returns the columns that are not features: they have another role in the plan. */
function nonFeatureColumns({ response, semilabel, time_series_params }: ModelPlan): Set<string> {
  return new Set([response, semilabel, time_series_params?.time].filter((name) => name !== undefined));
}

function columnProblems(plan: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  if (plan.columns) return namedColumnProblems(plan, columns, plan.columns, "columns");
  const taken = nonFeatureColumns(plan);
  // A time series has the lags of its response as features.
  if (plan.time_series_params) return [];
  const usable = [...columns.values()].some((column) => !column.hidden && !taken.has(column.name));
  return usable ? [] : [{ code: ERRORS.noColumnsLeft, path: "columns", message: "The dataset has no other visible column" }];
}

function namedColumnProblems(plan: ModelPlan, columns: ColumnsByName, names: string[], path: string): CodedProblem[] {
  if (names.length === 0 && !plan.time_series_params)
    return [{ code: ERRORS.noColumnsLeft, path, message: "Choose at least one column, or leave the list out for all usable ones" }];
  return names.flatMap((name, i): CodedProblem[] => {
    const at = `${path}[${i}]`;
    if (name === plan.response)
      return [{ code: ERRORS.responseAmongVariables, path: at, message: "The response cannot be learned from: leave it out" }];
    if (name === plan.semilabel)
      return [{ code: ERRORS.responseAmongVariables, path: at, message: "The semi-labeled column cannot be learned from: leave it out" }];
    if (!columns.has(name)) return [{ code: ERRORS.columnName, path: at, message: `The dataset has no column ${JSON.stringify(name)}` }];
    if (names.indexOf(name) !== i)
      return [{ code: ERRORS.duplicateColumnName, path: at, message: `${JSON.stringify(name)} is listed twice` }];
    return [];
  });
}

function semilabelProblems({ semilabel, anomaly_value, other_rows, model_type }: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  const found = (message: string): CodedProblem[] => [{ code: ERRORS.semilabelColumn, path: "semilabel", message }];
  if (semilabel === undefined)
    return anomaly_value === undefined && other_rows === undefined
      ? []
      : found("anomaly_value and other_rows tell how a semi-labeled column is read: name it");
  if (model_type !== "OCC") return found("Only outlier detection (OCC) takes a semi-labeled column: leave it out");
  const column = columns.get(semilabel);
  if (!column) return found(`The dataset has no column ${JSON.stringify(semilabel)}`);
  // Edited rows are counted in the training.
  const problem = semilabelProblem(column, anomaly_value);
  return problem === undefined ? [] : found(`${JSON.stringify(semilabel)} ${problem}`);
}

function falseAlarmProblems({ false_alarms, model_type }: ModelPlan): CodedProblem[] {
  const message = falseAlarmProblem(false_alarms, model_type);
  return message === undefined ? [] : [{ code: ERRORS.badRequest, path: "false_alarms", message }];
}

function errorCostsProblems({ error_costs, model_type }: ModelPlan): CodedProblem[] {
  const message = errorCostsProblem(error_costs, model_type);
  return message === undefined ? [] : [{ code: ERRORS.badRequest, path: "error_costs", message }];
}

function tuningProblems({ tuning, model_type, error_costs }: ModelPlan): CodedProblem[] {
  const message = tuningProblem(tuning, model_type, error_costs !== undefined);
  return message === undefined ? [] : [{ code: ERRORS.badRequest, path: "tuning", message }];
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

function timeSeriesProblems(plan: ModelPlan, columns: ColumnsByName): CodedProblem[] {
  if (!plan.time_series_params) return [];
  const { time } = plan.time_series_params;
  const unfit = timeSeriesProblem({ type: plan.model_type, timeSeries: plan.time_series_params });
  if (unfit) return [{ code: ERRORS.badRequest, ...unfit, path: unfit.path.replace("timeSeries", "time_series_params") }];
  if (time === undefined || columns.get(time)?.type !== "d") {
    const message =
      time === undefined
        ? "Name the time column: the dataset has none, or more than one"
        : `${JSON.stringify(time)} is not a date-time column of the dataset`;
    return [{ code: ERRORS.timeColumnCount, path: "time_series_params.time", message }];
  }
  const { series } = plan.time_series_params;
  if (series !== undefined && (series === plan.response || !["s", "n"].includes(columns.get(series)?.type ?? ""))) {
    const message = `${JSON.stringify(series)} is no other column of text or whole numbers: name the one that names the series`;
    return [{ code: ERRORS.columnName, path: "time_series_params.series", message }];
  }
  const aheadProblems = knownAheadProblems(
    { ...plan, timeSeries: plan.time_series_params },
    [...columns.values()],
    "time_series_params.knownAhead",
  );
  const sumProblems = hierarchyProblems(
    { ...plan, timeSeries: plan.time_series_params },
    [...columns.values()],
    "time_series_params.hierarchy",
  );
  if (aheadProblems.length + sumProblems.length > 0) return [...aheadProblems, ...sumProblems];
  const lists = plan.layers.flatMap(({ nodes }, l) =>
    nodes.map((node, n) => ({ names: node.columns, path: `layers[${l}].nodes[${n}].columns` })),
  );
  return [{ names: plan.columns, path: "columns" }, ...lists].flatMap(({ names = [], path }) =>
    names.flatMap((name, i): CodedProblem[] => {
      const type = columns.get(name)?.type;
      if (type === undefined || type === "n") return [];
      return [{ code: ERRORS.columnName, path: `${path}[${i}]`, message: "A time series learns from number columns only: leave it out" }];
    }),
  );
}

function nodeProblems(
  plan: ModelPlan,
  columns: ColumnsByName,
  node: ModelNode,
  { path, tasks }: { path: string; tasks: readonly ModelType[] },
): CodedProblem[] {
  const { algorithm } = node;
  const named = node.columns ? namedColumnProblems(plan, columns, node.columns, `${path}.columns`) : [];
  const inColumns = algorithm === "iForest" ? named.map(withIsolationForestCode) : named;
  if (!isAlgorithmName(algorithm)) {
    return [
      ...inColumns,
      { code: ERRORS.algorithmNotFound, path: `${path}.algorithm`, message: `Choose one of ${algorithmsFor(tasks).join(", ")}` },
    ];
  }
  const can: readonly ModelType[] = isForecaster(algorithm)
    ? ["REGRESSION"]
    : isSeriesDetector(algorithm)
      ? ["OCC"]
      : ALGORITHMS[algorithm].modelTypes;
  const task = tasks.find((each) => can.includes(each));
  if (!task) {
    const message = `${algorithm} does no ${plan.model_type}: choose one of ${algorithmsFor(tasks).join(", ")}`;
    return [...inColumns, { code: ERRORS.algorithmNotFound, path: `${path}.algorithm`, message }];
  }
  return [...inColumns, ...paramProblems(algorithm, node.params ?? {}, `${path}.params`), ...rotationProblems(task, node, path)];
}

/** The error catalogue has a separate code for a missing split. */
const withIsolationForestCode = (found: CodedProblem): CodedProblem =>
  found.code === ERRORS.noColumnsLeft ? { ...found, code: ERRORS.isolationForestVariables } : found;

const isAlgorithmName = (name: string): name is AlgorithmName => Object.hasOwn(ALGORITHMS, name);

function algorithmsFor(wanted: readonly ModelType[]): string[] {
  return Object.entries(ALGORITHMS).flatMap(([name, { modelTypes }]) => (modelTypes.some((task) => wanted.includes(task)) ? [name] : []));
}

function paramProblems(algorithm: AlgorithmName, params: Record<string, unknown>, path: string): CodedProblem[] {
  const result = ALGORITHMS[algorithm].params.strict().safeParse(params, { error: validationMessage });
  if (result.success) return [];
  return result.error.issues.map((issue) => ({ code: ERRORS.badRequest, path: jsonPath(path, issue.path), message: issue.message }));
}

function rotationProblems(task: ModelType, { rotation }: ModelNode, path: string): CodedProblem[] {
  if (rotation === undefined || rotation === "none" || task === "OCC") return [];
  return [{ code: ERRORS.rotationNotFound, path: `${path}.rotation`, message: "Only outlier detectors (OCC) take a rotation" }];
}
