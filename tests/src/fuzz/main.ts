/**
 * Fuzzes the parsers of external input, each in a process of its own. `npm run fuzz` takes 60 s for each, `npm run fuzz -- 600
 * csv xlsx` more time for some, and `npm run fuzz -- replay csv SEED PATH` repeats a reported case.
 *
 * The exit code is 1 on a crash. A case must end in a result or in a rejection with a code of the catalogue, compute for at most ten
 * seconds and end within two minutes. A process must stay below a gibibyte.
 */
import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { privateMemoryMiB } from "@agatha/adapters/jobs/private-memory";
import { cpuSeconds } from "./cpu-seconds.js";
import { PARSERS } from "./parsers.js";
import type { WorkerMessage } from "./worker.js";

const WORKER_PROGRAM = fileURLToPath(new URL("./worker.js", import.meta.url));
const SECONDS = 60;
const MAX_CPU_SECONDS = 10;
const HANG_MS = 120_000;
const MAX_MEMORY_MIB = 1024;
const POLL_INTERVAL_MS = 250;

interface FuzzRun {
  name: string;
  seconds: number;
  seed: number;
  path?: string;
}

/** Resolves with the problem, or with undefined. */
function run({ name, seconds, seed, path }: FuzzRun): Promise<string | undefined> {
  const args = [name, `${seconds}`, `${seed}`, ...(path ? [path] : [])];
  const child = fork(WORKER_PROGRAM, args, { execArgv: [...process.execArgv, `--max-old-space-size=${MAX_MEMORY_MIB}`] });
  let latest = 0;
  let beganAt = Number.POSITIVE_INFINITY;
  let beganCpu = 0;
  let problem: string | undefined;
  let ended = false;
  const end = (what: string): void => {
    problem ??= `${what}; npm run fuzz -- replay ${name} ${seed} ${path ?? latest}`;
    child.kill("SIGKILL");
  };
  const watch = setInterval(() => {
    if (performance.now() - beganAt > HANG_MS) end(`a case took more than ${HANG_MS / 1000} s`);
    const computed = (cpuSeconds(child.pid!) ?? 0) - beganCpu;
    if (beganAt < Number.POSITIVE_INFINITY && computed > MAX_CPU_SECONDS) end(`a case computed for more than ${MAX_CPU_SECONDS} s`);
    if ((privateMemoryMiB(child.pid!) ?? 0) > MAX_MEMORY_MIB) end(`more than ${MAX_MEMORY_MIB} MiB of memory`);
  }, POLL_INTERVAL_MS);
  child.on("message", (message: WorkerMessage) => {
    if ("began" in message) {
      latest = message.began;
      beganAt = performance.now();
      beganCpu = cpuSeconds(child.pid!) ?? 0;
      return;
    }
    ended = true;
    beganAt = Number.POSITIVE_INFINITY;
    if ("crashed" in message) problem = `${message.crashed}\nnpm run fuzz -- replay ${name} ${seed} ${message.path}`;
    else process.stdout.write(`${name}: ${message.cases} cases, ${message.accepted} read and the others refused, seed ${seed}\n`);
  });
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      clearInterval(watch);
      if (!ended) end(`the process ended with ${signal ?? code}`);
      resolve(problem);
    });
  });
}

/** Returns the runs that the command line names. Throws with the usage. */
function parseArguments(args: readonly string[]): FuzzRun[] {
  const [first, ...rest] = args;
  if (first === "replay") {
    const [name = "", seed, path] = rest;
    return knownParsers([name]).map(() => ({ name, seconds: SECONDS, seed: Number(seed), path }));
  }
  const seconds = Number(first ?? SECONDS);
  if (!(seconds > 0)) throw new Error("Say for how many seconds: npm run fuzz -- 60 csv");
  return knownParsers(rest.length > 0 ? rest : Object.keys(PARSERS)).map((name) => ({ name, seconds, seed: randomInt(2 ** 31) }));
}

function knownParsers(names: string[]): string[] {
  const unknown = names.filter((name) => !Object.hasOwn(PARSERS, name));
  if (unknown.length > 0) throw new Error(`There is no parser ${unknown.join(", ")}; parsers are ${Object.keys(PARSERS).join(", ")}`);
  return names;
}

try {
  for (const each of parseArguments(process.argv.slice(2))) {
    const problem = await run(each);
    if (problem === undefined) continue;
    process.stdout.write(`${each.name}: ${problem}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
