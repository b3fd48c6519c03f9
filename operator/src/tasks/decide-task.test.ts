import type { Job, TaskResult } from "@agatha/contracts";
import { aTask, clock, NOW } from "../testing/objects.js";
import type { Attempt } from "./attempts.js";
import { decideTask, JOB_FAILURE_MESSAGES } from "./decide-task.js";

const INPUT = { kind: "check", table: "t", tableDocument: "d" } as const;
const OUTPUT = { document: "c.a", naAlert: false, flaggedColumns: 2 };
const secondsAgo = (seconds: number) => new Date(clock.now() - seconds * 1000).toISOString();
const succeeded = (output: unknown): TaskResult => ({ status: "success", attempt: "a", finishedAt: NOW, output });
const refused: TaskResult = { status: "fail", attempt: "a", finishedAt: NOW, reason: "010407", message: "Damaged.", detail: [] };

/** An attempt before which all others failed. */
function attempt(number: number, job?: Partial<Job>, result?: TaskResult): Attempt {
  return { number, task: aTask(`m-x-check-0-${number}`, INPUT, result), ...(job && { job: { name: "x", phase: "failed", ...job } }) };
}

function attemptAfter(failures: number, number: number, job: Partial<Job>): Attempt {
  const { task, ...rest } = attempt(number, job);
  return { ...rest, task: { ...task, failures } };
}

/** The first attempt, which began so many seconds ago. */
function attemptFrom(seconds: number, job: Partial<Job>): Attempt {
  const { task, ...rest } = attempt(1, job);
  return { ...rest, task: { ...task, createdAt: secondsAgo(seconds) } };
}

