import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { type DataFolderReport, examine } from "./doctor.js";
import { acquireFolderLock, tryFolderLock } from "./folder-lock.js";
import { assertKnownFormat, FORMAT, readFormat } from "./format.js";
import { BACKUP_LIST, isPartOfBackup, RESTORED_FILES, RESTORING } from "./not-data.js";
import { withSnapshot } from "./snapshot-server.js";

const relativePath = z.string().refine((path) => !path.startsWith("/") && !path.split(/[\\/]/).includes(".."));
const fileList = z.strictObject({
  createdAt: z.iso.datetime(),
  files: z.array(z.strictObject({ path: relativePath, size: z.int().min(0), sha256: z.string() })),
});
type FileList = z.infer<typeof fileList>;
type BackupFile = FileList["files"][number];

/**
 * Copies the data folder to an empty folder, while the server runs or not, and checks it. A backup is itself a data folder.
 */
export async function backUp(data: string, target: string, now = new Date()): Promise<{ files: number; report: DataFolderReport }> {
  if (readFormat(data) !== FORMAT) throw new Error(`${data} is no data folder of this version. Start Agatha on it once, then back it up`);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty. Name an empty folder`);
  if (!relative(resolve(data), resolve(target)).startsWith(".."))
    throw new Error(`${target} is in the data folder. Name a folder elsewhere`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const unlock = tryFolderLock(data);
  try {
    const copy = async (source: string) => ({ report: await examine(source), files: await copyAll(source, target) });
    const { report, files } = await (unlock ? copy(data) : withSnapshot(data, copy));
    const list: FileList = { createdAt: now.toISOString(), files };
    // Written last, so that a backup without it is incomplete.
    writeFileSync(join(target, BACKUP_LIST), `${JSON.stringify(list)}\n`, { mode: 0o600, flush: true });
    return { files: files.length, report };
  } finally {
    unlock?.();
  }
}

async function copyAll(from: string, to: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const path of listFiles(from)) files.push({ path, ...(await copyFile(join(from, path), join(to, path))) });
  return files;
}

function listFiles(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => isPartOfBackup(name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(root, path);
      return entry.isFile() ? [path] : [];
    });
}

async function copyFile(from: string, to: string): Promise<{ size: number; sha256: string }> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  const digest = new PassThrough().on("data", (chunk: Buffer) => {
    hash.update(chunk);
    size += chunk.length;
  });
  await pipeline(createReadStream(from), digest, createWriteStream(to, { mode: 0o600, flush: true, flags: "wx" }));
  return { size, sha256: hash.digest("hex") };
}

interface RestoreOptions {
  /** Moves what is in the data folder to a folder in it, instead of refusing. */
  replace?: boolean;
  /** Restores files too whose digests are wrong, instead of refusing. The next start sets damaged records aside. */
  damaged?: boolean;
  now?: Date;
}

/**
 * Copies a backup to a data folder on which no server runs. Nothing in the folder changes before every file is copied and its
 * digest checked. Returns what it did, in words.
 */
export async function restore(
  backup: string,
  data: string,
  { replace = false, damaged = false, now = new Date() }: RestoreOptions = {},
): Promise<string[]> {
  const { files } = readFileList(backup);
  assertKnownFormat(backup);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const unlock = acquireFolderLock(data);
  try {
    const present = readdirSync(data).filter(isReplaced);
    if (present.length > 0 && !replace) {
      throw new Error(`${data} is not empty. With --replace, what is in it moves to a folder in it, and the backup takes its place`);
    }
    const copied = join(data, RESTORED_FILES);
    const problems = await copyChecked(backup, copied, files);
    if (problems.length > 0 && !damaged) {
      rmSync(copied, { recursive: true });
      throw new Error(`${problems.join("\n")}\nNothing is restored. Use another backup, or restore the rest with --damaged`);
    }
    const kept = join(data, `replaced-${now.toISOString().replaceAll(":", "-")}`);
    moveIn(data, copied, present, kept);
    const did = [`Restored ${files.length} files from ${backup} to ${data}`];
    return present.length > 0 ? [...problems, ...did, `What was there before is in ${kept}`] : [...problems, ...did];
  } finally {
    unlock();
  }
}

/** Returns true for what a restore moves away. */
const isReplaced = (name: string) => !["lock", RESTORING, RESTORED_FILES].includes(name) && !name.startsWith("replaced-");

/** Moves the entries `present` of the data folder to `kept`, and what is in `copied` to their place. */
function moveIn(data: string, copied: string, present: readonly string[], kept: string): void {
  const restoring = join(data, RESTORING);
  if (present.length > 0) mkdirSync(kept, { mode: 0o700 });
  mkdirSync(restoring, { recursive: true, mode: 0o700 });
  for (const name of present) renameSync(join(data, name), join(kept, name));
  for (const name of readdirSync(copied)) renameSync(join(copied, name), join(data, name));
  rmSync(copied, { recursive: true });
  rmSync(restoring, { recursive: true });
}

function readFileList(backup: string): FileList {
  const path = join(backup, BACKUP_LIST);
  if (!existsSync(path)) throw new Error(`${backup} is no complete backup: it has no ${BACKUP_LIST}`);
  try {
    const list = fileList.parse(JSON.parse(readFileSync(path, "utf8")));
    return { ...list, files: list.files.filter((file) => file.path !== BACKUP_LIST) };
  } catch (error) {
    throw new Error(`${path} is damaged: use another backup`, { cause: error });
  }
}

/** Copies the files to a new folder and returns their problems, in words. If it fails, nothing is left of the folder. */
async function copyChecked(backup: string, target: string, files: readonly BackupFile[]): Promise<string[]> {
  rmSync(target, { recursive: true, force: true });
  try {
    mkdirSync(target, { mode: 0o700 });
    const problems = [];
    for (const file of files) problems.push(...(await copyOne(backup, target, file)));
    return problems;
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

async function copyOne(backup: string, target: string, { path, size, sha256 }: BackupFile): Promise<string[]> {
  if (!existsSync(join(backup, path))) return [`${path} is missing in the backup`];
  const copy = await copyFile(join(backup, path), join(target, path));
  return copy.size === size && copy.sha256 === sha256 ? [] : [`${path} is damaged in the backup`];
}
