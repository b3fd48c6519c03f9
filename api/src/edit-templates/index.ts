/** Templates: named steps of an edit history that can be applied to other datasets. */
import { ERRORS } from "@agatha/contracts";
import { applyEditTemplateRequest, createEditTemplateRequest, editStepAnswer, editTemplateAnswer, id } from "@agatha/contracts/wire";
import { z } from "zod";
import { editableDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { EDIT_STEP_ERRORS } from "../edit-history/routes.js";
import type { CopyJoin } from "../edit-history/stored-step.js";
import { defineRoute, type Route } from "../http/route.js";
import { restRoutes } from "../rest/index.js";
import { applyTemplate } from "./apply.js";
import { accessibleTemplate, createTemplate, deleteTemplate, listTemplates, restoreTemplate, templateAnswerOf } from "./service.js";

const shared = { access: "user", tag: "Data editing" } as const;
const PATH = "/agatha/extraction_templates";
const params = z.object({ tid: id });

/** Routes for the user's own templates, or everybody's for managers: list, save, delete, restore and apply them. */
export function editTemplateRoutes(api: ApiDeps, copyJoin: CopyJoin): Route[] {
  const deps = { ...api, copyJoin };
  return [
    defineRoute({
      ...shared,
      method: "get",
      path: PATH,
      summary: "One's own extraction templates, or everybody's for managers",
      responses: { 200: z.object({ data: z.array(editTemplateAnswer) }) },
      handler: async ({ user }) => ({ body: { data: await listTemplates(deps, user) } }),
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: PATH,
      needsLicence: true,
      summary: "Keeps entries of a dataset's edit history as a template",
      bodyLimit: "list",
      request: { body: createEditTemplateRequest },
      responses: { 201: editTemplateAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.editHistoryNotFound],
      handler: async ({ user, body }) => ({ status: 201, body: await createTemplate(deps, user, body) }),
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: `${PATH}/:tid`,
      summary: "An extraction template",
      request: { params },
      responses: { 200: editTemplateAnswer },
      errors: [ERRORS.editTemplateNotFound],
      handler: async ({ user, params }) => ({ body: templateAnswerOf(await accessibleTemplate(deps, user, params.tid)) }),
    }),
    defineRoute({
      ...shared,
      method: "delete",
      path: `${PATH}/:tid`,
      summary: "Deletes an extraction template; histories that it was applied to stay",
      request: { params },
      responses: { 204: null },
      errors: [ERRORS.editTemplateNotFound],
      async handler({ user, params }) {
        await deleteTemplate(deps, user, params.tid);
        return { status: 204 };
      },
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: `${PATH}/:tid/restore`,
      summary: "Undoes the deletion of an extraction template, within a day",
      request: { params },
      responses: { 200: editTemplateAnswer },
      errors: [ERRORS.editTemplateNotFound],
      handler: async ({ user, params }) => ({ body: await restoreTemplate(deps, user, params.tid) }),
    }),
    defineRoute({
      ...shared,
      method: "post",
      path: "/agatha/datasets/:id/extraction/template",
      needsLicence: true,
      summary: "Adds a template's entries to the end of a dataset's edit history: all of them, or none",
      request: { params: z.object({ id }), body: applyEditTemplateRequest },
      responses: { 201: z.object({ data: z.array(editStepAnswer) }) },
      errors: [...EDIT_STEP_ERRORS, ERRORS.columnName, ERRORS.editTemplateNotFound],
      async handler({ user, params, body }) {
        const dataset = await editableDataset(deps, user, params.id);
        const template = await accessibleTemplate(deps, user, body.template_id);
        return { status: 201, body: { data: await applyTemplate(deps, user, dataset, template) } };
      },
    }),
    ...restRoutes({
      name: "extraction_templates",
      record: editTemplateAnswer,
      errors: [ERRORS.datasetNotFound, ERRORS.editHistoryNotFound, ERRORS.editTemplateNotFound],
      list: async (user) => listTemplates(deps, user),
      get: async (user, templateId) => templateAnswerOf(await accessibleTemplate(deps, user, templateId)),
      create: { body: createEditTemplateRequest, needsLicence: true, run: async (user, body) => createTemplate(deps, user, body) },
      remove: async (user, templateId) => deleteTemplate(deps, user, templateId),
    }),
  ];
}
