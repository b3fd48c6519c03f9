/** Routes for the token of an extraction API (its owner) and for its switch (managers). */
import { COLLECTIONS, ERRORS, type ErrorCode, ownerRefusal, type Resource, type TableColumn } from "@agatha/contracts";
import { createTokenStore, extractionSubject } from "@agatha/contracts/api-access/api-tokens";
import { createMutex } from "@agatha/contracts/mutex";
import {
  type EditHistoryApiAnswer,
  editHistoryApiAnswer,
  editHistoryApiStates,
  id,
  updateEditHistoryApisRequest,
} from "@agatha/contracts/wire";
import { columnsAfterEdits } from "@agatha/trainer/serving";
import type { Request } from "express";
import { z } from "zod";
import { recordAccessChange } from "../audit/record-audit.js";
import { asOwner } from "../datasets/roles.js";
import { describedTable } from "../datasets/status.js";
import { FAILED_TABLE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs, undeletedSteps } from "../edit-history/history.js";
import { editStepInDataset } from "../edit-history/service.js";
import { EDIT_HISTORY_API_PATH, publicUrl } from "../http/public-url.js";
import { defineRoute, type Route } from "../http/route.js";
import { loadHistory } from "../resources/edit-histories.js";
import { apiPageContent, type SampleColumn, shownToken, tokenUse } from "../tokens/shown.js";
import type { TokenUsage } from "../tokens/usage.js";
import { listEditHistoryApis, setEditHistoryApisEnabled } from "./enable-apis.js";

const tag = "Data editing";
const TOKEN_ROUTE = {
  path: "/agatha/datasets/:id/extraction/:extId/api",
  access: "user",
  tag,
  request: { params: z.object({ id, extId: id }) },
} as const;
const TOKEN_ERRORS: ErrorCode[] = [ERRORS.datasetNotFound, ...FAILED_TABLE_ERRORS, ERRORS.dataExtraction, ERRORS.editHistoryNotFound];

/** For owners: the API's page, a new token, and its revocation. For managers: the list of all such APIs and their switches. */
export function editHistoryApiManagementRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  return [...tokenRoutes(deps, usage), ...enablingRoutes(deps)];
}

function tokenRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  const tokens = createTokenStore(deps);
  /** Gets the token last, so that a page that cannot be shown changes none. */
  const page = async (
    request: Request,
    dataset: Resource<"Dataset">,
    getToken: () => Promise<string | undefined>,
  ): Promise<EditHistoryApiAnswer> => {
    const url = `${publicUrl(request, deps.config)}${EDIT_HISTORY_API_PATH}/`;
    const history = await loadHistory(deps, dataset.metadata.uid);
    const entries = history?.entries ?? [];
    const owner = await deps.documents.collection(COLLECTIONS.users).get(dataset.spec.owner);
    // There are no columns until the dataset is parsed.
    const columns = (await describedTable(deps, dataset))?.columns ?? [];
    const result_columns = columns.length > 0 ? columnsAfterEdits(columns, enabledSpecs(entries)) : [];
    const token = await shownToken(getToken());
    return {
      ...apiPageContent({ url, token, field: "token", columns: columns.map(sampleColumn) }),
      usage: (await usage.list(dataset.metadata.uid)).map((use) => tokenUse(use, token)),
      api_enabled: history?.api?.enabled ?? false,
      owner_refusal: ownerRefusal(owner, dataset.spec.productType, deps.clock.now()) ?? null,
      cond_list: undeletedSteps(entries).flatMap(({ enabled, cond }) => (enabled ? [cond] : [])),
      result_columns,
    };
  };
  return [
    defineRoute({
      ...TOKEN_ROUTE,
      method: "get",
      summary: "The API of a dataset's extraction: token, address, columns, use by token, and examples in six languages",
      responses: { 200: editHistoryApiAnswer },
      errors: TOKEN_ERRORS,
      async handler({ params, user, request }) {
        const { dataset } = await asOwner(user, editStepInDataset(deps, user, params));
        return { body: await page(request, dataset, () => tokens.getOrCreate(extractionSubject(dataset))) };
      },
    }),
    defineRoute({
      ...TOKEN_ROUTE,
      method: "post",
      summary: "A new token for the API of a dataset's extraction; the old one stops at once",
      responses: { 200: editHistoryApiAnswer },
      errors: TOKEN_ERRORS,
      async handler({ params, user, request }) {
        const { dataset } = await asOwner(user, editStepInDataset(deps, user, params));
        const rotate = async () => {
          await recordAccessChange(deps, user, { action: "extraction.api.rotate", target: dataset.metadata.name });
          return await tokens.rotate(extractionSubject(dataset));
        };
        return { body: await page(request, dataset, rotate) };
      },
    }),
    defineRoute({
      ...TOKEN_ROUTE,
      method: "delete",
      summary: "Revokes the token of an extraction's API: it stops at once, and there is none until a new one is made",
      responses: { 204: null },
      errors: [ERRORS.datasetNotFound, ERRORS.editHistoryNotFound],
      async handler({ params, user }) {
        const { dataset } = await asOwner(user, editStepInDataset(deps, user, params));
        await recordAccessChange(deps, user, { action: "extraction.api.revoke", target: dataset.metadata.name });
        await tokens.revoke(extractionSubject(dataset));
        return { status: 204 };
      },
    }),
  ];
}

function enablingRoutes(deps: ApiDeps): Route[] {
  const oneAtATime = createMutex();
  return [
    defineRoute({
      method: "get",
      path: "/manage_agatha/extraction_list",
      access: "manager",
      tag: "Management",
      summary: "Everybody's datasets that have an edit history, to enable and disable their extraction APIs",
      responses: { 200: editHistoryApiStates },
      handler: async () => ({ body: { data: await listEditHistoryApis(deps) } }),
    }),
    defineRoute({
      method: "patch",
      path: "/agatha/openthirdapi/update_extractions",
      access: "manager",
      tag: "Management",
      summary: "Enables and disables the extraction API of datasets: all of the list, or none",
      bodyLimit: "list",
      request: { body: updateEditHistoryApisRequest },
      responses: { 200: editHistoryApiStates },
      errors: [ERRORS.licenceExpired, ERRORS.datasetNotFound, ERRORS.editHistoryNotFound, ERRORS.apiActivationLimitReached],
      handler: async ({ body, user }) => ({
        body: { data: await oneAtATime(() => setEditHistoryApisEnabled(deps, user, body.api_update_list)) },
      }),
    }),
  ];
}

/** Returns a sample value: the median or the most frequent value. */
function sampleColumn({ name, type, stats: { quantiles, min, top } }: TableColumn): SampleColumn {
  return { name, type, typical: type === "s" ? (top[0]?.value ?? "") : (quantiles[2] ?? min ?? 0) };
}
