/** Leadership by a Lease (coordination.k8s.io/v1), after client-go's leaderelection: times of others are never compared with our clock. */
import type { KubernetesConnection } from "./connection.js";
import { microTime } from "./micro-time.js";
import { StatusError } from "./status-error.js";

interface KubernetesLease {
  metadata: { name: string; resourceVersion?: string };
  spec?: { holderIdentity?: string; leaseDurationSeconds?: number; acquireTime?: string; renewTime?: string; leaseTransitions?: number };
}

export interface LeaderElectionTimes {
  /** How long others leave a lease alone that its holder does not renew. */
  leaseDurationMs: number;
  /** A holder that could not renew for so long leads no more. Less than the duration, so that it stops before another begins. */
  renewDeadlineMs: number;
  /** Between two tries to get or to renew it. */
  retryPeriodMs: number;
}

export const LEADER_ELECTION_TIMES: LeaderElectionTimes = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };

export interface LeaderElectionOptions {
  /** Closed with the election. */
  connection: KubernetesConnection;
  name: string;
  /** Of this process, never used again by another one. */
  identity: string;
  /** Called once. */
  onStartedLeading: () => void;
  /** Called once, after onElected: somebody else may lead from now on. */
  onStoppedLeading: () => void;
  onError: (error: unknown) => void;
  times?: LeaderElectionTimes;
  /** Milliseconds that only ever go forward, also while the process stands still. */
  monotonic?: () => number;
}

export interface LeaderElector {
  start(): void;
  /** Whether this process leads at this moment, by its own clock. To be asked before each write: a process may have stood still. */
  isLeader(): boolean;
  /** Gives the lease back, so that another process can lead at once. */
  stop(): Promise<void>;
}

export function createLeaderElector(options: LeaderElectionOptions): LeaderElector {
  const { connection, name, identity, onStartedLeading, onStoppedLeading, onError } = options;
  const { times = LEADER_ELECTION_TIMES, monotonic = () => performance.now() } = options;
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${connection.namespace}/leases`;
  /** What was seen last of somebody's lease, and when it had changed, by our clock. */
  let seen: { record: string; at: number } | undefined;
  let held: KubernetesLease | undefined;
  /** When the last renewal that succeeded was sent. */
  let renewedAt = Number.NEGATIVE_INFINITY;
  let phase: "candidate" | "leader" | "over" = "candidate";
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  const isLeader = () => phase === "leader" && monotonic() - renewedAt < times.renewDeadlineMs;

  async function read(): Promise<KubernetesLease | undefined> {
    try {
      return await connection.request<KubernetesLease>({ method: "GET", path: `${leases}/${name}` });
    } catch (error) {
      if (error instanceof StatusError && error.status === 404) return undefined;
      throw error;
    }
  }

  function write(present: KubernetesLease | undefined, spec: KubernetesLease["spec"]): Promise<KubernetesLease> {
    const head = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
    if (!present) return connection.request({ method: "POST", path: leases, body: { ...head, metadata: { name }, spec } });
    const { resourceVersion } = present.metadata;
    const body = { ...head, metadata: { name, resourceVersion }, spec };
    return connection.request({ method: "PUT", path: `${leases}/${name}`, body });
  }

  /** Whether the lease is nobody's: given back, or not changed for as long as its holder asked for. */
  function isFree({ metadata, spec = {} }: KubernetesLease): boolean {
    if (!spec.holderIdentity) return true;
    const record = `${metadata.resourceVersion}`;
    if (seen?.record !== record) seen = { record, at: monotonic() };
    return monotonic() - seen.at >= (spec.leaseDurationSeconds ?? times.leaseDurationMs / 1000) * 1000;
  }

  async function acquire(): Promise<void> {
    const present = await read();
    if (present && !isFree(present)) return;
    const sentAt = monotonic();
    const before = present?.spec?.leaseTransitions ?? 0;
    held = await write(present, {
      ...leaseHolder(identity, times),
      acquireTime: microTime(),
      leaseTransitions: present ? before + 1 : before,
    });
    renewedAt = sentAt;
    phase = "leader";
    onStartedLeading();
  }

  async function renew(): Promise<void> {
    const sentAt = monotonic();
    try {
      held = await write(held, { ...held?.spec, ...leaseHolder(identity, times) });
      renewedAt = sentAt;
    } catch (error) {
      if (!(error instanceof StatusError && error.status === 409)) throw error;
      // Our last renewal may have arrived although its answer did not; somebody else's name there ends it.
      held = await read();
      if (held?.spec?.holderIdentity !== identity) lose();
    }
  }

  function lose(): void {
    if (phase !== "leader") return;
    phase = "over";
    onStoppedLeading();
  }

  async function step(): Promise<void> {
    if (phase === "leader" && !isLeader()) return lose();
    try {
      await (phase === "leader" ? renew() : acquire());
    } catch (error) {
      // Another candidate was faster.
      if (!(error instanceof StatusError && error.status === 409)) onError(error);
    }
  }

  function tick(): void {
    working = step().then(() => {
      if (phase !== "over") timer = setTimeout(tick, times.retryPeriodMs);
    });
  }

  /** Checked apart from the renewals, one of which may hang. */
  const guard = setInterval(() => {
    if (phase === "leader" && !isLeader()) lose();
  }, times.retryPeriodMs / 4);
  guard.unref();

  return {
    start: tick,
    isLeader,
    async stop() {
      const led = isLeader();
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

function leaseHolder(identity: string, { leaseDurationMs }: LeaderElectionTimes) {
  return { holderIdentity: identity, leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000), renewTime: microTime() };
}
