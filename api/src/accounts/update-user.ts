import { COLLECTIONS, Conflict, ERRORS, NotFound, type User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Two managers at the same account are rare, ten are not. */
const ATTEMPTS = 10;

/** Changes the newest version of an account, again when somebody else wrote meanwhile. Throws NotFound (userNotFound). */
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
