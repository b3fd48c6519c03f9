/** Choice of the rows for which a model is to predict, or in which it is to find outliers. Pure. */
import type { RowStructure, RowValidation, TimeOrder, TimeOrderErrors } from "@agatha/contracts";
import { type ColumnOption, groupColumnOptions, orderColumnOptions } from "./column-options.js";
import { isTimeSeries, type TrainingDraft } from "./draft.js";
import { isRuledOut, type RowFacts } from "./row-facts.js";

/** Ways to hold out rows that a dataset allows: by groups of rows, and by a column of time. The target is none of these columns. */
export interface ValidationOptions {
  /** The groups that were found in the data. */
  groups: RowStructure | undefined;
  /** Columns that name the group of a row: those that were chosen, else those that were found. */
  groupColumns: readonly string[];
  /** Column that orders the rows: the one that was chosen, else the one that was found. */
  timeColumn: string | undefined;
  /** Columns that may name the group, and those that may order the rows. */
  groupOptions: readonly string[];
  timeOptions: readonly string[];
  /** The groups are those that were found, and follow one another by the time column: later rows are those of later groups. */
  hasLaterGroups: boolean;
  /** What the server decides by the data; auto if only the training can decide. */
  byDefault: RowValidation["rows"];
  /** Errors of a quick model in predicting the target, if the rows are in order of the time. */
  inTime?: TimeOrderErrors | undefined;
}

/** Returns the ways to hold out rows that a draft allows; undefined where there is nothing to choose. */
export function validationOptions(draft: TrainingDraft, choices: readonly ColumnOption[], facts: RowFacts): ValidationOptions | undefined {
  if (draft.goal === "clusters" || isTimeSeries(draft)) return undefined;
  const target = draft.goal === "predict" ? draft.target : null;
  const { groups, order, time } = factsAbout(target, draft, choices, facts);
  const optionsOf = (found: readonly string[], options: readonly ColumnOption[]) => [
    ...new Set([...found, ...options.map(({ column }) => column.name).filter((name) => name !== target)]),
  ];
  const isLabel = ({ column, labelLike }: ColumnOption) => draft.goal === "outliers" && (labelLike || column.name === facts.knownAnomalies);
  const groupOptions = optionsOf(
    groups?.groupColumns ?? [],
    groupColumnOptions(choices).filter((choice) => !isLabel(choice)),
  );
  const timeOptions = optionsOf(time === undefined ? [] : [time], orderColumnOptions(choices));
  if (!groups && groupOptions.length === 0 && timeOptions.length === 0) return undefined;
  const inTime = order?.errors.find(({ response }) => response === target);
  const hasGroups = groups !== undefined;
  const groupColumns = (draft.groupColumns ?? groups?.groupColumns ?? []).filter((name) => groupOptions.includes(name));
  const timeColumn = timeOptions.find((name) => name === draft.timeColumn) ?? time;
  return {
    groups,
    groupColumns,
    timeColumn,
    hasLaterGroups:
      order !== undefined && timeColumn === order.timeColumn && groupColumns.length > 0 && areGroupsAsFound({ groups, groupColumns }),
    groupOptions,
    timeOptions,
    byDefault:
      order && draft.goal === "predict"
        ? rowsByErrors(inTime, hasGroups)
        : rowsWithoutOrder(hasGroups, !draft.useExtraction && isRuledOut(target, facts)),
    inTime,
  };
}

/** Returns what was found in the data that concerns the target, by columns that are left after an edit history. */
function factsAbout(
  target: string | null,
  { goal, useExtraction }: TrainingDraft,
  choices: readonly ColumnOption[],
  { structure, timeOrder, knownAnomalies }: RowFacts,
): { groups: RowStructure | undefined; order: TimeOrder | undefined; time: string | undefined } {
  // The facts are those of the file. An edit history may leave fewer columns.
  const isLeft = (name: string) => !useExtraction || choices.some(({ column }) => column.name === name);
  const isAsked = (name: string) => name !== target && !(goal === "outliers" && name === knownAnomalies) && isLeft(name);
  const groups = structure?.groupColumns.every(isAsked) && concerns(structure, target) ? structure : undefined;
  const order = timeOrder && isAsked(timeOrder.timeColumn) ? timeOrder : undefined;
  const time = order?.timeColumn ?? choices.find(({ column }) => column.type === "d")?.column.name ?? groups?.timeColumn;
  return { groups, order, time: time !== undefined && isAsked(time) ? time : undefined };
}

