/** The product's process from the outside: its start, its failures to start, and its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tryFolderLock } from "@agatha/standalone/data-folder/folder-lock";

const MAIN = fileURLToPath(new URL("../../../standalone/bundle/main.js", import.meta.url));

describe("the product on one machine", () => {
  let folder: string;
  let children: ChildProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agatha-standalone-"));
    children = [];
  });
  afterEach(async () => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) await ended(child, "SIGKILL");
    rmSync(folder, { recursive: true });
  });

  async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit");
      if (signal) child.kill(signal);
      await exit;
    }
    return child.exitCode;
  }

  function start(env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [MAIN], {
      env: { AGATHA_DATA: join(folder, "data"), PORT: "0", OPERATIONS_PORT: "0", ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    children.push(child);
    let output = "";
    const listening = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout!, child.stderr!]) {
        stream.on("data", (bytes: Buffer) => {
          output += bytes.toString();
          const url = /Agatha is at (\S+)/.exec(output)?.[1];
          if (url) resolve(url);
        });
      }
      child.on("close", (code) => reject(new Error(`ended with ${code}: ${output}`)));
    });
    listening.catch(() => undefined);
    return { child, listening, output: () => output, stop: (signal: NodeJS.Signals) => ended(child, signal) };
  }

  test("the product shows the manager's password once, keeps its data private, and listens where it says", async () => {
    const first = start();
    const url = await first.listening;
    const password = /manager is admin, with the password (\S+) /.exec(first.output())?.[1];
    const login = async () => {
      const headers = { "Content-Type": "application/json" };
      const { csrftoken } = (await (await fetch(`${url}accounts/csrf`)).json()) as { csrftoken: string };
      const answer = await fetch(`${url}accounts/login`, {
        method: "POST",
        headers: { ...headers, "X-CSRFToken": csrftoken },
        body: JSON.stringify({ username: "admin", password }),
      });
      return answer.status;
    };
    expect(await login()).toBe(200);
    expect(await first.stop("SIGTERM")).toBe(0);
    const files = readdirSync(join(folder, "data"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) {
      expect([name, readFileSync(join(parentPath, name)).includes(password!)]).toEqual([name, false]);
    }
    const second = start({ HOST: "0.0.0.0" });
    expect((await fetch(await second.listening)).status).toBe(200);
    expect(second.output()).toContain("Other machines are refused until AGATHA_PUBLIC_URL has the address that people open");
    expect(second.output()).not.toContain("password");
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "the product ends cleanly at %s, even twice, and releases its folder",
    async (signal) => {
      const { child, listening, stop } = start();
      await listening;
      expect(tryFolderLock(join(folder, "data"))).toBeUndefined();
      child.kill(signal);
      expect(await stop(signal)).toBe(0);
      expect(tryFolderLock(join(folder, "data"))).toBeDefined();
    },
  );

  test("the product ends when its parent process is gone", async () => {
    const { child, listening } = start();
    await listening;
    child.disconnect();
    expect(await ended(child)).toBe(0);
  });

  test("the product rejects a folder that is in use, and takes over that of a killed one", async () => {
    const first = start();
    await first.listening;
    const second = start();
    await expect(second.listening).rejects.toThrow(
      `ended with 1: Agatha is running on this data folder already, as process ${first.child.pid}.`,
    );
    await first.stop("SIGKILL");
    await start().listening;
  });

  test("the product starts on a copy of a folder that is in use", async () => {
    await start().listening;
    cpSync(join(folder, "data"), join(folder, "copy"), { recursive: true });
    await start({ AGATHA_DATA: join(folder, "copy") }).listening;
  });

  test("the product empties the scratch folder that a killed one left", async () => {
    const first = start();
    await first.listening;
    writeFileSync(join(folder, "data/scratch/left"), "half a file");
    await first.stop("SIGKILL");
    await start().listening;
    expect(readdirSync(join(folder, "data/scratch"))).not.toContain("left");
  });

  test("the product names the variable that is wrong, and leaves nothing behind", async () => {
    await expect(start({ PORT: "many" }).listening).rejects.toThrow("ended with 1: PORT: ");
    expect(readdirSync(folder)).toEqual([]);
  });

  describe("when a port is taken", () => {
    const other = createServer();
    let port: string;
    beforeAll(async () => {
      await once(other.listen(0, "127.0.0.1"), "listening");
      port = `${(other.address() as AddressInfo).port}`;
    });
    afterAll(() => other.close());

    test("a taken port of the console is reported, and the product ends", async () => {
      await expect(start({ PORT: port }).listening).rejects.toThrow(
        `ended with 1: Port ${port} is in use by another program. Set PORT to another one.`,
      );
      expect(tryFolderLock(join(folder, "data"))).toBeDefined();
    });

    test("a taken port of health and metrics is reported, and the product goes on without", async () => {
      const { listening, output } = start({ OPERATIONS_PORT: port });
      expect((await fetch(`${await listening}openapi.json`)).status).toBe(200);
      expect(output()).toContain(`Going on without health and metrics. Port ${port} is in use by another program. Set OPERATIONS_PORT`);
    });
  });
});
