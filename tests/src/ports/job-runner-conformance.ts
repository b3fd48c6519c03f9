import { InvalidInput, type Job, type JobRunner, type JobSpec } from "@agatha/contracts";
import { eventually } from "./temporary-folder.js";

interface JobRunnerOptions {
  /** Maximum number of concurrent jobs. */
  concurrency: number;
  /** Milliseconds from SIGTERM to SIGKILL. */
  gracePeriodMs: number;
}

/** Long enough for a busy machine to run a signal's handler. */
const GRACE_PERIOD_MS = 1000;

let launched = 0;

/** Returns a job with this behaviour of `programs/job.ts`. */
export function jobSpec(behaviour: string, limits: Partial<JobSpec> = {}): JobSpec {
  const name = `${behaviour}-${++launched}`;
  return { name, owner: { kind: "Model", name: "m", uid: "u" }, account: "ada", memoryMiB: 512, cpus: 1, deadlineSeconds: 60, ...limits };
}

/** Conformance tests of every JobRunner. `open` returns one whose jobs run `programs/job.ts` with the job's name as argument. */
export function describeJobRunnerConformance(name: string, open: (options: JobRunnerOptions) => Promise<JobRunner>): void {
  describe(`JobRunner: ${name}`, () => {
    let runner: JobRunner;
    const changes: string[] = [];

    beforeEach(async () => {
      changes.length = 0;
      runner = await open({ concurrency: 2, gracePeriodMs: GRACE_PERIOD_MS });
      runner.observe((changed) => changes.push(changed));
    });
    afterEach(() => runner.close());

    async function launch(behaviour: string, limits?: Partial<JobSpec>): Promise<string> {
      const spec = jobSpec(behaviour, limits);
      await runner.launch(spec);
      return spec.name;
    }
    const inPhase = (job: string, phase: Job["phase"]) => eventually(async () => (await runner.get(job))?.phase === phase);
    const printed = (job: string, text: string) => eventually(async () => (await runner.logs(job, 100)).includes(text));

    test("a job that exits with success is succeeded, with its times and its log", async () => {
      const job = await launch("succeed");
      await inPhase(job, "succeeded");
      const { startedAt, finishedAt, ...rest } = (await runner.get(job))!;
      expect(rest).toEqual({ name: job, phase: "succeeded" });
      expect(Date.parse(finishedAt!)).toBeGreaterThanOrEqual(Date.parse(startedAt!));
      expect(await runner.logs(job, 1)).toBe("finished 完成");
      expect(await runner.logs(job, 100)).toMatch(/^started 0\.\d+\nfinished 完成$/);
    });

    test("a job that exits with an error is failed, with a message for people", async () => {
      const job = await launch("fail");
      await inPhase(job, "failed");
      expect(await runner.get(job)).toMatchObject({ failure: "Error", message: expect.stringContaining("3") });
      expect(await runner.logs(job, 10)).toBe("no such column");
    });

    test("observers receive every change of phase, until they stop", async () => {
      const stopped: string[] = [];
      const stop = runner.observe((changed) => stopped.push(changed));
      const first = await launch("succeed");
      await inPhase(first, "succeeded");
      await eventually(() => changes.length >= 2);
      expect(new Set(changes)).toEqual(new Set([first]));
      expect(stopped).toEqual(changes);
      const before = stopped.length;
      stop();
      const second = await launch("succeed");
      await inPhase(second, "succeeded");
      await eventually(() => changes.includes(second));
      expect(stopped).toHaveLength(before);
    });

    test("launching an existing name returns the same job, running or finished", async () => {
      const spec = jobSpec("succeed");
      await Promise.all([runner.launch(spec), runner.launch(spec)]);
      await inPhase(spec.name, "succeeded");
      const output = await runner.logs(spec.name, 100);
      await runner.launch({ ...spec, memoryMiB: 1024 });
      expect((await runner.get(spec.name))?.phase).toBe("succeeded");
      expect(await runner.logs(spec.name, 100)).toBe(output);
      expect(output.match(/started/g)).toHaveLength(1);
      expect(await runner.list()).toHaveLength(1);
    });

    test("no more than the given number of jobs run at once, and the others are queued", async () => {
      const jobs = [await launch("wait"), await launch("wait"), await launch("wait"), await launch("wait")];
      await inPhase(jobs[1]!, "running");
      expect((await runner.list()).map((job) => job.phase)).toEqual(["running", "running", "queued", "queued"]);
      await runner.cancel(jobs[0]!);
      await inPhase(jobs[2]!, "running");
      expect((await runner.list()).map((job) => job.phase)).toEqual(["failed", "running", "running", "queued"]);
    });

    test("a queued job that is cancelled never starts", async () => {
      await launch("wait");
      await launch("wait");
      const job = await launch("succeed");
      await runner.cancel(job);
      await inPhase(job, "failed");
      const cancelled = await runner.get(job);
      expect(cancelled).toMatchObject({ failure: "Cancelled" });
      expect(cancelled?.startedAt).toBeUndefined();
    });

    test("a job that could not save something fails with NotWritable", async () => {
      const job = await launch("unwritable");
      await inPhase(job, "failed");
      expect(await runner.get(job)).toMatchObject({ failure: "NotWritable", message: expect.stringContaining("full or read-only") });
    });

    test("a running job that is cancelled ends", async () => {
      const job = await launch("wait");
      await inPhase(job, "running");
      await runner.cancel(job);
      await inPhase(job, "failed");
      expect(await runner.get(job)).toMatchObject({ failure: "Cancelled", message: expect.any(String) });
    });

    test("a job that ignores SIGTERM is killed after the grace period", async () => {
      const job = await launch("stubborn");
      await printed(job, "ready");
      const start = Date.now();
      await runner.cancel(job);
      await inPhase(job, "failed");
      expect(await runner.get(job)).toMatchObject({ failure: "Cancelled" });
      expect(await runner.logs(job, 1)).toBe("not yet");
      expect(Date.now() - start).toBeGreaterThanOrEqual(GRACE_PERIOD_MS);
    });

    test("cancelling a finished or unknown job changes nothing", async () => {
      const job = await launch("succeed");
      await inPhase(job, "succeeded");
      const before = await runner.get(job);
      await runner.cancel(job);
      await runner.cancel("unknown");
      expect(await runner.get(job)).toEqual(before);
    });

    test("a job that exceeds its deadline fails with DeadlineExceeded, and its time in the queue does not count", async () => {
      const first = await launch("wait", { deadlineSeconds: 0.3 });
      const second = await launch("wait", { deadlineSeconds: 0.3 });
      const queued = await launch("wait", { deadlineSeconds: 0.3 });
      await inPhase(queued, "running");
      const late = { phase: "failed", failure: "DeadlineExceeded", message: expect.stringContaining("0.3 s") };
      expect(await Promise.all([first, second].map(runner.get))).toContainEqual(expect.objectContaining(late));
      await inPhase(queued, "failed");
      const job = (await runner.get(queued))!;
      expect(Date.parse(job.finishedAt!) - Date.parse(job.startedAt!)).toBeGreaterThanOrEqual(290);
    });

    test.each(["heap", "buffers"])("a job that exceeds its memory limit fails with OutOfMemory: %s", async (behaviour) => {
      const job = await launch(behaviour, { memoryMiB: 128 });
      await inPhase(job, "failed");
      expect(await runner.get(job)).toMatchObject({ failure: "OutOfMemory", message: expect.stringContaining("128 MiB") });
    });

    test("the log keeps the last lines of a job that prints very much", async () => {
      const job = await launch("print");
      await inPhase(job, "succeeded");
      expect(await runner.logs(job, 2)).toBe("line 99999 é\nline 100000 é");
      const all = (await runner.logs(job, 1_000_000)).split("\n");
      expect(all.every((line) => /^line \d+ é$/.test(line))).toBe(true);
      expect(all.length).toBeGreaterThan(1_000);
      expect(await runner.logs(job, 0)).toBe("");
      expect(await runner.logs("unknown", 10)).toBe("");
    });

    test("a removed job is forgotten, and its name can be used again", async () => {
      const spec = jobSpec("succeed");
      await runner.launch(spec);
      await inPhase(spec.name, "succeeded");
      const output = await runner.logs(spec.name, 100);
      await runner.remove(spec.name);
      expect(await runner.get(spec.name)).toBeUndefined();
      await runner.launch(spec);
      await inPhase(spec.name, "succeeded");
      expect(await runner.logs(spec.name, 100)).not.toBe(output);
    });

    test("removing an unfinished job ends it and lets the next one start", async () => {
      const running = [await launch("wait"), await launch("wait")];
      const queued = [await launch("wait"), await launch("succeed")];
      await runner.remove(queued[0]!);
      await runner.remove(running[0]!);
      await runner.remove("unknown");
      await inPhase(queued[1]!, "succeeded");
      expect((await runner.list()).map((job) => job.name)).toEqual([running[1], queued[1]]);
    });

    test.each(["", "Upper", "a.b", "-a", "a/b", "x".repeat(64)])("%j is an invalid job name", async (bad) => {
      await expect(runner.launch({ ...jobSpec("succeed"), name: bad })).rejects.toThrow(InvalidInput);
      expect(await runner.list()).toEqual([]);
    });

    test("an unknown job is undefined", async () => {
      expect(await runner.get("unknown")).toBeUndefined();
    });

    test("ping answers while open and throws once closed", async () => {
      await runner.ping();
      await runner.close();
      await expect(runner.ping()).rejects.toThrow("closed");
      await expect(runner.launch(jobSpec("succeed"))).rejects.toThrow("closed");
    });
  });
}
