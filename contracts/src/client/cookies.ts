/** Cookie storage for programs. Browsers keep cookies themselves; fetch of Node.js does not. */

export interface CookieFetch {
  fetch: typeof globalThis.fetch;
  /** Value by name, which the caller may store for the next run. */
  cookies: Map<string, string>;
}

/** Returns a fetch that sends cookies to one server and stores or clears those that the server sets. Use it for no other server. */
export function createCookieFetch(fetch: typeof globalThis.fetch, cookies = new Map<string, string>()): CookieFetch {
  return {
    cookies,
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      if (cookies.size > 0) headers.set("Cookie", cookieHeader(cookies));
      const response = await fetch(input, { ...init, headers });
      for (const line of response.headers.getSetCookie()) storeSetCookie(cookies, line);
      return response;
    },
  };
}

/** Returns the value of the header Cookie (RFC 6265). */
export const cookieHeader = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** A server clears a cookie by setting an expiry in the past (RFC 6265, 3.1). */
function storeSetCookie(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at).trim();
  const expires = attributes.map((attribute) => /^\s*expires=(.+)$/i.exec(attribute)?.[1]).find((time) => time !== undefined);
  const cleared = expires !== undefined && Date.parse(expires) <= 0;
  if (cleared) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1).trim());
}