/** Returns true unless rows are blocks of consecutive ones, on which no more than some targets depend. */
function concerns({ kind, errors = [] }: RowStructure, target: string | null): boolean {
  return kind !== "consecutive" || errors.some(({ response }) => response === target);
}

/** Returns the rows that are held out if the data show no order of them: whole groups if there are groups. */
function rowsWithoutOrder(hasGroups: boolean, isRandomSure: boolean): RowValidation["rows"] {
  if (hasGroups) return "groups";
  return isRandomSure ? "random" : "auto";
}

/** Returns which rows are held out where they are in order of a time: the data check measures only some of the possible targets. */
function rowsByErrors(errors: TimeOrderErrors | undefined, hasGroups: boolean): RowValidation["rows"] {
  if (!errors) return "auto";
  return errors.dependsOnOrder ? "time" : rowsWithoutOrder(hasGroups, true);
}

/** Returns true if the groups are those that were found in the data. */
export function areGroupsAsFound({ groups, groupColumns }: Pick<ValidationOptions, "groups" | "groupColumns">): boolean {
  return groups?.groupColumns.length === groupColumns.length && groups.groupColumns.every((name) => groupColumns.includes(name));
}

/** Returns true if no column names the group, and the data show no groups without a column. */
export function areGroupsUnnamed({ groups, groupColumns }: ValidationOptions): boolean {
  return groupColumns.length === 0 && groups?.groupColumns.length !== 0;
}

/** Returns true if rows can be held out by whole groups, named or not. */
export function areGroupsOffered({ groups, groupOptions }: ValidationOptions): boolean {
  return groups !== undefined || groupOptions.length > 0;
}

/** Returns which rows are held out by the draft: what was found in the data decides unless another answer was chosen. */
export function heldOutRows({ validationRows }: Pick<TrainingDraft, "validationRows">, options: ValidationOptions): RowValidation["rows"] {
  const isOffered =
    validationRows === "groups"
      ? areGroupsOffered(options)
      : validationRows === "time"
        ? options.timeOptions.length > 0
        : validationRows !== "auto";
  return isOffered ? validationRows : options.byDefault;
}

export type ValidationProblem = "groupsNeeded" | "timeNeeded";

/** Returns which column is missing from the choice; undefined if none is. */
export function validationProblem(draft: TrainingDraft, choices: readonly ColumnOption[], facts: RowFacts): ValidationProblem | undefined {
  const options = validationOptions(draft, choices, facts);
  const rows = options && heldOutRows(draft, options);
  if (rows === "time") return options?.timeColumn === undefined ? "timeNeeded" : undefined;
  return rows === "groups" && options && areGroupsUnnamed(options) ? "groupsNeeded" : undefined;
}

/** Returns what a request says of the rows to predict. The server decides by the data where nothing was chosen. */
export function toValidation(draft: TrainingDraft, choices: readonly ColumnOption[], facts: RowFacts): RowValidation | undefined {
  const options = validationOptions(draft, choices, facts);
  if (!options) return undefined;
  const { groups, groupColumns, timeColumn, hasLaterGroups, byDefault } = options;
  if (draft.validationRows === "auto") return groups || timeColumn !== undefined || byDefault === "auto" ? { rows: "auto" } : undefined;
  const rows = heldOutRows(draft, options);
  if (rows === "auto") return { rows };
  if (rows === "time") return { rows, timeColumn, ...(hasLaterGroups && { groupColumns: [...groupColumns] }) };
  return { rows, ...(groupColumns.length > 0 && { groupColumns: [...groupColumns] }) };
}
