/** Passwords as scrypt in PHC form: `$scrypt$ln=15,r=8,p=3$salt$hash`, base64 without padding. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** 32 MiB a try; as strong as OWASP's first choice with 128 MiB (password storage cheat sheet, "scrypt"). */
const COST = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

function derive(password: string, salt: Buffer, length: number, cost: typeof COST): Promise<Buffer> {
  const N = 2 ** cost.ln;
  const options: ScryptOptions = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
  // The same characters typed on another system may be composed differently (RFC 8265, section 4.2).
  const text = password.normalize("NFC");
  return new Promise((resolve, reject) => scrypt(text, salt, length, options, (error, key) => (error ? reject(error) : resolve(key))));
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, HASH_BYTES, COST);
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** In place of a hash: no password matches. */
export const NO_PASSWORD = "none";

/** Of no password at all; costs as much to try as any. */
const NOBODY = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${unpadded(Buffer.alloc(SALT_BYTES))}$${unpadded(Buffer.alloc(HASH_BYTES))}`;

/** False as well, and as late, for an unknown account (no hash) or a hash of another form. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const parts = PHC.exec(stored ?? "") ?? PHC.exec(NOBODY);
  if (!parts) return false;
  const [, ln, r, p, salt = "", hash = ""] = parts;
  const expected = Buffer.from(hash, "base64");
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64"), expected.length, cost);
  return timingSafeEqual(derived, expected);
}
