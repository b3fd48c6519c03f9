import type { User } from "@agatha/contracts";
import type { updateInfoRequest } from "@agatha/contracts/wire";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { applySettings } from "./apply-settings.js";
import { ensurePassword } from "./passwords/password-changes.js";
import { updateUser } from "./update-user.js";

/**
 * Changes what users may say of themselves. Where links for new passwords are mailed, a new address gives access to the account, so
 * it needs the password. Datasets are not shared by it. Throws InvalidInput (wrongPassword) and ApiError (tooManyRequests).
 */
export async function updateOwnInfo(
  deps: ApiDeps,
  user: User,
  { password, email }: z.output<typeof updateInfoRequest>,
  address: string | undefined,
): Promise<User> {
  const isNewAddress = email !== undefined && email !== (user.email ?? null);
  if (password !== undefined || (isNewAddress && deps.sendMail !== undefined)) {
    await ensurePassword(deps, user, { password: password ?? "", path: "password", address });
  }
  return await updateUser(deps, user.id, (present) => {
    const changed = applySettings(present, { email });
    return changed.email === present.email ? changed : { ...changed, emailSelfSet: true };
  });
}
