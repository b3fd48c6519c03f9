import type { Collection, Document, NewDocument } from "@agatha/contracts";

/**
 * Inserts documents that arrive within a short window together, so that a store with group commit commits them once: a commit
 * costs as much as several predictions. Each promise resolves when its own document is durable.
 */
export function createBatchedInsert<T extends Document>(
  collection: Pick<Collection<T>, "insert">,
  momentMs: number,
): (document: NewDocument<T>) => Promise<T> {
  let waiting: (() => void)[] = [];

  function insertAll(): void {
    const all = waiting;
    waiting = [];
    for (const insert of all) insert();
  }

  return (document) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(insertAll, momentMs);
      waiting.push(() => collection.insert(document).then(resolve, reject));
    });
}
