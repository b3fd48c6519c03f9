import {
  averagedClustersProblem,
  ERRORS,
  errorCostsProblem,
  falseAlarmProblem,
  hierarchyProblems,
  InvalidInput,
  isSupervised,
  knownAheadProblems,
  type ModelNode,
  type ModelType,
  type Problem,
  rowValidationProblems,
  seriesLayersProblem,
  timeSeriesProblem,
  tuningProblem,
} from "@agatha/contracts";
import type { Algorithm } from "../../algorithms/base/algorithm.js";
import { findAlgorithm, REGISTRY } from "../../algorithms/registry.js";
import { type Column, findColumn, type Table } from "../../data/tables/table.js";
import { type ModelRequest, nodeTask, rotationOf } from "./plan.js";

/**
 * Checks everything that the request and the table's columns show before any work, and names every fault. Throws InvalidInput
 * with the code of the first broken rule.
 */
export function validateRequest(request: ModelRequest, table: Table): void {
  validateTimeSeries(request, table);
  validateSemilabel(request);
  const budget = falseAlarmProblem(request.falseAlarms, request.type, request.maxFpr);
  throwIfAny(ERRORS.modelTrainingFailed, budget === undefined ? [] : [{ path: "falseAlarms", message: budget }]);
  const costs = errorCostsProblem(request.errorCosts, request.type);
  throwIfAny(ERRORS.modelTrainingFailed, costs === undefined ? [] : [{ path: "errorCosts", message: costs }]);
  const tuning = tuningProblem(request.tuning, request.type, request.errorCosts !== undefined);
  throwIfAny(ERRORS.modelTrainingFailed, tuning === undefined ? [] : [{ path: "tuning", message: tuning }]);
  validateResponse(request, table);
  const { validation, response, timeSeries } = request;
  const [problem] = rowValidationProblems({ validation, response, isTimeSeries: timeSeries !== undefined }, table.columns);
  if (problem) throw new InvalidInput(problem.code, problem);
  throwIfAny(
    ERRORS.columnName,
    columnLists(request).flatMap(({ path, columns }) => unknownColumns(path, columns, table)),
  );
  throwIfAny(
    ERRORS.responseAmongVariables,
    columnLists(request).flatMap(({ path, columns }) => responseMentions(path, columns, request.response)),
  );
  throwIfAny(
    ERRORS.noColumnsLeft,
    // A time series can learn from its response's past alone, and a later layer from the layers before.
    request.timeSeries
      ? []
      : columnLists({ ...request, layers: request.layers.slice(0, 1) }).flatMap(({ path, columns }) =>
          columns.length === 0 ? [{ path, message: "choose at least one column" }] : [],
        ),
  );
  validateLayers(request);
}

function validateTimeSeries(request: ModelRequest, table: Table): void {
  if (!request.timeSeries) return;
  const { time } = request.timeSeries;
  const unfit = timeSeriesProblem(request);
  if (unfit) throw new InvalidInput(ERRORS.modelTrainingFailed, unfit);
  if (findColumn(table, time)?.type !== "d") {
    const message = `${JSON.stringify(time)} is no time column of the dataset: choose the one that holds the times`;
    throw new InvalidInput(ERRORS.timeColumnCount, { path: "timeSeries.time", message });
  }
  const { series } = request.timeSeries;
  if (series !== undefined && !canNameSeries(findColumn(table, series))) {
    const message = `${JSON.stringify(series)} is no column of text or whole numbers: choose the one that names the series`;
    throw new InvalidInput(ERRORS.columnName, { path: "timeSeries.series", message });
  }
  const [unknown] = [
    ...knownAheadProblems(request, table.columns, "timeSeries"),
    ...hierarchyProblems(request, table.columns, "timeSeries.hierarchy"),
  ];
  if (unknown) throw new InvalidInput(unknown.code, unknown);
  const isNumeric = (name: string) => (findColumn(table, name)?.type ?? "n") === "n";
  throwIfAny(
    ERRORS.columnName,
    columnLists(request).flatMap(({ path, columns }) =>
      columns.flatMap((name, i) =>
        isNumeric(name)
          ? []
          : [{ path: `${path}[${i}]`, message: `${name} holds no numbers: a time series learns from columns of numbers only` }],
      ),
    ),
  );
}

function canNameSeries(column: Column | undefined): boolean {
  return (
    column?.type === "s" || (column?.type === "n" && column.values.every((value) => !Number.isFinite(value) || Number.isInteger(value)))
  );
}

function throwIfAny(code: ConstructorParameters<typeof InvalidInput>[0], problems: Problem[]): void {
  if (problems.length > 0) throw new InvalidInput(code, problems);
}

