/** Fields of every document. `version` counts replacements from 1. */
export interface Document {
  id: string;
  version: number;
  /** ISO 8601 UTC. From then on readers do not see the document; the store removes it within about a minute. */
  expiresAt?: string;
}

export type NewDocument<T extends Document> = Omit<T, "version">;

/** An index compares its values as strings or numbers. It leaves out documents without the field. */
export interface IndexDefinition<T extends Document> {
  fields: (keyof T & string)[];
  unique?: boolean;
}

export interface CollectionDefinition<T extends Document> {
  name: string;
  indexes: Record<string, IndexDefinition<T>>;
  /** Carries the type only; never set. */
  readonly document?: T;
}

export interface FindOptions<T extends Document> {
  /** Equality on all fields of one declared index. Without it, the whole collection. */
  where?: Partial<T>;
  /** Default: order of id. */
  sort?: { field: keyof T & string; order: "asc" | "desc" };
  limit?: number;
  skip?: number;
}

export interface Collection<T extends Document> {
  get(id: string): Promise<T | undefined>;
  /** Returns those of the documents that exist, by their ids, at the cost of one query. */
  getMany(ids: readonly string[]): Promise<Map<string, T>>;
  find(options?: FindOptions<T>): Promise<T[]>;
  count(where?: Partial<T>): Promise<number>;
  /** Throws AlreadyExists if the id or a unique value is taken. */
  insert(document: NewDocument<T>): Promise<T>;
  /** Compare-and-set: replaces the document with version `document.version`. Otherwise throws Conflict, or NotFound. */
  replace(document: T): Promise<T>;
  /** Inserts or overwrites unconditionally. For documents with a single writer. */
  put(document: NewDocument<T>): Promise<T>;
  /** Deletes the document, if any. Returns true if it existed. */
  delete(id: string): Promise<boolean>;
}

/** The operations of a document store that a job uses: on single documents by their ids. */
export interface DocumentsById {
  collection<T extends Document>(definition: CollectionDefinition<T>): Pick<Collection<T>, "get" | "replace" | "put" | "delete">;
}

/** Store with atomic single-document writes, durable once resolved. It has no transactions across documents. */
export interface DocumentStore {
  collection<T extends Document>(definition: CollectionDefinition<T>): Collection<T>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
