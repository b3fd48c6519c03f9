/** Makes the secrets of an installation before its operator starts, or tells what the administrator's own secrets lack. */
import { randomBytes } from "node:crypto";
import { createKubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { haveUsedSecrets, secretRolloutSettings } from "@agatha/adapters/kubernetes/secret-rollout";
import { ensureSecret, readSecret } from "@agatha/adapters/kubernetes/secrets";
import { jsonVariable, NAMESPACE_VARIABLES, readEnvironment } from "@agatha/adapters/server/environment-variables";
import { createLogger } from "@agatha/adapters/server/logger";
import { z } from "zod";
import { apiSecret, givenValues, missingKeys, REQUIRED_KEYS, storesSecret } from "./secret-values.js";

const secret = z.object({ name: z.string().min(1), existing: z.boolean() });
const settings = z.object({
  stores: secret,
  api: secret,
  labels: z.record(z.string(), z.string()),
  mongodbHost: z.string().optional(),
  natsBundled: z.boolean(),
});
const environment = z.object({
  AGATHA_NAMESPACE: NAMESPACE_VARIABLES.AGATHA_NAMESPACE,
  AGATHA_SECRETS: jsonVariable(settings).describe("Which secrets to make or to check, as JSON."),
  AGATHA_SECRET_ROLLOUT: jsonVariable(secretRolloutSettings).describe("Secrets, and what has pods that read them, as JSON."),
  ...givenValues.shape,
});

const logger = createLogger("info");

async function main(): Promise<void> {
  const {
    AGATHA_NAMESPACE: namespace,
    AGATHA_SECRETS: wanted,
    AGATHA_SECRET_ROLLOUT: rollout,
    ...given
  } = readEnvironment(environment, process.env);
  const connection = createKubernetesConnection({ namespace });
  const values = {
    stores: (present: Record<string, string>) => storesSecret(given, present, wanted, randomBytes),
    api: (present: Record<string, string>) => apiSecret(given, present, randomBytes),
  };
  const problems: string[] = [];
  const isGone = async (name: string) => (await readSecret(connection, name)) === undefined && (await haveUsedSecrets(connection, rollout));
  for (const which of ["stores", "api"] as const) {
    const { name, existing } = wanted[which];
    if (existing)
      problems.push(...[missingKeys(name, await readSecret(connection, name), REQUIRED_KEYS[which])].filter((one) => one !== undefined));
    else if (await isGone(name)) {
      // MongoDB would not take another password, and no token could be read with another key.
      problems.push(`the secret ${name} is gone, and this installation has used it: make it again with its values, from a pod or a backup`);
    } else
      logger.info(
        { secret: name, outcome: await ensureSecret(connection, { name, labels: wanted.labels }, values[which]) },
        "secret is there",
      );
  }
  connection.close();
  for (const problem of problems) logger.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

await main();
