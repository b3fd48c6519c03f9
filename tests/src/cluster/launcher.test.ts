/** The cluster of the tests leaves nothing running, and tells how far its build is. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { createTemporaryFolder } from "../ports/temporary-folder.js";
import { compile } from "./launcher/binaries.js";
import { createDaemons, run, succeeds, tryRun } from "./launcher/commands.js";
import { containerdSocket, endShims } from "./launcher/node.js";

test("a shim that containerd has left ends with the processes of its container, and another cluster's goes on", async () => {
  const disk = await createTemporaryFolder();
  const [ours, others] = ["ours", "others"].map((name) => join(disk.path, name)) as [string, string];
  const shim = (cluster: string) =>
    spawn("sh", ["-c", "sleep 1000 & wait", "shim", "-address", containerdSocket(cluster)], { argv0: "/usr/bin/containerd-shim-runc-v2" });
  const [lost, kept] = [shim(ours), shim(others)];
  try {
    const children = async ({ pid }: { pid?: number | undefined }) => (await run(["pgrep", "--parent", `${pid}`])).trim();
    const container = await waitFor("the container", async () => await children(lost).catch(() => undefined));
    const ended = once(lost, "exit");
    await endShims(ours);
    await ended;
    // It may be a zombie until the first process of the machine collects it.
    await waitFor("the container's end", async () => /^Z|^$/.test((await tryRun(["ps", "-o", "stat=", "-p", container])).stdout.trim()));
    expect(kept.exitCode ?? kept.signalCode).toBeNull();
  } finally {
    await endShims(others);
    await disk.remove();
  }
});

test("a program that ignores SIGTERM is ended all the same", async () => {
  const disk = await createTemporaryFolder();
  const daemons = createDaemons(disk.path);
  daemons.start("stubborn", [process.execPath, "-e", "process.on('SIGTERM', () => 0); setInterval(() => 0, 1000); console.log('on')"]);
  await waitFor("its start", async () => await succeeds(["grep", "-q", "on", join(disk.path, "log/stubborn.log")]));
  await daemons.stop("stubborn", 1);
  expect(daemons.runs("stubborn")).toBe(false);
  await disk.remove();
});

test("a build tells how many packages are compiled while it goes on", async () => {
  const disk = await createTemporaryFolder();
  const [bin, seen] = ["bin", "seen"].map((name) => join(disk.path, name)) as [string, string];
  mkdirSync(bin);
  // Like Go, it names packages as it compiles them. It ends once the progress is told.
  const go = `#!/bin/sh\n[ "$2" = -v ] || exit 2\necho fmt >&2; echo net/http >&2\nuntil [ -e ${seen} ]; do sleep 0.05; done\n`;
  writeFileSync(join(bin, "go"), go, { mode: 0o755 });
  const printed = new Set<string>();
  const print = (text: string) => {
    printed.add(text);
    if (text.includes(" 2 ")) writeFileSync(seen, "");
  };
  await compile("prober", ["build", "./cmd/prober"], { env: { PATH: `${bin}:${process.env.PATH}` } }, { print, everyMs: 50 });
  expect(printed).toContain("Building prober…");
  expect(printed).toContain("Building prober: 2 packages are compiled");
  await disk.remove();
});
