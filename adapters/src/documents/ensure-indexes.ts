import type { CollectionDefinition, Document } from "@agatha/contracts";
import { prefixEnd } from "../lmdb/environment.js";
import type { DocumentTables } from "./document-tables.js";
import { indexEntries } from "./index-entries.js";

/**
 * Rebuilds a collection's indexes in one transaction if they come from another definition, as after an update of the program.
 * Throws without changes if documents violate a new unique index.
 */
export function ensureIndexes<T extends Document>(
  { environment, documents, indexes }: DocumentTables,
  definition: CollectionDefinition<T>,
) {
  const marker = `!definition/${definition.name}`;
  const present = JSON.stringify(Object.entries(definition.indexes).map(([name, { fields, unique = false }]) => [name, fields, unique]));
  if (indexes.get(marker) === present) return;
  const prefix = `${definition.name}/`;
  const range = { start: prefix, end: prefixEnd(prefix) };
  environment.transactionSync(() => {
    for (const key of [...indexes.getKeys(range)]) indexes.removeSync(key);
    for (const { value } of documents.getRange(range)) {
      for (const entry of indexEntries(definition, value as T)) {
        if (entry.unique && indexes.doesExist(entry.key)) {
          throw new Error(
            `${definition.name}: ${value.id} has the same ${entry.index} as another document, which the index does not allow`,
          );
        }
        indexes.putSync(entry.key, value.id);
      }
    }
    indexes.putSync(marker, present);
  });
}
