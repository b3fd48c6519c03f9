/** Values of the secrets that an installation makes for itself. */
import { z } from "zod";

/** Values that the administrator gives. They take the place of made ones. */
export const givenValues = z.object({
  AGATHA_S3_ACCESS_KEY: z.string().optional().describe("Access key of the object store."),
  AGATHA_S3_SECRET_KEY: z.string().optional().describe("Secret key of the object store."),
  AGATHA_MONGODB_PASSWORD: z.string().optional().describe("Password of the bundled document store."),
  AGATHA_MONGODB_URL: z.string().optional().describe("Document store that is not bundled."),
  AGATHA_NATS_TOKEN: z.string().optional().describe("Token of the event bus."),
  AGATHA_ADMIN_PASSWORD: z.string().optional().describe("Password of the first manager."),
});
type GivenValues = z.infer<typeof givenValues>;

type SecretValues = Record<string, string>;

/** Returns this many random bytes. */
type RandomBytes = (count: number) => Buffer;

/** Bytes of a made password: 32 characters of base64url, which need no escapes in an address. */
const PASSWORD_BYTES = 24;
const ADMIN_PASSWORD_BYTES = 15;
const ENCRYPTION_KEY_BYTES = 32;

const password = (random: RandomBytes, bytes = PASSWORD_BYTES) => random(bytes).toString("base64url");

interface BundledStores {
  /** Host and port of the bundled document store; undefined where it is not bundled. */
  mongodbHost?: string | undefined;
  natsBundled: boolean;
}

/** Returns the credentials of the stores: each is given, or the present one, or a new one. */
export function storesSecret(given: GivenValues, present: SecretValues, bundled: BundledStores, random: RandomBytes): SecretValues {
  const chosen = (key: keyof GivenValues, made: () => string) => given[key] || present[key] || made();
  const mongodbPassword = chosen("AGATHA_MONGODB_PASSWORD", () => password(random));
  return {
    AGATHA_S3_ACCESS_KEY: chosen("AGATHA_S3_ACCESS_KEY", () => "agatha"),
    AGATHA_S3_SECRET_KEY: chosen("AGATHA_S3_SECRET_KEY", () => password(random)),
    AGATHA_MONGODB_PASSWORD: mongodbPassword,
    AGATHA_MONGODB_URL: bundled.mongodbHost
      ? `mongodb://agatha:${mongodbPassword}@${bundled.mongodbHost}/?authSource=admin`
      : (given.AGATHA_MONGODB_URL ?? ""),
    AGATHA_NATS_TOKEN: bundled.natsBundled ? chosen("AGATHA_NATS_TOKEN", () => password(random)) : (given.AGATHA_NATS_TOKEN ?? ""),
  };
}

/** Returns the first manager's password, and the key that encrypts the tokens of published models, which never changes. */
export function apiSecret(given: GivenValues, present: SecretValues, random: RandomBytes): SecretValues {
  return {
    AGATHA_ADMIN_PASSWORD:
      given.AGATHA_ADMIN_PASSWORD || present.AGATHA_ADMIN_PASSWORD || random(ADMIN_PASSWORD_BYTES).toString("base64url"),
    AGATHA_SECRET_KEY: present.AGATHA_SECRET_KEY || random(ENCRYPTION_KEY_BYTES).toString("base64"),
  };
}

/** Keys without which no program starts. */
export const REQUIRED_KEYS = {
  stores: ["AGATHA_S3_ACCESS_KEY", "AGATHA_S3_SECRET_KEY", "AGATHA_MONGODB_URL"],
  api: ["AGATHA_SECRET_KEY"],
} as const;

/** Returns what is missing in a secret that the administrator manages, in words; undefined if nothing is. */
export function missingKeys(name: string, present: SecretValues | undefined, required: readonly string[]): string | undefined {
  if (!present) return `There is no secret ${name}. Create it with the keys ${required.join(", ")}.`;
  const missing = required.filter((key) => !present[key]);
  return missing.length === 0 ? undefined : `The secret ${name} lacks ${missing.join(", ")}. Add what is missing.`;
}
