import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useCallback } from "react";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { LANGUAGES } from "../../i18n/languages.js";
import { useLanguage } from "../../i18n/use-language.js";
import { useWithoutDeleted } from "../../notifications/undoable-deletes.js";

/** Queries the datasets whose rows can be predicted, of all products, sorted by title, without those just deleted. */
export function useReadyDatasets() {
  const api = useApi();
  const withoutDeleted = useWithoutDeleted("datasets");
  const { tag } = LANGUAGES[useLanguage()];
  return useApiQuery(["datasets", "all"], () => api.datasets(), {
    select: useCallback((datasets: DatasetAnswer[]) => readyByTitle(withoutDeleted(datasets), tag), [withoutDeleted, tag]),
  });
}

function readyByTitle(datasets: DatasetAnswer[], languageTag: string): DatasetAnswer[] {
  const { compare } = new Intl.Collator(languageTag, { numeric: true });
  return datasets.filter(({ status }) => status === "evaluating_finish").toSorted((a, b) => compare(a.title, b.title));
}

export type ReadyDatasets = ReturnType<typeof useReadyDatasets>;
