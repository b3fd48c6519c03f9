import type { Clock, CollectionDefinition, Document, DocumentStore } from "@agatha/contracts";

/** A backend for documents that can be opened more than once, as by several processes. */
export interface DocumentBackend {
  open(clock: Clock): Promise<DocumentStore>;
  remove(): Promise<void>;
}

export interface Book extends Document {
  title?: string;
  shelf?: string;
  row?: number;
  pages?: number;
  extra?: unknown;
}

export const BOOKS: CollectionDefinition<Book> = {
  name: "books",
  indexes: { title: { fields: ["title"], unique: true }, place: { fields: ["shelf", "row"] }, shelf: { fields: ["shelf"] } },
};
