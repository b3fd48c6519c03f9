/** The open API of a model: its token, its use, examples, and enabling. */
import { z } from "zod";
import { OWNER_REFUSALS } from "../api-access/api-enabling.js";
import { columnType, productType } from "../kinds/dataset.js";
import { cell, errorBody, id, isoDateTime } from "./shared.js";

export const tokenUse = z.object({
  current: z.boolean().describe("Whether this is the valid token. The others were rotated or revoked."),
  calls: z.int().min(0).describe("Requests that were answered."),
  rows: z.int().min(0),
  first_used_at: isoDateTime,
  last_used_at: isoDateTime,
});
export type TokenUse = z.infer<typeof tokenUse>;

export const ownerRefusal = z
  .enum(OWNER_REFUSALS)
  .nullable()
  .describe(
    "Why the API answers nobody although it is enabled: the account of the owner is disabled, all APIs of the owner are disabled, the contract has expired, or the product is missing. Null if it answers.",
  );

export const modelApiAnswer = z.object({
  api_token: z
    .string()
    .nullable()
    .describe("Null once it is revoked, until a new one is made, and while it is hidden; the examples then have a placeholder."),
  api_token_hidden: z
    .boolean()
    .describe(
      "Whether there is a token that cannot be shown, since the installation's key is another one by now: it is valid all the same.",
    ),
  usage: z
    .array(tokenUse)
    .describe("By token, the last used one first. Tokens that were never used are left out. Counts are at most a second behind."),
  api_enabled: z.boolean(),
  owner_refusal: ownerRefusal,
  url: z.string(),
  columns: z.array(z.object({ name: z.string(), type: columnType, example: cell })),
  periods: z
    .int()
    .optional()
    .describe("Models of forecasters: how many next periods the examples ask for, without rows. Rows would continue the series."),
  examples: z.object({ python: z.string(), r: z.string(), go: z.string(), javascript: z.string(), java: z.string(), bash: z.string() }),
});
export type ModelApiAnswer = z.infer<typeof modelApiAnswer>;

export const updateModelApisRequest = z.object({
  api_update_list: z
    .array(z.object({ model_id: id, api_enabled: z.boolean() }))
    .min(1)
    .max(1000),
  product_type: z.union([productType, z.literal("all")]).optional(),
  partial: z.boolean().default(false).describe("Whether possible changes are made although others are refused, in the order of the list."),
});
export const updateModelApisAnswer = z.object({
  data: z.array(z.object({ model_id: id, api_enabled: z.boolean(), api_update_at: isoDateTime.nullable() })),
  refused: z
    .array(z.object({ model_id: id, tukey_error: errorBody.shape.tukey_error, message: z.string() }))
    .describe("Models that were not changed, each with its first reason; empty unless partial was asked for."),
});
