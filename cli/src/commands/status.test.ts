import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { CommandContext } from "../command-context.js";
import { runCommand } from "../run-command.js";
import { COMMANDS } from "./index.js";

const at = (minute: number): string => `2024-05-01T08:${String(minute).padStart(2, "0")}:00.000Z`;
const model = (id: string, status: string, more: object = {}) => ({
  id,
  title: `Model ${id}`,
  status,
  progress: 0.25,
  reason: null,
  message: null,
  queued: null,
  started_at: at(1),
  finished_at: null,
  model_created_at: at(0),
  ...more,
});
const dataset = (id: string, status: string) => ({
  id,
  title: `Table ${id}`,
  status,
  progress: 0.5,
  reason: null,
  message: null,
  created_at: at(2),
});
const progress = { progress: 0.75, reason: null, message: null, created_at: at(3) };

const ANSWERS: Record<string, unknown> = {
  "/agatha/datasets/": { data: [dataset("d1", "evaluating_finish"), dataset("d2", "preprocess")] },
  "/agatha/find_model_list/": {
    data: [
      model("m1", "success", { finished_at: at(9) }),
      model("m2", "fitting"),
      model("m3", "fitting", { queued: { reason: "QuotaExceeded", message: "exceeded quota: small", since: at(7) } }),
      model("m4", "fitting_fail", { finished_at: at(5), reason: "010515", message: "Too few rows" }),
      model("m6", "fitting_fail", { finished_at: at(6), reason: "Cancelled", message: "The training was cancelled." }),
      model("m7", "fitting_fail", { finished_at: at(6), reason: "TimeLimitReached", message: "The time limit was reached." }),
      model("m8", "fitting_fail", { finished_at: at(4), reason: "DeadlineExceeded", message: "The job took longer than its limit." }),
      model("m5", "init"),
    ],
  },
  "/rest/automodels": [
    {
      id: "a1",
      dataset_title: "Table d1",
      response: "y",
      status: "fitting_processing",
      models: [{ status: "success" }, { status: "init" }],
      ...progress,
    },
  ],
  "/rest/evaluations": [{ id: "e1", dataset_id: "d1", status: "prepare_upload_finish", ...progress }],
  "/rest/calculations": [{ id: "c1", model_id: "m1", type: "batch", status: "is_processed", ...progress }],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "agatha-status-"));
  await writeFile(join(folder, "session.json"), JSON.stringify({ url: "http://127.0.0.1:1/tukey", cookies: {} }));
});
afterAll(() => rm(folder, { recursive: true }));

async function printed(...args: string[]): Promise<string> {
  const stdout = new PassThrough();
  const context = fromPartial<CommandContext>({
    stdout,
    sessionFile: join(folder, "session.json"),
    signal: new AbortController().signal,
    log: (line: string) => {
      throw new Error(line);
    },
    fetch: async (input: string | URL | Request) => {
      const path = new URL(input instanceof Request ? input.url : input).pathname.replace("/tukey", "");
      return Response.json(ANSWERS[path] ?? {}, { status: path in ANSWERS ? 200 : 404 });
    },
  });
  expect(await runCommand(["status", ...args], context, COMMANDS)).toBe(0);
  stdout.end();
  return (await stdout.toArray()).join("");
}

test("one screen shows what runs, what waits and for what, what has failed and why, what was stopped and what was cancelled", async () => {
  expect(await printed()).toBe(`running 4, waiting 2, failed 1, stopped 2, cancelled 1

Running
  automodel    Table d1: y      a1  2024-05-01 08:03  50 %
  calculation  Model m1: batch  c1  2024-05-01 08:03  75 %
  dataset      Table d2         d2  2024-05-01 08:02  50 %
  model        Model m2         m2  2024-05-01 08:01  25 %

Waiting
  model  Model m3  m3  2024-05-01 08:07  exceeded quota: small
  model  Model m5  m5  2024-05-01 08:01

Failed
  model  Model m4  m4  2024-05-01 08:05  Too few rows

Stopped
  model  Model m7  m7  2024-05-01 08:06  The time limit was reached.
  model  Model m8  m8  2024-05-01 08:04  The job took longer than its limit.

Cancelled
  model  Model m6  m6  2024-05-01 08:06  The training was cancelled.
`);
});

test("--json prints the same as one document", async () => {
  const work = JSON.parse(await printed("--json")) as Record<string, { id: string }[]>;
  expect(Object.entries(work).map(([state, all]) => [state, all.map(({ id }) => id)])).toEqual([
    ["running", ["a1", "c1", "d2", "m2"]],
    ["waiting", ["m3", "m5"]],
    ["failed", ["m4"]],
    ["stopped", ["m7", "m8"]],
    ["cancelled", ["m6"]],
  ]);
});