function validateResponse({ type, response }: ModelRequest, table: Table): void {
  if (!isSupervised(type)) {
    throwIfAny(
      ERRORS.responseNotAllowed,
      response === undefined ? [] : [{ path: "response", message: `a model of type ${type} takes no response: leave it out` }],
    );
    return;
  }
  if (response === undefined)
    throw new InvalidInput(ERRORS.responseNotFound, { path: "response", message: "choose the column that is to be predicted" });
  if (!table.columns.some((column) => column.name === response)) {
    throw new InvalidInput(ERRORS.responseNotFound, { path: "response", message: `the dataset has no column ${JSON.stringify(response)}` });
  }
}

/** Checks the request; readSemilabel checks the column itself. */
function validateSemilabel(request: ModelRequest): void {
  const { type, semilabel } = request;
  if (semilabel === undefined) return;
  const message = `only outlier detection (OCC) takes a semi-labeled column: leave it out of a model of type ${type}`;
  throwIfAny(ERRORS.semilabelColumn, type === "OCC" ? [] : [{ path: "semilabel", message }]);
  throwIfAny(
    ERRORS.responseAmongVariables,
    columnLists(request).flatMap(({ path, columns }) =>
      columns.includes(semilabel)
        ? [{ path: `${path}[${columns.indexOf(semilabel)}]`, message: `${semilabel} marks known anomalies: it cannot be a variable too` }]
        : [],
    ),
  );
}

function columnLists(request: ModelRequest): { path: string; columns: readonly string[] }[] {
  const lists = request.layers.flatMap(({ nodes }, l) =>
    nodes.map(({ columns }, n) => ({ path: `layers[${l}].nodes[${n}].columns`, columns })),
  );
  return [{ path: "columns", columns: request.columns }, ...lists].flatMap(({ path, columns }) => (columns ? [{ path, columns }] : []));
}

function unknownColumns(path: string, columns: readonly string[], table: Table): Problem[] {
  const known = new Set(table.columns.map(({ name }) => name));
  return columns.flatMap((name, i) => {
    if (!known.has(name)) return [{ path: `${path}[${i}]`, message: `the dataset has no column ${JSON.stringify(name)}` }];
    return columns.indexOf(name) < i ? [{ path: `${path}[${i}]`, message: `${name} is named twice` }] : [];
  });
}

function responseMentions(path: string, columns: readonly string[], response: string | undefined): Problem[] {
  const at = response === undefined ? -1 : columns.indexOf(response);
  return at < 0 ? [] : [{ path: `${path}[${at}]`, message: `${response} is what the model predicts: it cannot be a variable too` }];
}

function validateLayers({ type, layers, timeSeries }: ModelRequest): void {
  const nodes = layers.flatMap((layer, l) =>
    layer.nodes.map((node, n) => ({ node, path: `layers[${l}].nodes[${n}]`, last: l === layers.length - 1 })),
  );
  throwIfAny(
    ERRORS.noColumnsLeft,
    [...layers.keys()]
      .filter((l) => layers[l].nodes.length === 0)
      .map((l) => ({ path: `layers[${l}].nodes`, message: "a layer needs at least one algorithm" })),
  );
  throwIfAny(
    ERRORS.algorithmNotFound,
    nodes.flatMap(({ node, path, last }) => algorithmProblem(node, `${path}.algorithm`, type, last)),
  );
  const mixed = seriesLayersProblem(layers, { type, isTimeSeries: timeSeries !== undefined });
  throwIfAny(ERRORS.algorithmNotFound, mixed === undefined ? [] : [{ path: "layers", message: mixed }]);
  throwIfAny(
    ERRORS.rotationNotFound,
    nodes.flatMap(({ node, path, last }) =>
      rotationOf(node) && !isDetector(node, type, last)
        ? [{ path: `${path}.rotation`, message: `only outlier detectors (OCC) take a rotation such as ${node.rotation}: leave it out` }]
        : [],
    ),
  );
  const averaged = averagedClustersProblem(type, layers);
  if (averaged) throw new InvalidInput(ERRORS.modelTrainingFailed, averaged);
}

function isDetector({ algorithm }: ModelNode, type: ModelType, last: boolean): boolean {
  const found = findAlgorithm(algorithm);
  return found !== undefined && nodeTask(found, type, last) === "OCC";
}

function algorithmProblem(node: ModelNode, path: string, type: ModelType, last: boolean): Problem[] {
  const algorithm = findAlgorithm(node.algorithm);
  const fitting = Object.values<Algorithm>(REGISTRY).filter(
    (candidate) => !candidate.forecasts && !candidate.detects && nodeTask(candidate, type, last),
  );
  const choices = fitting.map(({ name }) => name).join(", ");
  if (!algorithm) return [{ path, message: `there is no algorithm ${JSON.stringify(node.algorithm)}: choose among ${choices}` }];
  if (nodeTask(algorithm, type, last)) return [];
  return [{ path, message: `${node.algorithm} cannot be used here in a model of type ${type}: choose among ${choices}` }];
}
