import type { LoginRequest } from "@agatha/contracts/client";
import type { Services } from "./services.js";

/** Begins a session. */
export async function logIn({ api, httpClient, sessionMarker }: Services, credentials: LoginRequest): Promise<void> {
  // The token may be of a session that has ended.
  httpClient.clearCsrfToken();
  await api.login(credentials);
  httpClient.clearCsrfToken();
  sessionMarker.set();
}

/** Ends the session, if there is one. */
export async function logOut({ api, httpClient, sessionMarker }: Services): Promise<void> {
  if (sessionMarker.isPresent()) {
    sessionMarker.clear();
    await api.logout().catch(() => undefined);
  }
  httpClient.clearCsrfToken();
}
