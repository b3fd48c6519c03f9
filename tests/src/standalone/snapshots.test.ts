/** Snapshots of a data folder while this process, as its server, writes to it. */
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createLmdbDocumentStore, createLmdbResourceStore } from "@agatha/adapters";
import { COLLECTIONS, type DocumentStore, type ResourceStore } from "@agatha/contracts";
import { startSnapshotServer, withSnapshot } from "@agatha/standalone/data-folder/snapshot-server";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { createTemporaryFolder, type TemporaryFolder } from "../ports/temporary-folder.js";

const SNAPSHOTS = 10;
const { progress } = COLLECTIONS;

describe("snapshots of a data folder", () => {
  let folder: TemporaryFolder;
  let documents: DocumentStore;
  let resources: ResourceStore;
  let end: () => Promise<void>;

  beforeEach(async () => {
    folder = await createTemporaryFolder();
    const folders = dataFolders(folder.path);
    for (const path of [folders.scratch, join(folders.objects, "objects")]) mkdirSync(path, { recursive: true });
    documents = createLmdbDocumentStore({ directory: folders.documents });
    resources = createLmdbResourceStore({ directory: folders.resources });
    end = await startSnapshotServer(folder.path, (error) => {
      throw error;
    });
  });
  afterEach(async () => {
    await end();
    await Promise.all([documents.close(), resources.close()]);
    await folder.remove();
  });

  test("no write that was acknowledged is lost or missing in a later snapshot", async () => {
    const written: string[] = [];
    let writing = true;
    const write = async () => {
      while (writing) {
        const id = `task-${written.length}`;
        await documents.collection(progress).put({ id, fraction: 0.5, step: "reading", updatedAt: "2024-05-01T08:00:00.000Z" });
        written.push(id);
      }
    };
    const writer = write();
    for (let taken = 0; taken < SNAPSHOTS; taken++) {
      const acknowledged = [...written];
      await withSnapshot(folder.path, async (snapshot) => {
        const copy = createLmdbDocumentStore({ directory: dataFolders(snapshot).documents });
        const found = await copy.collection(progress).getMany(acknowledged);
        await copy.close();
        expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
      });
    }
    writing = false;
    await writer;
    const found = await documents.collection(progress).getMany(written);
    expect(written.filter((id) => !found.has(id))).toEqual([]);
    expect(written.length).toBeGreaterThan(SNAPSHOTS);
    expect(readdirSync(dataFolders(folder.path).scratch)).toEqual(["snapshots.json"]);
  });

  test("only this user can read how to ask for a snapshot, and another token is refused", async () => {
    const { scratch } = dataFolders(folder.path);
    expect(statSync(join(scratch, "snapshots.json")).mode & 0o077).toBe(0);
    const { url } = await import(join(scratch, "snapshots.json"), { with: { type: "json" } }).then((module) => module.default);
    const answer = await fetch(url, { method: "POST", headers: { authorization: "Bearer other" } });
    expect(answer.status).toBe(401);
    expect(readdirSync(scratch)).toEqual(["snapshots.json"]);
  });

  (existsSync("/dev/full") ? test : test.skip)("a server starts where its address cannot be written (needs /dev/full)", async () => {
    await end();
    symlinkSync("/dev/full", join(dataFolders(folder.path).scratch, "snapshots.json"));
    const errors: unknown[] = [];
    end = await startSnapshotServer(folder.path, (error) => errors.push(error));
    expect(errors).toEqual([expect.objectContaining({ code: "ENOSPC" })]);
  });

  test("a server that does not answer is told, with what to do", async () => {
    await end();
    await expect(withSnapshot(folder.path, async () => undefined)).rejects.toThrow("does not answer. Try again when it has started");
  }, 30_000);
});
