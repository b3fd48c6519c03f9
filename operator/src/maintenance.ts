import type { Logger } from "pino";

interface MaintenanceDeps {
  isLeader: () => boolean;
  /** Replaces pods that read a secret that has changed, and returns the names of their workloads. */
  rollOnSecretChange?: (() => Promise<string[]>) | undefined;
  /** Rewrites objects that are stored in an earlier version, and returns which resources had some. */
  migrateStorage?: (() => Promise<string[]>) | undefined;
  logger: Logger;
  onError: (error: unknown) => void;
}

/** Between two looks at the secrets, and between attempts to rewrite objects of an earlier version. */
const INTERVAL_MS = 30_000;

/** Starts what the leader does for the installation as a whole. Returns a function that stops it. */
export function startMaintenance({ isLeader, rollOnSecretChange, migrateStorage, logger, onError }: MaintenanceDeps): () => void {
  let isMigrationDue = true;

  async function rollOut(): Promise<void> {
    if (!rollOnSecretChange) return;
    const workloads = await rollOnSecretChange();
    if (workloads.length > 0) logger.warn({ workloads }, "a secret has changed: the pods that read it are replaced");
  }

  async function migrate(): Promise<void> {
    if (!isMigrationDue || !migrateStorage) return;
    isMigrationDue = false;
    try {
      const resources = await migrateStorage();
      if (resources.length > 0) logger.info({ resources }, "objects that were stored in an earlier version have been rewritten");
    } catch (error) {
      isMigrationDue = true;
      throw error;
    }
  }

  const timer = setInterval(() => {
    if (!isLeader()) return;
    rollOut().catch(onError);
    migrate().catch(onError);
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}
