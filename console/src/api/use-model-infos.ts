import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { useQueries } from "@tanstack/react-query";
import { QUERY_KEYS } from "./query-keys.js";
import { useApi } from "./services.js";

/** Description of each of the models, by its id. Models whose description is not loaded are absent. */
export function useModelInfos(models: readonly Pick<ModelAnswer, "id" | "dataset_id">[]): ReadonlyMap<string, ModelInfo> {
  const api = useApi();
  const infos = useQueries({
    queries: models.map(({ id, dataset_id }) => ({
      queryKey: [...QUERY_KEYS.model(id), "info"],
      queryFn: () => api.modelInfo(dataset_id, id),
    })),
  });
  return new Map(
    models.flatMap(({ id }, at): [string, ModelInfo][] => {
      const info = infos[at]?.data;
      return info ? [[id, info]] : [];
    }),
  );
}
