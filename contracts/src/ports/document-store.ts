/** Every document has these; `version` counts its replacements from 1. */
export interface Document {
  id: string;
  version: number;
  /** ISO 8601 UTC. From then on the document is gone for readers, and removed within a minute or so. */
  expiresAt?: string;
}

export type NewDocument<T extends Document> = Omit<T, "version">;

/** Values of an index are compared as strings or numbers; a document without the field is not in the index. */
export interface IndexDefinition<T extends Document> {
  fields: (keyof T & string)[];
  unique?: boolean;
}

export interface CollectionDefinition<T extends Document> {
  name: string;
  indexes: Record<string, IndexDefinition<T>>;
  /** Carries the type only. */
  readonly document?: T;
}

export interface FindOptions<T extends Document> {
  /** Equality on all fields of one declared index, or on none for the whole collection. */
  where?: Partial<T>;
  /** By default in order of id. */
  sort?: { field: keyof T & string; order: "asc" | "desc" };
  limit?: number;
  skip?: number;
}

export interface Collection<T extends Document> {
  get(id: string): Promise<T | undefined>;
  find(options?: FindOptions<T>): Promise<T[]>;
  count(where?: Partial<T>): Promise<number>;
  /** Throws AlreadyExists when the id or a unique index is taken. */
  insert(document: NewDocument<T>): Promise<T>;
  /** Compare-and-set: replaces the document whose version is `document.version`, else throws Conflict (or NotFound). */
  replace(document: T): Promise<T>;
  /** Insert or overwrite, whatever was there: for what only one writer writes. */
  put(document: NewDocument<T>): Promise<T>;
  /** Deleting what is not there is no error. Returns whether it was there. */
  delete(id: string): Promise<boolean>;
}

/** Single-document writes only: atomic, and durable once resolved. There are no transactions across documents. */
export interface DocumentStore {
  collection<T extends Document>(definition: CollectionDefinition<T>): Collection<T>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
