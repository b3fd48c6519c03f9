import { errorReason } from "@agatha/contracts";

const GIVE_AUTHORITY = "If you trust it, set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority";
const NO_HTTPS = "Nothing answers by HTTPS there: log in with an address that begins with http://";

/** What to do, by the code of the error: of the system, of OpenSSL, or of the check of a certificate. */
const HINTS: Readonly<Record<string, string>> = {
  ENOTFOUND: "Check the host's name in the address",
  ERR_SSL_WRONG_VERSION_NUMBER: NO_HTTPS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_HTTPS,
  DEPTH_ZERO_SELF_SIGNED_CERT: GIVE_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: GIVE_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: GIVE_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: GIVE_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: GIVE_AUTHORITY,
};

/** Returns the error that began a chain of causes. */
export function firstCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? firstCause(error.cause) : error;
}

/** Returns lines that say why no response arrived, and what to do if that is known. None if the error has no cause. */
export function connectionErrorLines(error: Error): string[] {
  if (error.cause === undefined) return [];
  const cause = firstCause(error);
  const { code = "" } = cause as NodeJS.ErrnoException;
  const reason = errorReason(cause).trim();
  const hint = HINTS[code];
  return [`  ${reason}${reason.includes(code) ? "" : ` (${code})`}`, ...(hint === undefined ? [] : [`  ${hint}`])];
}
