import { EventEmitter, once } from "node:events";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { HttpRequest, KubernetesConnection } from "./connection.js";
import { createLeaderElector, type LeaderElectionTimes, type LeaderElector } from "./leader-election.js";

/** A server without a lease. It answers requests with this method when told to. `holders`: those of the leases that are written. */
function pausedServer(paused: string) {
  const holders: unknown[] = [];
  let arrived: (answer: () => void) => void;
  const atWrite = new Promise<() => void>((resolve) => {
    arrived = resolve;
  });
  const request = async <T>({ method, body }: HttpRequest): Promise<T> => {
    if (method === "GET") return undefined as T;
    holders.push((body as { spec: { holderIdentity: string } }).spec.holderIdentity);
    if (method === paused) await new Promise<void>((resolve) => arrived(resolve));
    return { ...(body as object), metadata: { name: "test", resourceVersion: `${holders.length}` } } as T;
  };
  const connection: Pick<KubernetesConnection, "namespace" | "request" | "close"> = {
    namespace: "agatha",
    request,
    close: () => undefined,
  };
  return { connection: connection as KubernetesConnection, holders, atWrite };
}

test("a candidate that is stopped while it takes the lease does not lead, and releases the lease", async () => {
  const { connection, holders, atWrite } = pausedServer("POST");
  const log: string[] = [];
  const election = createLeaderElector({
    connection,
    name: "test",
    identity: "one",
    onStartedLeading: () => log.push("elected"),
    onStoppedLeading: (why) => log.push(why),
    onError: (error) => log.push(String(error)),
  });
  election.start();
  const answer = await atWrite;
  const stopped = election.stop();
  answer();
  await stopped;
  expect([log, election.isLeader()]).toEqual([[], false]);
  expect(holders).toEqual(["one", ""]);
});

const TIMES: LeaderElectionTimes = { leaseDurationMs: 300, renewDeadlineMs: 60_000, retryPeriodMs: 5, offerAfterMs: 60_000, holdBackMs: 0 };

interface StoredLease {
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: { holderIdentity: string };
}

describe("a candidate of one of two installations", () => {
  /** The lease on the server. */
  let lease: StoredLease | undefined;
  let others: string[];
  let election: LeaderElector;

  const of = (release: string | undefined, holderIdentity: string, annotations?: Record<string, string>): StoredLease => ({
    metadata: {
      name: "test",
      ...(release !== undefined && { labels: { "app.kubernetes.io/instance": release } }),
      ...(annotations && { annotations }),
    },
    spec: { holderIdentity },
  });

  function candidate(instance: string) {
    /** `expired` comes when a lease that its holder does not renew is free. */
    const moments = new EventEmitter<{ elected: []; expired: [] }>();
    const startedAt = performance.now();
    const request = async <T>({ method, body }: HttpRequest): Promise<T> => {
      if (method !== "GET") lease = body as StoredLease;
      else if (performance.now() - startedAt > 2 * TIMES.leaseDurationMs) moments.emit("expired");
      return lease as T;
    };
    election = createLeaderElector({
      connection: fromPartial<KubernetesConnection>({ namespace: "agatha", request, close: () => undefined }),
      name: "test",
      identity: "mine",
      instance,
      onOtherInstance: (other) => others.push(other),
      onStartedLeading: () => moments.emit("elected"),
      onStoppedLeading: () => undefined,
      onError: () => undefined,
      times: TIMES,
    });
    const awaited = { elected: once(moments, "elected"), expired: once(moments, "expired") };
    election.start();
    return awaited;
  }

  beforeEach(() => {
    others = [];
  });

  afterEach(() => election.stop());

  test.each([
    ["held", of("first", "theirs")],
    ["released", of("first", "")],
    ["offered", of("first", "theirs", { "agatha.dev/offered-by": "theirs" })],
  ])("leaves a lease of the other alone that is %s, says so once, and leads when it is deleted", async (_how, given) => {
    lease = given;
    const { elected, expired } = candidate("second");
    await expired;
    expect([lease, election.isLeader(), election.otherInstance(), others]).toEqual([given, false, "first", ["first"]]);
    lease = undefined;
    await elected;
    expect([election.otherInstance(), lease]).toMatchObject([undefined, of("second", "mine")]);
    await election.stop();
    expect(lease).toMatchObject(of("second", ""));
  });

  test.each([
    ["its own", "second"],
    ["an operator that names no installation", undefined],
  ])("takes a free lease of %s", async (_whose, release) => {
    lease = of(release, "");
    const { elected } = candidate("second");
    await elected;
    expect([lease.metadata.labels, others]).toEqual([{ "app.kubernetes.io/instance": "second" }, []]);
  });
});
