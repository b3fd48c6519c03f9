import type { IncomingMessage } from "node:http";

/**
 * Returns true if the origin is this host. A browser sends the cookie with a WebSocket from any page, and CORS does not prevent
 * it, so only pages of this host may connect (RFC 6455, 10.2). Programs other than browsers send no Origin.
 */
export function isSameOrigin({ headers }: IncomingMessage, trustedProxies: number): boolean {
  if (headers.origin === undefined) return true;
  const forwarded = trustedProxies > 0 ? headers["x-forwarded-host"] : undefined;
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(",")[0]?.trim() ?? headers.host;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === host?.toLowerCase();
}
