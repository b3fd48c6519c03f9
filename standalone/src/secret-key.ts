import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const SECRET_KEY_BYTES = 32;

/** Returns the installation's secret key. The first start creates it, readable only by its user. */
export function readOrCreateSecretKey(path: string): Uint8Array {
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, randomBytes(SECRET_KEY_BYTES), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  const secret = readFileSync(path);
  if (secret.length !== SECRET_KEY_BYTES)
    throw new Error(`${path} is damaged: restore it from a backup, or API tokens can no longer be shown`);
  return secret;
}
