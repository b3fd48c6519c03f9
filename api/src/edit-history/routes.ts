import { ERRORS } from "@agatha/contracts";
import { createEditStepRequest, editHistoryPatch, editStepAnswer, editStepPatch, id } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset, editableDataset } from "../datasets/access.js";
import { FAILED_TABLE_ERRORS } from "../datasets/table-file-errors.js";
import { defineRoute, type Route } from "../http/route.js";
import { addEditStep, changeEditSteps, listEditSteps, patchEditStep, restoreEditStep } from "./service.js";
import type { EditStepDeps } from "./stored-step.js";

const shared = { access: "user", tag: "Data editing" } as const;
const params = z.object({ id });
const stepParams = z.object({ id, extId: id });
const list = z.object({ data: z.array(editStepAnswer) });
/** Errors of a step that does not fit, including those of a table that could not be read. */
export const EDIT_STEP_ERRORS = [ERRORS.datasetNotFound, ...FAILED_TABLE_ERRORS, ERRORS.dataExtraction] as const;
const CHANGE_ERRORS = [...EDIT_STEP_ERRORS, ERRORS.editHistoryNotFound] as const;
const PATH = "/agatha/datasets/:id/extraction";

/** Routes for the whole edit history of a dataset: list it, add a step, change many entries at once. */
export function historyRoutes(deps: EditStepDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: PATH,
      summary: "The edit history of a dataset, in the order in which it is carried out",
      request: { params },
      responses: { 200: list },
      errors: [ERRORS.datasetNotFound],
      handler: async ({ user, params }) => ({
        body: { data: await listEditSteps(deps, await accessibleDataset(deps, user, params.id)) },
      }),
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: PATH,
      needsLicence: true,
      summary: "Adds a filter, a sorting, an aggregation, a replacement, a derived column or a join; the file stays as it is",
      bodyLimit: "list",
      request: { params, body: createEditStepRequest },
      responses: { 201: editStepAnswer },
      errors: [...CHANGE_ERRORS],
      handler: async ({ user, params, body }) => ({
        status: 201,
        body: await addEditStep(deps, user, await editableDataset(deps, user, params.id), body),
      }),
    }),
    defineRoute({
      ...shared,
      method: "patch",
      path: PATH,
      summary: "Enables, disables, deletes or restores many entries, or all: every one of them, or none",
      bodyLimit: "list",
      request: { params, body: editHistoryPatch },
      responses: { 200: list },
      errors: [...CHANGE_ERRORS],
      handler: async ({ user, params, body }) => ({
        body: { data: await changeEditSteps(deps, user, await editableDataset(deps, user, params.id), body) },
      }),
    }),
  ];
}

/** Routes for one entry of an edit history: change, delete and restore it. */
export function stepRoutes(deps: EditStepDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: "patch",
      path: `${PATH}/:extId`,
      summary: "Enables or disables an entry, or replaces what it does in its place",
      bodyLimit: "list",
      request: { params: stepParams, body: editStepPatch },
      responses: { 200: editStepAnswer },
      errors: [...CHANGE_ERRORS, ERRORS.dataChanged],
      handler: async ({ user, params, body }) => {
        const dataset = await editableDataset(deps, user, params.id);
        return { body: await patchEditStep(deps, user, dataset, { ...body, id: params.extId }) };
      },
    }),
    defineRoute({
      ...shared,
      method: "delete",
      path: `${PATH}/:extId`,
      summary: "Deletes an entry, which can be restored for a day",
      request: { params: stepParams },
      responses: { 204: null },
      errors: [...CHANGE_ERRORS],
      handler: async ({ user, params }) => {
        const dataset = await editableDataset(deps, user, params.id);
        await changeEditSteps(deps, user, dataset, { ids: [params.extId], change: "delete" });
        return { status: 204 };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: `${PATH}/:extId/restore`,
      summary: "Restores a deleted entry where it was",
      request: { params: stepParams },
      responses: { 200: editStepAnswer },
      errors: [...CHANGE_ERRORS],
      handler: async ({ user, params }) => {
        const dataset = await editableDataset(deps, user, params.id);
        return { body: await restoreEditStep(deps, user, dataset, params.extId) };
      },
    }),
  ];
}
