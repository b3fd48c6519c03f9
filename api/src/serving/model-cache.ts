import { createHash } from "node:crypto";
import { DamagedObject } from "@agatha/contracts";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../deps.js";
import type { ExplainingModel } from "./explanations.js";
import type { ModelArtifact } from "./trained-model.js";

export interface ModelCache {
  /** Returns the model and loads it if necessary. Concurrent calls load it once. */
  get(artifact: ModelArtifact): Promise<ExplainingModel>;
}

interface ModelCacheOptions {
  objects: ApiDeps["objects"];
  load(bytes: Uint8Array): ExplainingModel;
  /** Bytes of artifacts in memory. The last requested one is kept whatever its size. */
  maxBytes: number;
}

/** Cache of the models used last. An entry is an artifact, which never changes, so no entry is stale. */
export function createModelCache({ objects, load, maxBytes }: ModelCacheOptions): ModelCache {
  const models = new LRUCache<string, Promise<ExplainingModel>>({ maxSize: maxBytes });

  async function read(artifact: ModelArtifact): Promise<ExplainingModel> {
    const hash = createHash("sha256");
    const chunks: Buffer[] = [];
    for await (const chunk of await objects.get(artifact.key)) {
      hash.update(chunk as Buffer);
      chunks.push(chunk as Buffer);
    }
    const digest = hash.digest("hex");
    if (digest !== artifact.sha256)
      throw new DamagedObject(artifact.key, `its bytes have the SHA-256 ${digest}, and the trained model had ${artifact.sha256}`);
    return load(Buffer.concat(chunks));
  }

  return {
    get(artifact) {
      const id = `${artifact.sha256} ${artifact.key}`;
      const present = models.get(id);
      if (present) return present;
      const model = read(artifact);
      // The cache refuses entries larger than itself, so the size of a larger one is that of the whole cache.
      models.set(id, model, { size: Math.max(1, Math.min(artifact.size, maxBytes)) });
      model.catch(() => {
        if (models.peek(id) === model) models.delete(id);
      });
      return model;
    },
  };
}
