import { ERRORS } from "@agatha/contracts";
import type { ErrorCode } from "@agatha/contracts/error-catalogue";
import type { UserAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { LOGIN_PATH } from "../api/auth-provider.js";
import { useUser } from "../api/queries.js";
import { useServices } from "../api/services.js";
import { subscribeToSocketEvents } from "../api/socket-events.js";
import { Loading } from "../feedback/loading.js";

/** Tells the login screen where to continue afterwards. */
export interface LoginState {
  from?: string;
}

const UserContext = createContext<UserAnswer | null>(null);
export const UserProvider = UserContext.Provider;

/** Returns the user of the session. For components behind the login. */
export function useSessionUser(): UserAnswer {
  const user = useContext(UserContext);
  if (user === null) throw new Error("useSessionUser is used outside of SessionGate");
  return user;
}

/** Admits users with a session and sends everybody else to the login, also if the server cannot identify the user. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { sessionMarker } = useServices();
  const location = useLocation();
  const user = useUser();
  if (!sessionMarker.isPresent()) {
    const state: LoginState = { from: `${location.pathname}${location.search}` };
    return <Navigate to={LOGIN_PATH} replace state={state} />;
  }
  if (user.data?.username) return <UserSession user={user.data}>{children}</UserSession>;
  if (user.data || user.error) return <EndSession why={user.error?.code ?? ERRORS.unauthorized} />;
  return <Loading />;
}

function EndSession({ why }: { why: ErrorCode }) {
  const leave = useEndSession();
  useEffect(() => leave(why), [leave, why]);
  return <Loading />;
}

function UserSession({ user, children }: { user: UserAnswer; children: ReactNode }) {
  const queryClient = useQueryClient();
  useEffect(() => subscribeToSocketEvents(user.id, (queryKey) => void queryClient.invalidateQueries({ queryKey })), [user.id, queryClient]);
  return <UserProvider value={user}>{children}</UserProvider>;
}

/** Redirects to the login as soon as any call is refused for a missing session. */
export function useRedirectWhenSessionLost(): void {
  const { httpClient } = useServices();
  const leave = useEndSession();
  useEffect(() => httpClient.onSessionLost((error) => leave(error.code)), [httpClient, leave]);
}

/** Ends the session and goes to the login, which shows the reason and leads back. */
function useEndSession(): (why: ErrorCode) => void {
  const { httpClient, sessionMarker } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const from = `${location.pathname}${location.search}`;
  return useCallback(
    (why) => {
      if (!sessionMarker.isPresent()) return;
      sessionMarker.clear(why);
      httpClient.clearCsrfToken();
      queryClient.clear();
      const state: LoginState = { from };
      void navigate(LOGIN_PATH, { replace: true, state });
    },
    [httpClient, sessionMarker, queryClient, navigate, from],
  );
}
