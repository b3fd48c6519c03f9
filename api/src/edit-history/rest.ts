import { ERRORS } from "@agatha/contracts";
import { createEditStepRequest, editStepAnswer, editStepChanges, id } from "@agatha/contracts/wire";
import { accessibleDatasets, editableDataset } from "../datasets/access.js";
import { asEditor } from "../datasets/roles.js";
import type { Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { EDIT_STEP_ERRORS } from "./routes.js";
import { addEditStep, changeEditSteps, editStepById, listEditSteps, patchEditStep } from "./service.js";
import type { EditStepDeps } from "./stored-step.js";

/** Entries of all datasets, for the console's lists. */
export function restEditStepRoutes(deps: EditStepDeps): Route[] {
  return restRoutes({
    name: "extractions",
    record: editStepAnswer,
    errors: [...EDIT_STEP_ERRORS, ERRORS.editHistoryNotFound, ERRORS.dataChanged],
    list: async (user) => {
      const datasets = await accessibleDatasets(deps, user);
      return (await Promise.all(datasets.map((dataset) => listEditSteps(deps, dataset)))).flat();
    },
    get: async (user, entryId) => (await editStepById(deps, user, entryId)).entry,
    create: {
      body: createEditStepRequest.extend({ dataset_id: id }),
      needsLicence: true,
      run: async (user, { dataset_id, ...request }) => addEditStep(deps, user, await editableDataset(deps, user, dataset_id), request),
    },
    update: {
      body: editStepChanges,
      run: async (user, entryId, changes) =>
        patchEditStep(deps, user, (await asEditor(user, editStepById(deps, user, entryId))).dataset, { ...changes, id: entryId }),
    },
    remove: async (user, entryId) => {
      const { dataset, entry } = await asEditor(user, editStepById(deps, user, entryId));
      await changeEditSteps(deps, user, dataset, { ids: [entryId], change: "delete" });
      return entry;
    },
  });
}
