/**
 * Leader election by a Lease (coordination.k8s.io/v1), after client-go's leaderelection. Times of other processes are never
 * compared with this process's clock.
 */
import type { KubernetesConnection } from "./connection.js";
import { microTime } from "./micro-time.js";
import { StatusError, undefinedIfMissing } from "./status-error.js";

interface KubernetesLease {
  metadata: { name: string; resourceVersion?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: { holderIdentity?: string; leaseDurationSeconds?: number; acquireTime?: string; renewTime?: string; leaseTransitions?: number };
}

export interface LeaderElectionTimes {
  /** Time for which others respect a lease that its holder does not renew. */
  leaseDurationMs: number;
  /**
   * A holder that cannot renew for this long stops leading. It is less than the duration, so that the old leader stops before a
   * new one starts.
   */
  renewDeadlineMs: number;
  /** Time between attempts to acquire or renew the lease. */
  retryPeriodMs: number;
  /** A holder that has been unable to work for this long offers the lease to others. */
  offerAfterMs: number;
  /** Time for which a candidate that is unable to work leaves a free lease to others. */
  holdBackMs: number;
}

const LEADER_ELECTION_TIMES: LeaderElectionTimes = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
  offerAfterMs: 30_000,
  holdBackMs: 20_000,
};

/** Annotations of the lease: the holder that offers it, and the candidate that asks for it then. */
const OFFERED_BY = "agatha.dev/offered-by";
const CLAIMED_BY = "agatha.dev/claimed-by";
/** Label of the lease: the installation whose processes elect one another. */
const INSTANCE = "app.kubernetes.io/instance";

interface LeaderElectionOptions {
  /** The election closes it. */
  connection: KubernetesConnection;
  name: string;
  /** Name of this process. No other process ever uses it. */
  identity: string;
  /** Installation of this process. It never takes a lease of another one, which has other stores; one without an instance is anybody's. */
  instance?: string | undefined;
  /** Called when this process finds that the lease is of another installation. */
  onOtherInstance?: (instance: string) => void;
  /** Called once. */
  onStartedLeading: () => void;
  /** Called once, after onStartedLeading. Another process may lead from then on. */
  onStoppedLeading: (why: "lost" | "handed over") => void;
  /**
   * Returns true if this process is able to do a leader's work now; without it, always. A leader that is unable keeps the lease until
   * another process that is able asks for it.
   */
  isAble?: () => boolean;
  onError: (error: unknown) => void;
  times?: LeaderElectionTimes;
  /** Milliseconds of a clock that never goes back, and runs while the process is paused. */
  monotonic?: () => number;
}

export interface LeaderElector {
  start(): void;
  /** Returns true if this process leads now, by its own clock. Call it before each write, because the process may have been paused. */
  isLeader(): boolean;
  /** Returns the installation that keeps this process from ever leading, if the lease is of another one. */
  otherInstance(): string | undefined;
  /** Releases the lease, so that another process can lead at once. */
  stop(): Promise<void>;
}

