import { EVENTS, type EventBus, type EventName } from "@agatha/contracts";
import { connect, type NatsConnection } from "nats";
import { warnOf } from "../warnings.js";
import { createInProcessEventBus } from "./in-process-event-bus.js";
import { forwardChildEvent } from "./parent-process-event-bus.js";

export interface NatsEventBusOptions {
  /** `nats://nats:4222`; several servers of a cluster are tried in turn. */
  servers: string[];
  token?: string;
  /** Shown in the server's list of connections. */
  name: string;
  /** Hears of exceptions in handlers, and of what goes wrong with the connection. */
  onError?: (error: unknown) => void;
}

const PREFIX = "agatha.";
const RECONNECT_MS = 1_000;
const PING_MS = 20_000;
const TIMEOUT_MS = 5_000;

/**
 * Events over NATS. It connects by itself, and again without limit; until then what is published is dropped, as the port
 * allows: events are hints. It hears all subjects of the product, so that a subscription holds from the moment it is made.
 */
export function createNatsEventBus({ servers, token, name, onError = warnOf }: NatsEventBusOptions): EventBus {
  const local = createInProcessEventBus({ onError });
  let connection: NatsConnection | undefined;
  let connected = false;
  let closing = false;

  const opening = connect({
    servers,
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
    timeout: TIMEOUT_MS,
    ...(token !== undefined && { token }),
  });
  const ready = opening.then(listen);
  ready.catch(onError);

  async function listen(made: NatsConnection): Promise<void> {
    connection = made;
    made.subscribe(`${PREFIX}*`, { callback: (error, message) => (error ? onError(error) : hear(message.subject, message.data)) });
    void follow(made).catch(onError);
    await made.flush();
    connected = !closing;
    if (closing) await made.close();
  }

  async function follow(made: NatsConnection): Promise<void> {
    for await (const { type } of made.status()) {
      if (type === "disconnect") connected = false;
      if (type === "reconnect") connected = true;
    }
  }

  function hear(subject: string, data: Uint8Array): void {
    const payload = parsed(data);
    if (payload !== undefined) forwardChildEvent(local, { event: subject.slice(PREFIX.length), payload });
  }

  return {
    publish(event, payload) {
      if (connected && !closing) connection?.publish(PREFIX + event, JSON.stringify(payload));
    },
    subscribe: local.subscribe,
    async ping() {
      if (closing) throw new Error("The event bus is closed");
      if (!connected) throw new Error(`The event bus at ${servers.join(", ")} is not connected`);
      await connection?.flush();
    },
    async close() {
      if (closing) return;
      closing = true;
      await local.close();
      await connection?.drain().catch(() => connection?.close());
    },
  };
}

/** Undefined for what is no JSON: anybody may publish on a server that is not well kept. */
function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}

/** Subjects that the bus uses, for a server's permissions. */
export const NATS_SUBJECTS = (Object.keys(EVENTS) as EventName[]).map((event) => PREFIX + event);
