/** Password hashes: scrypt in PHC form, `$scrypt$ln=15,r=8,p=3$salt$hash`, base64 without padding. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** 32 MiB per hash; as strong as OWASP's first choice with 128 MiB (password storage cheat sheet, "scrypt"). */
const SCRYPT_PARAMS = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC_PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export const base64Unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

function deriveKey(password: string, salt: Buffer, length: number, cost: typeof SCRYPT_PARAMS): Promise<Buffer> {
  const N = 2 ** cost.ln;
  const options: ScryptOptions = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
  // Systems may compose the same typed characters differently (RFC 8265, section 4.2).
  const text = password.normalize("NFC");
  return new Promise((resolve, reject) => scrypt(text, salt, length, options, (error, key) => (error ? reject(error) : resolve(key))));
}

/** Returns the scrypt hash of a password with a random salt, in PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveKey(password, salt, HASH_BYTES, SCRYPT_PARAMS);
  return `$scrypt$ln=${SCRYPT_PARAMS.ln},r=${SCRYPT_PARAMS.r},p=${SCRYPT_PARAMS.p}$${base64Unpadded(salt)}$${base64Unpadded(hash)}`;
}

/** Stored instead of a hash; no password matches it. */
export const UNUSABLE_PASSWORD = "none";

/** Hash that no password matches; verifying it costs as much as any other. */
const DUMMY_HASH = `$scrypt$ln=${SCRYPT_PARAMS.ln},r=${SCRYPT_PARAMS.r},p=${SCRYPT_PARAMS.p}$${base64Unpadded(Buffer.alloc(SALT_BYTES))}$${base64Unpadded(Buffer.alloc(HASH_BYTES))}`;

/**
 * Returns whether the password matches. Returns false for an unknown account (no hash) or a hash of another form, after the same
 * time.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parts = PHC_PATTERN.exec(stored ?? "") ?? PHC_PATTERN.exec(DUMMY_HASH);
  if (!parts) return false;
  const [, ln, r, p, salt = "", hash = ""] = parts;
  const expected = Buffer.from(hash, "base64");
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const derived = await deriveKey(password, Buffer.from(salt, "base64"), expected.length, cost);
  return timingSafeEqual(derived, expected);
}
