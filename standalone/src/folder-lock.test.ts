import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acquireFolderLock } from "./folder-lock.js";

describe("lock of a data folder", () => {
  let folder: string;
  const path = () => join(folder, "lock");
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agatha-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Starts another process that takes the lock and reports success or the error. */
  async function another() {
    const code = `import { acquireFolderLock } from ${JSON.stringify(import.meta.resolve("./folder-lock.js"))};
      try { acquireFolderLock(${JSON.stringify(folder)}); process.stdout.write("locked"); setInterval(() => {}, 1000); }
      catch (error) { process.stdout.write(error.message); }`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
    const [said] = await once(child.stdout, "data");
    return {
      said: String(said),
      pid: child.pid,
      async kill() {
        child.kill("SIGKILL");
        await once(child, "exit");
      },
    };
  }

  test("names its owner to a second process, and leaves no other file", async () => {
    const unlock = acquireFolderLock(folder);
    const second = await another();
    expect(second.said).toContain(`running on this data folder already, as process ${process.pid}`);
    expect(readdirSync(folder)).toEqual(["lock"]);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is taken over from a killed process", async () => {
    const first = await another();
    expect(first.said).toBe("locked");
    expect(() => acquireFolderLock(folder)).toThrow(`process ${first.pid}`);
    await first.kill();
    acquireFolderLock(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["whose process id another process has by now", () => JSON.stringify({ pid: process.ppid, started: "1" })],
    ["whose process id is our own by now, as in a restarted container", () => JSON.stringify({ pid: process.pid, started: "1" })],
    ["that the machine's crash cut off", () => ""],
  ])("a lock %s is taken over", (_which, text) => {
    writeFileSync(path(), text());
    acquireFolderLock(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a lock that another process has since taken is not removed", () => {
    const unlock = acquireFolderLock(folder);
    const other = JSON.stringify({ pid: 1, started: "1" });
    writeFileSync(path(), other);
    unlock();
    expect(readFileSync(path(), "utf8")).toBe(other);
  });
});
