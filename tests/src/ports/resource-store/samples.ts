import { API_VERSION, type KindName, type NewResource, type OwnerReference, type Resource, type WatchEvent } from "@agatha/contracts";

const SHA = "0".repeat(64);

export type Meta = Omit<NewResource<"Dataset">["metadata"], "name">;

export function newDataset(name: string, meta: Meta = {}): NewResource<"Dataset"> {
  const source = { key: `uploads/${name}`, sha256: SHA, size: 10, fileName: "a.csv", format: "csv" as const };
  return { metadata: { name, ...meta }, spec: { displayName: "Steel", owner: "u1", source } };
}

export function newModel(name: string, meta: Meta = {}): NewResource<"Model"> {
  const layers = [{ nodes: [{ algorithm: "XGB", params: { rounds: 10, loss: "squared" } }] }];
  return {
    metadata: { name, ...meta },
    spec: { displayName: "M1", owner: "u1", datasetRef: "d", type: "REGRESSION", response: "y", layers },
  };
}

export function ownedBy(...owners: Resource<KindName>[]): { ownerReferences: OwnerReference[] } {
  const reference = ({ kind, metadata }: Resource<KindName>) => ({ apiVersion: API_VERSION, kind, name: metadata.name, uid: metadata.uid });
  return { ownerReferences: owners.map(reference) };
}

export function renamed<K extends "Dataset" | "Model">(resource: Resource<K>, displayName: string): Resource<K> {
  return { ...resource, spec: { ...resource.spec, displayName } };
}

/** Returns `ADDED name` for each event. */
export function eventSummaries(events: WatchEvent<KindName>[]): string[] {
  return events.map(({ type, resource }) => `${type} ${resource.metadata.name}`);
}
