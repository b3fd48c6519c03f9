import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CollectionDefinition, Document, DocumentStore, NewResource, ResourceStore } from "@agatha/contracts";
import { EMBEDDED_DOCUMENTS } from "../documents/check-documents.js";
import { createLmdbDocumentStore } from "../documents/lmdb-document-store.js";
import { EMBEDDED_RESOURCES } from "../resources/check-resources.js";
import { createLmdbResourceStore } from "../resources/lmdb-resource-store.js";
import { checkStore, isSound, repairStore, type StoreCheck, type StoreFolder } from "./check-store.js";
import { openEnvironment } from "./environment.js";

interface Item extends Document {
  owner: string;
  text: string;
}
const ITEMS: CollectionDefinition<Item> = { name: "items", indexes: { owner: { fields: ["owner"] } } };
const PAGE = 4096;
const FLIPS = Number(process.env.AGATHA_FLIPS ?? 60);

function dataset(n: number): NewResource<"Dataset"> {
  const source = { key: `uploads/${n}`, sha256: "0".repeat(64), size: n, fileName: "a.csv", format: "csv" as const };
  return { metadata: { name: `d${n}` }, spec: { displayName: `Steel${n}`, owner: "u", source } };
}

/** A small generator of a fixed sequence, so that a failure can be repeated. */
function createRandomInt(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe.each([
  { what: "documents", store: EMBEDDED_DOCUMENTS, fill: fillDocuments, read: readDocuments },
  { what: "resources", store: EMBEDDED_RESOURCES, fill: fillResources, read: readResources },
])("the check of the embedded store of $what", ({ store, fill, read }) => {
  let folder: string;
  let original: StoreFolder;
  /** Folder of the same store without unused pages: damage mostly meets a record. */
  let compacted: string;
  let expected: Map<string, unknown>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "agatha-check-"));
    original = { store, directory: join(folder, "original") };
    await fill(original.directory);
    compacted = join(folder, "compacted");
    await writeCompacted(original.directory, compacted);
    expected = await read(original.directory);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Damages a copy, and repairs it as a start does. Nothing else than what was written may be read afterwards. */
  async function damageAndRepair(spoil: (path: string) => void, { isCut = false, from = original.directory } = {}): Promise<StoreCheck> {
    const copy = { store, directory: join(folder, "copy") };
    rmSync(copy.directory, { recursive: true, force: true });
    cpSync(from, copy.directory, { recursive: true });
    spoil(join(copy.directory, "data.mdb"));
    const check = checkStore(copy);
    const kept = join(folder, "kept");
    if (!isSound(check)) await repairStore(copy, check, kept);
    const found = await read(copy.directory);
    for (const [key, value] of found) if (expected.has(key) || !isCut) expect([key, value]).toEqual([key, expected.get(key)]);
    const missing = [...expected.keys()].filter((key) => !found.has(key));
    const lost = check.lost.filter((key) => expected.has(key));
    if (isCut) expect(missing).toEqual(expect.arrayContaining(lost));
    else expect(lost.sort()).toEqual(missing.sort());
    expect(isSound(checkStore(copy))).toBe(true);
    rmSync(kept, { recursive: true, force: true });
    return check;
  }

  test("the check finds nothing in a sound store", () => {
    for (const directory of [original.directory, compacted]) {
      expect(checkStore({ store, directory })).toEqual({ store: store.name, damage: [], lost: [], restored: [] });
    }
  });

  test("the check names every record that a flipped bit has damaged, and keeps the others", async () => {
    const size = readFileSync(join(compacted, "data.mdb")).length;
    const random = createRandomInt(1);
    let told = 0;
    for (let round = 0; round < FLIPS; round++) {
      const [at, bit] = [random(size), random(8)];
      const check = await damageAndRepair(
        (path) => {
          const bytes = readFileSync(path);
          bytes[at]! ^= 1 << bit;
          writeFileSync(path, bytes);
        },
        { from: compacted },
      );
      if (!isSound(check)) told++;
    }
    expect(told).toBeGreaterThan(10);
  });

  test("the check names the records of a torn page, and keeps those of the others", async () => {
    const pages = readFileSync(join(compacted, "data.mdb")).length / PAGE;
    const random = createRandomInt(2);
    let lost = 0;
    for (let round = 0; round < 30; round++) {
      const page = random(pages);
      const check = await damageAndRepair(
        (path) => {
          const bytes = readFileSync(path);
          bytes.fill(0, page * PAGE + 1024, (page + 1) * PAGE);
          writeFileSync(path, bytes);
        },
        { from: compacted },
      );
      lost += check.lost.length + check.restored.length;
    }
    expect(lost).toBeGreaterThan(0);
  });

  test("a repair keeps what a cut-off file still has, if need be with records that were deleted", async () => {
    const { length } = readFileSync(join(original.directory, "data.mdb"));
    const check = await damageAndRepair((path) => truncateSync(path, length - 3 * PAGE - 100), { isCut: true });
    expect(check.damage.join()).toContain("shorter");
  });

  test("the check tells what it did in the folder with the file as it was", async () => {
    const copy = { store, directory: join(folder, "reported") };
    cpSync(original.directory, copy.directory, { recursive: true });
    const path = join(copy.directory, "data.mdb");
    const bytes = readFileSync(path);
    const at = bytes.indexOf("Steel");
    bytes[at]! ^= 1;
    writeFileSync(path, bytes);
    const check = checkStore(copy);
    const kept = join(folder, "quarantine");
    await repairStore(copy, check, kept);
    expect(readFileSync(join(kept, store.name, "data.mdb")).equals(bytes)).toBe(true);
    expect(JSON.parse(readFileSync(join(kept, store.name, "report.json"), "utf8"))).toEqual(check);
  });
});

