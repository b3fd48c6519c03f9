import type { ProductChoice } from "./products.js";

/** Addresses of the analysis screens; the address alone restores the screen. */
export const uploadPath = (product: ProductChoice): string => `/analysis/upload/${product}`;

export const datasetPath = (datasetId: string, product?: ProductChoice): string =>
  `/analysis/dataset${query({ datasetID: datasetId, p: product })}`;

/** Which of a model's tabs is shown, and in it which calculation. */
export interface ModelPlace {
  tab?: string;
  calcID?: string;
}

export const fittingPath = (datasetId: string, modelId?: string, product?: ProductChoice, { tab, calcID }: ModelPlace = {}): string =>
  `/analysis/fitting${query({ datasetID: datasetId, p: product, modelID: modelId, tab, calcID })}`;

/** The page of an automatic training. */
export const automaticPath = (datasetId: string, autoModelId: string, product?: ProductChoice): string =>
  `/analysis/fitting${query({ datasetID: datasetId, p: product, autoModelID: autoModelId })}`;

function query(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "all");
  return `?${new URLSearchParams(given).toString()}`;
}
