import { COLLECTIONS, Unavailable, type User } from "@agatha/contracts";
import type { TestDeps } from "../testing/deps.js";
import { memoryResources } from "../testing/memory-stores.js";
import { CSV, CSV_PART, createUploadFixture, NO_LEFTOVERS, type UploadFixture } from "../testing/upload-fixture.js";
import { beginUpload, deleteAbandonedUploads } from "./upload-in-progress.js";

/** After this an upload counts as abandoned. */
const LIFETIME_MS = 2 * 3_600_000;

let fixture: UploadFixture;
let deps: TestDeps;
let someone: User;
let upload: UploadFixture["upload"];
let objects: UploadFixture["objects"];
let leftovers: UploadFixture["leftovers"];

beforeEach(async () => {
  fixture = await createUploadFixture();
  ({ deps, someone, upload, objects, leftovers } = fixture);
});
afterEach(() => fixture.close());

/** Makes all deletions from the document store fail. */
function loseDocuments(): void {
  const { collection } = deps.documents;
  deps.documents.collection = (definition) => ({
    ...collection(definition),
    delete: () => Promise.reject(new Unavailable("no document store")),
  });
}

describe("a crash during an upload", () => {
  /** Begins an upload whose process ends before a resource names the file, and returns its key. */
  async function breakOff(): Promise<string> {
    const { key } = await beginUpload(deps, someone.id);
    await deps.objects.put(key, Buffer.from("half"));
    return key;
  }

  test("bytes of a crashed upload are deleted after two hours, and no others", async () => {
    await upload(CSV_PART);
    await deps.objects.put("datasets/d1/table.parquet", Buffer.from("PAR1"));
    const lost = await breakOff();
    deps.advance(LIFETIME_MS - 1);
    await breakOff();
    expect(await deleteAbandonedUploads(deps)).toBe(0);
    const keys = (await objects()).map(({ key }) => key);
    deps.advance(1);
    expect(await deleteAbandonedUploads(deps)).toBe(1);
    expect((await objects()).map(({ key }) => key)).toEqual(keys.filter((key) => key !== lost));
    expect(await deleteAbandonedUploads(deps)).toBe(0);
  });

  test("a file that no record and no resource names stays: another installation may have stored it in the same bucket", async () => {
    const key = `uploads/${"0".repeat(32)}/source`;
    await deps.objects.put(key, Buffer.from(CSV));
    await breakOff();
    deps.advance(LIFETIME_MS);
    expect(await deleteAbandonedUploads(deps)).toBe(1);
    expect((await objects()).map((object) => object.key)).toEqual([key]);
  });

  test("a dataset's file stays if nobody sees the dataset any more", async () => {
    await upload(CSV_PART);
    deps.resources = memoryResources(deps.clock);
    deps.advance(LIFETIME_MS);
    expect(await deleteAbandonedUploads(deps)).toBe(0);
    expect(await objects()).toHaveLength(1);
  });

  test("nothing is deleted while a namespace may not be listed", async () => {
    await breakOff();
    deps.advance(LIFETIME_MS);
    const { list } = deps.resources;
    deps.resources.list = async (...args) => ({ ...(await list(...args)), incomplete: true });
    await expect(deleteAbandonedUploads(deps)).rejects.toThrow(/in all namespaces/);
    deps.resources.list = list;
    expect(await deleteAbandonedUploads(deps)).toBe(1);
  });

  test("a file that could not be deleted after a refusal is deleted later", async () => {
    const { delete: remove } = deps.objects;
    deps.objects.delete = () => Promise.reject(new Unavailable("no object store"));
    expect((await upload(["file", "a.csv", "x,x\n1,2\n"])).status).toBe(400);
    deps.objects.delete = remove;
    expect(await objects()).toHaveLength(1);
    deps.advance(LIFETIME_MS);
    expect(await deleteAbandonedUploads(deps)).toBe(1);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test("a file that cannot be deleted does not keep the others, and is deleted later", async () => {
    const kept = await breakOff();
    const lost = await breakOff();
    const { delete: remove } = deps.objects;
    deps.objects.delete = async (key) => {
      if (key === kept) throw new Error("Object is WORM protected and cannot be overwritten");
      await remove(key);
    };
    deps.advance(LIFETIME_MS);
    expect(await deleteAbandonedUploads(deps)).toBe(1);
    expect((await objects()).map(({ key }) => key)).toEqual([kept]);
    expect(deps.logLines.join()).toContain(kept);
    expect(deps.logLines.join()).not.toContain(lost);
    deps.objects.delete = remove;
    expect(await deleteAbandonedUploads(deps)).toBe(1);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test.each(["documents", "documents and objects"])(
    "an unavailable store of %s, after the dataset was written, loses nothing",
    async (away) => {
      const { create } = deps.resources;
      deps.resources.create = async (...args) => {
        const created = await create(...args);
        loseDocuments();
        if (away.includes("objects")) deps.objects.delete = () => Promise.reject(new Unavailable("no object store"));
        return created;
      };
      expect((await upload(CSV_PART)).status).toBe(201);
      expect(await objects()).toHaveLength(1);
      expect(deps.logLines.join()).toContain("left until the store is back");
    },
  );

  test("the file stays while it is unknown whether the dataset was written", async () => {
    deps.expectsUnknownCause = true;
    const { create, get } = deps.resources;
    deps.resources.create = async (...args) => {
      await create(...args);
      deps.resources.get = () => Promise.reject(new Error("connection refused"));
      throw new Error("connection refused");
    };
    expect((await upload(CSV_PART)).status).toBe(500);
    deps.resources.get = get;
    deps.advance(LIFETIME_MS);
    expect(await deleteAbandonedUploads(deps)).toBe(0);
    expect(await leftovers()).toEqual({ datasets: 1, objects: 1, names: 0, inProgress: 0, files: [] });
  });

  test("the file stays while the dataset may still be written", async () => {
    const { create } = deps.resources;
    let late = async (): Promise<unknown> => undefined;
    deps.resources.create = async (...args) => {
      late = () => create(...args);
      throw new Unavailable("The Kubernetes API server does not answer");
    };
    expect((await upload(CSV_PART)).status).toBe(503);
    await late();
    deps.advance(LIFETIME_MS);
    expect(await deleteAbandonedUploads(deps)).toBe(0);
    expect(await leftovers()).toEqual({ datasets: 1, objects: 1, names: 0, inProgress: 0, files: [] });
  });

  test("the file of a dataset that was never written is deleted later", async () => {
    deps.resources.create = () => Promise.reject(new Unavailable("The Kubernetes API server does not answer"));
    expect((await upload(CSV_PART)).status).toBe(503);
    deps.advance(LIFETIME_MS);
    expect(await deleteAbandonedUploads(deps)).toBe(1);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test("a failed list of datasets does not keep the name reserved", async () => {
    deps.expectsUnknownCause = true;
    const { list } = deps.resources;
    deps.resources.list = () => Promise.reject(new Error("connection refused"));
    expect((await upload(["name", "Oven"], CSV_PART)).status).toBe(500);
    deps.resources.list = list;
    expect((await upload(["name", "Oven"], CSV_PART)).status).toBe(201);
  });

  test.each<[string, (lose: () => void) => void]>([
    [
      "after the name was kept",
      (lose) => {
        deps.resources.create = async () => {
          lose();
          throw new Unavailable("no resources");
        };
      },
    ],
    [
      "while the name was kept",
      (lose) => {
        const { collection } = deps.documents;
        deps.documents.collection = (definition) => {
          const all = collection(definition);
          const put: typeof all.put = async (document) => {
            await all.put(document);
            lose();
            throw new Unavailable("no document store");
          };
          return { ...all, put };
        };
      },
    ],
  ])("a document store lost %s frees the name as soon as it is available again", async (_when, breakOff) => {
    const { create } = deps.resources;
    const { collection } = deps.documents;
    breakOff(loseDocuments);
    expect((await upload(["name", "Oven"], CSV_PART)).status).toBe(503);
    deps.resources.create = create;
    expect((await upload(["name", "Oven"], CSV_PART)).status).not.toBe(201);
    deps.documents.collection = collection;
    const deadline = Date.now() + 10_000;
    let status = 0;
    while (status !== 201 && Date.now() < deadline) status = (await upload(["name", "Oven"], CSV_PART)).status;
    expect(status).toBe(201);
  });

  test("a lost connection, after the dataset was written, loses nothing", async () => {
    const { create } = deps.resources;
    deps.resources.create = async (...args) => {
      await create(...args);
      throw new Error("socket hang up");
    };
    expect((await upload(CSV_PART)).status).toBe(201);
    expect(await leftovers()).toEqual({ datasets: 1, objects: 1, names: 0, inProgress: 0, files: [] });
  });
});

describe("replicas of two versions", () => {
  const idOf = (key: string): string => key.split("/")[1]!;

  test("older replicas find the record of an upload among the name reservations, until it is complete", async () => {
    const reservations = deps.documents.collection(COLLECTIONS.nameReservations);
    const { key, complete } = await beginUpload(deps, someone.id);
    expect(await reservations.get(idOf(key))).toMatchObject({ owner: someone.id, expiresAt: "2024-05-01T10:00:00.000Z" });
    await complete();
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test("newer replicas keep the bytes of an upload that an older one started for two hours, and then delete them", async () => {
    const id = "1".repeat(32);
    const expiresAt = new Date(deps.clock.now() + LIFETIME_MS).toISOString();
    await deps.documents.collection(COLLECTIONS.uploadsInProgress).insert({ id, owner: someone.id, expiresAt });
    await deps.objects.put(`uploads/${id}/source`, Buffer.from("half"));
    deps.advance(LIFETIME_MS - 1);
    expect(await deleteAbandonedUploads(deps)).toBe(0);
    expect(await objects()).toHaveLength(1);
    deps.advance(1);
    expect(await deleteAbandonedUploads(deps)).toBe(1);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });
});

test("an upload in progress is not a prepared upload", async () => {
  const { key } = await beginUpload(deps, someone.id);
  expect((await upload(["id", key.split("/")[1]!], CSV_PART)).status).toBe(404);
});
