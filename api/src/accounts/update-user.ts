import { COLLECTIONS, ERRORS, NotFound, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { retryOnConflict } from "../resources/retry-on-conflict.js";

/** Changes the newest version of an account and tries again after a concurrent write. Throws NotFound (userNotFound). */
export async function updateUser(deps: Pick<ApiDeps, "documents">, id: string, change: (present: User) => User): Promise<User> {
  const users = deps.documents.collection(COLLECTIONS.users);
  return await retryOnConflict(async () => {
    const present = await users.get(id);
    if (!present) throw new NotFound(`user ${id}`, ERRORS.userNotFound);
    return await users.replace(change(present));
  });
}
