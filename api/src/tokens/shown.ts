/** What people are shown of an API, of its token and of that one's use. */
import type { ApiUsage, ColumnType } from "@agatha/contracts";
import type { ModelApiAnswer, TokenUse } from "@agatha/contracts/wire";
import { codeSamples } from "../code-samples/index.js";
import type { SampleRequest } from "../code-samples/sample-request.js";
import { sha256Hex } from "../http/sessions.js";

/** Stands in the examples where there is no token. */
export const TOKEN_PLACEHOLDER = "YOUR_API_TOKEN";

/** `token` is the one that holds now, if any. */
export function tokenUse({ id, calls, rows, firstUsedAt, lastUsedAt }: ApiUsage, token: string | undefined): TokenUse {
  const current = token !== undefined && sha256Hex(token) === id;
  return { current, calls, rows, first_used_at: firstUsedAt, last_used_at: lastUsedAt };
}

export interface SampleColumn {
  name: string;
  type: ColumnType;
  /** Of a time milliseconds since 1970. */
  typical: number | string;
}

/** The address with its token, the columns with values to try, and programs that send these. */
export function apiPageContent({
  url,
  token,
  field,
  columns,
}: Pick<SampleRequest, "url" | "field"> & { token: string | undefined; columns: SampleColumn[] }): Pick<
  ModelApiAnswer,
  "api_token" | "url" | "columns" | "examples"
> {
  const shown = columns.map(({ name, type, typical }) => ({ name, type, example: exampleValue(type, typical) }));
  const row = shown.map(({ name, example }): [string, number | string] => [name, example]);
  const examples = codeSamples({ url, token: token ?? TOKEN_PLACEHOLDER, field, row });
  return { api_token: token ?? null, url, columns: shown, examples };
}

const exampleValue = (type: ColumnType, value: number | string): number | string =>
  type === "d" && typeof value === "number" ? new Date(value).toISOString() : value;
