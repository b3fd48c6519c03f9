import type { ApiError } from "@agatha/contracts/client";
import type { DatasetAnswer, DatasetRole } from "@agatha/contracts/wire";
import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { ProductChoice } from "./products.js";

/** State in the address of an analysis screen, and the dataset that it names. */
interface AnalysisState {
  product: ProductChoice;
  datasetId: string | null;
  modelId: string | null;
  /** Disabled if the address names no dataset. Polls until the dataset is ready. */
  dataset: UseQueryResult<DatasetAnswer, ApiError>;
}

const AnalysisContext = createContext<AnalysisState | null>(null);
export const AnalysisProvider = AnalysisContext.Provider;

/** Returns what the address of an analysis screen names. Throws elsewhere. */
export function useAnalysis(): AnalysisState {
  const analysis = useContext(AnalysisContext);
  if (analysis === null) throw new Error("useAnalysis is used outside of an analysis screen");
  return analysis;
}

/** Role of the user in the dataset of the analysis screen. Undefined until it is loaded, and on other screens. */
export function useDatasetRole(): DatasetRole | undefined {
  return useContext(AnalysisContext)?.dataset.data?.role;
}

/** Time zone of the dataset of the analysis screen; UTC until it is loaded, and on other screens. */
export function useDatasetTimezone(): string {
  return useContext(AnalysisContext)?.dataset.data?.timezone ?? "UTC";
}

/** For screens that need a dataset. The guard ensures that the address names one. */
export function useAnalysisDataset(): AnalysisState & { datasetId: string } {
  const analysis = useAnalysis();
  if (analysis.datasetId === null) throw new Error("useAnalysisDataset is used on a screen that needs no dataset");
  return { ...analysis, datasetId: analysis.datasetId };
}
