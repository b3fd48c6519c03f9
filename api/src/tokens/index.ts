/** API tokens of models: random, found by their hash, kept encrypted so that the owner can see them again. */
import { AlreadyExists, type ApiToken, COLLECTIONS, isoTime, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { randomSecret, sha256Hex } from "../http/sessions.js";
import { createCipher } from "./cipher.js";

export interface Tokens {
  /** The model's token, made when it is asked for the first time. */
  of(model: Resource<"Model">): Promise<string>;
  /** A new token for the model; the one before it is worthless from then on. */
  rotate(model: Resource<"Model">): Promise<string>;
  /** Whose token this is, if anybody's. */
  find(token: string): Promise<ApiToken | undefined>;
}

export function createTokens(deps: Pick<ApiDeps, "documents" | "clock" | "config">): Tokens {
  const documents = deps.documents.collection(COLLECTIONS.apiTokens);
  const cipher = createCipher(deps.config.secretKey);

  const made = (model: Resource<"Model">) => {
    const token = randomSecret();
    const { name, uid } = model.metadata;
    const encrypted = cipher.seal(token, uid);
    return { token, document: { id: name, tokenHash: sha256Hex(token), encrypted, modelUid: uid, createdAt: isoTime(deps.clock) } };
  };

  async function rotate(model: Resource<"Model">): Promise<string> {
    const { token, document } = made(model);
    await documents.put(document);
    return token;
  }

  /** Undefined when there is none yet; a token of a deleted model of the same name does not count. */
  async function present(model: Resource<"Model">): Promise<string | undefined> {
    const found = await documents.get(model.metadata.name);
    return found?.modelUid === model.metadata.uid ? cipher.open(found.encrypted, found.modelUid) : undefined;
  }

  async function first(model: Resource<"Model">): Promise<string> {
    const { token, document } = made(model);
    try {
      await documents.insert(document);
      return token;
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
      return (await present(model)) ?? (await rotate(model));
    }
  }

  return {
    rotate,
    of: async (model) => (await present(model)) ?? (await first(model)),
    async find(token) {
      const [found] = await documents.find({ where: { tokenHash: sha256Hex(token) }, limit: 1 });
      return found;
    },
  };
}
