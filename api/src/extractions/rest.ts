import { createExtractionRequest, extractionAnswer, extractionPatch, id } from "@agatha/contracts/wire";
import { accessibleDataset, accessibleDatasets } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { MISFITS } from "./routes.js";
import { addExtraction, changeExtraction, changeExtractions, extractionById, listExtractions } from "./service.js";

/** The entries of all datasets, for the console's lists. */
export function restExtractionRoutes(deps: ApiDeps): Route[] {
  return restRoutes({
    name: "extractions",
    record: extractionAnswer,
    errors: [...MISFITS, "010415"],
    list: async (user) => {
      const datasets = await accessibleDatasets(deps, user);
      return (await Promise.all(datasets.map((dataset) => listExtractions(deps, dataset)))).flat();
    },
    get: async (user, entryId) => (await extractionById(deps, user, entryId)).entry,
    create: {
      body: createExtractionRequest.extend({ dataset_id: id }),
      needsContract: true,
      run: async (user, { dataset_id, ...request }) => addExtraction(deps, user, await accessibleDataset(deps, user, dataset_id), request),
    },
    update: {
      body: extractionPatch.partial(),
      run: async (user, entryId, { enabled }) => {
        const { dataset, entry } = await extractionById(deps, user, entryId);
        if (enabled === undefined) return entry;
        return changeExtraction(deps, user, dataset, { id: entryId, change: enabled ? "enable" : "disable" });
      },
    },
    remove: async (user, entryId) => {
      const { dataset, entry } = await extractionById(deps, user, entryId);
      await changeExtractions(deps, user, dataset, { ids: [entryId], change: "delete" });
      return entry;
    },
  });
}
