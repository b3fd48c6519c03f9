import { createHash } from "node:crypto";
import { type ClassDecision, DamagedObject, type Resource } from "@agatha/contracts";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../deps.js";
import type { ThreadedModel } from "./model-threads.js";
import { type ModelArtifact, trainedArtifact } from "./trained-model.js";

export interface ModelCache {
  /** Returns the trained model and loads it if necessary. Concurrent calls load it once. Throws modelNotTrained. */
  get(model: Resource<"Model">): Promise<ThreadedModel>;
}

interface ModelCacheOptions {
  objects: ApiDeps["objects"];
  load(bytes: Uint8Array, decision?: ClassDecision): ThreadedModel;
  /** Bytes of artifacts in memory. The last requested one is kept whatever its size. */
  maxBytes: number;
}

/** Cache of the models used last. An entry is an artifact and a decision, which never change, so no entry is stale. */
export function createModelCache({ objects, load, maxBytes }: ModelCacheOptions): ModelCache {
  const models = new LRUCache<string, Promise<ThreadedModel>>({ maxSize: maxBytes });

  async function read(artifact: ModelArtifact, decision?: ClassDecision): Promise<ThreadedModel> {
    const hash = createHash("sha256");
    const chunks: Buffer[] = [];
    for await (const chunk of await objects.get(artifact.key)) {
      hash.update(chunk as Buffer);
      chunks.push(chunk as Buffer);
    }
    const digest = hash.digest("hex");
    if (digest !== artifact.sha256)
      throw new DamagedObject(artifact.key, `its bytes have the SHA-256 ${digest}, and the trained model had ${artifact.sha256}`);
    return load(Buffer.concat(chunks), decision);
  }

  return {
    async get(model) {
      const artifact = trainedArtifact(model);
      const { decision } = model.spec;
      const id = `${artifact.sha256} ${artifact.key} ${decision ? JSON.stringify(decision) : ""}`;
      const present = models.get(id);
      if (present) return await present;
      const loaded = read(artifact, decision);
      // The cache refuses entries larger than itself, so the size of a larger one is that of the whole cache.
      models.set(id, loaded, { size: Math.max(1, Math.min(artifact.size, maxBytes)) });
      loaded.catch(() => {
        if (models.peek(id) === loaded) models.delete(id);
      });
      return await loaded;
    },
  };
}
