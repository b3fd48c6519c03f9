import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ServingModel } from "@agatha/trainer/serving";
import type { ApiDeps } from "../deps.js";
import type { ModelArtifact } from "./trained-model.js";

export interface ModelCache {
  /** Loads the model if it is not in memory; at the same time only once. */
  get(artifact: ModelArtifact): Promise<ServingModel>;
}

export interface ModelCacheOptions {
  objects: ApiDeps["objects"];
  load(bytes: Uint8Array): ServingModel;
  /** Bytes of artifacts kept in memory; the last one asked for is kept whatever its size. */
  maxBytes: number;
}

/** The models asked for last. An entry is an artifact, which never changes, so none is ever stale. */
export function createModelCache({ objects, load, maxBytes }: ModelCacheOptions): ModelCache {
  /** Least recently asked first, as a Map keeps the order of insertion. */
  const entries = new Map<string, { model: Promise<ServingModel>; size: number }>();
  let bytes = 0;

  function drop(id: string): void {
    bytes -= entries.get(id)?.size ?? 0;
    entries.delete(id);
  }

  function keep(id: string, entry: { model: Promise<ServingModel>; size: number }): void {
    entries.set(id, entry);
    bytes += entry.size;
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes || oldest === id) break;
      drop(oldest);
    }
  }

  async function read(artifact: ModelArtifact): Promise<ServingModel> {
    const content = await buffer(await objects.get(artifact.key));
    const digest = createHash("sha256").update(content).digest("hex");
    if (digest !== artifact.sha256) throw new Error(`${artifact.key}: the stored bytes are not those of the trained model`);
    return load(content);
  }

  return {
    get(artifact) {
      const id = `${artifact.sha256} ${artifact.key}`;
      const present = entries.get(id);
      if (present) {
        entries.delete(id);
        entries.set(id, present);
        return present.model;
      }
      const entry = { model: read(artifact), size: artifact.size };
      keep(id, entry);
      entry.model.catch(() => {
        if (entries.get(id) === entry) drop(id);
      });
      return entry.model;
    },
  };
}
