import { COLLECTIONS, Conflict, ERRORS, NotFound, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Largest number of tries. Two managers seldom change the same account at once; ten never do. */
const ATTEMPTS = 10;

/** Changes the newest version of an account and tries again after a concurrent write. Throws NotFound (userNotFound). */
export async function updateUser(deps: Pick<ApiDeps, "documents">, id: string, change: (present: User) => User): Promise<User> {
  const users = deps.documents.collection(COLLECTIONS.users);
  for (let attempt = 1; ; attempt++) {
    const present = await users.get(id);
    if (!present) throw new NotFound(`user ${id}`, ERRORS.userNotFound);
    try {
      return await users.replace(change(present));
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
    }
  }
}
