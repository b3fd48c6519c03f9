/** A model that is being described, before it is sent. Pure, so that the form only shows it. */

import type { ModelType, TableColumn } from "@agatha/contracts";
import { ALGORITHMS, type AlgorithmName, DEFAULT_ALGORITHM } from "@agatha/contracts/algorithms/index";
import { CLASS_LIMIT } from "@agatha/contracts/classes";
import type { CreateModelRequest, DataCheckAnswer } from "@agatha/contracts/wire";
import { modelNameProblem } from "../model-name.js";
import { chosenParameters, parameterProblem, parametersOf } from "./parameters.js";

export type Goal = "predict" | "outliers" | "groups";

export interface Draft {
  goal: Goal;
  target: string | null;
  as: "number" | "class";
  columns: readonly string[];
  /** Null: the usual one for the type. */
  algorithm: AlgorithmName | null;
  parameters: Readonly<Record<string, string>>;
  /** Null: the first free name. */
  name: string | null;
}

/** A column with what the data check says of it. */
export interface Choice {
  column: TableColumn;
  quality: number;
  /** Whether a model can learn from it at all, and is better off with it. */
  usable: boolean;
}

/** Numbers with more distinct values than this are predicted as numbers. */
const CLASSES_AT_MOST = 10;

export function choicesOf(columns: readonly TableColumn[], check: DataCheckAnswer | undefined): Choice[] {
  return columns
    .filter((column) => !column.hidden)
    .map((column) => {
      const found = check?.check_table.find((row) => row.name === column.name);
      const hopeless = found !== undefined && (found.all_na || found.flags.all_equal === true || found.flags.idness === true);
      return { column, quality: found?.quality ?? 1, usable: !hopeless };
    });
}

/** What can be predicted: numbers and classes with at least two values, and not a column that only names the row. */
export function targetsOf(choices: readonly Choice[]): Choice[] {
  return choices.filter(
    ({ column, usable }) => usable && column.stats.unique >= 2 && (column.type === "n" || (column.type === "s" && canBeClasses(column))),
  );
}

export function canBeClasses({ stats }: TableColumn): boolean {
  return stats.unique <= CLASS_LIMIT;
}

export function typeOf(draft: Draft): ModelType {
  if (draft.goal === "outliers") return "OCC";
  if (draft.goal === "groups") return "CLUSTERING";
  return draft.as === "number" ? "REGRESSION" : "CLASSIFICATION";
}

export function algorithmOf(draft: Draft): AlgorithmName {
  const type = typeOf(draft);
  const fits = draft.algorithm !== null && (ALGORITHMS[draft.algorithm].tasks as readonly ModelType[]).includes(type);
  return fits && draft.algorithm !== null ? draft.algorithm : DEFAULT_ALGORITHM[type];
}

export function newDraft(choices: readonly Choice[], goal: Goal): Draft {
  return { goal, target: null, as: "number", columns: usableNames(choices), algorithm: null, parameters: {}, name: null };
}

export function usableNames(choices: readonly Choice[]): string[] {
  return choices.filter((choice) => choice.usable).map((choice) => choice.column.name);
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
  const isTarget = (name: string) => draft.goal === "predict" && name === draft.target;
  return choices.map((choice) => choice.column.name).filter((name) => draft.columns.includes(name) && !isTarget(name));
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
  parameters: string[];
}

export function problemsOf(draft: Draft, { choices, taken, rows }: DraftPlace): DraftProblems {
  const problems: DraftProblems = { parameters: [] };
  const name = draft.name === null ? undefined : modelNameProblem(draft.name, taken);
  if (name !== undefined) problems.name = name;
  if (draft.goal === "predict" && draft.target === null) problems.target = "targetNeeded";
  if (learnedColumns(draft, choices).length === 0) problems.columns = "columnsNeeded";
  for (const parameter of parametersOf(algorithmOf(draft), rows))
    if (parameterProblem(parameter, draft.parameters[parameter.name] ?? "") !== null) problems.parameters.push(parameter.name);
  return problems;
}

export function isComplete({ name, target, columns, parameters }: DraftProblems): boolean {
  return name === undefined && target === undefined && columns === undefined && parameters.length === 0;
}

export function requestOf(draft: Draft, { choices, taken, rows }: DraftPlace): CreateModelRequest {
  const algorithm = algorithmOf(draft);
  const type = typeOf(draft);
  return {
    name: (draft.name ?? freeName(taken)).trim(),
    model_type: type,
    ...(draft.goal === "predict" && draft.target !== null ? { response: draft.target } : {}),
    columns: learnedColumns(draft, choices),
    layers: [{ nodes: [{ algorithm, params: chosenParameters(algorithm, draft.parameters, rows) }] }],
  };
}
