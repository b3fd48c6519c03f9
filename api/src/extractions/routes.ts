import { createExtractionRequest, extractionAnswer, extractionPatch, extractionsPatch, id } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { type Route, route } from "../http/route.js";
import { addExtraction, changeExtraction, changeExtractions, listExtractions } from "./service.js";

const shared = { access: "user", tag: "Data editing" } as const;
const params = z.object({ id });
const ofEntry = z.object({ id, extId: id });
const list = z.object({ data: z.array(extractionAnswer) });
/** What a step is refused with that does not fit; the codes of a table that could not be read are told too. */
export const MISFITS = ["010401", "010404", "010405", "010407", "010411"] as const;
const changes = [...MISFITS, "010415"] as const;
const PATH = "/agatha/datasets/:id/extraction";

export function historyRoutes(deps: ApiDeps): Route[] {
  return [
    route({
      ...shared,
      method: "get",
      path: PATH,
      summary: "The edit history of a dataset, in the order in which it is carried out",
      request: { params },
      responses: { 200: list },
      errors: ["010401"],
      handler: async ({ user, params }) => ({
        body: { data: await listExtractions(deps, await accessibleDataset(deps, user, params.id)) },
      }),
    }),
    route({
      ...shared,
      method: "post",
      path: PATH,
      needsContract: true,
      summary: "Adds a filter, a sorting, an aggregation, a replacement or a derived column; the file stays as it is",
      request: { params, body: createExtractionRequest },
      responses: { 201: extractionAnswer },
      errors: [...MISFITS],
      handler: async ({ user, params, body }) => ({
        status: 201,
        body: await addExtraction(deps, user, await accessibleDataset(deps, user, params.id), body),
      }),
    }),
    route({
      ...shared,
      method: "patch",
      path: PATH,
      summary: "Enables, disables, deletes or restores many entries, or all: every one of them, or none",
      request: { params, body: extractionsPatch },
      responses: { 200: list },
      errors: [...changes],
      handler: async ({ user, params, body }) => ({
        body: { data: await changeExtractions(deps, user, await accessibleDataset(deps, user, params.id), body) },
      }),
    }),
  ];
}

export function entryRoutes(deps: ApiDeps): Route[] {
  return [
    route({
      ...shared,
      method: "patch",
      path: `${PATH}/:extId`,
      summary: "Enables or disables an entry",
      request: { params: ofEntry, body: extractionPatch },
      responses: { 200: extractionAnswer },
      errors: [...changes],
      handler: async ({ user, params, body }) => {
        const dataset = await accessibleDataset(deps, user, params.id);
        const change = body.enabled ? "enable" : "disable";
        return { body: await changeExtraction(deps, user, dataset, { id: params.extId, change }) };
      },
    }),
    route({
      ...shared,
      method: "delete",
      path: `${PATH}/:extId`,
      summary: "Deletes an entry, which can be restored for a day",
      request: { params: ofEntry },
      responses: { 204: null },
      errors: [...changes],
      handler: async ({ user, params }) => {
        const dataset = await accessibleDataset(deps, user, params.id);
        await changeExtractions(deps, user, dataset, { ids: [params.extId], change: "delete" });
        return { status: 204 };
      },
    }),
    route({
      ...shared,
      method: "post",
      path: `${PATH}/:extId/restore`,
      summary: "Restores a deleted entry where it was",
      request: { params: ofEntry },
      responses: { 200: extractionAnswer },
      errors: [...changes],
      handler: async ({ user, params }) => {
        const dataset = await accessibleDataset(deps, user, params.id);
        return { body: await changeExtraction(deps, user, dataset, { id: params.extId, change: "restore" }) };
      },
    }),
  ];
}
