import { ERRORS, InvalidInput } from "@agatha/contracts";
import { verifyPassword } from "./password-hash.js";

/**
 * Throws InvalidInput: commonPassword for one of the most common passwords in any case (NIST SP 800-63B, 5.1.1.2), samePassword for
 * the account's present one.
 */
export async function ensureAcceptablePassword(password: string, path: string, presentHash?: string): Promise<void> {
  if (await isCommonPassword(password)) {
    const message = "This is one of the most common passwords, which are guessed first: choose another one, such as four random words";
    throw new InvalidInput(ERRORS.commonPassword, { path, message });
  }
  if (presentHash !== undefined && (await verifyPassword(password, presentHash))) {
    throw new InvalidInput(ERRORS.samePassword, { path, message: "This is the present password: choose another one" });
  }
}

/** The list takes 5 MB of memory, from the first password that is set. */
async function isCommonPassword(password: string): Promise<boolean> {
  const { default: list } = await import("fxa-common-password-list");
  return list.test(password.toLowerCase());
}
