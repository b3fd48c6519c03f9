import type { ProductChoice } from "./products.js";

export const LOGIN_PATH = "/account/login";
export const FORGOT_PATH = "/account/forgot";

/** Address of what was deleted in the last day. */
export const TRASH_PATH = "/trash";

/** Addresses of the analysis screens. The address alone restores the screen. */
export const uploadPath = (product: ProductChoice): string => `/analysis/upload/${product}`;

/** Address of a dataset's table, which begins at the given row, counted from 0. */
export const datasetPath = (datasetId: string, product?: ProductChoice, row?: number): string =>
  `/analysis/dataset${queryString({ datasetID: datasetId, p: product, row: rowParam(row) })}`;

/** Address of the edit history of a dataset, and of a row that it leaves. */
export const editHistoryPath = (datasetId: string, product?: ProductChoice, row?: number): string =>
  `/analysis/exploration${queryString({ datasetID: datasetId, p: product, row: rowParam(row) })}`;

/** Address of the edit history of a dataset with the form of a new step that makes rows of columns. */
export const unpivotPath = (datasetId: string, product: ProductChoice): string =>
  `/analysis/exploration${queryString({ datasetID: datasetId, p: product, add: "unpivot" })}`;

/** Addresses count rows from 1, as the screens do. */
const rowParam = (row: number | undefined): string | undefined => (row === undefined ? undefined : String(row + 1));

/** Row of an address, counted from 0. Null if it names none. */
export function rowOfAddress(query: URLSearchParams): number | null {
  const row = Number(query.get("row"));
  return Number.isInteger(row) && row > 0 ? row - 1 : null;
}

/** The tab of a model, and the calculation in it. */
interface ModelPathParams {
  tab?: string;
  calcID?: string;
}

/** The address's modelID while a model is being created. */
export const NEW_MODEL = "new";

/** Path of a model's page; without a model, of the dataset's best one, or of a new one if there is none. */
export const modelPath = (datasetId: string, modelId?: string, product?: ProductChoice, { tab, calcID }: ModelPathParams = {}): string =>
  `/analysis/fitting${queryString({ datasetID: datasetId, p: product, modelID: modelId, tab, calcID })}`;

/** Path of the page of an automatic training. */
export const automaticTrainingPath = (datasetId: string, autoModelId: string, product?: ProductChoice): string =>
  `/analysis/fitting${queryString({ datasetID: datasetId, p: product, autoModelID: autoModelId })}`;

export interface EvaluationPathParams {
  product?: ProductChoice;
  /** NEW_EVALUATION, or the id of an existing comparison. */
  evaluationId?: string;
  /** Models that a new comparison starts with. */
  models?: readonly string[];
  /** Outlier detection: the limit for which metrics are shown, instead of the comparison's own. */
  maxFpr?: number;
}

/** The address's evaluationID while a comparison is being created. */
export const NEW_EVALUATION = "new";

/** Path of a comparison's page; without a comparison, of the dataset's latest one, or of a new one if there is none. */
export const evaluationPath = (datasetId: string, { product, evaluationId, models = [], maxFpr }: EvaluationPathParams = {}): string =>
  `/analysis/evaluation${queryString({
    datasetID: datasetId,
    p: product,
    evaluationID: evaluationId,
    models: models.length > 0 ? models.join(",") : undefined,
    max_fpr: maxFpr === undefined ? undefined : String(maxFpr),
  })}`;

function queryString(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "all");
  return `?${new URLSearchParams(given).toString()}`;
}
