/**
 * Loaded into the product before its own modules (--import). While the file FAILING_DISK exists, no file can be opened for
 * writing: the error has the code in that file, as the operating system's error has.
 */
import { existsSync, readFileSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const TEXTS: Record<string, string> = { ENOSPC: "no space left on device", EROFS: "read-only file system" };
const marker = process.env.FAILING_DISK ?? "";

function throwIfFailing(): void {
  if (!existsSync(marker)) return;
  const code = readFileSync(marker, "utf8");
  throw Object.assign(new Error(`${code}: ${TEXTS[code]}, open`), { code });
}

const { open, writeFile } = promises;
promises.open = async (path, flags, mode) => {
  if (flags !== undefined && flags !== "r") throwIfFailing();
  return await open(path, flags, mode);
};
promises.writeFile = async (...args) => {
  throwIfFailing();
  await writeFile(...args);
};
syncBuiltinESMExports();
