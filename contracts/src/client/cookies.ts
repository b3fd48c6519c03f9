/** Cookies for programs: browsers keep their own, fetch of Node.js keeps none. */

export interface CookieFetch {
  fetch: typeof globalThis.fetch;
  /** Name to value, to be kept for the next time. */
  cookies: Map<string, string>;
}

/** A fetch that sends the cookies to one server, and takes over what that server sets and clears. It must be used for no other server. */
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

export const cookieHeader = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** A cookie is cleared by setting it to the past (RFC 6265, 3.1). */
function storeSetCookie(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at).trim();
  const expires = attributes.map((attribute) => /^\s*expires=(.+)$/i.exec(attribute)?.[1]).find((time) => time !== undefined);
  const cleared = expires !== undefined && Date.parse(expires) <= 0;
  if (cleared) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1).trim());
}
