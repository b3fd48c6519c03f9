import type { CollectionDefinition, Document } from "@agatha/contracts";
import { applyChange, type DocumentTables, isUnexpired, readStored } from "./document-tables.js";
import { expiryPrefix, parseExpiryKey } from "./index-entries.js";

/** Large enough to share a commit, small enough not to block the event loop. */
const BATCH_SIZE = 1_000;

/** Removes the expired documents of these collections. It keeps a document that is replaced in the meantime. */
export async function sweepExpired(
  tables: DocumentTables,
  definitions: ReadonlyMap<string, CollectionDefinition<Document>>,
): Promise<void> {
  const { indexes, clock } = tables;
  let start = expiryPrefix(0);
  for (;;) {
    const keys = [...indexes.getKeys({ start, end: expiryPrefix(clock.now() + 1), limit: BATCH_SIZE })];
    await Promise.all(
      keys.map(async (key) => {
        const { collection, id } = parseExpiryKey(key);
        const definition = definitions.get(collection);
        const stored = definition && readStored(tables, definition, id);
        if (stored && !isUnexpired(stored.document, clock)) await applyChange(tables, definition, { id, before: stored, after: undefined });
      }),
    );
    const last = keys.at(-1);
    if (last === undefined || keys.length < BATCH_SIZE) return;
    start = last;
  }
}
