import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import type { StoredRecords } from "@agatha/adapters/lmdb/stored-records";
import { bytesPath, listObjectFiles, removeUnfinishedObjects } from "@agatha/adapters/objects/object-files";
import { COLLECTIONS, type KindName, type Resource } from "@agatha/contracts";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";

/** The objects that the resources of a data folder name. */
export interface NamedObjects {
  /** Resource that names the object, in words, by key. */
  owners: Map<string, string>;
  /** Copies of joined rows that edit histories name. Their keys have the UID of the dataset. */
  copies: Set<string>;
  /** Resources that are not being deleted, in words, by UID. */
  resources: Map<string, string>;
  /** Folders whose objects belong to a resource or to an upload in progress. */
  folders: Set<string>;
}

export interface MissingObject {
  key: string;
  /** Resource that names it, in words. */
  owner: string;
}

/** Fields of the kinds' specs and statuses that hold keys of objects. */
const KEY_FIELDS = new Set(["key", "rows", "result", "report", "predictions"]);
/** Collections whose documents name copies of joined rows. */
const EDITS = [COLLECTIONS.editHistories, COLLECTIONS.editSteps];
const OBJECT_KEY = /^(uploads|datasets|models|automodels|evaluations|calculations)\/[^/]+\//;

export function createNamedObjects(): NamedObjects {
  return { owners: new Map(), copies: new Set(), resources: new Map(), folders: new Set() };
}

/** Adds what the records of either store name. */
export function addNamedObjects({ owners, copies, resources, folders }: NamedObjects, records: StoredRecords): void {
  for (const key of records.keys("resources-default", "resource/")) {
    const resource = records.get("resources-default", key) as Resource<KindName>;
    const { kind, metadata, spec, status } = resource;
    folders.add(metadata.uid);
    // The objects of a resource that is being deleted may be gone before it.
    const named = namedKeys([spec, status]);
    for (const name of named) folders.add(folderOf(name));
    if (metadata.deletionTimestamp) continue;
    const words = `${kind} ${nameOf(resource)}`;
    resources.set(metadata.uid, words);
    for (const name of named) owners.set(name, words);
  }
  for (const { name } of EDITS) {
    for (const key of records.keys("documents", `${name}/`)) for (const copy of namedKeys(records.get("documents", key))) copies.add(copy);
  }
  for (const key of records.keys("documents", "uploadsInProgress/")) folders.add(key.slice("uploadsInProgress/".length));
}

function nameOf({ metadata, spec }: Resource<KindName>): string {
  return "displayName" in spec && typeof spec.displayName === "string" ? `${spec.displayName} (${metadata.name})` : metadata.name;
}

function namedKeys(value: unknown, field = ""): string[] {
  if (typeof value === "string") return KEY_FIELDS.has(field) && OBJECT_KEY.test(value) ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, part]) => namedKeys(part, Array.isArray(value) ? field : name));
}

/** Returns the second segment of a key: the UID of a resource, or the id of an upload. */
function folderOf(key: string): string {
  return key.split("/")[1] ?? "";
}

/** Returns the keys of all objects, without reading them. */
export function listObjectKeys(data: string): string[] {
  const root = objectsRoot(data);
  if (!existsSync(root)) return [];
  const files = [...listObjectFiles(root)].filter(([, { hasRecord, versions }]) => hasRecord && versions.length > 0);
  return files.map(([key]) => key).sort();
}

/** Returns the resource that names an object, itself or in its edit history, in words; undefined if none does. */
export function ownerOf({ owners, copies, resources }: NamedObjects, key: string): string | undefined {
  return owners.get(key) ?? (copies.has(key) ? resources.get(folderOf(key)) : undefined);
}

/** Returns the objects that a resource names and that are not among the keys. */
export function missingObjects(named: NamedObjects, keys: Iterable<string>): MissingObject[] {
  const present = new Set(keys);
  const wanted = [...named.owners.keys(), ...named.copies].filter((key) => !present.has(key));
  return wanted.flatMap((key) => {
    const owner = ownerOf(named, key);
    return owner === undefined ? [] : [{ key, owner }];
  });
}

/** Returns the objects that belong to no resource and to no upload in progress. */
export function orphanObjects({ folders }: NamedObjects, keys: Iterable<string>): string[] {
  return [...keys].filter((key) => !folders.has(folderOf(key)));
}

/** Moves objects to a folder, where no sweeper deletes them. */
export function moveObjects(data: string, keys: readonly string[], target: string): void {
  const files = listObjectFiles(objectsRoot(data));
  for (const key of keys) {
    const names = [key, ...files.get(key)!.versions.map((version) => bytesPath(key, version))];
    mkdirSync(dirname(join(target, "objects", key)), { recursive: true, mode: 0o700 });
    for (const name of names) renameSync(join(objectsRoot(data), name), join(target, "objects", name));
  }
}

/** Removes what killed processes have left. No process may use the folder meanwhile. */
export function tidyObjects(data: string): void {
  if (existsSync(objectsRoot(data))) removeUnfinishedObjects(objectsRoot(data));
}

/** Folder of the objects' files. */
function objectsRoot(data: string): string {
  return join(dataFolders(data).objects, "objects");
}
