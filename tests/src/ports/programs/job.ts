/**
 * Program of the tests' jobs. The first word of the job's name, in an argument or the environment of a later message, selects its behaviour.
 * It imports single modules, since it is started for each job.
 */
import { existsSync, readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { awaitJobEnvironment } from "@agatha/adapters/jobs/await-job-environment";
import { exitWithParent } from "@agatha/adapters/jobs/exit-with-parent";
import { NOT_WRITABLE_EXIT_CODE } from "@agatha/contracts/ports/job-runner";

const name = process.argv[2] ?? (await awaitJobEnvironment()).NAME ?? "";
exitWithParent();
const forever = () => setInterval(() => {}, 1_000);

/** Threads of this process; elsewhere than on Linux the process counts as one. */
function threads(): number[] {
  return existsSync("/proc/self/task") ? readdirSync("/proc/self/task").map(Number) : [process.pid];
}

const BEHAVIOURS: Record<string, () => void> = {
  succeed: () => process.stdout.write(`started ${Math.random()}\nfinished 完成\n`),
  fail: () => {
    process.stderr.write("no such column\n");
    process.exitCode = 3;
  },
  unwritable: () => process.exit(NOT_WRITABLE_EXIT_CODE),
  wait: () => {
    process.stdout.write(`${process.pid}\n`);
    forever();
  },
  stubborn: () => {
    process.on("SIGTERM", () => process.stdout.write("not yet\n"));
    process.stdout.write("ready\n");
    forever();
  },
  print: () => {
    for (let line = 1; line <= 100_000; line++) process.stdout.write(`line ${line} é\n`);
  },
  heap: () => {
    const kept: unknown[] = [];
    for (;;) kept.push({ a: kept.length, b: `text ${kept.length}` });
  },
  buffers: () => {
    const kept: Buffer[] = [];
    setInterval(() => kept.push(Buffer.alloc(8_000_000, 1)), 5);
  },
  priorities: () =>
    process.stdout.write(
      threads()
        .map((thread) => getPriority(thread))
        .join(" "),
    ),
};

BEHAVIOURS[name.split("-")[0] ?? ""]?.();
