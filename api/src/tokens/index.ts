/** API tokens: random, found by their hash, kept encrypted so that the owner can see them again. */
import { AlreadyExists, type ApiToken, COLLECTIONS, isoTime, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { randomToken, sha256Hex } from "../http/sessions.js";
import { createCipher } from "./cipher.js";

/** What a token opens. A token of one kind opens nothing of another. */
export interface TokenSubject {
  kind: ApiToken["kind"];
  /** Of the model, or of the dataset that the extraction is of. */
  name: string;
  /** Of the model, or of the dataset that the extraction is of. */
  uid: string;
}

/** A token that holds: whose it is, and the hash that its use is counted by. */
export type VerifiedToken = Omit<TokenSubject, "kind"> & { tokenHash: string };

export interface TokenStore {
  /** The subject's token, made when it is asked for the first time; undefined once it is revoked. */
  getOrCreate(subject: TokenSubject): Promise<string | undefined>;
  /** A new token for the subject; the one before it is worthless from then on. */
  rotate(subject: TokenSubject): Promise<string>;
  /** From then on the subject has no token, until a new one is made by `rotate`. */
  revoke(subject: TokenSubject): Promise<void>;
  /** Whose token this is, if anybody's. Read anew each time, so that what was rotated or revoked is refused at once. */
  verify(kind: TokenSubject["kind"], token: string): Promise<VerifiedToken | undefined>;
}

/** The API applies a dataset's extraction, whichever of its entries it is looked up at. */
export const extractionSubject = ({ metadata: { name, uid } }: Resource<"Dataset">): TokenSubject => ({ kind: "extraction", name, uid });

export const modelSubject = ({ metadata: { name, uid } }: Resource<"Model">): TokenSubject => ({ kind: "model", name, uid });

/** No resource name has a blank. */
const tokenDocumentId = ({ kind, name }: TokenSubject): string => (kind === "model" ? name : `${kind} ${name}`);
const subjectName = ({ kind, id }: ApiToken): string => (kind === "model" ? id : id.slice(kind.length + 1));

export function createTokenStore(deps: Pick<ApiDeps, "documents" | "clock" | "config">): TokenStore {
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

  /** What there is; a token of a deleted subject of the same name does not count. */
  async function present(subject: TokenSubject): Promise<ApiToken | undefined> {
    const found = await documents.get(tokenDocumentId(subject));
    return found?.subjectUid === subject.uid ? found : undefined;
  }
  const opened = ({ encrypted, subjectUid }: ApiToken): string | undefined =>
    encrypted === undefined ? undefined : cipher.open(encrypted, subjectUid);

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
