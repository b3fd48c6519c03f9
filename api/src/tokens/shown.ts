/** Answers about an API, its token and the token's usage. */
import type { ApiUsage, ColumnType } from "@agatha/contracts";
import { HiddenToken, sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import { toSignificantDigits } from "@agatha/contracts/significant-digits";
import type { ModelApiAnswer, TokenUse } from "@agatha/contracts/wire";
import { codeSamples } from "../code-samples/index.js";
import type { SampleRequest } from "../code-samples/sample-request.js";

/** Placeholder in code samples if there is no token. */
const TOKEN_PLACEHOLDER = "YOUR_API_TOKEN";

/** The token of an API, as its page shows it. */
export interface ShownToken {
  /** Undefined if it was revoked, or is hidden. */
  token: string | undefined;
  hidden: boolean;
  /** Hash of the valid token, if any, also of a hidden one. */
  hash?: string | undefined;
}

/** Returns the token that is got so, or that it is hidden. */
export async function shownToken(getting: Promise<string | undefined>): Promise<ShownToken> {
  try {
    const token = await getting;
    return { token, hidden: false, ...(token !== undefined && { hash: sha256Hex(token) }) };
  } catch (error) {
    if (error instanceof HiddenToken) return { token: undefined, hidden: true, hash: error.tokenHash };
    throw error;
  }
}

/** Returns a token's usage. `hash` is that of the valid token, if any. */
export function tokenUse({ id, calls, rows, firstUsedAt, lastUsedAt }: ApiUsage, { hash }: Pick<ShownToken, "hash">): TokenUse {
  return { current: hash === id, calls, rows, first_used_at: firstUsedAt, last_used_at: lastUsedAt };
}

export interface SampleColumn {
  name: string;
  type: ColumnType;
  /** A time is in milliseconds since 1970. */
  typical: number | string;
}

/** Returns the address with its token, the columns with sample values, and programs that send these. */
export function apiPageContent({
  url,
  token: { token, hidden },
  field,
  columns,
  periods,
}: Pick<SampleRequest, "url" | "field" | "periods"> & { token: ShownToken; columns: SampleColumn[] }): Pick<
  ModelApiAnswer,
  "api_token" | "api_token_hidden" | "url" | "columns" | "periods" | "examples"
> {
  const shown = columns.map(({ name, type, typical }) => ({ name, type, example: exampleValue(type, typical) }));
  const row = shown.map(({ name, example }): [string, number | string] => [name, example]);
  const examples = codeSamples({ url, token: token ?? TOKEN_PLACEHOLDER, field, row, periods });
  return { api_token: token ?? null, api_token_hidden: hidden, url, columns: shown, ...(periods !== undefined && { periods }), examples };
}

/** Enough for each measurement, and too few for the noise of 61.8 + 0.05. */
const EXAMPLE_DIGITS = 12;

function exampleValue(type: ColumnType, value: number | string): number | string {
  if (typeof value !== "number") return value;
  return type === "d" ? new Date(value).toISOString() : toSignificantDigits(value, EXAMPLE_DIGITS);
}
