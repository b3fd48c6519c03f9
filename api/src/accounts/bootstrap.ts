import { randomBytes } from "node:crypto";
import { AlreadyExists, COLLECTIONS, isoTime } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { hashPassword } from "./passwords/password-hash.js";
import { ensureAcceptablePassword } from "./passwords/password-rules.js";
import { hasActiveManager } from "./user-admin/active-manager.js";
import { newAccount } from "./user-admin/new-account.js";

/** Name and id of the first manager: manifests name it as the owner of objects before anybody has seen an account. */
const MANAGER = "admin";

export interface BootstrapResult {
  created: boolean;
  /** Set only if the password was generated here. It is shown once. */
  password?: string;
}

/**
 * Creates the manager `admin` if there is no active manager, with the given password or a random one. An account `admin` that is
 * no active manager does not change. Throws InvalidInput (commonPassword).
 */
export async function bootstrapManager({
  documents,
  clock,
  password,
}: Pick<ApiDeps, "documents" | "clock"> & { password?: string }): Promise<BootstrapResult> {
  if (await hasActiveManager({ documents })) return { created: false };
  if (password !== undefined) await ensureAcceptablePassword(password, "AGATHA_ADMIN_PASSWORD");
  const chosen = password ?? randomBytes(18).toString("base64url");
  const identity = { id: MANAGER, username: MANAGER, passwordHash: await hashPassword(chosen), createdAt: isoTime(clock) };
  try {
    await documents.collection(COLLECTIONS.users).insert({ ...newAccount(identity), auth: "manager" });
  } catch (error) {
    // Another process created it at the same time, or it is no active manager.
    if (error instanceof AlreadyExists) return { created: false };
    throw error;
  }
  return password === undefined ? { created: true, password: chosen } : { created: true };
}
