/** The model type of an automatic training, by its request and the response column. */
import { ERRORS } from "../errors/error-catalogue.js";
import type { CodedProblem } from "../errors/error-classes.js";
import type { AutoModelSpec } from "../kinds/auto-model.js";
import type { ProductType } from "../kinds/dataset.js";
import type { ModelType } from "../kinds/model-type.js";
import { rankingChoices } from "../ranking/ranking.js";
import type { TableColumn } from "../results/table.js";

type AutoModelRequest = Pick<AutoModelSpec, "mode" | "type" | "response" | "semilabel" | "candidates" | "rankBy" | "errorCosts"> & {
  timeSeries?: unknown;
};

/** Name and type of a column. The statistics are absent for a column that edits have made or changed. */
export type ColumnSummary = Pick<TableColumn, "name" | "type"> & Partial<Pick<TableColumn, "stats">>;

/** Returns the type of the models of an automatic training, or the problem with the request. */
export function autoModelType(
  wanted: AutoModelRequest,
  productType: ProductType,
  columns: readonly ColumnSummary[],
): ModelType | CodedProblem {
  const type = typeOfResponse(wanted, productType, columns);
  return typeof type === "string" ? (rankByProblem(wanted, type) ?? type) : type;
}

/** Returns the problem with the figure that models of this type are to be ranked by, if any. */
export function rankByProblem(
  { rankBy, semilabel, timeSeries, errorCosts }: Pick<AutoModelRequest, "rankBy" | "semilabel" | "timeSeries" | "errorCosts">,
  type: ModelType,
): CodedProblem | undefined {
  if (rankBy === undefined) return undefined;
  const choices = rankingChoices(type, {
    labelled: semilabel !== undefined,
    series: timeSeries !== undefined,
    costs: errorCosts !== undefined,
  });
  if (choices.includes(rankBy)) return undefined;
  return { code: ERRORS.badRequest, path: "rank_by", message: `${type} is not ranked by ${rankBy}: choose one of ${choices.join(", ")}` };
}

function typeOfResponse(wanted: AutoModelRequest, productType: ProductType, columns: readonly ColumnSummary[]): ModelType | CodedProblem {
  const { mode, response, type = typeByMode(wanted, productType) } = wanted;
  if (type !== undefined && type !== "REGRESSION" && type !== "CLASSIFICATION") {
    if (response === undefined) return type;
    return { code: ERRORS.responseNotAllowed, path: "response", message: `leave the response out: ${type} has none` };
  }
  if (response === undefined)
    return { code: ERRORS.responseNotFound, path: "response", message: `${mode} needs the column that is to be predicted` };
  const column = columns.find(({ name }) => name === response);
  if (!column) return { code: ERRORS.responseNotFound, path: "response", message: `the dataset has no column ${JSON.stringify(response)}` };
  if (column.type === "d") return { code: ERRORS.responseType, path: "response", message: "a date-time column cannot be predicted" };
  if (type === "REGRESSION" && column.type === "s") {
    return {
      code: ERRORS.responseType,
      path: "response",
      message: `${JSON.stringify(response)} is text, and numbers are predicted from a number column: change its type to number first, which empties cells that are no numbers, or choose another column, or CLASSIFICATION`,
    };
  }
  return type ?? typeByColumn(column);
}

function typeByMode({ mode, response, semilabel }: AutoModelRequest, productType: ProductType): ModelType | undefined {
  if (mode === "AUTO_OCC") return "OCC";
  if (mode === "AUTO_CLUSTER") return "CLUSTERING";
  if (mode === "AUTO_REGRESSION" || response !== undefined) return undefined;
  return semilabel !== undefined || productType === "occ" ? "OCC" : "CLUSTERING";
}

/** Text is classified, and so is a numeric column with two values, such as 0 and 1. */
function typeByColumn({ type, stats }: ColumnSummary): ModelType {
  return type === "s" || (stats !== undefined && stats.unique <= 2) ? "CLASSIFICATION" : "REGRESSION";
}

/** Number of distinct values up to which a column of numbers may hold classes. */
export const MAX_NUMERIC_CLASSES = 10;

/**
 * Returns how an automatic training interprets a numeric response with few values, or with an unknown number of them, and how to
 * choose otherwise. Returns undefined if the request chooses or the response leaves no choice.
 */
export function assumedTypeMessage({ type: wanted, response }: AutoModelRequest, type: ModelType, columns: readonly ColumnSummary[]) {
  const column = columns.find(({ name }) => name === response);
  const unique = column?.stats?.unique;
  if (wanted !== undefined || column?.type !== "n" || (unique !== undefined && unique > MAX_NUMERIC_CLASSES)) return undefined;
  const [taken, other] = type === "CLASSIFICATION" ? ["classes", "numbers: send REGRESSION"] : ["amounts", "classes: send CLASSIFICATION"];
  const numbers = unique === undefined ? "numbers made by edit steps" : `${unique} different numbers`;
  return `${column.name} has ${numbers}, which are taken as ${taken}. If they are ${other} as the model_type.`;
}
