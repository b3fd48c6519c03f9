import { EMBEDDED_DOCUMENTS } from "@agatha/adapters/documents/check-documents";
import type { StoreFolder } from "@agatha/adapters/lmdb/check-store";
import { EMBEDDED_RESOURCES } from "@agatha/adapters/resources/check-resources";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";

/** Returns the embedded stores of records, the documents first. */
export function embeddedStores(data: string): [documents: StoreFolder, resources: StoreFolder] {
  const { documents, resources } = dataFolders(data);
  return [
    { store: EMBEDDED_DOCUMENTS, directory: documents },
    { store: EMBEDDED_RESOURCES, directory: resources },
  ];
}
