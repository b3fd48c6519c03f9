import { ERRORS } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { Command } from "./command.js";
import type { CommandContext } from "./command-context.js";
import { pollUntil } from "./polling.js";
import { runCommand } from "./run-command.js";

let lines: string[];
let nowMs: number;
let context: CommandContext;
beforeEach(() => {
  lines = [];
  nowMs = 0;
  context = fromPartial<CommandContext>({
    log: (line: string) => void lines.push(line),
    sleep: async (ms: number) => {
      nowMs += ms;
    },
    monotonicNow: () => nowMs,
    signal: new AbortController().signal,
  });
});

/** Time that the server takes for an answer. */
let answerMs: number;
beforeEach(() => {
  answerMs = 0;
});

/** Asks for a training until it has ended. The server's answers are in this order, the last one again and again. */
function poll(...answers: (number | Error)[]) {
  const ask = async () => {
    nowMs += answerMs;
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer instanceof Error) throw answer;
    return { status: answer < 1 ? "fitting_processing" : "success", progress: answer };
  };
  return pollUntil(context, { label: "Training", id: "m1" }, ask, ({ status }) => status === "success");
}
const away = (status: number, code: ApiError["code"] = ERRORS.serverUnavailable) =>
  new ApiError(code, status, "The server does not respond");

test("each further tenth of the progress is told once, in words", async () => {
  expect((await poll(0, 0.04, 0.31, 0.38, 1)).progress).toBe(1);
  expect(lines).toEqual(["Training: 0 %", "Training: 30 %"]);
});

test("the wait goes on while the server does not answer for a while, and says so once", async () => {
  expect((await poll(0, away(0), away(502), away(503, ERRORS.databaseUnavailable), 1)).progress).toBe(1);
  expect(lines).toEqual(["Training: 0 %", "The server does not answer. Asking for m1 again, for up to 5 minutes"]);
});

test.each([0, 60_000])("the wait ends, with the id, once there was no answer for five minutes: each request takes %d ms", async (ms) => {
  answerMs = ms;
  await expect(poll(away(503))).rejects.toThrow("does not respond");
  expect(lines.at(-1)).toBe("No longer waiting for m1, which the server goes on with: see agatha status");
  const awayMs = nowMs - answerMs;
  expect(awayMs).toBeGreaterThanOrEqual(300_000);
  expect(awayMs).toBeLessThan(310_000 + answerMs);
});

test("a refusal ends the wait at once", async () => {
  await expect(poll(0, new ApiError(ERRORS.modelNotFound, 404, "There is no such model"))).rejects.toThrow("no such model");
  expect(lines).toEqual(["Training: 0 %"]);
});

test.each([ERRORS.serverUnavailable, ERRORS.databaseUnavailable])(
  "a command that the server cannot answer (%s) exits with 4",
  async (code) => {
    const wait: Command = { operands: [], description: "Waits", options: {}, run: () => Promise.reject(away(503, code)) };
    expect(await runCommand(["wait"], context, { wait })).toBe(4);
  },
);
