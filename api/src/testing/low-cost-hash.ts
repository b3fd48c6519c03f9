import { scryptSync } from "node:crypto";
import { base64Unpadded } from "../accounts/passwords/password-hash.js";

/** Below ln=2 scrypt needs more than the memory that `verifyPassword` allows for such a cost. */
const COST = { ln: 4, r: 1, p: 1 };
const SALT = Buffer.from("salt of each test account");

/**
 * Returns the scrypt hash of a password at a very low cost, in PHC format. A password is verified at the cost that its hash names, so
 * an account with this hash logs in at once. Tests of hashing, and of requests that overlap while a hash is computed, need
 * `hashPassword`.
 */
export function lowCostHash(password: string): string {
  const hash = scryptSync(password.normalize("NFC"), SALT, 32, { N: 2 ** COST.ln, r: COST.r, p: COST.p });
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64Unpadded(SALT)}$${base64Unpadded(hash)}`;
}
