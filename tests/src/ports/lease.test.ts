import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createLeaderElector, type LeaderElectionTimes, type LeaderElector } from "@agatha/adapters/kubernetes/leader-election";
import { type ApiServer, findApiServer, startApiServer } from "./api-server.js";
import { describeWith } from "./servers.js";
import { eventually } from "./temporary-folder.js";

const times: LeaderElectionTimes = {
  leaseDurationMs: 2_000,
  renewDeadlineMs: 1_000,
  retryPeriodMs: 200,
  offerAfterMs: 1_000,
  holdBackMs: 3_000,
};

describeWith("leadership by a Lease", findApiServer(), () => {
  let server: ApiServer;
  let namespace: string;
  const candidates: Candidate[] = [];
  beforeAll(async () => {
    server = await startApiServer([]);
  }, 120_000);
  afterAll(() => server.stop());
  beforeEach(async () => {
    namespace = await server.namespace();
  });
  afterEach(async () => {
    for (const { election } of candidates.splice(0)) await election.stop();
  });

  interface Candidate {
    name: string;
    election: LeaderElector;
    log: string[];
    /** Stops all responses to its requests. */
    cutOff(): void;
    /** False: it is unable to do a leader's work. */
    able: boolean;
  }

  function candidate(name: string, wanted = times, able = true): Candidate {
    const log: string[] = [];
    const connection = server.admin(namespace);
    let cut = false;
    const request: KubernetesConnection["request"] = async (call) => {
      if (cut) return await new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no way")), 50));
      return await connection.request(call);
    };
    const election = createLeaderElector({
      connection: { ...connection, request },
      name: "test",
      identity: name,
      onStartedLeading: () => log.push("elected"),
      onStoppedLeading: (why) => log.push(why),
      isAble: () => made.able,
      onError: () => undefined,
      times: wanted,
    });
    const cutOff = () => {
      cut = true;
    };
    const made: Candidate = { name, election, log, cutOff, able };
    candidates.push(made);
    election.start();
    return made;
  }
  const leaders = () => candidates.filter(({ election }) => election.isLeader());

  test("one of many candidates leads, and keeps leading", async () => {
    for (const name of ["a", "b", "c", "d"]) candidate(name);
    await eventually(() => leaders().length === 1);
    const [leader] = leaders();
    const until = Date.now() + 2 * times.leaseDurationMs;
    await eventually(() => {
      expect(leaders()).toEqual([leader]);
      return Date.now() > until;
    });
    expect(candidates.flatMap(({ log }) => log)).toEqual(["elected"]);
  });

  test("a released lease is acquired at once", async () => {
    const first = candidate("first", { ...times, leaseDurationMs: 60_000 });
    await eventually(() => first.election.isLeader());
    const second = candidate("second");
    await first.election.stop();
    const since = Date.now();
    await eventually(() => second.election.isLeader());
    expect(Date.now() - since).toBeLessThan(5_000);
    expect(first.log).toEqual(["elected"]);
  });

  test("a leader that is cut off stops leading before another one begins", async () => {
    const first = candidate("first");
    await eventually(() => first.election.isLeader());
    const second = candidate("second");
    first.cutOff();
    let both = 0;
    await eventually(() => {
      if (leaders().length > 1) both += 1;
      return second.election.isLeader();
    });
    expect(both).toBe(0);
    expect([first.log, second.log]).toEqual([["elected", "lost"], ["elected"]]);
  });

  test("a leader that becomes unable to work hands over to one that is able, and never do both lead", async () => {
    const first = candidate("first");
    await eventually(() => first.election.isLeader());
    const second = candidate("second", times, false);
    const third = candidate("third");
    first.able = false;
    let both = 0;
    await eventually(() => {
      if (leaders().length > 1) both += 1;
      return third.election.isLeader();
    });
    expect(both).toBe(0);
    expect([first.log, second.log, third.log]).toEqual([["elected", "handed over"], [], ["elected"]]);
    const until = Date.now() + 2 * times.offerAfterMs;
    await eventually(() => Date.now() > until);
    expect(leaders()).toEqual([third]);
  });

  test("a leader that is unable to work keeps leading while nobody else is able, and once it is able again", async () => {
    const first = candidate("first");
    await eventually(() => first.election.isLeader());
    const second = candidate("second", times, false);
    first.able = false;
    const admin = server.admin(namespace);
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/test`;
    const annotations = async () =>
      (await admin.request<{ metadata: { annotations?: object } }>({ method: "GET", path })).metadata.annotations;
    await eventually(async () => Object.keys((await annotations()) ?? {}).length > 0);
    const until = Date.now() + 2 * times.leaseDurationMs;
    await eventually(() => Date.now() > until);
    expect(leaders()).toEqual([first]);
    first.able = true;
    await eventually(async () => (await annotations()) === undefined);
    second.able = true;
    const end = Date.now() + 2 * times.offerAfterMs;
    await eventually(() => Date.now() > end);
    expect([first.log, second.log]).toEqual([["elected"], []]);
    admin.close();
  });

  test("a candidate that is unable to work leaves a free lease to others for a while, and then leads", async () => {
    const unable = candidate("unable", times, false);
    const since = Date.now();
    await eventually(() => unable.election.isLeader());
    expect(Date.now() - since).toBeGreaterThanOrEqual(times.holdBackMs);
  });

  test("a lease that its holder does not renew, such as a killed one, is free after its duration", async () => {
    const body = {
      metadata: { name: "test" },
      spec: { holderIdentity: "dead", leaseDurationSeconds: 2, renewTime: "2001-01-01T00:00:00.000000Z", leaseTransitions: 3 },
    };
    const admin = server.admin(namespace);
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    await admin.request({ method: "POST", path: leases, body });
    const since = Date.now();
    const heir = candidate("heir");
    await eventually(() => heir.election.isLeader());
    // The holder's clock may be wrong, so its times are not used: the lease must stay unchanged for its duration.
    expect(Date.now() - since).toBeGreaterThanOrEqual(1_900);
    const lease = await admin.request<{ spec: object }>({ method: "GET", path: `${leases}/test` });
    expect(lease.spec).toMatchObject({ holderIdentity: "heir", leaseTransitions: 4 });
    admin.close();
  });

  test("a process that was paused for long does not lead when it continues", async () => {
    let clock = 0;
    const connection = server.admin(namespace);
    const log: string[] = [];
    const election = createLeaderElector({
      connection,
      name: "test",
      identity: "sleeper",
      onStartedLeading: () => log.push("elected"),
      onStoppedLeading: (why) => log.push(why),
      onError: () => undefined,
      times,
      monotonic: () => clock,
    });
    election.start();
    await eventually(() => election.isLeader());
    clock += times.renewDeadlineMs;
    expect(election.isLeader()).toBe(false);
    await eventually(() => log.includes("lost"));
    await election.stop();
  });
});
