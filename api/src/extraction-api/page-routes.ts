/** The token of an extraction's API for its owner, and its switch for managers. */
import type { ErrorCode, Resource, TableColumn } from "@agatha/contracts";
import {
  type ExtractionApiAnswer,
  extractionApiAnswer,
  extractionApiStates,
  id,
  updateExtractionApisRequest,
} from "@agatha/contracts/wire";
import { columnsAfter } from "@agatha/trainer/serving";
import type { Request } from "express";
import { z } from "zod";
import { describedTable } from "../datasets/state.js";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs, liveEntries } from "../extractions/history.js";
import { extractionIn } from "../extractions/service.js";
import { storedHistory } from "../extractions/store.js";
import { type Route, route } from "../http/route.js";
import { audit } from "../management/audit.js";
import { inTurn } from "../management/in-turn.js";
import { EXTRACTION_API_PATH, publicAddress } from "../open-api/address.js";
import { createTokens, extractionSubject } from "../tokens/index.js";
import { type ColumnToTry, shownApi, tokenUse } from "../tokens/shown.js";
import type { TokenUsage } from "../tokens/usage.js";
import { listApis, setEnabled } from "./enabling.js";

const tag = "Data editing";
const PAGE = {
  path: "/agatha/datasets/:id/extraction/:extId/api",
  access: "user",
  tag,
  request: { params: z.object({ id, extId: id }) },
} as const;
const REFUSALS: ErrorCode[] = ["010401", "010404", "010405", "010407", "010411", "010415"];

export function extractionPageRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  return [...tokenRoutes(deps, usage), ...switchRoutes(deps)];
}

function tokenRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  const tokens = createTokens(deps);
  const page = async (request: Request, dataset: Resource<"Dataset">, token: string | undefined): Promise<ExtractionApiAnswer> => {
    const url = `${publicAddress(request, deps.config.basePath)}${EXTRACTION_API_PATH}/`;
    const history = await storedHistory(deps, dataset.metadata.uid);
    const entries = history?.entries ?? [];
    // Until the dataset is parsed no columns are told.
    const columns = (await describedTable(deps, dataset))?.columns ?? [];
    return {
      ...shownApi({ url, token, field: "token", columns: columns.map(toTry) }),
      usage: (await usage.of(dataset.metadata.uid)).map((use) => tokenUse(use, token)),
      api_enabled: history?.api?.enabled ?? false,
      cond_list: liveEntries(entries).flatMap(({ enabled, cond }) => (enabled ? [cond] : [])),
      result_columns: columns.length > 0 ? columnsAfter(columns, enabledSpecs(entries)) : [],
    };
  };
  return [
    route({
      ...PAGE,
      method: "get",
      summary: "The API of a dataset's extraction: token, address, columns, use by token, and examples in six languages",
      responses: { 200: extractionApiAnswer },
      errors: REFUSALS,
      async handler({ params, user, request }) {
        const { dataset } = await extractionIn(deps, user, params);
        return { body: await page(request, dataset, await tokens.of(extractionSubject(dataset))) };
      },
    }),
    route({
      ...PAGE,
      method: "post",
      summary: "A new token for the API of a dataset's extraction; the old one stops at once",
      responses: { 200: extractionApiAnswer },
      errors: REFUSALS,
      async handler({ params, user, request }) {
        const { dataset } = await extractionIn(deps, user, params);
        await audit(deps, user, { action: "extraction.api.rotate", target: dataset.metadata.name });
        return { body: await page(request, dataset, await tokens.rotate(extractionSubject(dataset))) };
      },
    }),
    route({
      ...PAGE,
      method: "delete",
      summary: "Revokes the token of an extraction's API: it stops at once, and there is none until a new one is made",
      responses: { 204: null },
      errors: ["010401", "010415"],
      async handler({ params, user }) {
        const { dataset } = await extractionIn(deps, user, params);
        await audit(deps, user, { action: "extraction.api.revoke", target: dataset.metadata.name });
        await tokens.revoke(extractionSubject(dataset));
        return { status: 204 };
      },
    }),
  ];
}

function switchRoutes(deps: ApiDeps): Route[] {
  const oneAtATime = inTurn();
  return [
    route({
      method: "get",
      path: "/manage_agatha/extraction_list",
      access: "manager",
      tag: "Management",
      summary: "Everybody's datasets that have an edit history, to enable and disable their extraction APIs",
      responses: { 200: extractionApiStates },
      handler: async () => ({ body: { data: await listApis(deps) } }),
    }),
    route({
      method: "patch",
      path: "/agatha/openthirdapi/update_extractions",
      access: "manager",
      tag: "Management",
      summary: "Enables and disables the extraction API of datasets: all of the list, or none",
      request: { body: updateExtractionApisRequest },
      responses: { 200: extractionApiStates },
      errors: ["010313", "010401", "010415", "010603"],
      handler: async ({ body, user }) => ({ body: { data: await oneAtATime(() => setEnabled(deps, user, body.api_update_list)) } }),
    }),
  ];
}

/** The median or the most frequent value. */
function toTry({ name, type, stats: { quantiles, min, top } }: TableColumn): ColumnToTry {
  return { name, type, typical: type === "s" ? (top[0]?.value ?? "") : (quantiles[2] ?? min ?? 0) };
}
