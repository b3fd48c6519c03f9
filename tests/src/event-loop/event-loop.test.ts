/**
 * Holds the API to this: nothing that a user sends or stores holds its event loop for more than 50 ms. Each route gets the largest
 * input, and reads the largest and the most objects. A hold counts if it happens each of several times, so that neither a module that
 * is loaded at first use nor a garbage collection counts.
 */
import { appendFileSync } from "node:fs";
import type { Route } from "@agatha/api/http/route";
import { routeTable } from "@agatha/api/testing/route-fixtures";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder } from "../end-to-end/agatha-process.js";
import { TestClient } from "../end-to-end/client.js";
import { addCopies, createLargeObjects, type LargeObjects } from "./fixtures.js";
import { type LargeRequest, largestRequests } from "./requests.js";

const MONITOR = new URL("monitor.js", import.meta.url).href;
const LONGEST_HOLD_MS = 50;
const TRIES = 3;

const routes = routeTable();

let product: AgathaProcess;
let folder: string;
let has: LargeObjects;
const client = new TestClient();

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
  // The operator looks at everything once.
  await new Promise((resolve) => setTimeout(resolve, 5000));
}, 300_000);

afterAll(async () => {
  await product?.stop();
  await removeFolder(folder);
});

async function longestHold(route: Route, { path, body, headers }: LargeRequest): Promise<{ held: number; status: number }> {
  await product.longestHoldMs();
  const answer = await client.request(route.method.toUpperCase(), path, body, headers);
  await answer.arrayBuffer();
  return { held: await product.longestHoldMs(), status: answer.status };
}

test.each(routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  "%s does not hold the event loop",
  async (name, route) => {
    if ((await client.request("GET", "agatha/user/")).status !== 200) await client.login();
    const long: string[] = [];
    for (let i = 0; i < largestRequests(route, has).length; i++) {
      const tried: { held: number; status: number }[] = [];
      let what = "";
      while (tried.length < TRIES && tried.every(({ held }) => held > LONGEST_HOLD_MS)) {
        const request = largestRequests(route, has)[i]!;
        what = request.what;
        tried.push(await longestHold(route, request));
      }
      const held = Math.min(...tried.map((each) => each.held));
      if (process.env.EVENT_LOOP_LOG)
        appendFileSync(process.env.EVENT_LOOP_LOG, `${held.toFixed(0)} ms ${tried[0]?.status} ${name} ${what}\n`);
      expect(tried.map(({ status }) => status)).not.toContain(500);
      if (held > LONGEST_HOLD_MS) long.push(`${what}: ${held.toFixed(0)} ms`);
    }
    expect(long).toEqual([]);
  },
  120_000,
);
