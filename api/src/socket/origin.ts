import type { IncomingMessage } from "node:http";

/**
 * A browser sends the cookie with a WebSocket from any page, and no CORS rule stops it: only pages of this host may
 * connect (RFC 6455, 10.2). Programs that are no browsers send no Origin.
 */
export function isSameOrigin({ headers }: IncomingMessage, trustedProxies: number): boolean {
  if (headers.origin === undefined) return true;
  const forwarded = trustedProxies > 0 ? headers["x-forwarded-host"] : undefined;
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(",")[0]?.trim() ?? headers.host;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === host?.toLowerCase();
}
