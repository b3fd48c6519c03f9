import { AlreadyExists, type Collection, Conflict, type Document, type NewDocument, NotFound } from "@agatha/contracts";

/** Largest number of tries. Operators and other replicas write the same objects, but nobody loses so often in a row. */
const ATTEMPTS = 20;

/** Repeats `attempt` after a conflict with another writer. `attempt` reads the newest version each time. */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Conflict) || tries === ATTEMPTS) throw error;
    }
  }
}

/** Changes the newest version of a document, or creates it. `change` gets undefined if there is none. Throws what `change` throws. */
export async function upsertDocument<T extends Document>(
  collection: Pick<Collection<T>, "get" | "insert" | "replace">,
  id: string,
  change: (present: T | undefined) => Promise<NewDocument<T>>,
): Promise<T> {
  return await retryOnConflict(async () => {
    const present = await collection.get(id);
    const changed = await change(present);
    try {
      return await (present ? collection.replace({ ...present, ...changed }) : collection.insert(changed));
    } catch (error) {
      // Another writer has created or deleted it.
      if (error instanceof AlreadyExists || error instanceof NotFound) throw new Conflict(error.message, { cause: error });
      throw error;
    }
  });
}