test.each<[string, Attempt | undefined, object]>([
  ["nothing was tried yet", undefined, { do: "start", number: 1, failures: 0 }],
  ["the task is written, but its job was never launched or is gone", attempt(2), { do: "launch", number: 2 }],
  ["the job waits", attempt(1, { phase: "queued" }), { do: "watch", number: 1 }],
  ["the job runs", attempt(1, { phase: "running" }), { do: "watch", number: 1 }],
  ["there is a result while the job still runs", attempt(1, { phase: "running" }, succeeded(OUTPUT)), { do: "finish", output: OUTPUT }],
  [
    "there is a result, and the job failed afterwards",
    attempt(1, { failure: "Error" }, succeeded(OUTPUT)),
    { do: "finish", output: OUTPUT },
  ],
  ["there is a result, and the job is gone", attempt(1, undefined, succeeded(OUTPUT)), { do: "finish", output: OUTPUT }],
  [
    "the user is at fault",
    attempt(1, { phase: "succeeded" }, refused),
    { do: "fail", reason: "010407", message: "Damaged.", finishedAt: NOW },
  ],
  [
    "the job has just failed",
    attempt(1, { failure: "OutOfMemory", finishedAt: secondsAgo(4) }),
    { do: "pause", ms: 6000, failure: "OutOfMemory" },
  ],
  [
    "the job failed a while ago",
    attempt(1, { failure: "Evicted", finishedAt: secondsAgo(11) }),
    { do: "start", number: 2, failures: 1, failure: "Evicted" },
  ],
  ["the second job failed: the pause is longer", attempt(2, { failure: "Error", finishedAt: secondsAgo(11) }), { do: "pause", ms: 9000 }],
  ["the job failed at no known time", attempt(1, { failure: "Error" }), { do: "start", number: 2 }],
  ["somebody else ended the job", attempt(1, { failure: "Cancelled", finishedAt: secondsAgo(60) }), { do: "start", number: 2 }],
  [
    "the job says it succeeded, but left no result",
    attempt(1, { phase: "succeeded", finishedAt: secondsAgo(60) }),
    { do: "start", number: 2 },
  ],
  [
    "the result is not what the step puts out",
    attempt(3, { phase: "succeeded" }, succeeded({ document: 7 })),
    { do: "fail", reason: "Error" },
  ],
  [
    "the third job ran out of memory",
    attempt(3, { failure: "OutOfMemory", finishedAt: NOW }),
    { do: "fail", reason: "OutOfMemory", message: `The job needed more memory than its limit. ${JOB_FAILURE_MESSAGES.OutOfMemory}` },
  ],
  [
    "the third job ran out of memory, and its runner tells the limit",
    attempt(3, { failure: "OutOfMemory", finishedAt: NOW, message: "The job needed more than 512 MiB of memory" }),
    { message: `The job needed more than 512 MiB of memory. ${JOB_FAILURE_MESSAGES.OutOfMemory}` },
  ],
  [
    "the third job left no result",
    attempt(3, { phase: "succeeded", finishedAt: NOW }),
    { do: "fail", reason: "Error", message: JOB_FAILURE_MESSAGES.Error },
  ],
  [
    "the job could not save something for the twentieth time",
    attempt(20, { failure: "NotWritable", finishedAt: secondsAgo(4) }),
    { do: "pause", ms: 11_000, failure: "NotWritable" },
  ],
  ["it could not, and the pause is over", attempt(20, { failure: "NotWritable", finishedAt: secondsAgo(15) }), { do: "start", number: 21 }],
  [
    "the job failed for the first time, after three that could not save something",
    attemptAfter(0, 4, { failure: "OutOfMemory", finishedAt: secondsAgo(4) }),
    { do: "pause", number: 4, ms: 6000, failure: "OutOfMemory" },
  ],
  [
    "the job could not save something again, after one that failed",
    attemptAfter(1, 5, { failure: "NotWritable", finishedAt: secondsAgo(15) }),
    { do: "start", number: 6, failures: 1 },
  ],
  [
    "the job failed for the third time, after waits for room",
    attemptAfter(2, 9, { failure: "Evicted", finishedAt: NOW }),
    { do: "fail", number: 9, reason: "Evicted" },
  ],
  [
    "the job's clock is an hour ahead, and the attempt began just now",
    attemptFrom(2, { failure: "NotWritable", finishedAt: secondsAgo(-3_600) }),
    { do: "pause", ms: 13_000 },
  ],
  [
    "the job's clock is an hour ahead, and the attempt began before the delay",
    attemptFrom(15, { failure: "NotWritable", finishedAt: secondsAgo(-3_600) }),
    { do: "start", number: 2 },
  ],
  [
    "this clock was set back by an hour after the attempt had begun",
    attemptFrom(-3_599, { failure: "Error", finishedAt: secondsAgo(-3_600) }),
    { do: "start", number: 2 },
  ],
  ["the job's clock is a second ahead", attempt(1, { failure: "Error", finishedAt: secondsAgo(-1) }), { do: "pause", ms: 9_000 }],
  [
    "the clock was set forward by a day since",
    attempt(1, { failure: "Error", finishedAt: secondsAgo(86_400) }),
    { do: "start", number: 2 },
  ],
  [
    "the first job was not started within its deadline",
    attempt(1, { failure: "NotStarted", finishedAt: secondsAgo(11) }),
    { do: "start", number: 2, failures: 1, failure: "NotStarted" },
  ],
  ["the first job took too long", attempt(1, { failure: "DeadlineExceeded", finishedAt: NOW }), { do: "fail", reason: "DeadlineExceeded" }],
])("decides the next action when %s", (_when, latest, expected) => {
  expect(decideTask("check", latest, clock.now())).toMatchObject(expected);
});

/** Job's clock ahead of the operator's by so many seconds, and the seconds from the failure to the next attempt. */
test.each([
  [0, 15],
  [1, 16],
  [14, 29],
  [20, 35],
  [3_600, 13],
])("the pauses end if the job's clock is ahead by %d s", (ahead, seconds) => {
  const failed = attemptFrom(2, { failure: "NotWritable", finishedAt: secondsAgo(-ahead) });
  let now = clock.now();
  for (;;) {
    const decision = decideTask("check", failed, now);
    if (decision.do !== "pause") break;
    now += decision.ms;
  }
  expect((now - clock.now()) / 1000).toBe(seconds);
});
