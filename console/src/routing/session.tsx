import { ERRORS } from "@agatha/contracts";
import type { ErrorCode } from "@agatha/contracts/errors/error-catalogue";
import type { UserAnswer } from "@agatha/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useUser } from "../api/queries.js";
import { QUERY_KEYS } from "../api/query-keys.js";
import { useServices } from "../api/services.js";
import { subscribeToSocketEvents } from "../api/socket-events.js";
import { Loading } from "../feedback/loading.js";
import { hearOtherTabs } from "../notifications/other-tabs.js";
import { replaceByLogin, ToLogin } from "./to-login.js";

const UserContext = createContext<UserAnswer | null>(null);
export const UserProvider = UserContext.Provider;

/** Returns the user of the session. For components behind the login. */
export function useSessionUser(): UserAnswer {
  const user = useContext(UserContext);
  if (user === null) throw new Error("useSessionUser is used outside of SessionGate");
  return user;
}

/** Props of the dialog that asks for a login above the screen whose session has ended. */
export interface LoginDialogProps {
  username: string;
  reason: ErrorCode;
  onLogin(): void;
  onLeave(): void;
}

interface SessionProps {
  loginDialog: ComponentType<LoginDialogProps>;
  children: ReactNode;
}

/** Admits users with a session and sends everybody else to the login, also if the server cannot identify the user. */
export function SessionGate(props: SessionProps) {
  const { sessionMarker } = useServices();
  // Another tab may have logged out by the time of the next page.
  useLocation();
  const user = useUser();
  if (!sessionMarker.isPresent()) return <ToLogin />;
  if (user.data?.username) return <UserSession user={user.data} {...props} />;
  if (user.data || user.error) return <EndSession why={user.error?.code ?? ERRORS.unauthorized} />;
  return <Loading />;
}

function EndSession({ why }: { why: ErrorCode }) {
  const leave = useEndSession();
  useEffect(() => leave(why), [leave, why]);
  return <Loading />;
}

/** The children stay mounted when the session ends, so that forms keep what has been typed. */
function UserSession({ user, loginDialog: LoginDialog, children }: SessionProps & { user: UserAnswer }) {
  const { lost, logins, recovered, abandon } = useLostSession(user);
  return (
    <UserProvider value={user}>
      {/* The server closes the connection with the session. */}
      <EventConnection key={logins} userId={user.id} />
      {children}
      {lost === null ? null : <LoginDialog username={user.username} reason={lost} onLogin={recovered} onLeave={abandon} />}
    </UserProvider>
  );
}

function EventConnection({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const invalidate = (queryKey: readonly string[]) => void queryClient.invalidateQueries({ queryKey });
    const stops = [subscribeToSocketEvents(userId, invalidate), hearOtherTabs(invalidate)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [userId, queryClient]);
  return null;
}

/** Holds the requests that the end of the session has stopped, until there is a new session of the same user. */
function useLostSession(user: UserAnswer) {
  const { httpClient, sessionMarker } = useServices();
  const queryClient = useQueryClient();
  const leave = useEndSession();
  const waiting = useRef<((isRecovered: boolean) => void)[]>([]);
  const [lost, setLost] = useState<ErrorCode | null>(null);
  const [logins, setLogins] = useState(0);
  const settle = useCallback(
    (isRecovered: boolean) => {
      httpClient.clearCsrfToken();
      setLost(null);
      for (const resolve of waiting.current.splice(0)) resolve(isRecovered);
    },
    [httpClient],
  );
  const recovered = useCallback(() => {
    setLogins((count) => count + 1);
    settle(true);
  }, [settle]);
  useEffect(() => {
    httpClient.expectUser(user.id);
    const stop = httpClient.onSessionLost(
      ({ code }) =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setLost(code);
        }),
    );
    return () => {
      stop();
      httpClient.expectUser(undefined);
      for (const resolve of waiting.current.splice(0)) resolve(false);
    };
  }, [httpClient, user.id]);
  useEffect(
    () =>
      sessionMarker.onChangeElsewhere((isLoggedIn) => {
        if (!isLoggedIn) return setLost(ERRORS.unauthorized);
        recovered();
        // The session may be another account's now. Only the server knows.
        void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.user });
      }),
    [sessionMarker, recovered, queryClient],
  );
  const abandon = useCallback(() => {
    if (lost !== null) leave(lost);
    settle(false);
  }, [lost, leave, settle]);
  return { lost, logins, recovered, abandon };
}

/** Ends the session and goes to the login, which shows the reason and leads back. */
function useEndSession(): (why: ErrorCode) => void {
  const { httpClient, sessionMarker } = useServices();
  const { pathname, search } = useLocation();
  const from = `${pathname}${search}`;
  return useCallback(
    (why) => {
      if (!sessionMarker.isPresent()) return;
      sessionMarker.clear(why);
      httpClient.clearCsrfToken();
      replaceByLogin({ from });
    },
    [httpClient, sessionMarker, from],
  );
}
