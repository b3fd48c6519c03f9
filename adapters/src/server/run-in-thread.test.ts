import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = (module: string) => JSON.stringify(import.meta.resolve(module));

describe("program in a thread", () => {
  let folder: string;
  let child: ChildProcess;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agatha-thread-"));
  });
  afterEach(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });

  /** Starts a program whose thread runs `body`. The body may use `times`, the number of starts so far, and `say`. */
  function program(body: string) {
    const file = join(folder, "program.mjs");
    const text = `
      import { appendFileSync, readFileSync, writeSync } from "node:fs";
      import { isMainThread } from "node:worker_threads";
      import { RESTART_EXIT_CODE, runInThread, stopOnMainThreadMessage } from ${here("./run-in-thread.js")};
      import { runProgram } from ${here("./run-program.js")};
      const say = (text) => writeSync(1, text + "\\n");
      if (isMainThread) await runInThread(new URL(import.meta.url));
      else {
        appendFileSync(${JSON.stringify(join(folder, "begun"))}, "x");
        const times = readFileSync(${JSON.stringify(join(folder, "begun"))}).length;
        ${body}
      }`;
    writeFileSync(file, text);
    child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (bytes: Buffer) => (output += bytes.toString()));
    const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
    const said = async (text: string) => {
      while (!output.includes(text)) await Promise.race([once(child.stdout!, "data"), ended.then(() => expect(output).toContain(text))]);
    };
    return { ended, said };
  }

  test("restarts as often as it requests, and stops all of its running work", async () => {
    const { ended } = program(`
      say("begun " + times);
      setInterval(() => say("still " + times), 1);
      if (times < 3) process.exit(RESTART_EXIT_CODE);
      process.exit(7);`);
    expect(await ended).toEqual({ code: 7, output: "begun 1\nbegun 2\nbegun 3\n" });
  });

  test.each(["SIGTERM", "SIGINT"] as const)("receives %s, even after a restart, and shuts down cleanly", async (signal) => {
    const { ended, said } = program(`
      if (times === 1) process.exit(RESTART_EXIT_CODE);
      await runProgram(async () => {
        const open = setInterval(() => undefined, 1000);
        return async () => { clearInterval(open); say("closed"); };
      }, stopOnMainThreadMessage);
      say("started");`);
    await said("started");
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, output: "started\nclosed\n" });
  });

  test("a program that cannot start reports why, and ends the process", async () => {
    const { ended } = program('await runProgram(async () => { throw new Error("PORT: is none"); }, stopOnMainThreadMessage);');
    const { code, output } = await ended;
    expect([code, JSON.parse(output)]).toEqual([1, expect.objectContaining({ level: "fatal", msg: "PORT: is none" })]);
  });

  test("an unexpected error ends the process and is reported with its stack", async () => {
    const { ended } = program('throw new Error("unforeseen");');
    const { code, output } = await ended;
    expect(code).toBe(1);
    expect(JSON.parse(output).err.stack).toMatch(/^Error: unforeseen\n\s+at .*program\.mjs/);
  });
});
