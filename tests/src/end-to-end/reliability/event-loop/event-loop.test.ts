/**
 * Holds the API to this: nothing that a user sends or stores holds its event loop for more than 50 ms. Each route gets the largest
 * input, and reads the largest and the most objects.
 *
 * A hold is processor time, in milliseconds of the machine that the limit was set on (see monitor.ts). The shortest of several tries
 * counts, because garbage collection, code that is not compiled yet and the operator's work only add to it. After a few tries the
 * longest holds are about 20 ms (a report of 2,000 columns, a model of as many). EVENT_LOOP_LOG names a file for all measurements.
 */
import { appendFileSync } from "node:fs";
import type { Route } from "@agatha/api/http/route";
import { routeTable } from "@agatha/api/testing/route-fixtures";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder, waitFor } from "../../testing/agatha-process.js";
import { TestClient } from "../../testing/client.js";
import { addCopies, createLargeObjects, type LargeObjects, SECONDS } from "./fixtures.js";
import { type LargeRequest, largestRequests } from "./requests.js";

const MONITOR = new URL("monitor.js", import.meta.url).href;
const LONGEST_HOLD_MS = 50;
const TRIES = 6;
const MINUTE = 60_000;

/** Other routes change the tokens of the open APIs, so these come first. */
const isOpenApi = ({ path }: Route): boolean => /^\/tukey\/(api|extapi)/.test(path);
const routes = routeTable().sort((a, b) => Number(isOpenApi(b)) - Number(isOpenApi(a)));

let product: AgathaProcess;
let folder: string;
let has: LargeObjects;
const client = new TestClient(undefined, SECONDS);

async function start(): Promise<void> {
  product = await startAgatha(folder, {}, MONITOR);
  client.connectTo(product.url);
  await client.login();
}

beforeAll(async () => {
  folder = await temporaryFolder();
  await start();
  has = await createLargeObjects(client);
  await product.stop();
  await addCopies(folder, has);
  await start();
  await waitFor("the operator to have seen everything", async () => (await product.longestHoldMs()) < LONGEST_HOLD_MS / 2, SECONDS);
}, 120 * MINUTE);

afterAll(async () => {
  await product?.stop();
  await removeFolder(folder);
});

async function longestHold(route: Route, { path, body, headers }: LargeRequest): Promise<{ held: number; status: number }> {
  const sent = body?.();
  await product.longestHoldMs();
  const answer = await client.request(route.method.toUpperCase(), path, sent, headers);
  await answer.arrayBuffer();
  return { held: await product.longestHoldMs(), status: answer.status };
}

test.each(routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  "%s does not hold the event loop",
  async (name, route) => {
    if ((await client.request("GET", "agatha/user/")).status !== 200) await client.login();
    const problems: string[] = [];
    for (let i = 0; i < largestRequests(route, has).length; i++) {
      const tried: { held: number; status: number }[] = [];
      let request: LargeRequest | undefined;
      while (tried.length < TRIES && tried.every(({ held }) => held > LONGEST_HOLD_MS)) {
        request = largestRequests(route, has)[i]!;
        tried.push(await longestHold(route, request));
      }
      const held = Math.min(...tried.map((each) => each.held));
      const statuses = tried.map(({ status }) => status);
      if (process.env.EVENT_LOOP_LOG)
        appendFileSync(process.env.EVENT_LOOP_LOG, `${held.toFixed(0)} ms ${statuses.join()} ${name} ${request?.what}\n`);
      if (held > LONGEST_HOLD_MS) problems.push(`${request?.what}: ${held.toFixed(0)} ms`);
      if (statuses.some((status) => status >= (request?.isValid ? 400 : 500))) problems.push(`${request?.what}: ${statuses.join()}`);
    }
    expect(problems).toEqual([]);
  },
  30 * MINUTE,
);
