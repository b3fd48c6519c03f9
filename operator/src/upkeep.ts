import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { rollOnSecretChange, type SecretRolloutSettings } from "@agatha/adapters/kubernetes/secret-rollout";
import { migrateStorage } from "@agatha/adapters/kubernetes/storage-migration";
import type { Logger } from "pino";

export interface UpkeepDeps {
  connection: KubernetesConnection;
  isLeader: () => boolean;
  /** Secrets, and what has pods that are replaced when these change. */
  rollout: SecretRolloutSettings | undefined;
  /** Whether objects stored in an earlier version are rewritten. */
  migrates: boolean;
  logger: Logger;
  onError: (error: unknown) => void;
}

/** Between two looks at the secrets, and between attempts to rewrite objects of an earlier version. */
const INTERVAL_MS = 30_000;

/** Starts what the leader does for the installation as a whole. Returns a function that stops it. */
export function startUpkeep({ connection, isLeader, rollout, migrates, logger, onError }: UpkeepDeps): () => void {
  let isMigrationDue = migrates;

  async function rollOut(): Promise<void> {
    if (!rollout) return;
    const workloads = await rollOnSecretChange(connection, rollout);
    if (workloads.length > 0) logger.warn({ workloads }, "a secret has changed: the pods that read it are replaced");
  }

  async function migrate(): Promise<void> {
    if (!isMigrationDue) return;
    isMigrationDue = false;
    try {
      const resources = await migrateStorage(connection);
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
