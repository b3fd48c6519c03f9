import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createChildProcessJobRunner, type JobCommand } from "@agatha/adapters";
import type { JobSpec } from "@agatha/contracts";
import { describeJobRunnerConformance, jobSpec } from "./job-runner-conformance.js";
import { createTemporaryFolder, eventually } from "./temporary-folder.js";

const PROGRAM = fileURLToPath(new URL("./programs/job.js", import.meta.url));
const PARENT = fileURLToPath(new URL("./programs/job-parent.js", import.meta.url));

const command = ({ name }: { name: string }): JobCommand => ({ file: process.execPath, args: [PROGRAM, name], env: { NAME: name } });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Spare process that waits for a job, with the memory limit of the suite's jobs. */
const spare = { file: process.execPath, args: [PROGRAM], env: {}, memoryMiB: 512 };

describeJobRunnerConformance("child processes", async (options) => createChildProcessJobRunner({ command, ...options }));
// All jobs are urgent here and have an extra place.
describeJobRunnerConformance("child processes, one of them started ahead", async ({ concurrency, gracePeriodMs }) =>
  createChildProcessJobRunner({ command, concurrency: concurrency - 1, gracePeriodMs, isUrgent: () => true, spare }),
);

describe("jobs as child processes", () => {
  test("closing the runner ends its processes", async () => {
    const runner = createChildProcessJobRunner({ command });
    const spec = jobSpec("wait");
    await runner.launch(spec);
    await eventually(async () => (await runner.logs(spec.name, 1)) !== "");
    const pid = Number(await runner.logs(spec.name, 1));
    expect(isRunning(pid)).toBe(true);
    await runner.close();
    expect(isRunning(pid)).toBe(false);
  });

  test("a job learns how many threads it may use", async () => {
    const program = ["--eval", "console.log(process.env.AGATHA_THREADS)"];
    const runner = createChildProcessJobRunner({ command: () => ({ file: process.execPath, args: program, env: {} }) });
    const spec = jobSpec("succeed", { cpus: 3.5 });
    await runner.launch(spec);
    await eventually(async () => (await runner.get(spec.name))?.phase === "succeeded");
    expect(await runner.logs(spec.name, 1)).toContain("3");
    await runner.close();
  });

  test.each([[[]], [["started ahead"]]])("jobs end when their parent is killed: %s", async (spareArgs) => {
    const parent = spawn(process.execPath, [PARENT, PROGRAM, ...spareArgs], { stdio: ["ignore", "pipe", "inherit"] });
    const [first] = await once(createInterface(parent.stdout), "line");
    const pid = Number(first);
    const wasRunning = isRunning(pid);
    parent.kill("SIGKILL");
    expect(wasRunning).toBe(true);
    await eventually(() => !isRunning(pid));
  });

  test.each<[string, () => JobCommand]>([
    ["a missing file", () => ({ file: "/nowhere/program", args: [], env: {} })],
    [
      "a command that throws",
      () => {
        throw new Error("no program");
      },
    ],
  ])("a job that cannot be started is failed, and the next one runs: %s", async (_case, broken) => {
    const runner = createChildProcessJobRunner({
      command: (spec) => (spec.name.startsWith("broken") ? broken() : command(spec)),
      concurrency: 1,
    });
    const [first, second] = [jobSpec("broken"), jobSpec("succeed")];
    await runner.launch(first);
    await runner.launch(second);
    await eventually(async () => (await runner.get(second.name))?.phase === "succeeded");
    expect(await runner.get(first.name)).toMatchObject({
      phase: "failed",
      failure: "Error",
      message: expect.stringContaining("not be started"),
    });
    await runner.close();
  });

  test("accounts take turns where jobs wait for a place, and each one's start in launch order", async () => {
    const started: string[] = [];
    const runner = createChildProcessJobRunner({
      command(spec) {
        started.push(spec.name);
        return command(spec);
      },
      concurrency: 1,
    });
    const of = (account: string, behaviour = "succeed") => jobSpec(behaviour, { account });
    const [first, ...many] = [of("one", "wait"), of("one"), of("one"), of("one"), of("one")] as const;
    const few = [of("two"), of("two")];
    for (const spec of [first, ...many, ...few]) await runner.launch(spec);
    await runner.cancel(first.name);
    await eventually(async () => (await runner.list()).every(({ phase }) => phase === "succeeded" || phase === "failed"));
    expect(started).toEqual([first, many[0], few[0], many[1], few[1], many[2], many[3]].map((spec) => spec?.name));
    await runner.close();
  });

  test("an urgent job runs although all places are taken, and the next one comes first in the queue", async () => {
    const isUrgent = ({ owner }: JobSpec) => owner.kind === "Dataset";
    const runner = createChildProcessJobRunner({ command, concurrency: 1, isUrgent });
    const phase = async ({ name }: JobSpec) => (await runner.get(name))?.phase;
    const urgent = (behaviour: string) => jobSpec(behaviour, { owner: { kind: "Dataset", name: "d", uid: "u" } });
    const [long, next, first, second] = [jobSpec("wait"), jobSpec("succeed"), urgent("wait"), urgent("succeed")];
    for (const spec of [long, next, first, second]) await runner.launch(spec);
    expect(await Promise.all([long, next, first, second].map(phase))).toEqual(["running", "queued", "running", "queued"]);
    await runner.cancel(first.name);
    await eventually(async () => (await phase(second)) === "succeeded");
    expect(await phase(next)).toBe("queued");
    await runner.close();
  });

  test.each([
    ["an urgent job", "Dataset", 5],
    ["any other job", "Model", 10],
  ] as const)("all threads of %s run below the server and above the lowest priority", async (_which, kind, lower) => {
    const runner = createChildProcessJobRunner({ command, isUrgent: ({ owner }) => owner.kind === "Dataset" });
    const spec = jobSpec("priorities", { owner: { kind, name: "o", uid: "u" } });
    await runner.launch(spec);
    await eventually(async () => (await runner.get(spec.name))?.phase === "succeeded");
    const priorities = (await runner.logs(spec.name, 1)).split(" ").map(Number);
    expect(new Set(priorities)).toEqual(new Set([Math.max(lower, getPriority())]));
    await runner.close();
  });

  test("an urgent job runs in the process that was started ahead, and another is started for the next", async () => {
    const isUrgent = ({ owner }: JobSpec) => owner.kind === "Dataset";
    // Programs that say which of the two they are.
    const saying = (text: string, ...args: string[]) => ["--import", `data:text/javascript,console.log("${text}")`, PROGRAM, ...args];
    const runner = createChildProcessJobRunner({
      command: (spec) => ({ ...command(spec), args: saying("of its own", spec.name) }),
      isUrgent,
      spare: { ...spare, args: saying("ahead") },
    });
    const owner = { kind: "Dataset", name: "d", uid: "u" };
    const specs = {
      first: jobSpec("succeed", { owner }),
      second: jobSpec("succeed", { owner }),
      larger: jobSpec("succeed", { owner, memoryMiB: 600 }),
      usual: jobSpec("succeed"),
    };
    for (const spec of Object.values(specs)) {
      await runner.launch(spec);
      await eventually(async () => (await runner.get(spec.name))?.phase === "succeeded");
    }
    const logs = await Promise.all(Object.values(specs).map(({ name }) => runner.logs(name, 10)));
    expect(logs.map((log) => log.split("\n")[0])).toEqual(["ahead", "ahead", "of its own", "of its own"]);
    await runner.close();
  });

  test("a process started ahead that cannot run costs no job", async () => {
    const folder = await createTemporaryFolder();
    const pid = join(folder.path, "pid");
    const broken = { ...spare, args: ["-e", `fs.writeFileSync(${JSON.stringify(pid)}, String(process.pid)); process.exit(1)`] };
    const runner = createChildProcessJobRunner({ command, isUrgent: () => true, spare: broken });
    await eventually(() => existsSync(pid) && !isRunning(Number(readFileSync(pid, "utf8"))));
    const spec = jobSpec("succeed");
    await runner.launch(spec);
    await eventually(async () => (await runner.get(spec.name))?.phase === "succeeded");
    await runner.close();
    await folder.remove();
  });

  test("an exception of an observer is reported and affects nobody else", async () => {
    const errors: unknown[] = [];
    const throwing = () => {
      throw new Error("broken observer");
    };
    const runner = createChildProcessJobRunner({ command, onError: (error) => errors.push(error) });
    const heard: string[] = [];
    runner.observe(throwing);
    runner.observe((name) => heard.push(name));
    const spec = jobSpec("succeed");
    await runner.launch(spec);
    await eventually(async () => (await runner.get(spec.name))?.phase === "succeeded");
    await eventually(() => heard.length === 3);
    expect(errors).toHaveLength(3);
    await runner.close();
  });
});
