import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type Clock, COLLECTIONS, DamagedObject, type Document } from "@agatha/contracts";
import { createCipher } from "@agatha/contracts/api-access/cipher";
import { memoryDocuments, memoryObjects } from "../testing/memory-stores.js";
import { createByteReader } from "./format.js";
import { ensureNoObjects, restoreStores } from "./restore.js";
import { type Stores, saveStores } from "./save.js";

const clock: Clock = { now: () => Date.parse("2024-05-01T08:00:00.000Z") };
const cipher = createCipher(new Uint8Array(32));
const [before, after] = [randomUUID(), randomUUID()];
const uids = new Map([[before, after]]);

const open = (): Stores => ({ documents: memoryDocuments(clock), objects: memoryObjects() });

async function archiveOf(stores: Stores, onDamaged: (object: DamagedObject) => void = () => undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of saveStores(stores, onDamaged)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Yields the bytes in chunks of a few bytes, as a network may deliver them. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const restored = (stores: Stores, archive: Buffer, pieces = 7) =>
  restoreStores({ ...stores, cipher, uids }, createByteReader(inPieces(archive, pieces)));

/** Typed collection for documents whose other fields do not matter here. */
const settings = ({ documents }: Stores) => documents.collection<Document & { value: string }>(COLLECTIONS.settings);

/** Results of the open model API. */
const results = ({ documents }: Stores) => documents.collection<Document>({ name: COLLECTIONS.predictions.name, indexes: {} });

async function filled(): Promise<Stores> {
  const stores = open();
  for (let i = 0; i < 250; i++) await settings(stores).insert({ id: `setting-${i}`, value: `值 ${i}\n` });
  await stores.documents.collection(COLLECTIONS.sessions).insert({ id: "s", userId: "u", createdAt: "2024-05-01T08:00:00.000Z" });
  await results(stores).insert({ id: "p" });
  await stores.objects.put(`models/${before}/t/model.bin`, Buffer.from("first\nsecond\n\0"));
  await stores.objects.put("uploads/empty.csv", Buffer.alloc(0));
  return stores;
}

test.each([1, 7, 100_000])(
  "restores a saved archive into other stores and removes their previous content: chunks of %s bytes",
  async (pieces) => {
    const other = open();
    await settings(other).insert({ id: "of-before", value: "" });
    await other.objects.put("uploads/of-before.csv", Buffer.from("x"));
    expect(await restored(other, await archiveOf(await filled()), pieces)).toEqual({ documents: 250, objects: 2 });
    expect(await settings(other).count()).toBe(250);
    expect((await settings(other).get("setting-249"))?.value).toBe("值 249\n");
    expect([await other.documents.collection(COLLECTIONS.sessions).count(), await results(other).count()]).toEqual([0, 0]);
    expect(await buffer(await other.objects.get(`models/${after}/t/model.bin`))).toEqual(Buffer.from("first\nsecond\n\0"));
    expect((await other.objects.head("uploads/empty.csv"))?.size).toBe(0);
    expect([await settings(other).get("of-before"), await other.objects.head("uploads/of-before.csv")]).toEqual([undefined, undefined]);
  },
);

test("restored documents name the new objects, and owners can read their tokens as before", async () => {
  const stores = open();
  const document = { id: "hardness", tokenHash: "h", modelUid: before, encrypted: cipher.seal("the token", before) };
  await stores.documents.collection<Document & typeof document>({ name: COLLECTIONS.apiTokens.name, indexes: {} }).insert(document);
  const other = open();
  await restored(other, await archiveOf(stores));
  const tokens = other.documents.collection<Document & typeof document>({ name: COLLECTIONS.apiTokens.name, indexes: {} });
  const found = (await tokens.get("hardness"))!;
  expect(found).toMatchObject({ tokenHash: "h", modelUid: after });
  expect(cipher.open(found.encrypted, after)).toBe("the token");
});

test("an archive that is truncated at any point is refused", async () => {
  const archive = await archiveOf(await filled());
  const ends = [0, 10, 30, 5_000, archive.indexOf("first") + 3, archive.length - 20, archive.length - 45];
  for (const end of ends) await expect(restored(open(), archive.subarray(0, end))).rejects.toThrow(/incomplete/);
});

test.each<[string, string, string]>([
  ["something else", '{"end":{"documents":0,"objects":0}}\n', "no archive"],
  ["an archive that lacks a document", '{"archive":1}\n{"end":{"documents":1,"objects":0}}\n', "incomplete"],
  ["documents of a later version", '{"archive":1}\n{"document":{"id":"a"},"collection":"later"}\n', "does not know: later"],
])("restoring %s is refused", async (_what, text, message) => {
  await expect(restored(open(), Buffer.from(text))).rejects.toThrow(message);
});

test("a damaged object is told and left out, and everything else is in the archive", async () => {
  const stores = await filled();
  const { verify } = stores.objects;
  const damaged = `models/${before}/t/model.bin`;
  stores.objects.verify = async (key) => {
    if (key === damaged) throw new DamagedObject(key, "bytes 0 to 9 have changed");
    return await verify(key);
  };
  const told: string[] = [];
  const other = open();
  expect(await restored(other, await archiveOf(stores, ({ key }) => told.push(key)))).toEqual({ documents: 250, objects: 1 });
  expect(told).toEqual([damaged]);
});

test.each(["before", "after"] as const)("an object that is deleted just %s it is verified is left out", async (when) => {
  const stores = await filled();
  const { verify } = stores.objects;
  const gone = `models/${before}/t/model.bin`;
  stores.objects.verify = async (key) => {
    if (key === gone && when === "before") await stores.objects.delete(key);
    const info = await verify(key);
    if (key === gone) await stores.objects.delete(key);
    return info;
  };
  const damaged: string[] = [];
  const other = open();
  expect(await restored(other, await archiveOf(stores, ({ key }) => damaged.push(key)))).toEqual({ documents: 250, objects: 1 });
  expect(damaged).toEqual([]);
});

test("a store that holds objects is refused, with what to do", async () => {
  await expect(ensureNoObjects(await filled())).rejects.toThrow(/such as models\/.*--replace/);
  await expect(ensureNoObjects(open())).resolves.toBeUndefined();
});

test("the file of an upload that was broken off is swept away after a restoration too", async () => {
  const stores = await filled();
  const record = { id: "0".repeat(32), owner: "u", startedAt: "2024-05-01T08:00:00.000Z" };
  await stores.documents.collection(COLLECTIONS.uploadsInProgress).insert(record);
  const other = open();
  await restored(other, await archiveOf(stores));
  expect(await other.documents.collection(COLLECTIONS.uploadsInProgress).get(record.id)).toMatchObject(record);
});

test("changed bytes are refused", async () => {
  const archive = await archiveOf(await filled());
  archive[archive.indexOf("first")] = 0;
  await expect(restored(open(), archive)).rejects.toThrow();
});

test("saving skips no document when others are deleted meanwhile", async () => {
  const stores = open();
  const name = (i: number) => `setting-${String(i).padStart(4, "0")}`;
  for (let i = 0; i < 450; i++) await settings(stores).insert({ id: name(i), value: "" });
  const seen: string[] = [];
  for await (const part of saveStores(stores, () => undefined)) {
    const { document } = JSON.parse(String(part)) as { document?: { id: string } };
    if (document) seen.push(document.id);
    // Deletes more than a page of documents that are already written.
    if (document?.id === name(150)) for (let i = 0; i < 149; i++) await settings(stores).delete(name(i));
  }
  expect(seen).toEqual(Array.from({ length: 450 }, (_, i) => name(i)));
});
