/** File systems of a test's own. Only root can mount them, and not in every container. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Mounts a file system at a folder, which is made if it is not there. */
export function mount(options: readonly string[], at: string): void {
  mkdirSync(at, { recursive: true });
  execFileSync("mount", [...options, at], { stdio: "pipe" });
}

/** Mounts a file system in memory of this size, such as 2m. */
export function mountMemory(size: string, at: string): void {
  mount(["-t", "tmpfs", "-o", `size=${size}`, "tmpfs"], at);
}

/** Unmounts a file system, and those within it. */
export function unmount(at: string): void {
  execFileSync("umount", ["--recursive", at], { stdio: "pipe" });
}

/** Returns true if this process can mount. */
export function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "agatha-mount-"));
  try {
    mountMemory("64k", folder);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
