import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acquireFolderLock, tryFolderLock } from "./folder-lock.js";

describe("lock of a data folder", () => {
  let folder: string;
  const path = () => join(folder, "lock");
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agatha-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Starts another process that takes the lock and reports success or the error. */
  async function another(command: string[] = []) {
    const code = `import { acquireFolderLock } from ${JSON.stringify(import.meta.resolve("./folder-lock.js"))};
      try { acquireFolderLock(${JSON.stringify(folder)}); process.stdout.write("locked"); setInterval(() => {}, 1000); }
      catch (error) { process.stdout.write(error.message); }`;
    const [program = "", ...args] = [...command, process.execPath, "--input-type=module", "-e", code];
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
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

  test("a lock names its owner to a second process, and to this one", async () => {
    const unlock = acquireFolderLock(folder);
    expect((await another()).said).toContain(`running on this data folder already, as process ${process.pid}`);
    expect(tryFolderLock(folder)).toBeUndefined();
    unlock();
    acquireFolderLock(folder)();
  });

  test("a lock is taken over from a killed process", async () => {
    const first = await another();
    expect(first.said).toBe("locked");
    expect(() => acquireFolderLock(folder)).toThrow(`process ${first.pid}`);
    await first.kill();
    acquireFolderLock(folder)();
  });

  test("a copy of a folder in use is free, though its lock file names a process that runs", async () => {
    const unlock = acquireFolderLock(folder);
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true });
    try {
      expect(readFileSync(join(copy, "lock"), "utf8")).toBe(`${process.pid}\n`);
      acquireFolderLock(copy)();
    } finally {
      unlock();
      rmSync(copy, { recursive: true });
    }
  });

  (existsSync("/dev/full") ? test : test.skip)(
    "a lock is taken and released where its owner's name cannot be written (needs /dev/full)",
    () => {
      symlinkSync("/dev/full", path());
      const unlock = acquireFolderLock(folder);
      expect(tryFolderLock(folder)).toBeUndefined();
      unlock();
      acquireFolderLock(folder)();
    },
  );

  const canUnshare = process.platform === "linux" && process.getuid?.() === 0;
  (canUnshare ? test : test.skip)(
    "a lock holds against a process of another container, with process ids of its own (needs root on Linux)",
    async () => {
      const unlock = acquireFolderLock(folder);
      expect((await another(["unshare", "--pid", "--fork", "--mount-proc"])).said).toContain("running on this data folder already");
      unlock();
    },
  );

  test.each(["", `${process.ppid}\n`, JSON.stringify({ pid: process.ppid, started: "1" })])(
    "a lock file that nobody holds is taken, whatever it says: %j",
    (text) => {
      writeFileSync(path(), text);
      acquireFolderLock(folder)();
    },
  );
});
