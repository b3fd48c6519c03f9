import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type Api, createApi } from "../index.js";
import { serve, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";

let deps: TestDeps;
let api: Api;
let server: TestServer;
beforeAll(async () => {
  deps = testDeps();
  api = createApi(deps);
  server = await serve(deps, api.server);
});
afterAll(async () => {
  await server.close();
  await api.close();
  deps.cleanUp();
});

/** Returns everything that the server answers. The client listens only after it has sent everything, as most clients do. */
async function exchanged(sent: string): Promise<string> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(sent, () => resolve());
  });
  return await text(socket);
}

const HOST = "Host: localhost\r\n";
const LONG = "x".repeat(8_000_000);

test.each<[string, string, string, string]>([
  ["an address of 8 MB", `GET /tukey/accounts/csrf?${LONG} HTTP/1.1\r\n${HOST}\r\n`, "431", "16 KB"],
  ["an address that just does not fit", `GET /tukey/${LONG.slice(0, 17_000)} HTTP/1.1\r\n${HOST}\r\n`, "431", "16 KB"],
  ["a header of 8 MB", `GET /tukey/accounts/csrf HTTP/1.1\r\n${HOST}A: ${LONG}\r\n\r\n`, "431", "16 KB"],
  [
    "an expectation that nobody meets",
    `POST /tukey/api/ HTTP/1.1\r\n${HOST}Expect: a-cake\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    "417",
    "100-continue",
  ],
  [
    "a second host",
    `GET /tukey/accounts/csrf HTTP/1.1\r\n${HOST}host: evil.example\r\nConnection: close\r\n\r\n`,
    "400",
    "Send the header Host once",
  ],
  ["no host", "GET /tukey/accounts/csrf HTTP/1.1\r\nConnection: close\r\n\r\n", "400", "Send the header Host once"],
  ["no host, which HTTP/1.0 does not require", "GET /tukey/accounts/csrf HTTP/1.0\r\n\r\n", "421", "(none was sent)"],
  ["what is no HTTP", `\u0016\u0003\u0001${LONG}`, "400", "not a valid HTTP request"],
])("%s is refused, and the client receives the error", async (_what, sent, status, words) => {
  const answer = await exchanged(sent);
  const [head = "", rest = ""] = answer.split("\r\n\r\n");
  const body = rest.slice(rest.indexOf("{"), rest.lastIndexOf("}") + 1);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({ tukey_error: "010201", detail: [{ message: expect.stringContaining(words) }] });
});

test("no error is written into the answer to a complete request", async () => {
  const answer = await exchanged(`GET /tukey/accounts/csrf HTTP/1.1\r\n${HOST}\r\nno HTTP\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 /g)?.length).toBeLessThanOrEqual(2);
  expect(answer).not.toMatch(/HTTP\/1\.1 5/);
});
