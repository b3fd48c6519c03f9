import { ERRORS } from "@agatha/contracts";
import { saveClusterLabelsRequest, uploadAnswer } from "@agatha/contracts/wire";
import { phaseOf } from "../datasets/status.js";
import { FAILED_TABLE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { accessibleModel } from "./access.js";
import { MODEL_PATH, modelParams } from "./routes.js";
import { type SaveServices, saveGroups } from "./save-groups.js";

/** Route that saves the rows that a model learned from as a new dataset, with each row's cluster, class or outlier. */
export function saveRoutes(deps: ApiDeps, services: SaveServices): Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${MODEL_PATH}/save_to_tukey`,
      needsLicence: true,
      access: "user",
      summary: "Makes a new dataset of the rows that the model learned from, with its cluster, class or outlier of each in a column more",
      tag: "Models",
      request: { params: modelParams, body: saveClusterLabelsRequest },
      responses: { 201: uploadAnswer },
      errors: [
        ERRORS.datasetNotFound,
        ERRORS.duplicateDatasetName,
        ERRORS.duplicateColumnName,
        ...FAILED_TABLE_ERRORS,
        ERRORS.reservedColumnName,
        ERRORS.datasetName,
        ERRORS.fileTooLarge,
        ERRORS.editHistoryNotFound,
        ERRORS.modelNotFound,
        ERRORS.modelNotTrained,
        ERRORS.calculationFailed,
        ERRORS.dataChanged,
      ],
      async handler({ params, body, user }) {
        const found = await accessibleModel(deps, user, params.id, params.mid);
        const made = await saveGroups(deps, services, user, { ...found, request: body });
        return { status: 201, body: { id: made.metadata.name, name: made.spec.displayName, status: phaseOf(made) } };
      },
    }),
  ];
}
