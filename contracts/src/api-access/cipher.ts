/** Encryption of API tokens, so that their owners can read them but readers of the store cannot: AES-256-GCM (NIST SP 800-38D). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Cipher {
  /** Encrypts a text. `aad` is bound to it: decryption needs the same value. */
  seal(text: string, aad: string): string;
  /** Decrypts a text. Throws if it was encrypted with another key or another `aad`, or was changed. */
  open(sealed: string, aad: string): string;
}

/** The key is derived, because the secret also signs anti-forgery tokens (RFC 5869). */
export function createCipher(secretKey: Uint8Array): Cipher {
  const key = Buffer.from(hkdfSync("sha256", secretKey, new Uint8Array(0), "agatha api tokens", 32));
  return {
    seal(text, aad) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(aad));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(sealed, aad) {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(aad))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
    },
  };
}
