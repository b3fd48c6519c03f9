import { createCookieFetch } from "./cookies.js";

/** Fakes a server that answers each call with the next list of Set-Cookie lines, and records the Cookie headers. */
function server(...answers: string[][]) {
  const sent: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    sent.push(new Headers(init?.headers).get("Cookie"));
    const headers = new Headers();
    for (const line of answers.shift() ?? []) headers.append("Set-Cookie", line);
    return new Response(null, { headers });
  };
  return { fetch, sent };
}

test("the client sends cookies that the server set, and replaces and clears them", async () => {
  const { fetch, sent } = server(
    ["a=1; Path=/; HttpOnly", "b=x=y; Expires=Fri, 01 Jan 2100 00:00:00 GMT"],
    ["a=2"],
    ["b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
  );
  const jar = createCookieFetch(fetch);
  for (let i = 0; i < 4; i++) await jar.fetch("http://server/");
  expect(sent).toEqual([null, "a=1; b=x=y", "a=2; b=x=y", "a=2"]);
  expect([...jar.cookies]).toEqual([["a", "2"]]);
});

test("the client sends stored cookies with the first call, beside the caller's own headers", async () => {
  const seen: Headers[] = [];
  const jar = createCookieFetch(
    async (_input, init) => {
      seen.push(new Headers(init?.headers));
      return new Response();
    },
    new Map([["a", "1"]]),
  );
  await jar.fetch("http://server/", { headers: { Accept: "application/json" } });
  expect([...seen[0]!]).toEqual([
    ["accept", "application/json"],
    ["cookie", "a=1"],
  ]);
});