/** Elects by a Lease (coordination.k8s.io/v1) called `name` in the connection's namespace. It takes part from `start` on. */
export function createLeaderElector(options: LeaderElectionOptions): LeaderElector {
  const { connection, name, identity, onStartedLeading, onStoppedLeading, onError } = options;
  const {
    instance,
    onOtherInstance = () => {},
    isAble = () => true,
    times = LEADER_ELECTION_TIMES,
    monotonic = () => performance.now(),
  } = options;
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${connection.namespace}/leases`;
  /** Last observed version of another holder's lease, and when it changed, by this process's clock. */
  let seen: { record: string; at: number } | undefined;
  /** Time since which the lease is free, as far as this process knows. */
  let freeSince: number | undefined;
  let held: KubernetesLease | undefined;
  let otherInstance: string | undefined;
  /** Time at which this process was last able to work. */
  let ableAt = Number.NEGATIVE_INFINITY;
  /** Time at which the last successful renewal was sent. */
  let renewedAt = Number.NEGATIVE_INFINITY;
  let phase: "candidate" | "leader" | "stopped" = "candidate";
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  const isLeader = () => phase === "leader" && monotonic() - renewedAt < times.renewDeadlineMs;

  const read = () => undefinedIfMissing(connection.request<KubernetesLease>({ method: "GET", path: `${leases}/${name}` }));

  function write(
    present: KubernetesLease | undefined,
    spec: KubernetesLease["spec"],
    annotations: Record<string, string> = {},
  ): Promise<KubernetesLease> {
    const head = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
    const metadata = { name, ...(instance !== undefined && { labels: { [INSTANCE]: instance } }) };
    if (!present) return connection.request({ method: "POST", path: leases, body: { ...head, metadata, spec } });
    const { resourceVersion } = present.metadata;
    const body = { ...head, metadata: { ...metadata, resourceVersion, annotations }, spec };
    return connection.request({ method: "PUT", path: `${leases}/${name}`, body });
  }

  /** Returns true if the lease is free: released, or unchanged for its holder's lease duration. */
  function isFree({ metadata, spec = {} }: KubernetesLease): boolean {
    if (!spec.holderIdentity) return true;
    const record = `${metadata.resourceVersion}`;
    if (seen?.record !== record) seen = { record, at: monotonic() };
    return monotonic() - seen.at >= (spec.leaseDurationSeconds ?? times.leaseDurationMs / 1000) * 1000;
  }

  /** Returns the other installation that the lease is of. */
  function findOtherInstance(present: KubernetesLease | undefined): string | undefined {
    const found = present?.metadata.labels?.[INSTANCE];
    const other = instance === undefined || found === instance ? undefined : found;
    if (other !== undefined && other !== otherInstance) onOtherInstance(other);
    return other;
  }

  async function acquire(): Promise<void> {
    const present = await read();
    otherInstance = findOtherInstance(present);
    if (otherInstance !== undefined) return;
    if (present && !isFree(present)) {
      freeSince = undefined;
      return await claimOffered(present);
    }
    freeSince ??= monotonic();
    if (!isAble() && monotonic() - freeSince < times.holdBackMs) return;
    const sentAt = monotonic();
    const before = present?.spec?.leaseTransitions ?? 0;
    held = await write(present, {
      ...leaseHolder(identity, times),
      acquireTime: microTime(),
      leaseTransitions: present ? before + 1 : before,
    });
    // Stopped while the lease was written: `stop` releases it.
    if (phase === "stopped") return;
    renewedAt = sentAt;
    ableAt = sentAt;
    phase = "leader";
    onStartedLeading();
  }

  /** Asks a leader for the lease that it offers. It stops then, and the lease is free after its duration. */
  async function claimOffered(present: KubernetesLease): Promise<void> {
    const { [OFFERED_BY]: offeredBy, [CLAIMED_BY]: claimedBy } = present.metadata.annotations ?? {};
    if (offeredBy === undefined || offeredBy !== present.spec?.holderIdentity || claimedBy !== undefined || !isAble()) return;
    await write(present, present.spec, { [OFFERED_BY]: offeredBy, [CLAIMED_BY]: identity });
  }

  async function renew(): Promise<void> {
    const sentAt = monotonic();
    if (isAble()) ableAt = sentAt;
    const offers = sentAt - ableAt >= times.offerAfterMs;
    try {
      held = await write(held, { ...held?.spec, ...leaseHolder(identity, times) }, offers ? { [OFFERED_BY]: identity } : {});
      renewedAt = sentAt;
    } catch (error) {
      if (!(error instanceof StatusError && error.status === 409)) throw error;
      // The last renewal may have succeeded although its response was lost. If the holder is another process, this one has lost.
      held = await read();
      if (held?.spec?.holderIdentity !== identity) stopLeading("lost");
      else if (offers && held.metadata.annotations?.[CLAIMED_BY] !== undefined) stopLeading("handed over");
    }
  }

  function stopLeading(why: "lost" | "handed over"): void {
    if (phase !== "leader") return;
    phase = "stopped";
    onStoppedLeading(why);
  }

  async function step(): Promise<void> {
    if (phase === "leader" && !isLeader()) return stopLeading("lost");
    try {
      await (phase === "leader" ? renew() : acquire());
    } catch (error) {
      // Another candidate was faster.
      if (!(error instanceof StatusError && error.status === 409)) onError(error);
    }
  }

  function tick(): void {
    working = step().then(() => {
      if (phase !== "stopped") timer = setTimeout(tick, times.retryPeriodMs);
    });
  }

  /** Separate from the renewals, one of which may hang. */
  const renewDeadlineCheck = setInterval(() => {
    if (phase === "leader" && !isLeader()) stopLeading("lost");
  }, times.retryPeriodMs / 4);
  renewDeadlineCheck.unref();

  return {
    start: tick,
    isLeader,
    otherInstance: () => otherInstance,
    async stop() {
      // A candidate may hold the lease once its write is answered.
      const mayHold = phase === "candidate" || isLeader();
      phase = "stopped";
      clearTimeout(timer);
      clearInterval(renewDeadlineCheck);
      await working;
      if (mayHold && held) {
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
