import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { CommandContext } from "../command-context.js";
import { runCommand } from "../run-command.js";
import { COMMANDS } from "./index.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "agatha-decide-"));
  await writeFile(join(folder, "session.json"), JSON.stringify({ url: "http://127.0.0.1:1/tukey", cookies: {} }));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the decision that the command stores on a model with these costs of its training. */
async function storedDecision(trainedCosts: number[][] | undefined, ...args: string[]): Promise<unknown> {
  let stored: unknown;
  const context = fromPartial<CommandContext>({
    stdout: new PassThrough(),
    sessionFile: join(folder, "session.json"),
    signal: new AbortController().signal,
    log: (line: string) => {
      throw new Error(line);
    },
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      if (request.method === "PATCH") {
        stored = ((await request.json()) as { decision: unknown }).decision;
        return Response.json({ id: "m1", decision: stored });
      }
      const isInfo = request.url.endsWith("/info/");
      const classification = { labels: ["0", "1"], costs: trainedCosts };
      if (request.url.endsWith("/csrf")) return Response.json({ csrftoken: "t" });
      return Response.json(isInfo ? { classification } : { data: [{ id: "m1", name: "M", title: "M", dataset_id: "d1" }] });
    },
  });
  expect(await runCommand(["decide", "M", ...args], context, COMMANDS)).toBe(0);
  return stored;
}

const EQUAL = [
  [0, 1],
  [1, 0],
];
const WEIGHED = [
  [0, 1],
  [10, 0],
];

test("--likeliest lets a model that was trained by class weights answer with the likeliest class", async () => {
  expect(await storedDecision(WEIGHED, "--likeliest")).toEqual({ labels: ["0", "1"], costs: EQUAL });
});

test("--likeliest removes the decision of a model that was trained with equal costs", async () => {
  expect(await storedDecision(undefined, "--likeliest")).toBeNull();
});

test("costs and a threshold are stored with the model's classes", async () => {
  const decision = { labels: ["0", "1"], costs: WEIGHED, threshold: 0.2 };
  expect(await storedDecision(undefined, "--costs", JSON.stringify(WEIGHED), "--threshold", "0.2")).toEqual(decision);
});

test.each(["", " ", "half"])("a threshold that is no number is refused: %j", async (threshold) => {
  await expect(storedDecision(undefined, "--threshold", threshold)).rejects.toThrow(`--threshold: "${threshold}" is no number`);
});
