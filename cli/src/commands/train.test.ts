import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { CommandContext } from "../command-context.js";
import { runCommand } from "../run-command.js";
import { train } from "./train.js";

/** Returns the exit code and what was told to people. Nobody is logged in and no server is asked. */
async function run(...words: string[]) {
  const lines: string[] = [];
  const refuse = () => Promise.reject(new Error("no server was expected to be asked"));
  const context = {
    fetch: refuse,
    sessionFile: "/nowhere/session.json",
    dataFolder: "/nowhere",
    askPassword: refuse,
    askCode: refuse,
    stdout: new Writable({ write: (_chunk, _encoding, done) => done() }),
    log: (line: string) => void lines.push(line),
    sleep: refuse,
    monotonicNow: () => 0,
    signal: new AbortController().signal,
  };
  const code = await runCommand(["train", "parts", ...words], context, { train });
  return { code, told: lines.join("\n") };
}

test.each([
  [["--rank-by", "RMSE"], "Only automatic training takes --rank-by: add --auto"],
  [["--seconds", "30", "--algorithm", "GLM"], "Only automatic training takes --seconds: add --auto"],
  [["--auto", "--tune-by", "RMSE", "--algorithm", "GLM"], "leave out --algorithm, --tune-by"],
])("options that the training would not use are refused before a server is asked: %s", async (words, told) => {
  const refused = await run(...words);
  expect(refused.code).toBe(2);
  expect(refused.told).toContain(told);
});

test("options that the training uses are refused by nobody", async () => {
  expect((await run("--auto", "--rank-by", "RMSE", "--seconds", "30")).code).toBe(3);
});

test("--auto prints the best model with the figure to expect of it, and its interval", async () => {
  const expected = { indicator: "RMSE", value: 6.3, interval: { lower: 5.8, upper: 6.9 }, models: 9 };
  const best = { id: "m1", name: "Best", title: "Best", dataset_id: "d1", algorithms: ["GLM"], indicators: { RMSE: 6.2 } };
  const answers: Record<string, unknown> = {
    "/accounts/csrf": { csrftoken: "t" },
    "/agatha/datasets/": { data: [{ id: "d1", name: "parts", title: "Parts" }] },
    "/agatha/datasets/d1/automodels/": { id: "a1" },
    "/agatha/datasets/d1/automodels/a1/": { id: "a1", status: "fitting_finished", model_id: "m1", expected },
    "/agatha/datasets/d1/models/m1/": best,
    "/agatha/datasets/d1/models/m1/info/": { validation: { rows: "random" } },
  };
  const folder = await mkdtemp(join(tmpdir(), "agatha-train-"));
  const sessionFile = join(folder, "session.json");
  await writeFile(sessionFile, JSON.stringify({ url: "http://127.0.0.1:1/tukey", cookies: {} }));
  const stdout = new PassThrough();
  const context = fromPartial<CommandContext>({
    stdout,
    sessionFile,
    signal: new AbortController().signal,
    log: (line: string) => {
      throw new Error(line);
    },
    fetch: async (input: string | URL | Request) => {
      const path = new URL(input instanceof Request ? input.url : input).pathname.replace("/tukey", "");
      return Response.json(answers[path], { status: path in answers ? 200 : 404 });
    },
  });
  expect(await runCommand(["train", "parts", "--response", "y", "--type", "REGRESSION", "--auto"], context, { train })).toBe(0);
  stdout.end();
  const printed = JSON.parse((await stdout.toArray()).join("")) as unknown;
  expect(printed).toMatchObject({ id: "m1", indicators: { RMSE: 6.2 }, expected });
  await rm(folder, { recursive: true });
});
