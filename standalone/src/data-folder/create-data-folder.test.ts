import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDataFolder } from "./create-data-folder.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agatha-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a folder is made with those above it, and taken as it is", () => {
  createDataFolder(join(folder, "a", "b"));
  createDataFolder(join(folder, "a", "b"));
});

test.each([[["file"]], [["file", "data"]]])("a file in the place of a folder is told with the variable: %j", (path) => {
  writeFileSync(join(folder, "file"), "");
  const data = join(folder, ...path);
  expect(() => createDataFolder(data)).toThrow(`The data folder ${data} cannot be used: `);
  expect(() => createDataFolder(data)).toThrow("name another folder with AGATHA_DATA");
});

const canMount = process.platform === "linux" && process.getuid?.() === 0;
(canMount ? describe : describe.skip)("a small file system (mounted by root; elsewhere not tested)", () => {
  let disk: string;
  beforeEach(() => {
    disk = join(folder, "disk");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]);
  });
  afterEach(() => void execFileSync("umount", [disk]));

  test("a new folder on a full disk is told, and one with data is taken", () => {
    createDataFolder(join(disk, "old"));
    writeFileSync(join(disk, "old", "format-3"), "");
    writeFileSync(join(disk, "ballast"), Buffer.alloc(1_500_000));
    expect(() => createDataFolder(join(disk, "new"))).toThrow("the disk is full");
    createDataFolder(join(disk, "old"));
  });

  test("a disk that is read-only is told", () => {
    createDataFolder(join(disk, "old"));
    execFileSync("mount", ["-o", "remount,ro", disk]);
    expect(() => createDataFolder(join(disk, "old"))).toThrow("read-only");
  });
});
