/** Live events for browsers. They ask a resource's owner and managers to load it again. The console works without them. */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { SocketEvents } from "@agatha/contracts";
import { SOCKET_UNAUTHORIZED } from "@agatha/contracts/ports/socket-refusal";
import { Server, type Socket as ServerSocket } from "socket.io";
import type { ApiDeps } from "../deps.js";
import { allowedOrigin } from "../http/public-url.js";
import { authenticateSocket, isSessionValid, type SocketIdentity } from "./identity.js";
import { ignoreOtherUpgrades } from "./other-upgrades.js";
import { relayEvents } from "./relay.js";

/** Not below the base path (CONTRACT: Live events). */
const PATH = "/tukeysocket/";
/** Sessions also expire, without an event. */
const RECHECK_MS = 60_000;
/** Connections without a verified user at once: anybody can open one for 45 s. While there are as many, the console polls. */
const MAX_UNVERIFIED = 1000;
/** Open tabs of one user. */
const MAX_SOCKETS_PER_USER = 100;

type ServerEvents = { [E in keyof SocketEvents]: (payload: SocketEvents[E]) => void };
type NoEvents = Record<never, never>;
type BrowserSocket = ServerSocket<NoEvents, ServerEvents, NoEvents, SocketIdentity>;

export interface Socket {
  attach(server: HttpServer): void;
  /** Ends all connections and refuses new ones, so that clients connect again later. The HTTP server stays open for its owner to close. */
  close(): Promise<void>;
}

const MANAGERS = "managers";
const userRoom = (userId: string): string => `user ${userId}`;

/** Creates the socket server. `recheckMs` is the interval at which the sessions of open sockets are checked. */
export function createSocket(deps: ApiDeps, recheckMs = RECHECK_MS): Socket {
  let closed = false;
  const io = new Server<NoEvents, ServerEvents, NoEvents, SocketIdentity>({
    path: PATH,
    serveClient: false,
    // Upgrades for other paths are handled elsewhere: see ignoreOtherUpgrades.
    destroyUpgrade: false,
    // Browsers send nothing after the handshake.
    maxHttpBufferSize: 10_000,
    allowRequest: (request, answer) => answer(null, !closed && unverified() < MAX_UNVERIFIED && isSameOrigin(request, deps.config)),
  });

  const unverified = (): number => io.engine.clientsCount - io.sockets.sockets.size;
  const socketsOf = (userId: string): number => io.sockets.adapter.rooms.get(userRoom(userId))?.size ?? 0;

  io.use(async (socket, next) => {
    const { headers, auth, query } = socket.handshake;
    try {
      const identity = await authenticateSocket(deps, headers.cookie, auth.user_id ?? query.user_id);
      if (!identity) return next(new Error(SOCKET_UNAUTHORIZED));
      if (socketsOf(identity.userId) >= MAX_SOCKETS_PER_USER) return next(new Error("too many sockets"));
      socket.data = identity;
      next();
    } catch (error) {
      deps.logger.error({ err: error }, "socket handshake failed");
      next(new Error("unavailable"));
    }
  });
  io.on("connection", (socket) => {
    // The session may have ended since the handshake, before this socket received events.
    void recheck([socket]);
    void socket.join([userRoom(socket.data.userId), ...(socket.data.auth === "manager" ? [MANAGERS] : [])]);
  });

  async function recheck(sockets: Iterable<BrowserSocket>): Promise<void> {
    await Promise.all(
      [...sockets].map(async (socket) => {
        // While the store does not answer, nothing is known of the session. The next check decides.
        const valid = await isSessionValid(deps, socket.data).catch(() => true);
        if (!valid) socket.disconnect(true);
      }),
    );
  }
  const timer = setInterval(() => void recheck(io.sockets.sockets.values()), recheckMs);
  timer.unref();
  const unsubscribe = [
    deps.events.subscribe("accessRevoked", ({ userId }) => {
      void recheck([...io.sockets.sockets.values()].filter((socket) => socket.data.userId === userId));
    }),
    ...relayEvents(deps, {
      hasListeners: () => io.sockets.sockets.size > 0,
      emit: (owner, event, payload) => {
        io.to([userRoom(owner), MANAGERS]).emit(event, ...([payload] as Parameters<ServerEvents[typeof event]>));
      },
    }),
  ];

  return {
    attach(server) {
      io.attach(server);
      ignoreOtherUpgrades(server, PATH);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      for (const stop of unsubscribe) stop();
      // A client that is told to disconnect would not try again.
      io.engine?.close();
    },
  };
}

/**
 * Returns true if the host is ours and the origin is this host. A browser sends the cookie with a WebSocket from any page, and CORS
 * does not prevent it, so only pages of this host may connect (RFC 6455, 10.2). Programs other than browsers send no Origin.
 */
function isSameOrigin({ headers }: IncomingMessage, config: ApiDeps["config"]): boolean {
  const forwarded = config.trustedProxies > 0 ? headers["x-forwarded-host"] : undefined;
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(",")[0]?.trim() ?? headers.host;
  if (allowedOrigin(config, host, "http") === undefined) return false;
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === host?.toLowerCase();
}
