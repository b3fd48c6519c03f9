import { ApiError } from "./api-error.js";
import { createHttpClient } from "./http-client.js";

interface Sent {
  path: string;
  method: string;
  token: string | null;
  /** Only where the request has them. */
  user?: string;
  body?: string;
}

/** Returns a client of a fake server with the given answers, and the list of requests. */
function connectionTo(answers: Record<string, (sent: Sent) => Response>) {
  const sent: Sent[] = [];
  const connection = createHttpClient("/base", async (input, init) => {
    const call: Sent = { path: String(input), method: init?.method ?? "GET", token: new Headers(init?.headers).get("X-CSRFToken") };
    const user = new Headers(init?.headers).get("X-Agatha-User");
    if (user !== null) call.user = user;
    if (typeof init?.body === "string") call.body = init.body;
    sent.push(call);
    const answer = answers[call.path];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer(call);
  });
  return { connection, sent };
}

const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });
const refusal = (status: number, code: string): Response => json(status, { tukey_error: code, message: "no" });
const fail = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error("no ApiError was thrown");
  return error;
};

test("a GET request sends no anti-forgery token", async () => {
  const { connection, sent } = connectionTo({ "/base/things": () => json(200, [1]) });
  expect((await connection.send("/things")).json).toEqual([1]);
  expect(sent).toEqual([{ path: "/base/things", method: "GET", token: null }]);
});

test("a request that changes something sends the token, which is fetched once", async () => {
  const { connection, sent } = connectionTo({
    "/base/accounts/csrf": () => json(200, { csrftoken: "t1" }),
    "/base/things": () => json(201, {}),
  });
  await connection.send("/things", { method: "POST", body: {} });
  await connection.send("/things", { method: "POST", body: {} });
  expect(sent.map(({ path, token }) => [path, token])).toEqual([
    ["/base/accounts/csrf", null],
    ["/base/things", "t1"],
    ["/base/things", "t1"],
  ]);
});

test("an expired token is fetched again, and the request repeated", async () => {
  let present = 0;
  const { connection, sent } = connectionTo({
    "/base/accounts/csrf": () => json(200, { csrftoken: `t${++present}` }),
    "/base/things": ({ token }) => (token === "t2" ? json(200, "done") : refusal(403, "010306")),
  });
  expect((await connection.send("/things", { method: "DELETE" })).json).toBe("done");
  expect(sent.filter(({ path }) => path === "/base/things")).toHaveLength(2);
});

// @contract a-call-that-is-refused-because-nobody
test("a token that is refused twice ends the session after two attempts", async () => {
  const { connection, sent } = connectionTo({
    "/base/accounts/csrf": () => json(200, { csrftoken: "t" }),
    "/base/things": () => refusal(403, "010306"),
  });
  const lost: string[] = [];
  connection.onSessionLost(async ({ code }) => lost.push(code) < 0);
  await fail(connection.send("/things", { method: "DELETE" }));
  expect(lost).toEqual(["010306"]);
  expect(sent.filter(({ path }) => path === "/base/things")).toHaveLength(2);
});

test("a token that could not be fetched is fetched again by the next request", async () => {
  let up = false;
  const { connection } = connectionTo({
    "/base/accounts/csrf": () => (up ? json(200, { csrftoken: "t" }) : refusal(503, "010102")),
    "/base/things": () => json(200, "done"),
  });
  expect((await fail(connection.send("/things", { method: "POST" }))).code).toBe("010102");
  up = true;
  expect((await connection.send("/things", { method: "POST" })).json).toBe("done");
});

test("a page in place of the token is an address where no API is", async () => {
  const { connection, sent } = connectionTo({ "/base/accounts/csrf": () => new Response("<!doctype html>", { status: 200 }) });
  expect(await fail(connection.send("/things", { method: "POST" }))).toMatchObject({ code: "010201", status: 404 });
  expect(sent).toHaveLength(1);
});

const refusals: Record<string, { answer: () => Response; code: string; lost: boolean }> = {
  "no session": { answer: () => refusal(401, "010301"), code: "010301", lost: true },
  "a disabled account": { answer: () => refusal(403, "010304"), code: "010304", lost: true },
  "no permission": { answer: () => refusal(403, "010302"), code: "010302", lost: false },
  "a wrong password": { answer: () => refusal(401, "010303"), code: "010303", lost: false },
  "a limit of the account": { answer: () => refusal(403, "010603"), code: "010603", lost: false },
  "bad input": { answer: () => refusal(400, "010201"), code: "010201", lost: false },
  "a proxy that cannot reach the server": { answer: () => new Response("<html>", { status: 502 }), code: "010102", lost: false },
  "an answer that is not ours": { answer: () => new Response("oops", { status: 500 }), code: "010101", lost: false },
};
// @contract a-call-that-is-refused-because-nobody
test.each(Object.entries(refusals))(
  "%s has its error code and notifies listeners only of a lost session",
  async (_sentence, { answer, code, lost }) => {
    const { connection } = connectionTo({ "/base/things": answer });
    const heard: string[] = [];
    connection.onSessionLost(async (error) => heard.push(error.code) < 0);
    expect((await fail(connection.send("/things"))).code).toBe(code);
    expect(heard).toEqual(lost ? [code] : []);
  },
);

// @contract a-call-that-is-refused-because-nobody
test("what a lost session refused is sent again in the new one, with the body and the id of the user", async () => {
  let isLoggedIn = false;
  const { connection, sent } = connectionTo({
    "/base/accounts/csrf": () => json(200, { csrftoken: "t" }),
    "/base/accounts/login": () => refusal(403, "010304"),
    "/base/things": () => (isLoggedIn ? json(200, "done") : refusal(401, "010323")),
  });
  connection.expectUser("7");
  connection.onSessionLost(async () => {
    expect((await fail(connection.send("/accounts/login", { method: "POST", anonymous: true }))).code).toBe("010304");
    isLoggedIn = true;
    return true;
  });
  expect((await connection.send("/things", { method: "POST", body: { name: "x" } })).json).toBe("done");
  const things = sent.filter(({ path }) => path === "/base/things");
  expect(things.map(({ body }) => body)).toEqual(['{"name":"x"}', '{"name":"x"}']);
  expect(things.map(({ user }) => user)).toEqual(["7", "7"]);
});

test("an unreachable server is an error of the catalogue", async () => {
  const { connection } = connectionTo({});
  expect(await fail(connection.send("/things"))).toMatchObject({ code: "010102", status: 0, cause: new TypeError("Failed to fetch") });
});

test("so is a connection that breaks within an answer", async () => {
  const broken = () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("[1"));
        controller.error(new TypeError("terminated"));
      },
    });
    return new Response(body);
  };
  const { connection } = connectionTo({ "/base/things": broken });
  expect(await fail(connection.send("/things"))).toMatchObject({ code: "010102", status: 0, cause: new TypeError("terminated") });
  const aborted = connection.send("/things", { signal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow(TypeError);
});

test("the error carries the server's problems with the input", async () => {
  const detail = [{ path: "name", message: "Must not be blank" }];
  const { connection } = connectionTo({ "/base/things": () => json(400, { tukey_error: "010201", message: "Bad request", detail }) });
  expect((await fail(connection.send("/things"))).detail).toEqual(detail);
});