/** Copies a store without its unused pages, whose number depends on how many writes shared a commit, and so on the disk. */
async function writeCompacted(directory: string, target: string): Promise<void> {
  mkdirSync(target);
  const source = openEnvironment(directory);
  await source.backup(target, true);
  await source.close();
  // A copy has two equal roots. Two commits make them follow each other, as in a store that has been written to.
  const copy = openEnvironment(target);
  await copy.put("written", true);
  await copy.remove("written");
  await copy.close();
}

async function fillDocuments(directory: string): Promise<void> {
  const documents: DocumentStore = createLmdbDocumentStore({ directory });
  const items = documents.collection(ITEMS);
  const text = (n: number) => `Steel ${n} `.repeat(n % 20 === 0 ? 900 : 8);
  await Promise.all(Array.from({ length: 300 }, (_, n) => items.insert({ id: `i${n}`, owner: `o${n % 7}`, text: text(n) })));
  for (let n = 0; n < 300; n += 3) await items.delete(`i${n}`);
  for (let n = 1; n < 300; n += 6) await items.put({ id: `i${n}`, owner: "o", text: text(n + 1) });
  await documents.close();
}

async function readDocuments(directory: string): Promise<Map<string, unknown>> {
  const documents = createLmdbDocumentStore({ directory });
  const items = documents.collection(ITEMS);
  const found = await items.find();
  const owners = [...new Set(found.map(({ owner }) => owner))];
  const byOwner = await Promise.all(owners.map((owner) => items.find({ where: { owner } })));
  expect(byOwner.flat().length).toBe(found.length);
  await documents.close();
  return new Map(found.map((item) => [`items/${item.id}`, item]));
}

async function fillResources(directory: string): Promise<void> {
  const resources: ResourceStore = createLmdbResourceStore({ directory, eventsKept: 40 });
  const created = await Promise.all(Array.from({ length: 120 }, (_, n) => resources.create("Dataset", dataset(n))));
  for (const [n, item] of created.entries()) if (n % 4 === 0) await resources.delete("Dataset", item.metadata);
  await resources.close();
}

async function readResources(directory: string): Promise<Map<string, unknown>> {
  const resources = createLmdbResourceStore({ directory });
  const { items } = await resources.list("Dataset");
  await resources.close();
  return new Map(items.map((item) => [`Dataset/${item.metadata.name}`, item]));
}
