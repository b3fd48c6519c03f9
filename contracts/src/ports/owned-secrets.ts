import type { KindName, Resource } from "../kinds/index.js";

/** `taken`: another owner or another program has a secret of that name. `forbidden`: this program may not write secrets. */
export type OwnedSecretOutcome = "written" | "taken" | "forbidden";

/** Secrets that belong to objects of the product's kinds, beside them. They are deleted with their owner. */
export interface OwnedSecrets {
  /** Gives the secret exactly these values. Reads nothing of another owner's secret. */
  write(owner: Resource<KindName>, name: string, values: Record<string, string>): Promise<OwnedSecretOutcome>;
}
