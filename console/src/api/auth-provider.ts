import type { AuthProvider } from "react-admin";
import type { ApiClient } from "./api-client.js";
import type { Connection } from "./connection.js";
import type { SignedIn } from "./signed-in.js";

export const LOGIN_PATH = "/account/login";

/**
 * react-admin's view of the session. What a 401 or 403 leads to is decided in one place for all calls
 * (SessionBoundary), so `checkError` never asks for a second logout.
 */
export function createAuthProvider(api: ApiClient, connection: Connection, signedIn: SignedIn): AuthProvider {
  return {
    async login(credentials: { username: string; password: string }) {
      await api.login(credentials);
      connection.forgetCsrfToken();
      signedIn.begin();
    },
    async logout() {
      if (signedIn.get()) {
        signedIn.end();
        await api.logout().catch(() => undefined);
      }
      connection.forgetCsrfToken();
      return LOGIN_PATH;
    },
    checkAuth: async () => {
      if (!signedIn.get()) throw { redirectTo: LOGIN_PATH, message: false };
    },
    checkError: async () => undefined,
    async getIdentity() {
      const user = await api.user();
      return { id: user.id, fullName: user.username };
    },
    getPermissions: async () => (await api.user()).auth,
  };
}
