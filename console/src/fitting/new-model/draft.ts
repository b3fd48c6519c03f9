/** A model that is being described, before it is sent. Pure, so that the form only shows it. */

import type { ModelType } from "@agatha/contracts";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import { modelNameProblem } from "../model-name.js";
import { type Choice, usableNames } from "./choices.js";
import { isDetector, type Layers, methodAt, ONE_METHOD, type Place, placesOf } from "./layers.js";
import { chosenParameters, parameterProblem, parametersOf } from "./parameters.js";
import { newSeries, type SeriesDraft, type SeriesProblems, seriesParams, seriesProblems } from "./series.js";

export type Goal = "predict" | "outliers" | "groups";

export interface Draft {
  goal: Goal;
  target: string | null;
  as: "number" | "class";
  columns: readonly string[];
  series: SeriesDraft;
  layers: Layers;
  /** Null: the first free name. */
  name: string | null;
}

/** Numbers with more distinct values than this are predicted as numbers. */
const CLASSES_AT_MOST = 10;

export function typeOf(draft: Draft): ModelType {
  if (draft.goal === "outliers") return "OCC";
  if (draft.goal === "groups") return "CLUSTERING";
  return draft.as === "number" ? "REGRESSION" : "CLASSIFICATION";
}

/** `periods`: whether its rows are periods that follow each other. */
export function newDraft(choices: readonly Choice[], goal: Goal, periods = false): Draft {
  const series = newSeries(choices, periods);
  return { goal, target: null, as: "number", columns: usableNames(choices), series, layers: ONE_METHOD, name: null };
}

/** Whether a time series is forecast: only numbers are. */
export function isSeries(draft: Draft): boolean {
  return draft.series.on && typeOf(draft) === "REGRESSION";
}

/** What can be learned from: not the target, and of a time series numbers only. */
export function offeredColumns(draft: Draft, choices: readonly Choice[]): Choice[] {
  const numbersOnly = isSeries(draft);
  return choices.filter(
    ({ column }) => (draft.goal !== "predict" || column.name !== draft.target) && (!numbersOnly || column.type === "n"),
  );
}

/** The new target leaves the columns to learn from, and the one before comes back where it is usable. */
export function withTarget(draft: Draft, choices: readonly Choice[], target: string): Draft {
  const before = choices.find((choice) => choice.column.name === draft.target);
  const kept = draft.columns.filter((name) => name !== target);
  const columns =
    before?.usable && !kept.includes(before.column.name) && before.column.name !== target ? [...kept, before.column.name] : kept;
  const column = choices.find((choice) => choice.column.name === target)?.column;
  const as = column?.type === "n" && column.stats.unique > CLASSES_AT_MOST ? "number" : "class";
  return { ...draft, target, as, columns };
}

/** Columns that the model would learn from, in the order of the table. */
export function learnedColumns(draft: Draft, choices: readonly Choice[]): string[] {
  return offeredColumns(draft, choices)
    .map((choice) => choice.column.name)
    .filter((name) => draft.columns.includes(name));
}

/** `Model1`, or the next number that is free. */
export function freeName(taken: readonly string[]): string {
  for (let number = 1; ; number++) if (!taken.includes(`Model${number}`)) return `Model${number}`;
}

/** The dataset that a model is described for. */
export interface DraftPlace {
  choices: readonly Choice[];
  /** Names of its models. */
  taken: readonly string[];
  /** Rows in use. */
  rows: number;
}

export interface DraftProblems {
  name?: "nameRule" | "nameTaken";
  target?: "targetNeeded";
  columns?: "columnsNeeded";
  series?: SeriesProblems;
  /** Several methods that find groups cannot answer together. */
  layers?: "oneGrouping";
  /** By the ids of nodes with something wrong. */
  nodes: Record<string, NodeProblems>;
}

export interface NodeProblems {
  columns?: "columnsNeeded";
  /** Names of parameters. */
  parameters: string[];
}

export function problemsOf(draft: Draft, place: DraftPlace): DraftProblems {
  const { choices, taken } = place;
  const problems: DraftProblems = { nodes: {} };
  const name = draft.name === null ? undefined : modelNameProblem(draft.name, taken);
  if (name !== undefined) problems.name = name;
  if (draft.goal === "predict" && draft.target === null) problems.target = "targetNeeded";
  const series = seriesProblemsOf(draft);
  if (series) problems.series = series;
  // A time series has the past of its target to learn from.
  if (!isSeries(draft) && learnedColumns(draft, choices).length === 0) problems.columns = "columnsNeeded";
  if (draft.goal === "groups" && (draft.layers.at(-1)?.length ?? 0) > 1) problems.layers = "oneGrouping";
  for (const at of placesOf(draft.layers)) {
    const found = nodeProblems(draft, at, place);
    if (found.columns !== undefined || found.parameters.length > 0) problems.nodes[at.node.id] = found;
  }
  return problems;
}

export function seriesProblemsOf(draft: Draft): SeriesProblems | undefined {
  return isSeries(draft) ? seriesProblems(draft.series) : undefined;
}

function nodeProblems(draft: Draft, at: Place, { choices, rows }: DraftPlace): NodeProblems {
  const { parameters, columns } = at.node;
  const wrong = parametersOf(methodAt(at, typeOf(draft)), rows).filter(
    (parameter) => parameterProblem(parameter, parameters[parameter.name] ?? "") !== null,
  );
  const lacks = columns !== null && !isSeries(draft) && nodeColumns(draft, at, choices).length === 0;
  return { ...(lacks ? { columns: "columnsNeeded" as const } : {}), parameters: wrong.map(({ name }) => name) };
}

/** Of the model's columns those that the node learns from. */
export function nodeColumns(draft: Draft, { node }: Pick<Place, "node">, choices: readonly Choice[]): string[] {
  const all = learnedColumns(draft, choices);
  return node.columns === null ? all : all.filter((name) => node.columns?.includes(name));
}

export function isComplete({ nodes, ...others }: DraftProblems): boolean {
  return Object.keys(others).length === 0 && Object.keys(nodes).length === 0;
}

export function requestOf(draft: Draft, { choices, taken, rows }: DraftPlace): CreateModelRequest {
  const type = typeOf(draft);
  const nodeOf = (at: Place) => {
    const algorithm = methodAt(at, type);
    const own = at.node.columns === null ? {} : { columns: nodeColumns(draft, at, choices) };
    const { rotation } = at.node;
    const turned = rotation !== "none" && isDetector(at, type) ? { rotation } : {};
    return { algorithm, params: chosenParameters(algorithm, at.node.parameters, rows), ...own, ...turned };
  };
  const places = placesOf(draft.layers);
  return {
    name: (draft.name ?? freeName(taken)).trim(),
    model_type: type,
    ...(draft.goal === "predict" && draft.target !== null ? { response: draft.target } : {}),
    columns: learnedColumns(draft, choices),
    ...(isSeries(draft) ? { time_series_params: seriesParams(draft.series) } : {}),
    layers: draft.layers.map((_nodes, layer) => ({ nodes: places.filter((at) => at.layer === layer).map(nodeOf) })),
  };
}
