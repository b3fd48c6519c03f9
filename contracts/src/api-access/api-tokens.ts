/**
 * API tokens: random, looked up by their hash, and encrypted so that the owner can see them again. Not for the console: it needs
 * Node.js.
 */
import { hash, randomBytes } from "node:crypto";
import { type ApiToken, COLLECTIONS } from "../documents/index.js";
import { AlreadyExists } from "../errors/error-classes.js";
import type { Resource } from "../kinds/index.js";
import { type Clock, isoTime } from "../ports/clock.js";
import type { DocumentStore } from "../ports/document-store.js";
import { createCipher } from "./cipher.js";

/** Returns 256 random bits in base64url. */
export const randomToken = (): string => randomBytes(32).toString("base64url");
/** Returns the SHA-256 of a text in UTF-8, in hexadecimal digits. */
export const sha256Hex = (value: string): string => hash("sha256", value, "hex");

/** Object that a token gives access to. A token of one kind gives no access to another kind. */
export interface TokenSubject {
  kind: ApiToken["kind"];
  /** Name of the model, or of the edit history's dataset. */
  name: string;
  /** Uid of the model, or of the edit history's dataset. */
  uid: string;
}

/** Valid token: its subject, and the hash by which its use is counted. */
export type VerifiedToken = Omit<TokenSubject, "kind"> & { tokenHash: string };

/** The token is valid, but cannot be shown: it was encrypted with another key. A new one can. */
export class HiddenToken extends Error {
  override name = "HiddenToken";

  constructor(
    message: string,
    /** Hash by which the token's use is counted. */
    readonly tokenHash: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface TokenStore {
  /**
   * Returns the subject's token and creates it at the first call. Returns undefined after it was revoked. Throws HiddenToken if it was
   * encrypted with another key.
   */
  getOrCreate(subject: TokenSubject): Promise<string | undefined>;
  /** Creates a new token for the subject. The previous one becomes invalid. */
  rotate(subject: TokenSubject): Promise<string>;
  /** Removes the subject's token. There is none until `rotate` creates a new one. */
  revoke(subject: TokenSubject): Promise<void>;
  /** Returns the subject of the token, if it is valid. It is read each time, so that rotating and revoking take effect at once. */
  verify(kind: TokenSubject["kind"], token: string): Promise<VerifiedToken | undefined>;
}

/** Returns the token subject of a dataset's edit history, which is the same for each of its entries. */
export const extractionSubject = ({ metadata: { name, uid } }: Resource<"Dataset">): TokenSubject => ({ kind: "extraction", name, uid });

/** Returns the model as the subject of a token. */
export const modelSubject = ({ metadata: { name, uid } }: Resource<"Model">): TokenSubject => ({ kind: "model", name, uid });

/** Returns the uids of those subjects whose token was revoked and for whom none was made since. */
export async function revokedSubjects(
  documents: Pick<DocumentStore, "collection">,
  subjects: readonly TokenSubject[],
): Promise<ReadonlySet<string>> {
  const found = await documents.collection(COLLECTIONS.apiTokens).getMany(subjects.map(tokenDocumentId));
  const isRevoked = (subject: TokenSubject) => {
    const token = found.get(tokenDocumentId(subject));
    return token?.subjectUid === subject.uid && token.encrypted === undefined;
  };
  return new Set(subjects.filter(isRevoked).map(({ uid }) => uid));
}

/** No resource name contains a space. */
const tokenDocumentId = ({ kind, name }: TokenSubject): string => (kind === "model" ? name : `${kind} ${name}`);
const subjectName = ({ kind, id }: ApiToken): string => (kind === "model" ? id : id.slice(kind.length + 1));

interface TokenStoreDeps {
  documents: Pick<DocumentStore, "collection">;
  clock: Clock;
  config: { secretKey: Uint8Array };
}

/** Returns the store of tokens: it makes, shows, verifies and revokes one token for each subject. */
export function createTokenStore(deps: TokenStoreDeps): TokenStore {
  const documents = deps.documents.collection(COLLECTIONS.apiTokens);
  const cipher = createCipher(deps.config.secretKey);

  const blank = (subject: TokenSubject) => ({
    id: tokenDocumentId(subject),
    kind: subject.kind,
    subjectUid: subject.uid,
    createdAt: isoTime(deps.clock),
  });
  const made = (subject: TokenSubject) => {
    const token = randomToken();
    return { token, document: { ...blank(subject), tokenHash: sha256Hex(token), encrypted: cipher.seal(token, subject.uid) } };
  };

  async function rotate(subject: TokenSubject): Promise<string> {
    const { token, document } = made(subject);
    await documents.put(document);
    return token;
  }

  /** Returns the stored token. A token of a deleted subject with the same name does not count. */
  async function present(subject: TokenSubject): Promise<ApiToken | undefined> {
    const found = await documents.get(tokenDocumentId(subject));
    return found?.subjectUid === subject.uid ? found : undefined;
  }
  function opened({ id, encrypted, subjectUid, tokenHash }: ApiToken): string | undefined {
    if (encrypted === undefined) return undefined;
    try {
      return cipher.open(encrypted, subjectUid);
    } catch (cause) {
      throw new HiddenToken(`the token of ${id} was encrypted with another key`, tokenHash, { cause });
    }
  }

  async function first(subject: TokenSubject): Promise<string | undefined> {
    const { token, document } = made(subject);
    try {
      await documents.insert(document);
      return token;
    } catch (error) {
      if (!(error instanceof AlreadyExists)) throw error;
      const other = await present(subject);
      return other ? opened(other) : await rotate(subject);
    }
  }

  return {
    rotate,
    async getOrCreate(subject) {
      const found = await present(subject);
      return found ? opened(found) : await first(subject);
    },
    async revoke(subject) {
      await documents.put(blank(subject));
    },
    async verify(kind, token) {
      const tokenHash = sha256Hex(token);
      const [found] = await documents.find({ where: { tokenHash }, limit: 1 });
      return found?.kind === kind ? { name: subjectName(found), uid: found.subjectUid, tokenHash } : undefined;
    },
  };
}
