/** Restores that stop on the way, and what a backup contains. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backUp, restore } from "@agatha/standalone/data-folder/backup";
import { FORMAT } from "@agatha/standalone/data-folder/format";
import { openDataFolder } from "@agatha/standalone/data-folder/open-data-folder";
import { vegaFile } from "../data.js";

const AIRPORTS = vegaFile("airports.csv");

let folder: string;
let data: string;
let backup: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agatha-backup-"));
  [data, backup] = [join(folder, "data"), join(folder, "backup")];
  mkdirSync(join(data, "objects"), { recursive: true });
  writeFileSync(join(data, `format-${FORMAT}`), "");
  copyFileSync(AIRPORTS, join(data, "objects", "airports.csv"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const content = (of: string) => readdirSync(of, { recursive: true }).map(String).sort();

test("a restore that fails while it copies leaves the data folder as it was, and a start takes it", async () => {
  await backUp(data, backup);
  const before = content(data);
  rmSync(join(backup, "objects", "airports.csv"));
  mkdirSync(join(backup, "objects", "airports.csv"));
  await expect(restore(backup, data, { replace: true })).rejects.toThrow("EISDIR");
  expect(content(data)).toEqual(before);
  expect(await openDataFolder(data, new Date())).toEqual([]);
});

test("what a killed restore has copied is no part of a backup, and a start removes it", async () => {
  const copied = join(data, "restoring.part");
  mkdirSync(copied);
  copyFileSync(AIRPORTS, join(copied, "airports.csv"));
  expect(await backUp(data, backup)).toMatchObject({ files: 2 });
  await openDataFolder(data, new Date());
  expect(existsSync(copied)).toBe(false);
});

test("a folder in which a restore was moving files is refused until a restore has ended", async () => {
  await backUp(data, backup);
  mkdirSync(join(data, "restoring"));
  writeFileSync(join(backup, "objects", "airports.csv"), "");
  await expect(restore(backup, data, { replace: true })).rejects.toThrow("airports.csv is damaged in the backup");
  await expect(openDataFolder(data, new Date())).rejects.toThrow("Repeat it");
  copyFileSync(AIRPORTS, join(backup, "objects", "airports.csv"));
  await restore(backup, data, { replace: true });
  expect(await openDataFolder(data, new Date())).toEqual([]);
  expect(readFileSync(join(data, "objects", "airports.csv"))).toEqual(readFileSync(AIRPORTS));
});

test("a data folder on which a server started after a backup is backed up without the backup's list, and restored", async () => {
  await backUp(data, backup);
  const second = join(folder, "second");
  writeFileSync(join(backup, "objects", "later.csv"), readFileSync(AIRPORTS));
  expect(await backUp(backup, second)).toMatchObject({ files: 3 });
  const restored = join(folder, "restored");
  await restore(second, restored);
  expect(readFileSync(join(restored, "objects", "later.csv"))).toEqual(readFileSync(AIRPORTS));
  expect(existsSync(join(restored, "backup.json"))).toBe(false);
});

test("a list that names itself is restored without it", async () => {
  await backUp(data, backup);
  const path = join(backup, "backup.json");
  const list = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...list, files: [...list.files, { path: "backup.json", size: 1, sha256: "0" }] }));
  const restored = join(folder, "restored");
  expect(await restore(backup, restored)).toEqual([`Restored 2 files from ${backup} to ${restored}`]);
});
