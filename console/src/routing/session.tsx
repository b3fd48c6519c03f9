import type { UserAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { LOGIN_PATH } from "../api/auth-provider.js";
import { useServices } from "../api/context.js";
import { listenToEvents } from "../api/live-events.js";
import { useUser } from "../api/queries.js";
import { Failure } from "../states/failure.js";
import { Loading } from "../states/loading.js";

/** How the login screen learns where to go afterwards, and why one is there. */
export interface LoginState {
  from?: string;
  code?: string;
}

const UserContext = createContext<UserAnswer | null>(null);

/** The user of everything behind the login. */
export function useSessionUser(): UserAnswer {
  const user = useContext(UserContext);
  if (user === null) throw new Error("useSessionUser is used outside of SessionGate");
  return user;
}

/** Lets in whoever has a session, and sends everybody else to the login. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { signedIn } = useServices();
  const location = useLocation();
  const user = useUser();
  if (!signedIn.get()) {
    const state: LoginState = { from: `${location.pathname}${location.search}` };
    return <Navigate to={LOGIN_PATH} replace state={state} />;
  }
  if (user.data) return <Entered user={user.data}>{children}</Entered>;
  if (user.error) return <Failure error={user.error} onRetry={() => void user.refetch()} />;
  return <Loading />;
}

function Entered({ user, children }: { user: UserAnswer; children: ReactNode }) {
  const queryClient = useQueryClient();
  useEffect(() => listenToEvents(user.id, queryClient), [user.id, queryClient]);
  return <UserContext.Provider value={user}>{children}</UserContext.Provider>;
}

/** Goes to the login as soon as any call is refused for want of a session. */
export function useLeaveWhenSessionLost(): void {
  const { connection, signedIn } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const from = `${location.pathname}${location.search}`;
  useEffect(
    () =>
      connection.onSessionLost((error) => {
        if (!signedIn.get()) return;
        signedIn.set(false);
        connection.forgetCsrfToken();
        queryClient.clear();
        const state: LoginState = { from, code: error.code };
        navigate(LOGIN_PATH, { replace: true, state });
      }),
    [connection, signedIn, queryClient, navigate, from],
  );
}
