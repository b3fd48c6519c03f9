import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATA_FILE, openEnvironment, openTable } from "./environment.js";
import { decodeRecord } from "./record-checksum.js";
import { type DataFileScan, scanDataFile } from "./scan-data-file.js";
import { type DecodeRecord, readRecords, type StoredRecords } from "./stored-records.js";

/** An embedded store: its tables, and how their records are read and assessed. */
export interface EmbeddedStore {
  name: string;
  tables: readonly string[];
  assess(records: StoredRecords): Assessment;
}

interface Assessment {
  /** Records that are gone, such as `users/0190…`. */
  lost: string[];
  /** Records that are gone from their place, and that another record contains. */
  restored: string[];
  /** Puts each record of the store as it should be, except indexes that the store builds when it is opened. */
  rebuild(put: PutRecord): void;
}

export type PutRecord = (table: string, key: string, value: unknown) => void;

/** Damage of a store. All lists are empty if it is sound. */
export interface StoreCheck {
  store: string;
  /** Each damaged place, in words. */
  damage: string[];
  lost: string[];
  restored: string[];
}

export interface StoreFolder {
  store: EmbeddedStore;
  directory: string;
  /** For a store of an earlier format. */
  decode?: DecodeRecord;
}

const LOCK_FILE = "lock.mdb";
const MAX_ATTEMPTS = 10;

/** Returns true if a check found no damage, nothing lost and nothing to restore. */
export function isSound({ damage, lost, restored }: StoreCheck): boolean {
  return damage.length + lost.length + restored.length === 0;
}

/**
 * Checks every record of a store, and calls `visit` with them. Nobody may write to the store, except a job of a server that has just
 * been killed: then the check is repeated.
 */
export function checkStore(folder: StoreFolder, visit: (records: StoredRecords) => void = () => {}): StoreCheck {
  const path = join(folder.directory, DATA_FILE);
  if (!existsSync(path)) return { store: folder.store.name, damage: [], lost: [], restored: [] };
  for (let attempts = 1; ; attempts++) {
    const { mtimeMs } = statSync(path);
    const check = scanDataFile(path, (scan) => {
      const { records, check } = assess(folder, scan);
      const isFinal = isSound(check) || statSync(path).mtimeMs === mtimeMs || attempts === MAX_ATTEMPTS;
      if (isFinal) visit(records);
      return isFinal ? check : undefined;
    });
    if (check) return check;
  }
}

/**
 * Writes a store again from its sound records, in place of the file as it was. No process may have the store open. A crash leaves
 * the store as before or as afterwards.
 */
export async function rebuildStore(folder: StoreFolder): Promise<void> {
  const { directory } = folder;
  const building = `${directory}.rebuild`;
  rmSync(building, { recursive: true, force: true });
  const environment = openEnvironment(building);
  scanDataFile(join(directory, DATA_FILE), (scan) => {
    const { assessment } = assess(folder, scan);
    const tables = new Map(folder.store.tables.map((name) => [name, openTable(environment, name)]));
    environment.transactionSync(() => assessment.rebuild((table, key, value) => tables.get(table)!.putSync(key, value)));
  });
  await environment.close();
  // The lock file knows the newest transaction of the file before.
  rmSync(join(directory, LOCK_FILE), { force: true });
  renameSync(join(building, DATA_FILE), join(directory, DATA_FILE));
  rmSync(building, { recursive: true });
}

/** Copies the file of a store to the folder `target`. A file that is there already is kept: it is from before. */
export function keepStore({ store, directory }: StoreFolder, target: string): void {
  const copy = join(target, store.name, DATA_FILE);
  if (existsSync(copy)) return;
  mkdirSync(join(target, store.name), { recursive: true, mode: 0o700 });
  copyFileSync(join(directory, DATA_FILE), `${copy}.part`);
  renameSync(`${copy}.part`, copy);
}

/** Keeps the file of a damaged store in the folder `target` with a report, and writes the store again from its sound records. */
export async function repairStore(folder: StoreFolder, check: StoreCheck, target: string): Promise<void> {
  keepStore(folder, target);
  writeFileSync(join(target, folder.store.name, "report.json"), `${JSON.stringify(check, undefined, 2)}\n`, { mode: 0o600 });
  await rebuildStore(folder);
}

function assess({ store, decode = decodeRecord }: StoreFolder, scan: DataFileScan) {
  const records = readRecords(scan, store.tables, decode);
  const assessment = store.assess(records);
  const { lost, restored } = assessment;
  const damage = [...scan.damage, ...records.damaged.map(({ table, key }) => `the record ${key} of the table ${table} is not as written`)];
  const check: StoreCheck = { store: store.name, damage, lost, restored };
  return { records, assessment, check };
}
