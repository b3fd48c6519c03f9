import type { ErrorCode } from "@agatha/contracts/errors";
import type { UserAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { LOGIN_PATH } from "../api/auth-provider.js";
import { useServices } from "../api/context.js";
import { listenToEvents } from "../api/live-events.js";
import { useUser } from "../api/queries.js";
import { Loading } from "../states/loading.js";

/** How the login screen learns where to go afterwards. */
export interface LoginState {
  from?: string;
}

const UserContext = createContext<UserAnswer | null>(null);

/** The user of everything behind the login. */
export function useSessionUser(): UserAnswer {
  const user = useContext(UserContext);
  if (user === null) throw new Error("useSessionUser is used outside of SessionGate");
  return user;
}

/** Lets in whoever has a session, and sends everybody else to the login: those too of whom the server cannot tell who they are. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { signedIn } = useServices();
  const location = useLocation();
  const user = useUser();
  if (!signedIn.get()) {
    const state: LoginState = { from: `${location.pathname}${location.search}` };
    return <Navigate to={LOGIN_PATH} replace state={state} />;
  }
  if (user.data?.username) return <Entered user={user.data}>{children}</Entered>;
  if (user.data || user.error) return <Leave why={user.error?.code ?? "010301"} />;
  return <Loading />;
}

function Leave({ why }: { why: ErrorCode }) {
  const leave = useLeave();
  useEffect(() => leave(why), [leave, why]);
  return <Loading />;
}

function Entered({ user, children }: { user: UserAnswer; children: ReactNode }) {
  const queryClient = useQueryClient();
  useEffect(() => listenToEvents(user.id, queryClient), [user.id, queryClient]);
  return <UserContext.Provider value={user}>{children}</UserContext.Provider>;
}

/** Goes to the login as soon as any call is refused for want of a session. */
export function useLeaveWhenSessionLost(): void {
  const { connection } = useServices();
  const leave = useLeave();
  useEffect(() => connection.onSessionLost((error) => leave(error.code)), [connection, leave]);
}

/** Forgets the session, and goes to the login, which tells why and leads back. */
function useLeave(): (why: ErrorCode) => void {
  const { connection, signedIn } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const from = `${location.pathname}${location.search}`;
  return useCallback(
    (why) => {
      if (!signedIn.get()) return;
      signedIn.end(why);
      connection.forgetCsrfToken();
      queryClient.clear();
      const state: LoginState = { from };
      navigate(LOGIN_PATH, { replace: true, state });
    },
    [connection, signedIn, queryClient, navigate, from],
  );
}
