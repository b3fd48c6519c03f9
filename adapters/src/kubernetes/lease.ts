/** Leadership by a Lease (coordination.k8s.io/v1), after client-go's leaderelection: times of others are never compared with our clock. */
import type { KubernetesConnection } from "./connection.js";
import { microTime } from "./micro-time.js";
import { Refusal } from "./refusal.js";

interface WireLease {
  metadata: { name: string; resourceVersion?: string };
  spec?: { holderIdentity?: string; leaseDurationSeconds?: number; acquireTime?: string; renewTime?: string; leaseTransitions?: number };
}

export interface LeaseTimes {
  /** How long others leave a lease alone that its holder does not renew. */
  durationMs: number;
  /** A holder that could not renew for so long leads no more. Less than the duration, so that it stops before another begins. */
  renewMs: number;
  /** Between two tries to get or to renew it. */
  retryMs: number;
}

export const LEASE_TIMES: LeaseTimes = { durationMs: 15_000, renewMs: 10_000, retryMs: 2_000 };

export interface LeaseOptions {
  /** Closed with the election. */
  connection: KubernetesConnection;
  name: string;
  /** Of this process, never used again by another one. */
  identity: string;
  /** Called once. */
  onElected: () => void;
  /** Called once, after onElected: somebody else may lead from now on. */
  onLost: () => void;
  onError: (error: unknown) => void;
  times?: LeaseTimes;
  /** Milliseconds that only ever go forward, also while the process stands still. */
  monotonic?: () => number;
}

export interface Election {
  start(): void;
  /** Whether this process leads at this moment, by its own clock. To be asked before each write: a process may have stood still. */
  leads(): boolean;
  /** Gives the lease back, so that another process can lead at once. */
  stop(): Promise<void>;
}

export function createElection(options: LeaseOptions): Election {
  const { connection, name, identity, onElected, onLost, onError } = options;
  const { times = LEASE_TIMES, monotonic = () => performance.now() } = options;
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${connection.namespace}/leases`;
  /** What was seen last of somebody's lease, and when it had changed, by our clock. */
  let seen: { record: string; at: number } | undefined;
  let held: WireLease | undefined;
  /** When the last renewal that succeeded was sent. */
  let renewedAt = Number.NEGATIVE_INFINITY;
  let phase: "candidate" | "leader" | "over" = "candidate";
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  const leads = () => phase === "leader" && monotonic() - renewedAt < times.renewMs;

  async function read(): Promise<WireLease | undefined> {
    try {
      return await connection.request<WireLease>({ method: "GET", path: `${leases}/${name}` });
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return undefined;
      throw error;
    }
  }

  function write(present: WireLease | undefined, spec: WireLease["spec"]): Promise<WireLease> {
    const head = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
    if (!present) return connection.request({ method: "POST", path: leases, body: { ...head, metadata: { name }, spec } });
    const { resourceVersion } = present.metadata;
    const body = { ...head, metadata: { name, resourceVersion }, spec };
    return connection.request({ method: "PUT", path: `${leases}/${name}`, body });
  }

  /** Whether the lease is nobody's: given back, or not changed for as long as its holder asked for. */
  function isFree({ metadata, spec = {} }: WireLease): boolean {
    if (!spec.holderIdentity) return true;
    const record = `${metadata.resourceVersion}`;
    if (seen?.record !== record) seen = { record, at: monotonic() };
    return monotonic() - seen.at >= (spec.leaseDurationSeconds ?? times.durationMs / 1000) * 1000;
  }

  async function acquire(): Promise<void> {
    const present = await read();
    if (present && !isFree(present)) return;
    const sentAt = monotonic();
    const before = present?.spec?.leaseTransitions ?? 0;
    held = await write(present, { ...hold(identity, times), acquireTime: microTime(), leaseTransitions: present ? before + 1 : before });
    renewedAt = sentAt;
    phase = "leader";
    onElected();
  }

  async function renew(): Promise<void> {
    const sentAt = monotonic();
    try {
      held = await write(held, { ...held?.spec, ...hold(identity, times) });
      renewedAt = sentAt;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 409)) throw error;
      // Our last renewal may have arrived although its answer did not; somebody else's name there ends it.
      held = await read();
      if (held?.spec?.holderIdentity !== identity) lose();
    }
  }

  function lose(): void {
    if (phase !== "leader") return;
    phase = "over";
    onLost();
  }

  async function step(): Promise<void> {
    if (phase === "leader" && !leads()) return lose();
    try {
      await (phase === "leader" ? renew() : acquire());
    } catch (error) {
      // Another candidate was faster.
      if (!(error instanceof Refusal && error.status === 409)) onError(error);
    }
  }

  function tick(): void {
    working = step().then(() => {
      if (phase !== "over") timer = setTimeout(tick, times.retryMs);
    });
  }

  /** Checked apart from the renewals, one of which may hang. */
  const guard = setInterval(() => {
    if (phase === "leader" && !leads()) lose();
  }, times.retryMs / 4);
  guard.unref();

  return {
    start: tick,
    leads,
    async stop() {
      const led = leads();
      phase = "over";
      clearTimeout(timer);
      clearInterval(guard);
      await working;
      if (led && held) {
        const freed = { ...held.spec, holderIdentity: "", leaseDurationSeconds: 1, renewTime: microTime() };
        await write(held, freed).catch(onError);
      }
      connection.close();
    },
  };
}

function hold(identity: string, { durationMs }: LeaseTimes) {
  return { holderIdentity: identity, leaseDurationSeconds: Math.ceil(durationMs / 1000), renewTime: microTime() };
}
