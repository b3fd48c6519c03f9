import { constants, copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DATA_FILE, openEnvironment } from "@agatha/adapters/lmdb/environment";
import { hasErrorCode } from "@agatha/adapters/node-errors";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { embeddedStores } from "./embedded-stores.js";
import { isPartOfBackup } from "./not-data.js";

/**
 * Copies the data folder as it is at one moment to a new folder in `scratch`, and returns its path. A thread of the server calls
 * it. Both stores of records are locked for as long as their files are copied and the objects get second names; writes wait
 * meanwhile. So the copy is a state in which a crash could have left the folder, and the server resumes from it as after a crash.
 */
export async function takeSnapshot(data: string): Promise<string> {
  const snapshot = mkdtempSync(join(dataFolders(data).scratch, "snapshot-"));
  const environments = embeddedStores(data).map(({ directory }) => openEnvironment(directory));
  try {
    const take = environments.reduceRight(
      (next, environment) => () => environment.transactionSync(next),
      () => copyFolder(data, snapshot),
    );
    take();
    return snapshot;
  } catch (error) {
    rmSync(snapshot, { recursive: true, force: true });
    throw error;
  } finally {
    await Promise.all(environments.map((environment) => environment.close()));
  }
}

function copyFolder(data: string, target: string): void {
  for (const { store, directory } of embeddedStores(data)) {
    mkdirSync(join(target, store.name));
    // A copy without copying, where the file system can.
    copyFileSync(join(directory, DATA_FILE), join(target, store.name, DATA_FILE), constants.COPYFILE_FICLONE);
  }
  for (const entry of readdirSync(data, { withFileTypes: true })) {
    if (entry.isFile() && isPartOfBackup(entry.name)) copyFileSync(join(data, entry.name), join(target, entry.name));
  }
  const { objects } = dataFolders(data);
  for (const name of readdirSync(objects)) if (isPartOfBackup(name)) linkFolder(join(objects, name), join(target, "objects", name));
}

/** Gives the files of a folder second names. Files may be deleted meanwhile; they are never changed. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of existsSync(from) ? readdirSync(from, { withFileTypes: true }) : []) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return;
    // The folder of objects is on a file system of its own, or there are no links.
    if (!hasErrorCode(error, "EXDEV", "EPERM", "EMLINK", "ENOSYS", "ENOTSUP")) throw error;
    copyFileSync(source, target);
  }
}
