import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canMount, mount, mountMemory, unmount } from "@agatha/contracts/testing/mount";
import { createDataFolder } from "./create-data-folder.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agatha-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a folder is made with those above it, and taken as it is", () => {
  const data = join(folder, "a", "b");
  createDataFolder(data);
  writeFileSync(join(data, "kept"), "");
  createDataFolder(data);
  expect(readdirSync(data)).toEqual(["kept"]);
});

test.each([[["file"]], [["file", "data"]]])("a file in the place of a folder is told with the variable: %j", (path) => {
  writeFileSync(join(folder, "file"), "");
  const data = join(folder, ...path);
  expect(() => createDataFolder(data)).toThrow(`The data folder ${data} cannot be used: `);
  expect(() => createDataFolder(data)).toThrow("name another folder with AGATHA_DATA");
});

(canMount() ? describe : describe.skip)("a small file system (where it can be mounted; elsewhere not tested)", () => {
  let disk: string;
  beforeEach(() => {
    disk = join(folder, "disk");
    mountMemory("2m", disk);
  });
  afterEach(() => unmount(disk));

  test("a new folder on a full disk is told, and one with data is taken", () => {
    createDataFolder(join(disk, "old"));
    mkdirSync(join(disk, "old", "documents"));
    writeFileSync(join(disk, "ballast"), Buffer.alloc(1_500_000));
    expect(() => createDataFolder(join(disk, "new"))).toThrow("the disk is full");
    createDataFolder(join(disk, "old"));
  });

  test("a full disk that is the folder is told, though it has a folder of its own", () => {
    mkdirSync(join(disk, "lost+found"));
    writeFileSync(join(disk, "ballast"), Buffer.alloc(1_500_000));
    expect(() => createDataFolder(disk)).toThrow("the disk is full");
  });

  test("a disk that is read-only is told", () => {
    createDataFolder(join(disk, "old"));
    mount(["-o", "remount,ro"], disk);
    expect(() => createDataFolder(join(disk, "old"))).toThrow("read-only");
  });
});
