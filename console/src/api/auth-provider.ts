import type { ApiClient, HttpClient, LoginRequest } from "@agatha/contracts/client";
import type { AuthProvider } from "react-admin";
import type { SessionMarker } from "./session-marker.js";

export const LOGIN_PATH = "/account/login";

/**
 * react-admin's auth provider. SessionGate decides for all calls what happens on a 401 or 403, so `checkError` never asks for
 * a second logout.
 */
export function createAuthProvider(api: ApiClient, httpClient: HttpClient, sessionMarker: SessionMarker): AuthProvider {
  return {
    async login(credentials: LoginRequest) {
      await api.login(credentials);
      httpClient.clearCsrfToken();
      sessionMarker.set();
    },
    async logout() {
      if (sessionMarker.isPresent()) {
        sessionMarker.clear();
        await api.logout().catch(() => undefined);
      }
      httpClient.clearCsrfToken();
      return LOGIN_PATH;
    },
    checkAuth: async () => {
      if (!sessionMarker.isPresent()) throw { redirectTo: LOGIN_PATH, message: false };
    },
    checkError: async () => undefined,
    async getIdentity() {
      const user = await api.user();
      return { id: user.id, fullName: user.username };
    },
    getPermissions: async () => (await api.user()).auth,
  };
}
