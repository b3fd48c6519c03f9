import type { EmbeddedStore } from "../lmdb/check-store.js";
import { DOCUMENTS_TABLE, INDEXES_TABLE } from "./document-tables.js";
import { PRESENCE_PREFIX } from "./index-entries.js";

/** Documents are lost if their page is; their rows of presence name them. Indexes are built again when the store is opened. */
export const EMBEDDED_DOCUMENTS: EmbeddedStore = {
  name: "documents",
  tables: [DOCUMENTS_TABLE, INDEXES_TABLE],
  assess(records) {
    const damaged = records.damaged.flatMap(({ table, key }) => (table === DOCUMENTS_TABLE ? [key] : []));
    const present = records.keys(INDEXES_TABLE, PRESENCE_PREFIX).map((key) => key.slice(PRESENCE_PREFIX.length));
    const lost = [...new Set([...damaged, ...present])].filter((key) => !records.has(DOCUMENTS_TABLE, key)).sort();
    return {
      lost,
      restored: [],
      rebuild(put) {
        for (const key of records.keys(DOCUMENTS_TABLE)) put(DOCUMENTS_TABLE, key, records.get(DOCUMENTS_TABLE, key));
      },
    };
  },
};
