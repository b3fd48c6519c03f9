import { type EventBus, Unavailable } from "@agatha/contracts";
import { pause } from "@agatha/contracts/ports/timers";
import { connect, type NatsConnection } from "nats";
import { emitWarning } from "../emit-warning.js";
import { withTimeout } from "../with-timeout.js";
import { createInProcessEventBus } from "./in-process-event-bus.js";
import { publishReceived } from "./publish-received.js";

interface NatsEventBusOptions {
  /** `nats://nats:4222`, or `tls://` to require encryption. Several servers of a cluster are tried in turn. */
  servers: string[];
  token?: string;
  /** Shown in the server's list of connections. */
  name: string;
  /** False for a program that only publishes: the server sends it nothing, and its subscriptions receive no events. */
  subscribes?: boolean;
  /** Milliseconds within which a reachable server must respond. */
  timeoutMs?: number;
  /** Called with exceptions in handlers, and with connection errors. */
  onError?: (error: unknown) => void;
}

const SUBJECT_PREFIX = "agatha.";
const RECONNECT_MS = 500;
const PING_MS = 10_000;
/** Largest number of messages in transit to a server that does not respond. Further messages are dropped, to bound memory. */
const MAX_UNFLUSHED_MESSAGES = 10_000;

/**
 * Creates an event bus over NATS. It connects and reconnects automatically, without limit. While it is disconnected it drops
 * published events, as the port allows. It subscribes to all subjects of the product, so that a local subscription takes effect
 * at once.
 */
export function createNatsEventBus({
  servers,
  token,
  name,
  subscribes = true,
  timeoutMs = 5_000,
  onError = emitWarning,
}: NatsEventBusOptions): EventBus {
  const local = createInProcessEventBus({ onError });
  const description = `The event bus at ${servers.join(", ")}`;
  const closing = new AbortController();
  /** The client, connected or connecting. */
  let client: NatsConnection | undefined;
  /** The client while it is connected. */
  let connection: NatsConnection | undefined;
  let unflushed = 0;
  let flushing = false;
  const connecting = stayConnected();

  /** Connects again in the two cases that the client does not handle: no server at the first attempt, and a server that refuses it. */
  async function stayConnected(): Promise<void> {
    let reported = false;
    while (!closing.signal.aborted) {
      try {
        await serve(
          await connect({
            servers,
            name,
            maxReconnectAttempts: -1,
            reconnectTimeWait: RECONNECT_MS,
            ignoreAuthErrorAbort: true,
            pingInterval: PING_MS,
            maxPingOut: 2,
            timeout: timeoutMs,
            ...(token !== undefined && { token }),
            ...(servers.some((server) => server.startsWith("tls://")) && { tls: {} }),
          }),
        );
        reported = false;
      } catch (error) {
        if (!reported) onError(new Unavailable(`${description} cannot be reached, and is tried again`, { cause: error }));
        reported = true;
      }
      await pause(RECONNECT_MS, closing.signal);
    }
  }

  /** Resolves when the connection is closed for good. */
  async function serve(made: NatsConnection): Promise<void> {
    if (closing.signal.aborted) return await made.close();
    client = made;
    void trackStatus(made).catch(onError);
    if (subscribes)
      made.subscribe(`${SUBJECT_PREFIX}*`, {
        callback: (error, message) => (error ? onError(error) : deliver(message.subject, message.data)),
      });
    await flushWithTimeout(made).catch(async (error: unknown) => {
      await made.close();
      throw error;
    });
    if (closing.signal.aborted) return await made.close();
    connection = made;
    await made.closed();
    connection = undefined;
  }

  /** Follows the status of the connection. It does not resolve: the client does not end the statuses of a closed connection. */
  async function trackStatus(made: NatsConnection): Promise<void> {
    for await (const { type } of made.status()) {
      if (type === "disconnect" && connection) onError(new Unavailable(`${description} is lost, and is tried again`));
      if (type === "disconnect") connection = undefined;
      if (type === "reconnect") connection = made;
    }
  }

  /** Resolves when the server has received everything sent so far. */
  async function flushWithTimeout(made: NatsConnection): Promise<void> {
    const timeoutError = () => new Unavailable(`${description} does not answer within ${timeoutMs} ms`);
    try {
      await withTimeout(timeoutMs, made.flush(), timeoutError);
    } catch (error) {
      throw error instanceof Unavailable ? error : new Unavailable(`${description} is not connected`, { cause: error });
    }
  }

  /** Flushes to learn how many messages the server has received. One flush runs at a time. */
  function countFlushed(made: NatsConnection): void {
    if (flushing) return;
    flushing = true;
    const asked = unflushed;
    const settle = (taken: number) => {
      flushing = false;
      unflushed -= taken;
    };
    made.flush().then(
      () => settle(asked),
      // The connection is lost, with its unsent messages.
      () => settle(unflushed),
    );
  }

  function deliver(subject: string, data: Uint8Array): void {
    const payload = parseJson(data);
    publishReceived(local, subject.slice(SUBJECT_PREFIX.length), payload);
  }

  return {
    publish(event, payload) {
      if (!connection || unflushed >= MAX_UNFLUSHED_MESSAGES || closing.signal.aborted) return;
      connection.publish(SUBJECT_PREFIX + event, JSON.stringify(payload));
      unflushed++;
      countFlushed(connection);
    },
    subscribe: local.subscribe,
    async ping() {
      if (closing.signal.aborted) throw new Error("The event bus is closed");
      if (!connection) throw new Unavailable(`${description} is not connected`);
      await flushWithTimeout(connection);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await local.close();
      // Without this, the last events would be lost if the process ends now.
      if (connection) await flushWithTimeout(connection).catch(() => {});
      await client?.close();
      await connecting;
    },
  };
}

/** Returns undefined if the data are not JSON: other clients may publish on an unprotected server. */
function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}
