/** What people are shown of a token and its use. */
import type { ApiUsage } from "@agatha/contracts";
import type { TokenUse } from "@agatha/contracts/wire";
import { sha256Hex } from "../http/sessions.js";

/** Stands in the examples where there is no token. */
export const PLACEHOLDER = "YOUR_API_TOKEN";

/** `token` is the one that holds now, if any. */
export function tokenUse({ id, calls, rows, firstUsedAt, lastUsedAt }: ApiUsage, token: string | undefined): TokenUse {
  const current = token !== undefined && sha256Hex(token) === id;
  return { current, calls, rows, first_used_at: firstUsedAt, last_used_at: lastUsedAt };
}
